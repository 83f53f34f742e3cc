"""What examples have that others lack: the difference of their mean rows."""

from typing import Any

import numpy as np

from likewise.sklearn_api import Array


def mean_row(rows: Any, weights: Array) -> Array:
    """Return the weighted mean of rows; of no rows it is zero.

    Parameters
    ----------
    rows : array or sparse matrix of shape (n_documents, n_dimensions)
        Documents.
    weights : array of float or bool of shape (n_documents,)
        How much each counts.

    Returns
    -------
    ndarray of shape (n_dimensions,)
        The mean.

    Examples
    --------
    >>> mean_row(np.array([[1.0, 0.0], [3.0, 2.0], [9.0, 9.0]]), np.array([True, True, False])).tolist()
    [2.0, 1.0]
    """
    counting = np.asarray(weights, dtype=np.float64)
    return np.asarray(counting @ rows) / (counting.sum() or 1.0)


def contrast(own: Array, others: Array, alpha: float = 1.0, beta: float = 1.0) -> Array:
    """Return Rocchio's prototype of one side: α · its own mean row − β · that of the others.

    Parameters
    ----------
    own, others : ndarray of shape (n_dimensions,)
        The two mean rows.
    alpha, beta : float
        How much each counts.

    Returns
    -------
    ndarray of shape (n_dimensions,)
        The direction in which a document is like this side and unlike the other.

    Examples
    --------
    >>> contrast(np.array([2.0, 1.0]), np.array([0.0, 1.0]), beta=0.5).tolist()
    [2.0, 0.5]
    """
    return alpha * own - beta * others
