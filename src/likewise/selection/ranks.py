"""Where a score stands among those of the pile: the one meaning of "rank" that every estimate is made with."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: To count is faster than to sort where only so many scores have a place.
_FEW = 8


def ranks_among(scores: ArrayLike, unlabelled: ArrayLike) -> NDArray[np.float64]:
    """Say where scores would stand among those of the pile, as shares of it.

    Parameters
    ----------
    scores : array-like of shape (n,)
        Scores of single documents.
    unlabelled : array-like of shape (n_unlabelled,)
        Scores of the pile.

    Returns
    -------
    ndarray of shape (n,)
        A document with k others above it has the rank (k + ½)/(n_unlabelled + 1); of equal ones half count as above.
        So ranks lie evenly and symmetrically between 0 and 1: the best is as far from 0 as the worst is from 1, and the
        i-th document of the pile itself has the rank i/(n_unlabelled + 1).

    Examples
    --------
    >>> ranks_among([9.0, 2.0, 0.0], [1.0, 2.0, 3.0]).tolist()
    [0.125, 0.5, 0.875]
    """
    pile, values = (np.asarray(given, dtype=np.float64) for given in (unlabelled, scores))
    if values.size <= _FEW and not (np.isnan(values).any() or np.isnan(pile).any()):
        not_above, below = (
            np.array([compare(pile, value).sum() for value in values.flat]).reshape(values.shape)
            for compare in (np.less_equal, np.less)
        )
    else:
        # Places of values in order are found several times as fast as those of values that come as they like.
        ascending, order = np.sort(pile), np.argsort(values, axis=None)
        not_above, below = np.empty((2, *values.shape), dtype=np.intp)
        not_above.flat[order], below.flat[order] = (
            np.searchsorted(ascending, values.flat[order], side=side) for side in ("right", "left")
        )
    return (len(pile) + 0.5 - (not_above + below) / 2) / (len(pile) + 1)
