"""The block protocol: statistics of blocks of rows add up, a document's own parameters stay with its block.

A model gives two functions. Its E-step sees one block, the shared parameters and the block's own parameters, and
returns new own parameters and statistics; its M-step sees the shared parameters and the sum of all statistics. The same
two functions run over one block in memory, over many, and over blocks that live elsewhere.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scipy import sparse

from likewise.fitting.executors import Elsewhere, Executor, Parts, executor_of

B = TypeVar("B")
Shared = TypeVar("Shared")
Own = TypeVar("Own")
Stats = TypeVar("Stats")


@dataclass(frozen=True)
class State(Generic[Shared, Own]):
    """Shared parameters, and each block's own, which stay where the block is.

    Parameters
    ----------
    held : object
        Shared parameters, here or `likewise.fitting.executors.Elsewhere`.
    own : parts
        Own parameters of each block.

    Examples
    --------
    >>> State(0.5, (None,)).shared
    0.5
    """

    held: Any
    own: Parts

    @property
    def shared(self) -> Shared:
        """The shared parameters, brought here if they are not."""
        shared: Shared = self.held.fetch() if isinstance(self.held, Elsewhere) else self.held
        return shared


@dataclass(frozen=True)
class BlockStep(Generic[B, Shared, Own, Stats]):
    """A step of the loop, made of an E-step over blocks and an M-step over their sums.

    Parameters
    ----------
    blocks : parts
        The blocks, in memory or elsewhere; see `likewise.fitting.executors`.
    e_step : callable
        ``e_step(block, shared, own)`` returns the block's new own parameters and its statistics. It is sent to where
        blocks are: give a function of a module, or a small dataclass that can be called.
    m_step : callable
        ``m_step(shared, sum of statistics)`` returns new shared parameters and the objective of the given state; it may
        reuse the arrays of the sum, and leaves the shared parameters as they are. It is sent to where sums are.
    executor : Executor or None, default=None
        Who runs the E-step; None is whoever has the blocks. Statistics are added up in one fixed order of pairs, so
        that the result is the same bytes whoever runs it.

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

    blocks: Parts
    e_step: Callable[[B, Shared, Own], tuple[Own, Stats]]
    m_step: Callable[[Shared, Stats], tuple[Shared, float]]
    executor: Executor | None = None

    def __call__(self, state: State[Shared, Own]) -> tuple[State[Shared, Own], float]:
        """Return the next state and the objective of the given one."""
        executor = executor_of(self.blocks) if self.executor is None else self.executor
        parts = (self.blocks, state.own)
        own, shared, objective = executor.advance(_SharedLast(self.e_step), self.m_step, parts, state.held)
        return State(shared, own), objective


@dataclass(frozen=True)
class _SharedLast:
    """Calls an E-step in the order in which executors give arguments."""

    e_step: Callable[..., Any]

    def __call__(self, block: Any, own: Any, shared: Any) -> Any:
        return self.e_step(block, shared, own)


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
