"""The one iteration loop, its monitor, restarts, and the block protocol."""

from likewise.fitting.blocks import BlockStep, State, row_blocks
from likewise.fitting.counts import CountBlock
from likewise.fitting.loop import Iteration, Monitor, Policy, iterate
from likewise.fitting.quiet import without_convergence_warnings
from likewise.fitting.randomness import generator
from likewise.fitting.restarts import best_of

__all__ = [
    "BlockStep",
    "CountBlock",
    "Iteration",
    "Monitor",
    "Policy",
    "State",
    "best_of",
    "generator",
    "iterate",
    "row_blocks",
    "without_convergence_warnings",
]
