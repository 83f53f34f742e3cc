"""A bound on the length of documents: words of one document are not independent of each other.

Naive Bayes takes every further word for further evidence. Among a few examples a single one that is very long would be
the class; among many, long documents still speak too loudly: bounded by two median lengths, supervised naive Bayes
tells 87.5 % of 20 Newsgroups right instead of 85.
"""

from typing import cast

import numpy as np
from scipy import sparse

from likewise.fitting.block_matrix import in_blocks
from likewise.sklearn_api import Array


def longest_length(X: sparse.csr_array, max_length: float | None) -> float:
    """Return how many words a document may have, given in median lengths of those that have any.

    Parameters
    ----------
    X : csr_array of shape (n_documents, n_words)
        Counts.
    max_length : float or None
        The bound in median lengths; None is no bound.

    Returns
    -------
    float
        The bound in words; infinite where there is none.

    Examples
    --------
    >>> longest_length(sparse.csr_array([[1.0, 1.0], [6.0, 2.0], [0.0, 0.0]]), 2.0)
    10.0
    """
    lengths = _lengths(X)
    if max_length is None or not lengths.any():
        return float("inf")
    return float(max_length * np.median(lengths[lengths > 0]))


def shorten(X: sparse.csr_array, longest: float, *, least_count: float = 0.0) -> sparse.csr_array:
    """Scale documents with more words than ``longest`` down to it, and leave all others alone.

    Parameters
    ----------
    X : csr_array of shape (n_documents, n_words)
        Counts; they are not changed.
    longest : float
        The greatest length that stays as it is.
    least_count : float
        No count above this falls below it: 1 where logarithms of counts must not turn negative.

    Returns
    -------
    csr_array of shape (n_documents, n_words)
        The counts, X itself where no document is too long.

    Examples
    --------
    >>> X = sparse.csr_array([[1.0, 1.0], [7.0, 1.0]])
    >>> shorten(X, 4.0).toarray().tolist()
    [[1.0, 1.0], [3.5, 0.5]]
    >>> shorten(X, 4.0, least_count=1.0).toarray().tolist()
    [[1.0, 1.0], [3.5, 1.0]]
    """
    if in_blocks(X):
        return cast("sparse.csr_array", X.map(_shorten_block, longest, least_count))
    lengths = _lengths(X)
    if not (lengths > longest).any():
        return X
    scale = np.minimum(1.0, longest / np.maximum(lengths, 1e-300)).astype(X.dtype)
    data = X.data * np.repeat(scale, np.diff(X.indptr))
    if least_count > 0:
        data = np.maximum(data, np.minimum(X.data, np.asarray(least_count, dtype=X.dtype)))
    return sparse.csr_array((data, X.indices, X.indptr), shape=X.shape)


def _shorten_block(block: sparse.csr_array, longest: float, least_count: float) -> sparse.csr_array:
    return shorten(block, longest, least_count=least_count)


def _lengths(X: sparse.csr_array) -> Array:
    return np.asarray(X.sum(axis=1, dtype=np.float64)).ravel()
