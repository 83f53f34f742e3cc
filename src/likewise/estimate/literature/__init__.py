"""Estimates of the share of positives from the literature, each a function of scores."""
