from .audit import AuditInterval, AuditRecall, audit_interval, audit_recall, sampled_recall
from .audit_stop import count_allowed, count_draws, may_stop
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
    "AuditInterval",
    "AuditRecall",
    "CutEvidence",
    "Estimate",
    "PriorEstimate",
    "RankPrior",
    "Verdict",
    "audit_interval",
    "audit_recall",
    "best_bin",
    "count_allowed",
    "count_draws",
    "dedpul",
    "elkan_noto",
    "estimate_prior",
    "kernel_mean",
    "label_frequency",
    "left_out_scores",
    "may_stop",
    "positive_weight",
    "prior_from",
    "probability_positive",
    "sampled_recall",
    "spies",
    "tice",
]
