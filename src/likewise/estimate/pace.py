"""How many are left to find, from the pace at which they were found: of any reading from the likeliest on."""

from collections.abc import Sequence

import numpy as np
from scipy.special import gammaincinv

from likewise.estimate.scores import Floats

#: The rate of finds falls with the place x, in units of what is read, as (x + delay) ** -decay; all of these are
#: weighed.
_DELAYS = np.array([0.01, 0.03, 0.1, 0.3, 1.0])[:, None]
_DECAYS = np.array([0.0, 0.25, 0.5, 0.75, 1.01, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0])[None, :]

#: Quantiles that stand for a distribution.
_PARTS = (np.arange(10) + 0.5) / 10


def count_left_by_pace(places: Sequence[int], n_read: int, n_pile: int, level: float = 0.9) -> float:
    """Return how many are to be expected among what is not read yet, if the rate of finds goes on to fall as it did.

    Finds are taken for a Poisson process whose rate falls by a power of the place. Nothing is assumed of the method
    that ranked the documents, but that it puts likelier ones first; and nothing holds by construction, as it does of an
    audit. It was chosen on 27 loops of nine reviews; docs/loop.md has others.

    Parameters
    ----------
    places : sequence of int
        At which place each relevant document was read; the first is 1.
    n_read : int
        Documents read.
    n_pile : int
        Documents that there are.
    level : float, default=0.9
        How probable it is, of all ways to fall that are weighed, that no more are to be expected.

    Returns
    -------
    float
        Number of relevant documents; as many as are not read if nothing is found yet.

    Examples
    --------
    >>> round(count_left_by_pace([1, 2, 3, 5, 8, 12], n_read=200, n_pile=1000), 1)
    0.2
    >>> round(count_left_by_pace([10, 40, 80, 120, 150, 190], n_read=200, n_pile=1000), 1)
    26.3
    """
    found = np.asarray([place for place in places if place <= n_read], dtype=np.float64)
    if not len(found) or n_read >= n_pile:
        return float(n_pile - n_read)
    at = (found - 0.5) / n_read

    def mass(start: float, end: float) -> Floats:
        powers = 1 - _DECAYS
        return np.asarray(((end + _DELAYS) ** powers - (start + _DELAYS) ** powers) / powers, dtype=np.float64)

    so_far = mass(0.0, 1.0)
    log_weight = -len(at) * np.log(so_far) - _DECAYS * np.log(at[:, None, None] + _DELAYS).sum(axis=0)
    weight = np.exp(log_weight - log_weight.max()).ravel()
    # Given how it falls, the rate is as uncertain as a sum of so many waiting times.
    rates = gammaincinv(len(at), _PARTS)
    left = np.outer(mass(1.0, n_pile / n_read) / so_far, rates).ravel()
    weight = np.repeat(weight, len(rates))
    order = np.argsort(left, kind="stable")
    below = np.cumsum(weight[order])
    return float(left[order[np.searchsorted(below, level * below[-1])]])
