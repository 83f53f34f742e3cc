"""Show it a handful of documents you like; it finds the rest.

Names are loaded when they are first used, so that ``import likewise`` and ``likewise --help`` are quick.

Examples
--------
>>> import likewise
>>> likewise.Vectorizer.__name__
'Vectorizer'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from likewise.errors import UserError
    from likewise.estimate import RankPrior, estimate_prior
    from likewise.finder import Finder, Result
    from likewise.models.bayes import NaiveBayes, NaiveBayesEM, PartitionedEM, PositiveNaiveBayes
    from likewise.models.cluster import ConstrainedNCut, COPKMeans, MPCKMeans, PCKMeans, SeededKMeans
    from likewise.models.linear import (
        BiasedSVM,
        Centroid,
        Naive,
        NonNegativePU,
        OneClassSVM,
        TransductiveSVM,
        WeightedLogisticRegression,
    )
    from likewise.models.meta import BaggingPU, CoTraining, ElkanNoto, InSpace
    from likewise.models.topic import LDA, LSI, PLSA, FakeLabelPLSA, MislabelingPLSA, TopicSensitivePLSA
    from likewise.models.two_step import (
        IterativeSVM,
        NaiveBayesExtractor,
        OneDNFExtractor,
        RocchioExtractor,
        SpyExtractor,
        TwoStep,
    )
    from likewise.selection import PUSearch, cross_fit
    from likewise.text import Vectorizer, Weighting

__version__ = "0.1.0"

_HOMES = {
    "BaggingPU": "likewise.models.meta",
    "BiasedSVM": "likewise.models.linear",
    "COPKMeans": "likewise.models.cluster",
    "Centroid": "likewise.models.linear",
    "CoTraining": "likewise.models.meta",
    "ConstrainedNCut": "likewise.models.cluster",
    "ElkanNoto": "likewise.models.meta",
    "FakeLabelPLSA": "likewise.models.topic",
    "Finder": "likewise.finder",
    "InSpace": "likewise.models.meta",
    "IterativeSVM": "likewise.models.two_step",
    "LDA": "likewise.models.topic",
    "LSI": "likewise.models.topic",
    "MPCKMeans": "likewise.models.cluster",
    "MislabelingPLSA": "likewise.models.topic",
    "Naive": "likewise.models.linear",
    "NaiveBayes": "likewise.models.bayes",
    "NaiveBayesEM": "likewise.models.bayes",
    "NaiveBayesExtractor": "likewise.models.two_step",
    "NonNegativePU": "likewise.models.linear",
    "OneClassSVM": "likewise.models.linear",
    "OneDNFExtractor": "likewise.models.two_step",
    "PCKMeans": "likewise.models.cluster",
    "PLSA": "likewise.models.topic",
    "PUSearch": "likewise.selection",
    "PartitionedEM": "likewise.models.bayes",
    "PositiveNaiveBayes": "likewise.models.bayes",
    "RankPrior": "likewise.estimate",
    "Result": "likewise.finder",
    "RocchioExtractor": "likewise.models.two_step",
    "SeededKMeans": "likewise.models.cluster",
    "SpyExtractor": "likewise.models.two_step",
    "TopicSensitivePLSA": "likewise.models.topic",
    "TransductiveSVM": "likewise.models.linear",
    "TwoStep": "likewise.models.two_step",
    "UserError": "likewise.errors",
    "Vectorizer": "likewise.text",
    "WeightedLogisticRegression": "likewise.models.linear",
    "Weighting": "likewise.text",
    "cross_fit": "likewise.selection",
    "estimate_prior": "likewise.estimate",
}

__all__ = [
    "LDA",
    "LSI",
    "PLSA",
    "BaggingPU",
    "BiasedSVM",
    "COPKMeans",
    "Centroid",
    "CoTraining",
    "ConstrainedNCut",
    "ElkanNoto",
    "FakeLabelPLSA",
    "Finder",
    "InSpace",
    "IterativeSVM",
    "MPCKMeans",
    "MislabelingPLSA",
    "Naive",
    "NaiveBayes",
    "NaiveBayesEM",
    "NaiveBayesExtractor",
    "NonNegativePU",
    "OneClassSVM",
    "OneDNFExtractor",
    "PCKMeans",
    "PUSearch",
    "PartitionedEM",
    "PositiveNaiveBayes",
    "RankPrior",
    "Result",
    "RocchioExtractor",
    "SeededKMeans",
    "SpyExtractor",
    "TopicSensitivePLSA",
    "TransductiveSVM",
    "TwoStep",
    "UserError",
    "Vectorizer",
    "WeightedLogisticRegression",
    "Weighting",
    "__version__",
    "cross_fit",
    "estimate_prior",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'likewise' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
