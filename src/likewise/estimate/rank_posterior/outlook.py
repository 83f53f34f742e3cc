"""What is left in a pile, and what every cut-off brings and misses: all from one posterior, so that it adds up."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from likewise.estimate.rank_posterior.grid import Grid
from likewise.estimate.rank_posterior.likelihood import counts_at
from likewise.estimate.scores import Floats

#: Hypotheses that are looked at: the heaviest, with so much of the posterior in all.
_KEPT = 0.999
#: Places at which intervals are worked out; between them they are interpolated.
_N_PLACES = 24
#: Nodes and weights of a normal distribution: even if a hypothesis is right, how many there are is up to chance.
_NODES = np.array([-2.857, -1.3556, 0.0, 1.3556, 2.857])
_NODE_WEIGHTS = np.array([0.01126, 0.22208, 0.53333, 0.22208, 0.01126])


@dataclass(frozen=True, eq=False)
class Outlook:
    """What the posterior says of some documents.

    Parameters
    ----------
    count, low, high : float
        How many of them are positive: the median, and an interval.
    taken : ndarray of shape (n_places,)
        Numbers of documents taken from the top, rising from 0 to all.
    good : ndarray of shape (n_places,)
        Positives among these; at its end it is the count.
    missed_low, missed_high : ndarray of shape (n_places,)
        Interval of the positives that are missed.
    lower, upper : ndarray of shape (n_places,)
        Interval of the probability of the document at each place.

    Examples
    --------
    >>> nothing = np.zeros(2)
    >>> Outlook(1.0, 0.0, 2.0, nothing, nothing, nothing, nothing, nothing, nothing).high
    2.0
    """

    count: float
    low: float
    high: float
    taken: Floats
    good: Floats
    missed_low: Floats
    missed_high: Floats
    lower: Floats
    upper: Floats


def look_out(grid: Grid, weight: Floats, ranks: Floats, level: float, misfit: float = 0.0) -> Outlook:
    """Work out how many of some documents are positive, and what taking the first of them brings.

    Parameters
    ----------
    grid : Grid
        The hypotheses.
    weight : ndarray of shape (n_priors, n_separations, n_strays)
        Their posterior.
    ranks : ndarray of shape (n_documents,)
        Where the documents stand in the whole pile, those that are decided included.
    level : float
        Probability that the intervals are to hold the truth with.
    misfit : float, default=0.0
        How far the true count may be from that of the best hypothesis, as a share of it: no curve is quite right.

    Returns
    -------
    Outlook
        The count is the median; what is good and what is missed at any cut-off add up to it.

    Examples
    --------
    >>> from likewise.estimate.rank_posterior.grid import make_grid
    >>> grid = make_grid(100, 0.1, 2.0)
    >>> weight = np.full((90, 11, 4), 1 / 3960)
    >>> found = look_out(grid, weight, np.arange(1, 101) / 101, 0.9)
    >>> bool(found.low < found.count < found.high), bool(np.isclose(found.good[-1], found.count))
    (True, True)
    """
    flat = weight.ravel()
    kept = _heaviest(flat, _KEPT)
    share = flat[kept] / flat[kept].sum()
    purity = np.clip(grid.purity.reshape(len(flat), -1)[kept], 0.0, 1.0)
    at = counts_at(ranks, grid.curves.ranks)
    taken = np.concatenate([[0.0], np.cumsum(at)])
    expected = purity * at
    good = _from_nothing(np.cumsum(expected, axis=1))
    total = good[:, -1:]
    # Of documents with probability p, Σ p are expected, with variance Σ p (1 − p).
    variance = _from_nothing(np.cumsum(expected * (1 - purity), axis=1))
    places = np.unique(np.linspace(0, len(taken) - 1, _N_PLACES).astype(np.intp))
    levels = (1 - level) / 2, 0.5, (1 + level) / 2
    left = (total - good)[:, places]
    low, middle, high = _quantiles_by_chance(
        left, (variance[:, -1:] - variance)[:, places] + (misfit * left) ** 2, share, levels, len(ranks) - taken[places]
    )
    count = float(middle[0])
    mean_good = share @ good
    good_curve = mean_good * (count / max(float(mean_good[-1]), 1e-300))
    missed = count - good_curve
    lower, _, upper = _quantiles(purity[:, np.maximum(places - 1, 0)], share, levels)
    low, high, lower, upper = (np.interp(taken, taken[places], curve) for curve in (low, high, lower, upper))
    return Outlook(
        count=count,
        low=min(float(low[0]), count),
        high=max(float(high[0]), count),
        taken=taken,
        good=good_curve,
        # The mean of a skewed posterior may lie outside of its interval.
        missed_low=np.minimum(low, missed),
        missed_high=np.maximum(high, missed),
        lower=lower,
        upper=upper,
    )


def _heaviest(weight: Floats, share: float) -> NDArray[np.intp]:
    """Return the places of the heaviest entries that together have this share of the weight, in their order."""
    order = np.argsort(-weight, kind="stable")
    below = np.cumsum(weight[order])
    return np.sort(order[: int(np.searchsorted(below, share * below[-1])) + 1])


def _from_nothing(curves: Floats) -> Floats:
    """Let curves begin where nothing is taken yet."""
    return np.column_stack([np.zeros(len(curves)), curves])


def _quantiles_by_chance(
    mean: Floats, variance: Floats, weight: Floats, levels: tuple[float, ...], most: Floats
) -> list[Floats]:
    """Return quantiles of each column over hypotheses, each of them spread by chance."""
    rising = np.argsort(mean[:, 0], kind="stable")  # what is nearly in order is soon brought into order
    mean, variance, weight = mean[rising], variance[rising], weight[rising]
    values = mean + np.sqrt(np.maximum(variance, 0.0)) * _NODES[:, None, None]
    values = np.clip(values, 0.0, np.maximum(most, 0.0)).reshape(-1, mean.shape[1])
    return _quantiles(values, np.outer(_NODE_WEIGHTS, weight).ravel(), levels)


def _quantiles(values: Floats, weight: Floats, levels: tuple[float, ...]) -> list[Floats]:
    """Return weighted quantiles of each column."""
    columns = np.ascontiguousarray(values.T)
    order = np.argsort(columns, axis=1, kind="stable")
    below = np.cumsum(weight[order], axis=1)
    places = [(below < level * below[:, -1:]).sum(axis=1).clip(max=below.shape[1] - 1)[:, None] for level in levels]
    return [np.take_along_axis(columns, np.take_along_axis(order, place, axis=1), 1)[:, 0] for place in places]
