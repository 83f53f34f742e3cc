"""The one iteration loop, its monitor, restarts, and the block protocol."""

from likewise.fitting.block_matrix import BlockMatrix
from likewise.fitting.blocks import BlockStep, State, row_blocks
from likewise.fitting.counts import CountBlock
from likewise.fitting.executors import (
    Executor,
    Parts,
    Threads,
    executor_of,
    gather_parts,
    join_rows,
    map_parts,
    split_rows,
    sum_parts,
)
from likewise.fitting.loop import Iteration, Monitor, Policy, iterate
from likewise.fitting.quiet import without_convergence_warnings
from likewise.fitting.randomness import generator
from likewise.fitting.restarts import best_of

__all__ = [
    "BlockMatrix",
    "BlockStep",
    "CountBlock",
    "Executor",
    "Iteration",
    "Monitor",
    "Parts",
    "Policy",
    "State",
    "Threads",
    "best_of",
    "executor_of",
    "gather_parts",
    "generator",
    "iterate",
    "join_rows",
    "map_parts",
    "row_blocks",
    "split_rows",
    "sum_parts",
    "without_convergence_warnings",
]
