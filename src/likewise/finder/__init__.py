"""The main job: a few examples and a pile in, the pile ranked with reasons out."""

from likewise.finder.collecting import collect
from likewise.finder.collection import Collection
from likewise.finder.estimators import DEFAULT_METHOD
from likewise.finder.explain import Reasons
from likewise.finder.finder import Finder
from likewise.finder.result import Result
from likewise.finder.search import search
from likewise.finder.topics import Topic

__all__ = ["DEFAULT_METHOD", "Collection", "Finder", "Reasons", "Result", "Topic", "collect", "search"]
