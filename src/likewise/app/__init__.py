"""Use cases: one plain function for each thing that a person can do; command line and page call these."""
