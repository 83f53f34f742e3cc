"""The sparse graph of documents that share words, and the random walk on it."""

from likewise.models.graph.walk import GraphWalk

__all__ = ["GraphWalk"]
