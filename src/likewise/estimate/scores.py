"""The only reader of scores: what is wrong with them, and two ways to a scale on which they compare."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from likewise.errors import UserError

Floats: TypeAlias = NDArray[np.float64]

#: Widths of the middle half beyond which a score is as far out as any other.
_FAR = 20.0


class Scores(NamedTuple):
    """Scores of examples and of the pile, on one scale.

    Examples
    --------
    >>> Scores(np.array([2.0]), np.array([1.0, 3.0])).positive
    array([2.])
    """

    positive: Floats
    unlabelled: Floats


def read_scores(positive: ArrayLike, unlabelled: ArrayLike) -> Scores:
    """Read scores of positives and of unlabelled documents.

    Parameters
    ----------
    positive : array-like of shape (n_positive,)
        Scores of positives, each left out of the model that scored it.
    unlabelled : array-like of shape (n_unlabelled,)
        Scores of the pile.

    Returns
    -------
    Scores
        Both as float64; infinite ones become huge.

    Raises
    ------
    UserError
        If there are none on a side, one is NaN, or they do not stand in a row.

    Examples
    --------
    >>> bool(read_scores([1, float("inf")], [0]).positive[1] > 1e300)
    True
    """
    return Scores(_one_side(positive, "positive"), _one_side(unlabelled, "unlabelled"))


def standardised(scores: Scores) -> Scores:
    """Move and scale scores so that the pile has median 0 and a middle half of width 1; far ones are drawn in.

    Parameters
    ----------
    scores : Scores
        As read.

    Returns
    -------
    Scores
        From -20 to 20; all 0 where all scores are equal.

    Examples
    --------
    >>> standardised(read_scores([8.0, 1e9], [1.0, 2.0, 3.0, 4.0, 5.0])).positive.tolist()
    [2.5, 20.0]
    """
    low, middle, high = np.quantile(scores.unlabelled, [0.25, 0.5, 0.75])
    width = high - low
    if width == 0:  # more than half of the pile is tied: whatever differs sets the scale
        everything = np.concatenate(scores)
        width = np.ptp(everything) / _FAR or 1.0
    with np.errstate(over="ignore"):  # beyond float64 is far enough
        positive, unlabelled = (np.clip((side - middle) / width, -_FAR, _FAR) for side in scores)
    return Scores(positive, unlabelled)


def balanced_places(scores: Scores) -> Scores:
    """Replace scores by places from 0 to 1 in a crowd of which half are positives and half are the pile.

    What is fine at the top of the pile, where positives are, stays fine, however large the pile is.

    Parameters
    ----------
    scores : Scores
        As read.

    Returns
    -------
    Scores
        From 0 to 1; equal scores share a place.

    Examples
    --------
    >>> balanced_places(read_scores([3.0, 4.0], [1.0, 2.0, 3.0, 5.0])).positive.tolist()
    [0.4375, 0.75]
    """
    columns = [np.sort(side) for side in scores]

    def place(values: Floats) -> Floats:
        # The mean of the shares below and not above, on each side.
        shares = [np.searchsorted(c, values, side=side) / len(c) for c in columns for side in ("left", "right")]
        return np.asarray(np.mean(shares, axis=0), dtype=np.float64)

    return Scores(place(scores.positive), place(scores.unlabelled))


def _one_side(values: ArrayLike, which: str) -> Floats:
    side = np.asarray(values, dtype=np.float64)
    if side.ndim != 1 or len(side) == 0:
        raise UserError(f"a prior needs one score a document, and {which} has shape {side.shape}; give at least one.")
    if np.isnan(side).any():
        raise UserError(f"a prior needs numbers, and a score of {which} is NaN; leave such documents out.")
    largest = np.finfo(np.float64).max / 8
    return np.clip(side, -largest, largest)
