"""The default engine: what no label changes is prepared once, what labels change is judged each time."""

from likewise.engine.estimator import Likewise

__all__ = ["Likewise"]
