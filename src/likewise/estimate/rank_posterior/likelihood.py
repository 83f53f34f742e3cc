"""How likely what was observed is under every hypothesis: ranks, decisions, and gaps in the scores."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit

from likewise.estimate.rank_posterior.grid import LEAST, Grid
from likewise.estimate.scores import Floats

#: Half the width over which a gap in the scores is looked for, in logits of the rank and in documents at least; the
#: steepest fall that counts, and the logit of the rank below which none does, as the last documents fall away anyhow.
_GAP_WINDOW, _GAP_DOCUMENTS, _STEEPEST, _GAP_LOWEST = 0.1, 4, 20.0, 2.5


def log_likelihood_of_ranks(grid: Grid, ranks: Floats, pile: Floats) -> Floats:
    """Return the logarithm of the likelihood of positives at some ranks, under each hypothesis.

    A rank amid documents of equal score may be any of theirs: it counts by the mean density over them.

    Parameters
    ----------
    grid : Grid
        The hypotheses.
    ranks : ndarray of shape (n_positive,)
        As `likewise.selection.ranks_among` says.
    pile : ndarray of shape (n_unlabeled,)
        Scores of the pile.

    Returns
    -------
    ndarray of shape (n_priors, n_separations, n_strays)
        Logarithms.

    Examples
    --------
    >>> from likewise.estimate.rank_posterior.grid import make_grid
    >>> log_likelihood_of_ranks(make_grid(100, 0.1, 2.0), np.array([0.01]), np.arange(100.0)).shape
    (90, 11, 4)
    """
    curves = grid.curves
    reach = _reach_of_ties(ranks, pile)
    start, end = (_nearest(np.clip(ranks + step, 0.0, 1.0), curves.ranks) for step in (-reach, reach))
    alone = (start == end) | (reach == 0)
    log_likelihood: Floats = grid.log_density @ counts_at(ranks[alone], curves.ranks)
    (start, end), counts = np.unique([start[~alone], end[~alone]], axis=1, return_counts=True)
    inside = curves.recall[..., end] - curves.recall[..., start]
    log_likelihood += np.log(np.maximum(inside / (curves.ranks[end] - curves.ranks[start]), LEAST)) @ counts
    return log_likelihood


def log_likelihood_of_decisions(grid: Grid, ranks: ArrayLike, is_positive: ArrayLike, weights: ArrayLike) -> Floats:
    """Return the logarithm of the likelihood of yes and no at some ranks, under each hypothesis.

    Parameters
    ----------
    grid : Grid
        The hypotheses.
    ranks : array-like of shape (n_decided,)
        Where the decided documents stood when they were looked at.
    is_positive : array-like of bool of shape (n_decided,)
        What was decided.
    weights : array-like of shape (n_decided,)
        How much each decision counts.

    Returns
    -------
    ndarray of shape (n_priors, n_separations, n_strays)
        Logarithms.

    Examples
    --------
    >>> from likewise.estimate.rank_posterior.grid import make_grid
    >>> log_likelihood_of_decisions(make_grid(100, 0.1, 2.0), [0.01, 0.5], [True, False], [1.0, 1.0]).shape
    (90, 11, 4)
    """
    at, yes = np.asarray(ranks, dtype=np.float64), np.asarray(is_positive, dtype=bool)
    log_yes, log_no = grid.log_purity
    places = grid.curves.ranks
    weight = np.asarray(weights, dtype=np.float64)
    log_likelihood: Floats = log_yes @ counts_at(at[yes], places, weight[yes])
    log_likelihood += log_no @ counts_at(at[~yes], places, weight[~yes])
    return log_likelihood


def log_gap(pile: Floats, places: Floats) -> Floats:
    """Return how much steeper than usual the sorted scores fall at some ranks, as a logarithm that is not negative.

    Parameters
    ----------
    pile : ndarray of shape (n_unlabeled,)
        Scores of the pile.
    places : ndarray of float
        Ranks, of any shape.

    Returns
    -------
    ndarray of the shape of `places`
        0 where the scores fall as usual.

    Examples
    --------
    >>> pile = np.concatenate([np.linspace(4, 5, 50), np.linspace(0, 1, 50)])
    >>> gap = log_gap(pile, np.array([0.25, 0.5]))
    >>> bool(gap[1] > gap[0] + 1)
    True
    """
    descending = np.sort(pile)[::-1]
    ranks = (np.arange(len(pile)) + 0.5) / len(pile)

    def slope(at: Floats) -> Floats:
        # Over so many logits of the rank, but over enough documents: few of them have gaps by chance.
        half = np.maximum(_GAP_WINDOW * at * (1 - at), _GAP_DOCUMENTS / len(pile))
        ends = np.clip([at - half, at + half], ranks[0], ranks[-1])
        above, below = np.interp(ends, ranks, descending)
        return np.asarray((above - below) / np.diff(logit(ends), axis=0)[0], dtype=np.float64)

    if len(pile) <= 2 * _GAP_DOCUMENTS:
        return np.zeros_like(places)
    slopes = slope(expit(np.linspace(logit(ranks[0]), _GAP_LOWEST, 80)))
    usual = np.median(slopes) or np.mean(slopes)  # where most scores are equal, any fall is unusual
    if usual == 0:
        return np.zeros_like(places)
    with np.errstate(over="ignore"):
        steepness = np.where(places < expit(_GAP_LOWEST), slope(places) / usual, 1.0)
    gap: Floats = np.log(np.clip(steepness, 1.0, _STEEPEST))
    return gap


def _reach_of_ties(u: Floats, pile: Floats) -> Floats:
    """Return how far documents of equal score reach to both sides of each rank, as shares of the pile."""
    ascending = np.sort(pile)
    n = len(pile)
    value = ascending[::-1][np.clip(np.ceil(u * (n + 1)).astype(np.intp) - 1, 0, n - 1)]
    below, not_above = (np.searchsorted(ascending, value, side=side) for side in ("left", "right"))
    # A place among m equals, with n - not_above before them: from just before the first to just after the last.
    start, end = (n - not_above) / (n + 1), (n - below + 1) / (n + 1)
    return np.where(not_above - below > 1, np.clip(np.minimum(u - start, end - u), 0.0, None), 0.0)


def _nearest(values: Floats, places: Floats) -> NDArray[np.intp]:
    return np.searchsorted((places[1:] + places[:-1]) / 2, values)


def counts_at(values: Floats, places: Floats, weights: Floats | float = 1.0) -> Floats:
    """Return how much each of the ascending places counts in a weighted sum of linear interpolations at the values.

    Examples
    --------
    >>> counts_at(np.array([0.25, 1.0]), np.array([0.0, 1.0, 2.0])).tolist()
    [0.75, 1.25, 0.0]
    """
    right = np.clip(np.searchsorted(places, values), 1, len(places) - 1)
    part = (values - places[right - 1]) / (places[right] - places[right - 1])
    counts = np.bincount(right, weights * part, len(places)) + np.bincount(right - 1, weights * (1 - part), len(places))
    return np.asarray(counts, dtype=np.float64)
