"""The one dealer of folds, and the splits that are made of what it deals."""

from numbers import Integral
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from likewise.errors import UserError

Rows: TypeAlias = NDArray[np.intp]
Split: TypeAlias = tuple[Rows, Rows]


def count_folds(cv: Any) -> int:
    """Return how many folds are meant by a number, a splitter of scikit-learn, or a list of splits.

    Examples are always dealt by `deal`, since their order is none of the caller's: only the number counts.

    Parameters
    ----------
    cv : int, splitter or sequence of splits
        As scikit-learn has it.

    Returns
    -------
    int
        The number.

    Examples
    --------
    >>> from sklearn.model_selection import KFold
    >>> count_folds(3), count_folds(KFold(4)), count_folds([([0], [1]), ([1], [0])])
    (3, 4, 2)
    """
    if isinstance(cv, Integral):
        return int(cv)
    return int(cv.get_n_splits()) if hasattr(cv, "get_n_splits") else len(list(cv))


def deal(n_rows: int, n_folds: int, rng: np.random.Generator) -> Rows:
    """Deal rows into folds, at random and as evenly as can be.

    Parameters
    ----------
    n_rows : int
        How many rows there are.
    n_folds : int
        How many folds; as many as there are rows at most.
    rng : numpy.random.Generator
        Deals.

    Returns
    -------
    ndarray of int of shape (n_rows,)
        The fold of each row, from 0.

    Examples
    --------
    >>> np.bincount(deal(7, 3, np.random.default_rng(0))).tolist()
    [3, 2, 2]
    """
    return rng.permutation(np.arange(n_rows) % max(1, min(n_folds, n_rows)))


def deal_rows(rows: ArrayLike, n_folds: int, rng: np.random.Generator) -> list[Rows]:
    """Deal given rows into folds and return the rows of each.

    Parameters
    ----------
    rows : array-like of int
        Row numbers.
    n_folds : int
        How many folds; as many as there are rows at most.
    rng : numpy.random.Generator
        Deals.

    Returns
    -------
    list of ndarray of int
        Row numbers of each fold, in the order given.

    Examples
    --------
    >>> [len(fold) for fold in deal_rows([3, 5, 8, 9], 3, np.random.default_rng(0))]
    [2, 1, 1]
    """
    numbers = np.asarray(rows, dtype=np.intp)
    fold_of = deal(len(numbers), n_folds, rng)
    return [numbers[fold_of == fold] for fold in range(min(n_folds, len(numbers)))]


def split_in_turn(
    positive_mask: ArrayLike, unlabelled_mask: ArrayLike, n_folds: int, rng: np.random.Generator
) -> list[Split]:
    """Deal positives and unlabelled documents, each evenly, into folds that are held out in turn.

    The i-th positive and the j-th unlabelled document come to the same folds wherever they stand: only the generator
    and the two numbers of documents decide. Documents in neither mask, known negatives, are always trained on.

    Parameters
    ----------
    positive_mask : array-like of bool
        Which documents are positive.
    unlabelled_mask : array-like of bool
        Which documents are unlabelled.
    n_folds : int
        How many folds; as many as there are positives, or unlabelled documents, at most.
    rng : numpy.random.Generator
        Deals.

    Returns
    -------
    list of (train_rows, held_out_rows)
        Two ascending arrays of row numbers for each fold; every fold holds out a document of both kinds, and trains on
        some of both.

    Raises
    ------
    UserError
        If there are fewer than two folds, positives or unlabelled documents.

    Examples
    --------
    >>> y = np.array([1, 1, -1, -1, -1, -1])
    >>> for train, held_out in split_in_turn(y == 1, y == -1, 2, np.random.default_rng(0)):
    ...     print(sorted(y[train].tolist()), sorted(y[held_out].tolist()))
    [-1, -1, 1] [-1, -1, 1]
    [-1, -1, 1] [-1, -1, 1]
    """
    positive, unlabelled = _both_kinds(positive_mask, unlabelled_mask)
    if n_folds < 2:
        raise UserError(f"holding documents out in turn needs at least 2 folds, not {n_folds}; 5 is usual.")
    n_folds = min(n_folds, len(positive), len(unlabelled))
    fold_of = np.full(np.size(positive_mask), -1)
    for rows in (positive, unlabelled):
        fold_of[rows] = deal(len(rows), n_folds, rng)
    return [(np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)) for fold in range(n_folds)]


def split_once(positive_mask: ArrayLike, unlabelled_mask: ArrayLike, share: float, rng: np.random.Generator) -> Split:
    """Hold out the same share of the positives and of the unlabelled documents, once.

    Parameters
    ----------
    positive_mask : array-like of bool
        Which documents are positive.
    unlabelled_mask : array-like of bool
        Which documents are unlabelled.
    share : float
        How much of each is held out, rounded to documents; at least one is, and at least one is trained on.
    rng : numpy.random.Generator
        Draws.

    Returns
    -------
    train_rows, held_out_rows : ndarray of int
        Ascending row numbers; documents in neither mask are trained on.

    Raises
    ------
    UserError
        If there are fewer than two positives or unlabelled documents.

    Examples
    --------
    >>> y = np.array([1, 1, -1, -1, -1, -1])
    >>> train, held_out = split_once(y == 1, y == -1, 0.5, np.random.default_rng(0))
    >>> len(train), len(held_out)
    (3, 3)
    """
    is_held_out = np.zeros(np.size(positive_mask), dtype=bool)
    for rows in _both_kinds(positive_mask, unlabelled_mask):
        number = min(max(1, round(share * len(rows))), len(rows) - 1)
        is_held_out[rng.choice(rows, number, replace=False)] = True
    return np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out)


def _both_kinds(positive_mask: ArrayLike, unlabelled_mask: ArrayLike) -> tuple[Rows, Rows]:
    """Return the rows of both masks, two of each at least."""
    positive, unlabelled = np.flatnonzero(positive_mask), np.flatnonzero(unlabelled_mask)
    if np.shape(positive_mask) != np.shape(unlabelled_mask):
        raise UserError(
            f"the masks have shapes {np.shape(positive_mask)} and {np.shape(unlabelled_mask)}; give one value per row."
        )
    if len(positive) < 2:
        raise UserError(
            f"holding examples out needs at least 2 positives, y has {len(positive)}; "
            "mark another, or set the parameters by hand."
        )
    if len(unlabelled) < 2:
        raise UserError(
            f"choosing without negatives needs at least 2 unlabelled documents (-1), y has {len(unlabelled)}; "
            "if the others are known negatives take scikit-learn's GridSearchCV."
        )
    return positive, unlabelled
