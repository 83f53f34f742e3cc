"""Estimators that wrap an estimator."""

from likewise.models.meta.bagging import BaggingPU
from likewise.models.meta.co_training import CoTraining
from likewise.models.meta.elkan_noto import ElkanNoto
from likewise.models.meta.nearest_in_space import NearestInSpace

__all__ = ["BaggingPU", "CoTraining", "ElkanNoto", "NearestInSpace"]
