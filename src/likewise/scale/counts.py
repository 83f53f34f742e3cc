"""Counts of the words of many documents: those of the examples in memory, those of the pile file by file."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from likewise.finder.counting import LONGEST
from likewise.fitting.executors import Parts, add_up, executor_of, gather_parts, map_parts
from likewise.scale.shard import ShardCounts
from likewise.sklearn_api import Array
from likewise.text.lengths import shorten
from likewise.text.weighting import Weighting, smooth_idf


class PileCounts:
    """Counts of the examples and, below them, of the documents that are ranked.

    Parameters
    ----------
    examples : csr_array of shape (n_examples, n_words)
        Counts of the examples.
    shards : parts
        A `ShardCounts` for each file; see `likewise.fitting.executors`.

    Examples
    --------
    >>> from likewise.scale.shard import Blocks
    >>> from likewise.text.blocks import Block
    >>> blocks = Blocks()
    >>> blocks.add(Block(np.array([0, 1]), np.array([0], np.int32), np.array([2], np.int32)))
    >>> blocks.end()
    >>> counts = PileCounts(sparse.csr_array(np.ones((1, 1), np.float32)), [ShardCounts(blocks, 1)])
    >>> counts.n_rows, counts.lengths.tolist(), counts.rows(np.array([1])).toarray().tolist()
    (2, [1.0, 2.0], [[2.0]])
    """

    def __init__(self, examples: sparse.csr_array, shards: Parts) -> None:
        self._examples, self._shards, self._longest = examples, shards, np.inf
        self.n_columns = examples.shape[1]
        lengths, documents = zip(*self.over(_measure, self.n_columns), strict=True)
        self._sizes = [len(each) for each in lengths[1:]]
        self.lengths: NDArray[np.float64] = np.concatenate(lengths)
        self.documents: NDArray[np.int64] = np.sum(documents, axis=0)
        if self.has_words.any():
            self._longest = LONGEST * float(np.median(self.lengths[self.has_words]))

    @property
    def n_rows(self) -> int:
        """Documents that were counted."""
        return len(self.lengths)

    @property
    def has_words(self) -> NDArray[np.bool_]:
        """Which documents have a word that counts."""
        return self.lengths > 0

    def over(self, function: Callable[..., Any], *shared: Any) -> list[Any]:
        """Return ``function(blocks, *shared)`` for the examples, and for each file, where its counts are.

        Parameters
        ----------
        function : callable
            Called with an iterator of CSR matrices of float32, whose long rows are scaled down.
        *shared
            Its other arguments.

        Returns
        -------
        list
            What it returns for the examples, and then for each file.
        """
        apply = _Over(function)
        own = apply(_InMemory([self._examples]), self._longest, *shared)
        return [own, *gather_parts(map_parts(apply, self._shards, shared=(self._longest, *shared)))]

    def rows(self, places: NDArray[np.intp]) -> sparse.csr_array:
        """Return the counts of some documents.

        Parameters
        ----------
        places : ndarray of int
            Rows, rising.

        Returns
        -------
        csr_array of shape (n_places, n_words)
            Their counts.
        """
        starts = np.cumsum([0, self._examples.shape[0], *self._sizes])
        cuts = np.searchsorted(places, starts)
        within = places - np.repeat(starts[:-1], np.diff(cuts))
        take = _Take()
        own = take(_InMemory([self._examples]), within[: cuts[1]], self._longest)
        parts = executor_of(self._shards).split(within[cuts[1] :], np.diff(cuts[1:]).tolist())
        found = gather_parts(map_parts(take, self._shards, parts, shared=(self._longest,)))
        return sparse.csr_array(sparse.vstack([own, *found], format="csr"))

    def weighting(self) -> Weighting:
        """Return what tf-idf weights are made with, fitted to all documents."""
        weighting = Weighting("tfidf-log")
        n_documents = int(self.has_words.sum())
        weighting.idf_ = smooth_idf(n_documents, self.documents)
        weighting.n_features_in_ = self.n_columns
        weighting.average_length_ = float(self.lengths.sum() / max(n_documents, 1))
        return weighting


@dataclass(frozen=True, eq=False)
class _InMemory:
    """Counts in memory, read as those of a file are."""

    matrices: Sequence[sparse.csr_array]
    n_columns: int = 0

    def blocks(self) -> Iterator[sparse.csr_array]:
        return iter(self.matrices)


@dataclass(frozen=True)
class _Over:
    """Calls a function with the blocks of a file."""

    function: Callable[..., Any]

    def __call__(self, shard: ShardCounts | _InMemory, longest: float, *shared: Any) -> Any:
        return self.function((shorten(block, longest, least_count=1.0) for block in shard.blocks()), *shared)


@dataclass(frozen=True)
class _Take:
    """Takes some rows of the blocks of a file."""

    def __call__(self, shard: ShardCounts | _InMemory, places: NDArray[np.intp], longest: float) -> sparse.csr_array:
        start, parts = 0, []
        for block in shard.blocks():
            first, last = np.searchsorted(places, [start, start + block.shape[0]])
            parts.append(shorten(block, longest, least_count=1.0)[places[first:last] - start])
            start += block.shape[0]
        if not parts:
            return sparse.csr_array(np.empty((0, shard.n_columns), dtype=np.float32))
        return sparse.csr_array(sparse.vstack(parts, format="csr"))


def _measure(blocks: Iterable[sparse.csr_array], n_columns: int) -> tuple[Array, Array]:
    """Return the length of each document, and in how many of them each word is."""
    lengths, documents = [np.empty(0)], np.zeros(n_columns, dtype=np.int64)
    for block in blocks:
        lengths.append(np.asarray(block.sum(axis=1, dtype=np.float64)).ravel())
        documents += np.bincount(block.indices, minlength=n_columns)
    return np.concatenate(lengths), documents


def score_blocks(blocks: Iterable[sparse.csr_array], weighting: Weighting, weights: Array) -> tuple[Array, Array]:
    """Score documents by weights of words, and add up their tf-idf.

    Parameters
    ----------
    blocks : iterable of csr_array
        Counts.
    weighting : Weighting
        Fitted.
    weights : ndarray of shape (n_words,)
        Of a linear model.

    Returns
    -------
    scores : ndarray of shape (n_documents,)
        Higher is likelier.
    total : ndarray of shape (n_words,)
        Sum of all rows, as tf-idf.

    Examples
    --------
    >>> weighting = Weighting("l2").fit([[1.0, 1.0]])
    >>> [part.tolist() for part in score_blocks([sparse.csr_array([[3.0, 4.0]])], weighting, np.array([1.0, 0.0]))]
    [[0.6], [0.6, 0.8]]
    """
    scores, totals = [], []
    for block in blocks:
        rows = weighting.transform(block)
        scores.append(np.asarray(rows @ weights))
        totals.append(np.bincount(rows.indices, rows.data, minlength=len(weights)))
    if not scores:
        return np.empty(0), np.zeros(len(weights))
    return np.concatenate(scores), add_up(totals, np.add)
