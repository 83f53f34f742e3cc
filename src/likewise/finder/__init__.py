"""The main job: a few examples and a pile in, the pile ranked with reasons out."""

from likewise.finder.comparison import compare
from likewise.finder.decisions import read_decisions
from likewise.finder.estimators import DEFAULT_METHOD
from likewise.finder.finder import Finder
from likewise.finder.partly_labelled import DEFAULT_FOR_CLASSES, simulate_classes
from likewise.finder.reasons import Reasons
from likewise.finder.result import Result
from likewise.finder.simulation import simulate
from likewise.finder.stages import Stage
from likewise.finder.topics import Topic

__all__ = [
    "DEFAULT_FOR_CLASSES",
    "DEFAULT_METHOD",
    "Finder",
    "Reasons",
    "Result",
    "Stage",
    "Topic",
    "compare",
    "read_decisions",
    "simulate",
    "simulate_classes",
]
