"""The block protocol: statistics of blocks of rows add up, a document's own parameters stay with its block.

A model gives two functions. Its E-step sees one block, the shared parameters and the block's own parameters, and
returns new own parameters and statistics; its M-step sees the shared parameters and the sum of all statistics. The same
two functions run over one block in memory, over many, and over blocks that live elsewhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import reduce
from typing import Any, Generic, TypeVar

import numpy as np
from scipy import sparse

B = TypeVar("B")
Shared = TypeVar("Shared")
Own = TypeVar("Own")
Stats = TypeVar("Stats")


@dataclass(frozen=True)
class State(Generic[Shared, Own]):
    """Shared parameters, and each block's own."""

    shared: Shared
    own: tuple[Own, ...]


@dataclass(frozen=True)
class BlockStep(Generic[B, Shared, Own, Stats]):
    """A step of the loop, made of an E-step over blocks and an M-step over their sums.

    Examples
    --------
    The mean of numbers in two blocks, with nothing of a block's own:

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Sums:
    ...     total: float
    ...     count: int
    >>> step = BlockStep(
    ...     blocks=([1.0, 2.0], [6.0]),
    ...     e_step=lambda block, shared, own: (own, Sums(sum(block), len(block))),
    ...     m_step=lambda shared, sums: (sums.total / sums.count, 0.0),
    ... )
    >>> step(State(None, (None, None)))[0].shared
    3.0
    """

    blocks: Sequence[B]
    e_step: Callable[[B, Shared, Own], tuple[Own, Stats]]
    m_step: Callable[[Shared, Stats], tuple[Shared, float]]

    def __call__(self, state: State[Shared, Own]) -> tuple[State[Shared, Own], float]:
        """Return the next state and the objective of the given one."""
        results = (self.e_step(block, state.shared, own) for block, own in zip(self.blocks, state.own, strict=True))
        own, total = reduce(_add_up, results, ((), None))
        shared, objective = self.m_step(state.shared, total)  # type: ignore[arg-type]
        return State(shared, own), objective


def _add_up(done: tuple[Any, Any], new: tuple[Any, Any]) -> tuple[Any, Any]:
    own, total = done
    return (*own, new[0]), new[1] if total is None else add(total, new[1])


def add(a: Any, b: Any) -> Any:
    """Add two statistics: numbers, arrays, or dataclasses of them, field by field; arrays of ``a`` are reused.

    Examples
    --------
    >>> add(1.5, 2)
    3.5
    """
    if is_dataclass(a) and not isinstance(a, type):
        return type(a)(**{f.name: add(getattr(a, f.name), getattr(b, f.name)) for f in fields(a)})
    if isinstance(a, np.ndarray):
        a += b
        return a
    return a + b


def row_blocks(X: sparse.csr_array, block_rows: int | None) -> list[slice]:
    """Cut the rows into blocks of ``block_rows`` (all in one by default), the same whatever the number of threads.

    Examples
    --------
    >>> from scipy import sparse
    >>> row_blocks(sparse.csr_array((5, 2)), 2)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    n_rows = X.shape[0]
    size = max(1, n_rows if block_rows is None else block_rows)
    return [slice(start, min(start + size, n_rows)) for start in range(0, n_rows, size)]
