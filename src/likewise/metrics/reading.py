"""What every measure is given: one true class a document, one score a document, and what is wrong with them."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from likewise.errors import UserError

Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]


def truth_and_predicted(truth: ArrayLike, predicted: ArrayLike) -> tuple[Bools, Bools]:
    """Read two decisions about the same documents, the true one and another.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are positive.
    predicted : array-like of bool
        Which documents were found.

    Returns
    -------
    is_positive, is_found : ndarray of bool
        Both, of equal length.

    Raises
    ------
    UserError
        If they are not of one dimension and equally long, or there is something else than 0 and 1 in them.

    Examples
    --------
    >>> truth_and_predicted([1, 0], [False, False])[0].tolist()
    [True, False]
    """
    is_positive, is_found = np.asarray(truth), np.asarray(predicted)
    _check_alike(is_positive, is_found)
    return _decided(is_positive, "the truth"), _decided(is_found, "the prediction")


def truth_and_scores(truth: ArrayLike, scores: ArrayLike) -> tuple[Bools, Floats]:
    """Read a true decision and scores of the same documents; scores may be infinite.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are positive.
    scores : array-like of float
        Higher for documents that rank before others.

    Returns
    -------
    is_positive, score : ndarray
        Both, of equal length.

    Raises
    ------
    UserError
        If they are not of one dimension and equally long, the truth is not 0 and 1, or a score is NaN.

    Examples
    --------
    >>> truth_and_scores([1, 0], [3, 1])[1].tolist()
    [3.0, 1.0]
    """
    is_positive, score = np.asarray(truth), np.asarray(scores, dtype=np.float64)
    _check_alike(is_positive, score)
    if np.isnan(score).any():
        raise UserError(
            f"{int(np.isnan(score).sum()):,} of {len(score):,} scores are NaN, which has no place in a ranking; "
            "give -inf to documents that rank last"
        )
    return _decided(is_positive, "the truth"), score


def _check_alike(truth: NDArray[Any], other: NDArray[Any]) -> None:
    if truth.ndim != 1 or truth.shape != other.shape:
        raise UserError(
            f"the truth has shape {truth.shape} and what is compared with it {other.shape}; give one value a document"
        )


def _decided(values: NDArray[Any], what: str) -> Bools:
    # -1 means unlabelled everywhere else; as a bool it would silently count as positive.
    strange = values[(values != 0) & (values != 1)]
    if len(strange):
        raise UserError(f"{what} is 1 for a positive document and 0 for another, not {strange[0]}; leave others out")
    return values.astype(bool)
