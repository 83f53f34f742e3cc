"""Scores of examples by models that did not see them as examples, and where they stand among the pile."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone

from likewise.errors import UserError
from likewise.fitting.randomness import RandomState, generator
from likewise.labels import UNLABELLED
from likewise.selection.folds import deal
from likewise.selection.own_rows import predicted_scores, scores_of
from likewise.selection.ranks import ranks_among

Floats: TypeAlias = NDArray[np.float64]
LeftOut: TypeAlias = Literal["unlabeled", "removed"]


@dataclass(frozen=True, eq=False)
class CrossFit:
    """Out-of-sample scores of the examples, and scores of the pile that they compare with.

    Parameters
    ----------
    positive : ndarray of shape (n_positive,)
        Score of each positive row, in row order, by the model that was fitted without it.
    unlabeled : ndarray of shape (n_unlabelled,)
        Mean over the folds of each unlabelled row's score.
    ranks : ndarray of shape (n_positive,)
        Where each positive stands among the unlabelled of its own fold, as `likewise.selection.ranks_among` says.
    n_folds : int
        How many models were fitted.

    Examples
    --------
    >>> CrossFit(np.array([2.0]), np.array([3.0, 1.0]), np.array([2 / 3]), n_folds=2).ranks.round(2).tolist()
    [0.67]
    """

    positive: Floats
    unlabeled: Floats
    ranks: Floats
    n_folds: int


def cross_fit(
    estimator: Any,
    X: Any,
    y: ArrayLike,
    *,
    cv: int = 5,
    left_out: LeftOut = "unlabeled",
    random_state: RandomState = None,
) -> CrossFit:
    """Score every example by a model that was fitted without it.

    The positives are dealt into folds of equal size; a clone of the estimator is fitted for each fold, with the fold
    left out, and scores all rows. Fitted among the unlabelled, a left-out positive is exchangeable with the positives
    that are hidden in the pile; removed, it is a new document.

    Parameters
    ----------
    estimator : estimator
        Any that takes 1 and -1 in y; not fitted, it is cloned.
    X : array-like or CSR of shape (n_documents, n_features)
        All documents.
    y : array-like of shape (n_documents,)
        1 positive, -1 unlabelled, 0 negative; negatives stay as they are and are not scored.
    cv : int, default=5
        How many folds; as many as there are positives at most.
    left_out : {"unlabeled", "removed"}, default="unlabeled"
        What becomes of a fold's positives while the model for them is fitted.
    random_state : int, RandomState, Generator or None, default=None
        Deals the positives.

    Returns
    -------
    CrossFit
        Scores and ranks.

    Raises
    ------
    UserError
        If there are fewer than two positives, nothing is unlabelled, or the estimator gives no scores.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X = [[4.0, 0.0], [3.0, 1.0], [5.0, 1.0], [0.0, 4.0], [1.0, 3.0]]
    >>> cross_fit(LogisticRegression(), X, [1, 1, -1, -1, -1], cv=2, random_state=0).ranks.tolist()
    [0.125, 0.375]
    """
    rows, labels = _as_rows(X), np.asarray(y)
    is_unlabelled = labels == UNLABELLED
    positives, n_unlabelled = np.flatnonzero(labels == 1), int(is_unlabelled.sum())
    if left_out not in ("unlabeled", "removed"):
        raise UserError(f"left_out is 'unlabeled' or 'removed', not {left_out!r}; a prior needs 'unlabeled'.")
    if cv < 2:
        raise UserError(f"cross-fitting needs at least 2 folds, not {cv}; 5 is usual.")
    if len(labels) != rows.shape[0]:
        raise UserError(f"X has {rows.shape[0]:,} rows and y {len(labels):,} labels; give one label per row.")
    if len(positives) < 2:
        raise UserError(
            f"cross-fitting leaves examples out and needs at least 2 positives, y has {len(positives)}; mark another."
        )
    if n_unlabelled == 0:
        raise UserError("cross-fitting ranks examples among unlabelled documents, y has none; mark the pile -1.")
    fold_of = deal(len(positives), cv, generator(random_state))
    n_used = int(fold_of.max()) + 1
    of_positive, ranks, of_unlabelled = np.empty(len(positives)), np.empty(len(positives)), np.zeros(n_unlabelled)
    for fold in range(n_used):
        mine = fold_of == fold
        scores = _scores_without(estimator, rows, labels, positives[mine], left_out)
        pile = scores[is_unlabelled]
        of_positive[mine] = scores[positives[mine]]
        ranks[mine] = ranks_among(of_positive[mine], pile)
        of_unlabelled += pile / n_used
    return CrossFit(of_positive, of_unlabelled, ranks, n_used)


def _scores_without(estimator: Any, X: Any, y: NDArray[Any], rows: NDArray[np.intp], left_out: LeftOut) -> Floats:
    """Return scores of all rows of X by a clone for which these rows are no positives."""
    model = clone(estimator)
    if left_out == "unlabeled":
        hidden = y.copy()
        hidden[rows] = UNLABELLED
        return scores_of(model.fit(X, hidden), X)
    kept = np.ones(len(y), dtype=bool)
    kept[rows] = False
    return predicted_scores(model.fit(X[kept], y[kept]), X)


def _as_rows(X: Any) -> Any:
    return X.tocsr() if hasattr(X, "tocsr") else np.asarray(X)
