"""Replay screening where the truth is known: rank, read the first documents, answer, and rank again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from likewise.errors import UserError
from likewise.estimate import Estimate
from likewise.labels import UNLABELLED
from likewise.metrics.reading_loop import LoopFigures, measure_loop
from likewise.progress import Progress, Stage

#: From labels of all documents, 1, 0 and -1, to scores of all documents; higher is read before lower.
Rank: TypeAlias = Callable[[NDArray[np.int64]], ArrayLike]

#: Batches between two rankings once everything is found, and only a method's advice to stop is awaited.
_BATCHES_WHEN_FOUND = 5


@dataclass(frozen=True)
class Round:
    """One ranking of a loop.

    Parameters
    ----------
    n_read : int
        Documents that had been read before it.
    n_found : int
        Relevant documents that had been found before it, examples not counted.
    seconds : float
        How long the ranking took.
    estimate : Estimate or None, default=None
        How many relevant documents were left, as the method saw it.

    Examples
    --------
    >>> Round(10, 3, 0.02).estimate is None
    True
    """

    n_read: int
    n_found: int
    seconds: float
    estimate: Estimate | None = None


@dataclass(frozen=True, eq=False)
class Replay:
    """What was read, in which order, and what was found.

    Parameters
    ----------
    order : ndarray of int
        Rows of the documents that were read, in the order of reading.
    relevant : ndarray of bool
        Whether each of these is relevant.
    n_pile : int
        Documents that could be read.
    n_positive : int
        Relevant ones among them.
    rounds : tuple of Round
        The rankings.

    Examples
    --------
    >>> replay(lambda labels: [0.0, 3.0, 2.0, 1.0], [True, False, True, False], [0], batch=1).places
    [2]
    """

    order: NDArray[np.intp]
    relevant: NDArray[np.bool_]
    n_pile: int
    n_positive: int
    rounds: tuple[Round, ...]

    @property
    def places(self) -> list[int]:
        """At which place each relevant document was read; the first is 1."""
        return [int(place) + 1 for place in np.flatnonzero(self.relevant)]

    @property
    def figures(self) -> LoopFigures:
        """Recall, work saved and time to discovery; documents that nobody read any more are not relevant."""
        return measure_loop(self.places, self.n_pile)

    @property
    def rerank_seconds(self) -> float:
        """The median time of a ranking after the first, which may have prepared what no answer changes."""
        return float(np.median([one.seconds for one in self.rounds[1:] or self.rounds]))


def replay(
    rank: Rank,
    truth: ArrayLike,
    examples: Sequence[int],
    *,
    batch: int = 10,
    excluded: Sequence[int] = (),
    estimate: Callable[[], Estimate | None] | None = None,
    go_on: Callable[[Round], bool] | None = None,
    callback: Progress | None = None,
) -> Replay:
    """Rank the documents, answer the first of them with the truth, and rank again until all relevant ones are found.

    Parameters
    ----------
    rank : callable
        Called as ``rank(labels)`` with 1, 0 and -1 for all documents; returns scores of all documents. Of equal scores
        the first document is read first.
    truth : array-like of bool
        Which documents are relevant.
    examples : sequence of int
        Relevant documents that are known at the start; they are not counted.
    batch : int, default=10
        How many documents are read between two rankings.
    excluded : sequence of int, default=()
        Documents known at the start not to be relevant; they are not counted.
    estimate : callable or None, default=None
        Called after each ranking; returns how many are left.
    go_on : callable or None, default=None
        Called with each `Round` once every relevant document is found; None stops there. Rankings are fewer from then
        on, one for five batches, since nothing is left to find.
    callback : callable or None, default=None
        Called with a `likewise.progress.Stage` after each batch: relevant documents found, of how many.

    Returns
    -------
    Replay
        The order of reading.

    Raises
    ------
    UserError
        If there is nothing to find, or examples are not relevant.

    Examples
    --------
    >>> truth = [True, False, True, False, True]
    >>> loop = replay(lambda labels: [5, 4, 3, 2, 1], truth, examples=[0], batch=2)
    >>> loop.order.tolist(), loop.places, loop.n_pile
    ([1, 2, 3, 4], [2, 4], 4)
    """
    right = np.asarray(truth, dtype=bool)
    labels = _start(right, examples, excluded, batch)
    n_pile, n_positive = int((labels == UNLABELLED).sum()), int(right[labels == UNLABELLED].sum())
    if not n_positive:
        raise UserError("no relevant document is left to find; give fewer examples")
    order: list[int] = []
    rounds: list[Round] = []
    n_found = 0
    while len(order) < n_pile:
        start = perf_counter()
        scores = np.asarray(rank(labels.copy()), dtype=np.float64)
        seconds = perf_counter() - start
        rounds.append(Round(len(order), n_found, seconds, None if estimate is None else estimate()))
        if n_found == n_positive and (go_on is None or not go_on(rounds[-1])):
            break
        undecided = np.flatnonzero(labels == UNLABELLED)
        size = batch * (_BATCHES_WHEN_FOUND if n_found == n_positive else 1)
        read = undecided[np.argsort(-scores[undecided], kind="stable")[:size]]
        labels[read] = right[read]
        order += read.tolist()
        n_found += int(right[read].sum())
        if callback is not None:
            callback(Stage("fitting", n_found, n_positive))
        if n_found == n_positive and go_on is None:
            break
    rows = np.array(order, dtype=np.intp)
    return Replay(rows, right[rows], n_pile, n_positive, tuple(rounds))


def _start(truth: NDArray[np.bool_], examples: Sequence[int], excluded: Sequence[int], batch: int) -> NDArray[np.int64]:
    """Return what is known at the start."""
    if batch < 1:
        raise UserError(f"a batch has at least 1 document, not {batch}", parameter="batch")
    known, others = np.asarray(examples, dtype=np.intp), np.asarray(excluded, dtype=np.intp)
    if not len(known):
        raise UserError("a loop starts from at least one example; give some", parameter="examples")
    if not truth[known].all() or truth[others].any():
        raise UserError("examples must be relevant by the truth, and excluded documents must not")
    labels = np.full(len(truth), UNLABELLED, dtype=np.int64)
    labels[known], labels[others] = 1, 0
    return labels
