"""Every hypothesis that the posterior weighs, and all that follows from it before anything is observed."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from scipy.special import expit, logit

from likewise.estimate.rank_posterior.curves import RankCurves, rank_curves
from likewise.estimate.scores import Floats

#: How far apart positives and negatives may lie, in standard deviations; and shares of positives that look like
#: negatives, with their weights.
SEPARATIONS = np.geomspace(0.4, 6.5, 11)
STRAYS, STRAY_WEIGHTS = np.array([0.0, 0.03, 0.1, 0.25]), np.array([0.4, 0.3, 0.2, 0.1])
_N_PRIORS = 90
#: The least density of a rank, so that no single document decides.
LEAST = 1e-5


@dataclass(frozen=True, eq=False)
class Grid:
    """Shares of positives × separations × shares of strays, with the curves of each, for piles of one size.

    Nothing in it depends on labels, so that a pile needs it once, whatever is decided later.

    Parameters
    ----------
    logits : ndarray of shape (n_priors,)
        Logits of the shares of positives, evenly spaced.
    curves : RankCurves
        Densities and recalls at each rank.

    Examples
    --------
    >>> grid = make_grid(1000, 0.1, 2.0)
    >>> grid.curves.density.shape[:3], grid.share.shape
    ((90, 11, 4), (90, 1, 1, 1))
    """

    logits: Floats
    curves: RankCurves

    @property
    def priors(self) -> Floats:
        """Shares of positives."""
        return np.asarray(expit(self.logits), dtype=np.float64)

    @property
    def share(self) -> Floats:
        """Shares of positives, shaped to be multiplied with the curves."""
        return self.priors[:, None, None, None]

    @cached_property
    def log_density(self) -> Floats:
        """Logarithms of the densities of positives."""
        return np.log(np.maximum(self.curves.density, LEAST))

    @cached_property
    def purity(self) -> Floats:
        """Probability that the document at a rank is positive, under each hypothesis."""
        return self.share * self.curves.density

    @cached_property
    def log_purity(self) -> tuple[Floats, Floats]:
        """Logarithms of the probabilities of yes and of no at each rank."""
        purity = np.clip(self.purity, LEAST, 1 - LEAST)
        return np.log(purity), np.log1p(-purity)

    @cached_property
    def good(self) -> Floats:
        """Positives down to each rank, as shares of the pile."""
        return self.share * self.curves.recall

    @cached_property
    def f1(self) -> Floats:
        """F1 of taking everything down to a rank: 2 · hits / (taken + positives)."""
        return 2 * self.good / (self.curves.ranks + self.share)


@lru_cache(maxsize=4)
def make_grid(n_unlabeled: int, guess: float, guess_spread: float) -> Grid:
    """Make the grid for a pile of some size; the same arguments return the same object.

    Parameters
    ----------
    n_unlabeled : int
        Documents of the pile.
    guess, guess_spread : float
        Median of the share before looking, and the standard deviation of its logit: the grid reaches four of these to
        both sides, and no further than half a document from none or from all.

    Returns
    -------
    Grid
        To be read only.

    Examples
    --------
    >>> make_grid(50, 0.1, 2.0) is make_grid(50, 0.1, 2.0)
    True
    """
    edge, middle = -logit(0.5 / (n_unlabeled + 1)), logit(guess)
    low, high = np.clip([middle - 4 * guess_spread, middle + 4 * guess_spread], -edge, edge)
    logits = np.linspace(low, high, _N_PRIORS)
    return Grid(logits, rank_curves(np.asarray(expit(logits)), SEPARATIONS, STRAYS, n_unlabeled))


def mean_over(weight: Floats, curves: Floats) -> Floats:
    """Return the weighted mean of the curves of all hypotheses.

    Examples
    --------
    >>> mean_over(np.array([[[0.25, 0.75]]]), np.array([[[[1.0, 0.0], [0.0, 2.0]]]])).tolist()
    [0.25, 1.5]
    """
    mean: Floats = np.einsum("h,hu->u", weight.ravel(), curves.reshape(-1, curves.shape[-1]))
    return mean
