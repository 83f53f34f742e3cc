"""Naive Bayes, and everything that EM does with it."""

from likewise.models.bayes.em import NaiveBayesEM
from likewise.models.bayes.error_change import ErrorChange
from likewise.models.bayes.naive_bayes import NaiveBayes
from likewise.models.bayes.partitioned import PartitionedEM
from likewise.models.bayes.positive import PositiveNaiveBayes

__all__ = ["ErrorChange", "NaiveBayes", "NaiveBayesEM", "PartitionedEM", "PositiveNaiveBayes"]
