"""Linear models of weighted words."""

from likewise.models.linear.biased_svm import BiasedSVM
from likewise.models.linear.centroid import Centroid
from likewise.models.linear.elas import ElasU4
from likewise.models.linear.non_negative import NonNegativePU
from likewise.models.linear.one_class import OneClassSVM
from likewise.models.linear.transductive import TransductiveSVM
from likewise.models.linear.unlabeled_as_negative import UnlabeledAsNegative
from likewise.models.linear.weighted_logistic import WeightedLogisticRegression

__all__ = [
    "BiasedSVM",
    "Centroid",
    "ElasU4",
    "NonNegativePU",
    "OneClassSVM",
    "TransductiveSVM",
    "UnlabeledAsNegative",
    "WeightedLogisticRegression",
]
