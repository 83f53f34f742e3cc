"""The order of documents: one that depends on what they hold alone, and the way back from it."""

from typing import Any

import numpy as np
from scipy import sparse

from likewise.fitting.block_matrix import in_blocks
from likewise.labels import Labels
from likewise.sklearn_api import Array


def sort_by_content(X: sparse.csr_array, labels: Labels, weights: Array) -> Array:
    """Return an order of the rows that does not depend on the order they have; equal rows are interchangeable.

    Examples
    --------
    >>> labels = Labels(np.arange(2), np.array([1, 1, 0]))
    >>> sort_by_content(sparse.csr_array([[3.0], [1.0], [1.0]]), labels, np.ones(3)).tolist()
    [2, 1, 0]
    """
    key = X @ np.random.default_rng(0).random(X.shape[1])
    return np.lexsort((weights, labels.codes, key))


def rows_in_order(X: Any, order: Array) -> Any:
    """Return the rows of a matrix, or of one in blocks, in another order.

    Examples
    --------
    >>> rows_in_order(sparse.csr_array([[1.0], [2.0]]), np.array([1, 0])).toarray().tolist()
    [[2.0], [1.0]]
    """
    return X.reordered(order) if in_blocks(X) else X[order]


def put_back(values: Array, order: Array) -> Array:
    """Undo ``values = values[order]``.

    Examples
    --------
    >>> put_back(np.array(["b", "c", "a"]), np.array([1, 2, 0])).tolist()
    ['a', 'b', 'c']
    """
    result = np.empty_like(values)
    result[order] = values
    return result
