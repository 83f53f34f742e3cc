"""Scores of rankings and decisions: pure functions of arrays."""

from likewise.metrics.comparison import PairedWilcoxon, paired_wilcoxon
from likewise.metrics.many_classes import Agreement, ManyClasses, clustering_agreement, many_classes
from likewise.metrics.sample_size import Guarantees, SampleSize, guarantees, required_sample_size
from likewise.metrics.screening import RecallCurve, atd, recall_at, recall_curve, rrf, wss
from likewise.metrics.with_truth import (
    PrecisionRecallF1,
    RocCurve,
    average_precision,
    best_f1,
    break_even,
    precision_recall_f1,
    roc_auc,
    roc_curve,
)
from likewise.metrics.without_negatives import (
    Population,
    criterion_one,
    criterion_two,
    pu_accuracy,
    pu_f1,
    pu_precision,
)

__all__ = [
    "Agreement",
    "Guarantees",
    "ManyClasses",
    "PairedWilcoxon",
    "Population",
    "PrecisionRecallF1",
    "RecallCurve",
    "RocCurve",
    "SampleSize",
    "atd",
    "average_precision",
    "best_f1",
    "break_even",
    "clustering_agreement",
    "criterion_one",
    "criterion_two",
    "guarantees",
    "many_classes",
    "paired_wilcoxon",
    "precision_recall_f1",
    "pu_accuracy",
    "pu_f1",
    "pu_precision",
    "recall_at",
    "recall_curve",
    "required_sample_size",
    "roc_auc",
    "roc_curve",
    "rrf",
    "wss",
]
