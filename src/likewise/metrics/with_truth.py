"""How good a decision and a ranking are, where somebody knows the truth."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import average_precision_score

from likewise.errors import UserError


class PrecisionRecallF1(NamedTuple):
    """The three numbers of a decision; each is 0 where it is undefined.

    Examples
    --------
    >>> PrecisionRecallF1(0.5, 1.0, 2 / 3).recall
    1.0
    """

    precision: float
    recall: float
    f1: float


def precision_recall_f1(truth: ArrayLike, predicted: ArrayLike) -> PrecisionRecallF1:
    """Say how many of the documents found are right, how many of the right ones are found, and the mean of the two.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are positive.
    predicted : array-like of bool
        Which documents were found.

    Returns
    -------
    PrecisionRecallF1
        F1 is the harmonic mean of precision and recall. All three are 0 where nothing was found or nothing is there.

    Examples
    --------
    >>> precision_recall_f1([1, 1, 0, 0], [1, 0, 0, 0])
    PrecisionRecallF1(precision=1.0, recall=0.5, f1=0.666...)
    >>> precision_recall_f1([1, 0], [0, 0]).f1
    0.0
    """
    is_positive, is_found = np.asarray(truth, dtype=bool), np.asarray(predicted, dtype=bool)
    _check_alike(is_positive, is_found)
    hits, found, positive = int((is_positive & is_found).sum()), int(is_found.sum()), int(is_positive.sum())
    return PrecisionRecallF1(
        precision=hits / found if found else 0.0,
        recall=hits / positive if positive else 0.0,
        f1=2 * hits / (found + positive) if found + positive else 0.0,
    )


def average_precision(truth: ArrayLike, scores: ArrayLike) -> float:
    """Average the precision over the places of the positive documents in the ranking; equal scores share a place.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are positive.
    scores : array-like of float
        Higher for documents that rank before others.

    Returns
    -------
    float
        1 for a perfect ranking, and 0 where nothing is positive.

    Examples
    --------
    >>> average_precision([1, 0, 1], [0.9, 0.5, 0.1])
    0.833...
    >>> average_precision([1, 0], [0.5, 0.5])
    0.5
    """
    is_positive, score = np.asarray(truth, dtype=bool), np.asarray(scores, dtype=np.float64)
    _check_alike(is_positive, score)
    if not is_positive.any():
        return 0.0
    return float(average_precision_score(is_positive, score))


def _check_alike(truth: NDArray[Any], other: NDArray[Any]) -> None:
    if truth.ndim != 1 or truth.shape != other.shape:
        raise UserError(
            f"the truth has shape {truth.shape} and what is compared with it {other.shape}; give one value a document"
        )
