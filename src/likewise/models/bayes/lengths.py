"""A bound on the length of documents: words of one document are not independent of each other.

Naive Bayes takes every further word for further evidence. Among a few examples a single one that is very long would be
the class; among many, long documents still speak too loudly: bounded by two median lengths, supervised naive Bayes
tells 87.5 % of 20 Newsgroups right instead of 85.
"""

import numpy as np
from scipy import sparse

from likewise.sklearn_api import Array


def longest(X: sparse.csr_array, max_length: float | None) -> float:
    """Return how many words a document may have, given in median lengths of those that have any.

    Examples
    --------
    >>> longest(sparse.csr_array([[1.0, 1.0], [6.0, 2.0], [0.0, 0.0]]), 2.0)
    10.0
    """
    lengths = _lengths(X)
    if max_length is None or not lengths.any():
        return float("inf")
    return float(max_length * np.median(lengths[lengths > 0]))


def shortened(X: sparse.csr_array, most: float) -> sparse.csr_array:
    """Scale documents with more words than ``most`` down to it, and leave all others alone.

    Examples
    --------
    >>> shortened(sparse.csr_array([[1.0, 1.0], [6.0, 2.0]]), 4.0).toarray().tolist()
    [[1.0, 1.0], [3.0, 1.0]]
    """
    lengths = _lengths(X)
    if not (lengths > most).any():
        return X
    scale = np.minimum(1.0, most / np.maximum(lengths, 1e-300)).astype(X.dtype)
    return sparse.csr_array((X.data * np.repeat(scale, np.diff(X.indptr)), X.indices, X.indptr), shape=X.shape)


def _lengths(X: sparse.csr_array) -> Array:
    return np.asarray(X.sum(axis=1), dtype=np.float64).ravel()
