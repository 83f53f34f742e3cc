"""The one solver of smooth convex losses of a linear score."""

import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from likewise.sklearn_api import Array

#: From scores to the loss and its derivative by each score.
Loss = Callable[[Array], tuple[float, Array]]


class Solution(NamedTuple):
    """Weights, the intercept last, and the number of iterations."""

    weights: Array
    n_iter: int


def minimise(
    rows: sparse.csr_array,
    columns: sparse.csr_array,
    loss: Loss,
    reg: float,
    start: Array | None = None,
    *,
    reg_intercept: bool = True,
    tol: float = 1e-4,
    max_iter: int = 500,
) -> Solution:
    """Minimise loss(rows · w + b) + reg/2 ‖(w, b)‖² by L-BFGS.

    Parameters
    ----------
    rows : csr_array of shape (n_documents, n_features)
        Documents.
    columns : csr_array of shape (n_features, n_documents)
        Their transpose; made once, where several problems share it.
    loss : callable
        Convex; from scores to (value, derivative by each score).
    reg : float
        Strength of regularisation.
    start : array of shape (n_features + 1,), optional
        Where to start; zeros by default.
    reg_intercept : bool
        Whether b is regularised too.
    tol : float
        Largest derivative at the end, as a share of the largest at zero.
    max_iter : int
        Most iterations.

    Examples
    --------
    >>> rows = sparse.csr_array([[1.0], [-1.0]])
    >>> square = lambda g: (float(((g - [1, -1]) ** 2).sum()) / 2, g - [1, -1])
    >>> minimise(rows, sparse.csr_array(rows.T), square, 2.0).weights.round(3).tolist()
    [0.5, 0.0]
    """
    strength = np.full(rows.shape[1] + 1, reg)
    strength[-1] *= reg_intercept

    def value_and_slope(weights: Array) -> tuple[float, Array]:
        value, by_score = loss(rows @ weights[:-1] + weights[-1])
        slope = np.append(columns @ by_score, by_score.sum()) + strength * weights
        return value + float(strength @ (weights * weights)) / 2, slope

    zero = np.zeros(len(strength))
    steepest = float(np.abs(value_and_slope(zero)[1]).max())
    found = minimize(
        value_and_slope,
        zero if start is None else start,
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": max_iter, "maxfun": 2 * max_iter, "gtol": tol * steepest, "ftol": 0.0},
    )
    if found.status == 1:  # out of iterations, or of evaluations
        warnings.warn(
            f"The linear model used all of its {max_iter} iterations; raise reg or tol.",
            ConvergenceWarning,
            stacklevel=2,
        )
    return Solution(np.asarray(found.x), int(found.nit))
