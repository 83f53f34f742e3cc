"""Best bin: the top of the ranking where the pile holds least in proportion to the examples."""

import numpy as np
from numpy.typing import ArrayLike

from likewise.estimate.scores import read_scores

#: One minus the probability with which the bounds hold, and how much more than they say is asked of a bin.
_DELTA, _GAMMA = 0.1, 0.01


def best_bin(positive: ArrayLike, unlabelled: ArrayLike) -> float:
    """Estimate the prior at the threshold whose ratio of shares, q_u/q_p, has the lowest upper bound.

    q_u and q_p are the shares of the pile and of the examples above a threshold. Where nothing but positives lies above
    it, their ratio is the prior; the bound keeps away from thresholds with few examples above.

    Parameters
    ----------
    positive, unlabelled : array-like of shape (n_positive,) and (n_unlabelled,)
        Scores; those of positives out of sample.

    Returns
    -------
    float
        Share of positives among the unlabelled, from 0 to 1.

    References
    ----------
    .. [1] S. Garg, Y. Wu, A. Smola, S. Balakrishnan, Z. Lipton, Mixture proportion estimation and PU learning: a modern
       approach, NeurIPS 2021.

    Examples
    --------
    >>> pile = np.concatenate([np.linspace(4, 6, 100), np.linspace(-3, 1, 900)])
    >>> round(best_bin(np.linspace(4, 6, 20), pile), 2)
    0.1
    """
    scores = read_scores(positive, unlabelled)
    # Between two examples q_p stays and q_u grows towards lower thresholds, so only scores of examples can be best.
    thresholds = np.unique(scores.positive)
    q_p, q_u = (
        1 - np.searchsorted(np.sort(side), thresholds, side="left") / len(side) for side in scores
    )  # share at or above
    slack = sum(np.sqrt(np.log(4 / _DELTA) / (2 * len(side))) for side in scores)
    bound = (q_u + (1 + _GAMMA) * slack) / q_p
    # Of equal bounds the lowest threshold, as it has more examples above.
    best = int(np.argmin(bound))
    return float(min(1.0, q_u[best] / q_p[best]))
