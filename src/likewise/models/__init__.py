"""The estimators: one idea a file, one family a folder."""
