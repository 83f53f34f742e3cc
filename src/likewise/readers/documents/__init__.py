"""Files that are one document each."""
