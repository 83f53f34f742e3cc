from .count import AtCutOff, Estimate, Verdict
from .literature.best_bin import best_bin
from .literature.dedpul import dedpul
from .literature.elkan_noto import elkan_noto, label_frequency, positive_weight, probability_positive
from .literature.kernel_mean import kernel_mean
from .literature.spies import spies
from .literature.tice import tice
from .prior import METHODS, PriorEstimate, estimate_prior, left_out_scores, prior_from
from .rank_posterior.evidence import CutEvidence
from .rank_posterior.model import RankPrior

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
