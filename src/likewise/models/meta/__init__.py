"""Estimators that wrap an estimator."""

from likewise.models.meta.in_space import InSpace

__all__ = ["InSpace"]
