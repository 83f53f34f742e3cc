"""Splits, cross-fitting and choices that respect which documents are labelled and which are not."""

from likewise.selection.cross_fitting import CrossFit, cross_fit, ranks_among, scores_of

__all__ = ["CrossFit", "cross_fit", "ranks_among", "scores_of"]
