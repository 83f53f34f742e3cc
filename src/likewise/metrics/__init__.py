"""Scores of rankings and decisions: pure functions of arrays."""

from likewise.metrics.with_truth import PrecisionRecallF1, average_precision, precision_recall_f1

__all__ = ["PrecisionRecallF1", "average_precision", "precision_recall_f1"]
