"""Weights of documents in blocks: sums of words over all blocks, and each block weighed where it is."""

from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from likewise.fitting.block_matrix import BlockMatrix
from likewise.sklearn_api import Array


class BlockWordSums:
    """What the parts for a word may use, as `likewise.text.weighting.WordSums`, of documents in blocks.

    Parameters
    ----------
    counts : BlockMatrix
        Counts, at least 0.

    Examples
    --------
    >>> block = sparse.csr_array([[2.0, 0.0], [2.0, 1.0]])
    >>> sums = BlockWordSums(BlockMatrix([block, block], [2, 2], 2, np.float64))
    >>> sums.n_documents, sums.documents.tolist(), sums.entropy.round(3).tolist()
    (4, [4, 2], [1.386, 0.693])
    """

    def __init__(self, counts: BlockMatrix) -> None:
        self._counts = counts
        self.n_documents = counts.shape[0]

    @cached_property
    def documents(self) -> Array:
        """In how many documents each word occurs."""
        return self._counts.total(_documents)

    @cached_property
    def entropy(self) -> Array:
        """The entropy of each word's spread over the documents, in nats."""
        return self._counts.total(_entropy, self._counts.sum(axis=0, dtype=np.float64))


def weigh(counts: BlockMatrix, weighting: Any) -> BlockMatrix:
    """Weigh documents in blocks by a fitted `likewise.text.Weighting`.

    Examples
    --------
    >>> from likewise.text import Weighting
    >>> X = BlockMatrix([sparse.csr_array([[3.0, 4.0]])], [1], 2, np.float64)
    >>> weigh(X, Weighting("l2").fit([[1.0, 1.0]]))[[0]].toarray().tolist()
    [[0.6, 0.8]]
    """
    return counts.map(_weigh_block, weighting)


def _weigh_block(block: sparse.csr_array, weighting: Any) -> sparse.csr_array:
    weighed: sparse.csr_array = weighting.transform(block)
    return weighed


def _documents(block: sparse.csr_array) -> Array:
    return np.bincount(block.indices[block.data > 0], minlength=block.shape[1])


def _entropy(block: sparse.csr_array, totals: Array) -> Array:
    there = block.data > 0
    words, data = block.indices[there], block.data[there].astype(np.float64, copy=False)
    share = data / totals[words]
    return np.bincount(words, weights=-share * np.log(share), minlength=block.shape[1])
