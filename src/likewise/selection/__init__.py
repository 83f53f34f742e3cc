"""Splits, cross-fitting and choices that respect which documents are labelled and which are not."""

from likewise.selection.cross_fitting import CrossFit, cross_fit
from likewise.selection.folds import deal, deal_rows, split_in_turn, split_once
from likewise.selection.hiding import Hidden, best_of_hidden, hide
from likewise.selection.own_rows import classes_of, probabilities_of, scores_of
from likewise.selection.ranks import ranks_among
from likewise.selection.search import PUSearch

__all__ = [
    "CrossFit",
    "Hidden",
    "PUSearch",
    "best_of_hidden",
    "classes_of",
    "cross_fit",
    "deal",
    "deal_rows",
    "hide",
    "probabilities_of",
    "ranks_among",
    "scores_of",
    "split_in_turn",
    "split_once",
]
