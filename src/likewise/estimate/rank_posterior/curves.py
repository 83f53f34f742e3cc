"""Where positives stand in a ranking of a pile: curves of a share, a separation, and a share of strays.

Whatever the scale of the scores, some monotone change of it makes the scores of negatives standard normal. Those of
positives are taken to be normal too, ``separation`` higher, but for ``stray`` of them that look like negatives. With a
share ``prior`` of positives this fixes the ranking of the pile: a positive's rank u, as a share of the pile, has the
density f_p(u)/f_u(u), and a document of rank u is positive with probability prior · f_p(u)/f_u(u).
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit, ndtr

from likewise.estimate.scores import Floats

#: Standard normal scores at which the curves are known: from below all negatives to above all positives.
_Z = np.linspace(-6.0, 13.0, 240)
#: Ranks at which they are told.
_N_RANKS = 140


@dataclass(frozen=True, eq=False)
class RankCurves:
    """Curves of every combination of a prior, a separation and a share of strays.

    Parameters
    ----------
    ranks : ndarray of shape (n_ranks,)
        From 0 to 1, dense at both ends.
    density : ndarray of shape (n_priors, n_separations, n_strays, n_ranks)
        Density of positives at a rank; 1 on average.
    recall : ndarray of the same shape
        Share of positives down to a rank.

    Examples
    --------
    >>> curves = rank_curves(np.array([0.2]), np.array([3.0]), np.array([0.0]), n_unlabelled=1000)
    >>> np.interp([0.1, 0.2, 0.4], curves.ranks, curves.recall[0, 0, 0]).round(2).tolist()
    [0.49, 0.87, 0.99]
    """

    ranks: Floats
    density: Floats
    recall: Floats


def rank_curves(prior: Floats, separation: Floats, stray: Floats, n_unlabelled: int) -> RankCurves:
    """Work out the curves.

    Parameters
    ----------
    prior, separation, stray : ndarray of one dimension
        Values to combine.
    n_unlabelled : int
        Documents of the pile: no rank lies nearer to the ends than half a document.

    Returns
    -------
    RankCurves
        Of all combinations.

    Examples
    --------
    >>> curves = rank_curves(np.array([0.1, 0.5]), np.array([2.0]), np.array([0.0, 0.1]), n_unlabelled=50)
    >>> curves.density.shape[:3]
    (2, 1, 2)
    """
    end = np.log(2 * n_unlabelled + 1)
    ranks = np.concatenate([[0.0], expit(np.linspace(-end, end, _N_RANKS - 2)), [1.0]])
    negative, above_negative = _normal(_Z), ndtr(-_Z)
    share, distance, away = (x[..., None] for x in np.ix_(prior, separation, stray))
    positive = (1 - away) * _normal(_Z - distance) + away * negative
    above_positive = (1 - away) * ndtr(distance - _Z) + away * above_negative
    density = positive / (share * positive + (1 - share) * negative)
    above = share * above_positive + (1 - share) * above_negative
    # Ranks fall with z, and np.interp wants them rising.
    pairs = zip(above.reshape(-1, len(_Z)), density.reshape(-1, len(_Z)), strict=True)
    told = np.array([np.interp(ranks, u[::-1], f[::-1]) for u, f in pairs]).reshape(*above.shape[:3], _N_RANKS)
    steps = (told[..., 1:] + told[..., :-1]) / 2 * np.diff(ranks)
    recall = np.concatenate([np.zeros((*above.shape[:3], 1)), np.cumsum(steps, axis=-1)], axis=-1)
    return RankCurves(ranks, told, recall / recall[..., -1:])


def _normal(z: Floats) -> Floats:
    density: Floats = np.exp(-0.5 * z * z) / np.sqrt(2 * np.pi)
    return density
