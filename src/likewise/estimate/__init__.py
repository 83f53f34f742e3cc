"""How many of the pile are positive, and how likely each document is: from scores, never from a model's insides."""

from likewise.estimate.count import AtCutOff, Estimate, Verdict
from likewise.estimate.literature.best_bin import best_bin
from likewise.estimate.literature.dedpul import dedpul
from likewise.estimate.literature.elkan_noto import elkan_noto, label_frequency, positive_weight, probability_positive
from likewise.estimate.literature.kernel_mean import kernel_mean
from likewise.estimate.literature.spies import spies
from likewise.estimate.literature.tice import tice
from likewise.estimate.prior import METHODS, PriorEstimate, estimate_prior, left_out_scores, prior_from
from likewise.estimate.rank_posterior.evidence import CutEvidence
from likewise.estimate.rank_posterior.model import RankPrior

__all__ = [
    "METHODS",
    "AtCutOff",
    "CutEvidence",
    "Estimate",
    "PriorEstimate",
    "RankPrior",
    "Verdict",
    "best_bin",
    "dedpul",
    "elkan_noto",
    "estimate_prior",
    "kernel_mean",
    "label_frequency",
    "left_out_scores",
    "positive_weight",
    "prior_from",
    "probability_positive",
    "spies",
    "tice",
]
