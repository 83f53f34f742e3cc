"""What a fitted estimator says of the rows that it was fitted on.

A transductive method has said it while it was fitted, in ``training_scores_``, ``training_proba_`` and
``transduction_``; any other is asked like about new rows.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from likewise.errors import UserError
from likewise.sklearn_api import Array

Floats: TypeAlias = NDArray[np.float64]


def scores_of(estimator: Any, X: Any) -> Floats:
    """Return what a fitted estimator says of the rows that it was fitted on; higher is more positive.

    That is ``training_scores_`` if it has them (a transductive method), else its decision function, else its
    probability of class 1.

    Parameters
    ----------
    estimator : estimator
        Fitted on X.
    X : array-like or CSR of shape (n_documents, n_features)
        The rows.

    Returns
    -------
    ndarray of shape (n_documents,)
        Finite scores; infinite ones become huge.

    Raises
    ------
    UserError
        If it has none of these, or a score is NaN.

    Examples
    --------
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> X = [[4, 0], [0, 4]]
    >>> scores_of(MultinomialNB().fit(X, [1, -1]), X).round(2).tolist()
    [1.0, 0.0]
    """
    if hasattr(estimator, "training_scores_"):
        return _finite(estimator, estimator.training_scores_)
    return predicted_scores(estimator, X)


def classes_of(estimator: Any, X: Any) -> Array:
    """Return the class that a fitted estimator gives each of the rows that it was fitted on.

    Parameters
    ----------
    estimator : estimator
        Fitted on X.
    X : array-like or CSR of shape (n_documents, n_features)
        The rows.

    Returns
    -------
    ndarray of shape (n_documents,)
        Classes.

    Examples
    --------
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> X = [[4, 0], [0, 4]]
    >>> classes_of(MultinomialNB().fit(X, [1, -1]), X).tolist()
    [1, -1]
    """
    if hasattr(estimator, "transduction_"):
        return np.asarray(estimator.transduction_)
    return np.asarray(estimator.predict(X))


def probabilities_of(estimator: Any, X: Any) -> Floats:
    """Return how probably each of the rows that an estimator was fitted on is of the positive class, the last one.

    Parameters
    ----------
    estimator : estimator
        Fitted on X.
    X : array-like or CSR of shape (n_documents, n_features)
        The rows.

    Returns
    -------
    ndarray of shape (n_documents,)
        Probabilities.

    Examples
    --------
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> X = [[4, 0], [0, 4]]
    >>> probabilities_of(MultinomialNB().fit(X, [-1, 1]), X).round(2).tolist()
    [0.0, 1.0]
    """
    if hasattr(estimator, "training_proba_"):
        return np.asarray(estimator.training_proba_, dtype=np.float64)
    return np.asarray(estimator.predict_proba(X)[:, 1], dtype=np.float64)


def predicted_scores(estimator: Any, X: Any) -> Floats:
    """Return what a fitted estimator says of any rows: its decision function, else its probability of class 1.

    Parameters
    ----------
    estimator : estimator
        Fitted.
    X : array-like or CSR of shape (n_documents, n_features)
        The rows.

    Returns
    -------
    ndarray of shape (n_documents,)
        Finite scores; higher is more positive.

    Examples
    --------
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> predicted_scores(MultinomialNB().fit([[4, 0], [0, 4]], [1, -1]), [[1, 0]]).round(2).tolist()
    [0.83]
    """
    for method in ("decision_function", "predict_proba"):
        if hasattr(estimator, method):
            scores = np.asarray(getattr(estimator, method)(X))
            # Several columns: one per class, as in predict_proba, or in a decision between 1, 0 and -1.
            return _finite(estimator, scores if scores.ndim == 1 else scores[:, list(estimator.classes_).index(1)])
    raise UserError(
        f"{type(estimator).__name__} scores no rows but those that it was fitted on, if any; "
        "give an estimator with decision_function or predict_proba, or leave examples out as 'unlabeled'."
    )


def _finite(estimator: Any, scores: Any) -> Floats:
    values = np.asarray(scores, dtype=np.float64)
    if np.isnan(values).any():
        raise UserError(f"{type(estimator).__name__} gave NaN as a score; look for rows without words, or rescale X.")
    # Means over folds must not meet inf - inf.
    largest = np.finfo(np.float64).max / 4
    return np.clip(values, -largest, largest)
