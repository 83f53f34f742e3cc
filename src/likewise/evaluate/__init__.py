"""How well a search does where the truth is known: simulations, comparisons, many classes."""

from likewise.evaluate.comparison import compare
from likewise.evaluate.loop import simulate_loop
from likewise.evaluate.many_classes import DEFAULT_FOR_CLASSES, simulate_classes
from likewise.evaluate.simulation import simulate

__all__ = ["DEFAULT_FOR_CLASSES", "compare", "simulate", "simulate_classes", "simulate_loop"]
