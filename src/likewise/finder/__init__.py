"""The main job: a few examples and a pile in, the pile ranked with reasons out."""

from likewise.finder.estimators import DEFAULT_METHOD
from likewise.finder.finder import Finder
from likewise.finder.reasons import Reasons
from likewise.finder.result import Result
from likewise.finder.topics import Topic

__all__ = ["DEFAULT_METHOD", "Finder", "Reasons", "Result", "Topic"]
