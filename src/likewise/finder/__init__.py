"""The main job: a few examples and a pile in, the pile ranked with reasons out."""

from likewise.finder.comparison import compare
from likewise.finder.estimators import DEFAULT_METHOD
from likewise.finder.finder import Finder
from likewise.finder.partly_labelled import DEFAULT_FOR_CLASSES, simulate_classes
from likewise.finder.result import Result
from likewise.finder.simulation import simulate
from likewise.finder.stages import Stage

__all__ = [
    "DEFAULT_FOR_CLASSES",
    "DEFAULT_METHOD",
    "Finder",
    "Result",
    "Stage",
    "compare",
    "simulate",
    "simulate_classes",
]
