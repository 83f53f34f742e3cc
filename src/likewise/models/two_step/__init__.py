"""Two-step methods: extractors of reliable negatives and learners, composed."""

from likewise.models.two_step.base import Extractor
from likewise.models.two_step.bayes import NaiveBayesExtractor
from likewise.models.two_step.iterative_svm import IterativeSVM
from likewise.models.two_step.one_dnf import OneDNFExtractor
from likewise.models.two_step.rocchio import RocchioExtractor
from likewise.models.two_step.spy import SpyExtractor
from likewise.models.two_step.two_step import TwoStep

__all__ = [
    "Extractor",
    "IterativeSVM",
    "NaiveBayesExtractor",
    "OneDNFExtractor",
    "RocchioExtractor",
    "SpyExtractor",
    "TwoStep",
]
