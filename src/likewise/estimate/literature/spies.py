"""Spies: examples hidden in the pile say how far down positives lie."""

import numpy as np
from numpy.typing import ArrayLike

from likewise.errors import UserError
from likewise.estimate.scores import read_scores


def spies(positive: ArrayLike, unlabelled: ArrayLike, noise_level: float = 0.15) -> float:
    """Estimate the prior as the share of the pile above most spies, by the share of spies above.

    Cross-fitted scores of examples that were left out as unlabelled are those of spies, and here all examples have
    been one. The threshold is the score with ⌊noise_level · n⌋ spies below it.

    Parameters
    ----------
    positive, unlabelled : array-like of shape (n_positive,) and (n_unlabelled,)
        Scores; those of positives out of sample.
    noise_level : float, default=0.15
        Share of spies that may lie below the threshold.

    Returns
    -------
    float
        Share of positives among the unlabelled, from 0 to 1.

    References
    ----------
    .. [1] B. Liu, W. S. Lee, P. S. Yu, X. Li, Partially supervised classification of text documents, ICML 2002.

    Examples
    --------
    >>> spies([9, 8, 7, 1], [10, 9, 8, 7, 3, 2, 2, 1, 0, 0], noise_level=0.25)
    0.533...
    """
    if not 0 <= noise_level < 1:
        raise UserError(f"noise_level is a share of the spies, from 0 to below 1, not {noise_level:g}; 0.15 is usual.")
    scores = read_scores(positive, unlabelled)
    threshold = spy_threshold(scores.positive, noise_level)
    above = float(np.mean(scores.unlabelled >= threshold)) / float(np.mean(scores.positive >= threshold))
    return min(1.0, above)


def spy_threshold(scores: ArrayLike, noise_level: float) -> float:
    """Return the spies' score below which a share ``noise_level`` of them lies, without interpolation.

    Parameters
    ----------
    scores : array-like of shape (n_spies,)
        Scores of the spies.
    noise_level : float
        Share of spies that may lie below the threshold.

    Returns
    -------
    float
        The score of the spy with ⌊noise_level · n_spies⌋ others below it.

    Examples
    --------
    >>> spy_threshold([0.02, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.9, 1.0, 1.0], 0.15)
    0.4
    """
    ascending = np.sort(np.asarray(scores, dtype=np.float64))
    below = int(noise_level * len(ascending) + 1e-9)  # 0.29 · 100 is 28.999… in floating point
    return float(ascending[min(below, len(ascending) - 1)])
