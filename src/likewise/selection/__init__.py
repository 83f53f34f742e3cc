"""Splits, cross-fitting and choices that respect which documents are labelled and which are not."""

from likewise.selection.cross_fitting import CrossFit, cross_fit, scores_of
from likewise.selection.hiding import Hidden, best_of_hidden, hide
from likewise.selection.ranks import ranks_among
from likewise.selection.search import PUSearch, folds, one_split

__all__ = [
    "CrossFit",
    "Hidden",
    "PUSearch",
    "best_of_hidden",
    "cross_fit",
    "folds",
    "hide",
    "one_split",
    "ranks_among",
    "scores_of",
]
