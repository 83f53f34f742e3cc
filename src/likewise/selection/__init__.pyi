from .cross_fitting import CrossFit, cross_fit
from .folds import deal, deal_rows, split_in_turn, split_once
from .hiding import Hidden, best_of_hidden, hide
from .own_rows import classes_of, probabilities_of, scores_of
from .ranks import ranks_among
from .search import PUSearch

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
