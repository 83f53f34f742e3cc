"""DEDPUL: the density of the examples' scores over that of the pile's, and the prior that agrees with it."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.ndimage import median_filter
from scipy.stats import gaussian_kde

from likewise.estimate.scores import Floats, Scores, read_scores, standardised
from likewise.fitting import Monitor, iterate

_N_PLACES = 512
#: Priors that are tried when the iteration comes to nothing, and how far mean and prior may be apart then.
_STEP, _MOST_APART = 0.001, 0.05
#: The iteration ends where the prior falls by less.
_LEAST_STEP = 1e-5


def dedpul(positive: ArrayLike, unlabelled: ArrayLike) -> float:
    """Estimate the prior that equals the mean of the probabilities that it gives, by densities of scores.

    With r the ratio of the two densities, a document of the pile is positive with probability min(1, α r). The prior
    is the largest α that equals their mean over the pile, found by iteration from 1; where that comes to nothing, the
    α at which mean and prior part most abruptly.

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
    .. [1] D. Ivanov, DEDPUL: difference-of-estimated-densities-based positive-unlabeled learning, ICMLA 2020.

    Examples
    --------
    >>> pile = np.concatenate([np.linspace(4, 6, 100), np.linspace(-3, 1, 900)])
    >>> 0.05 < dedpul(np.linspace(4, 6, 20), pile) < 0.15
    True
    """
    ratio = _density_ratio(standardised(read_scores(positive, unlabelled)))

    def mean_probability(prior: float) -> float:
        return float(np.minimum(1.0, prior * ratio).mean())

    def step(state: tuple[float, float]) -> tuple[tuple[float, float], float]:
        prior, before = state
        return state if before - prior < _LEAST_STEP else (mean_probability(prior), prior), -prior

    fixed, _ = iterate(step, (mean_probability(1.0), 1.0), Monitor(max_iter=1000))
    priors = np.arange(_STEP, 1.0, _STEP)
    apart = np.array([prior - mean_probability(prior) for prior in priors])
    bend = np.where(apart[1:-1] < _MOST_APART, np.diff(apart, 2), -np.inf)
    abrupt = float(priors[1:-1][int(np.argmax(bend))])
    # Below: the mean stays under every prior, so that the iteration slides to 0.
    return fixed if abrupt <= fixed or (apart < 0).sum() > 1 else abrupt


def _density_ratio(scores: Scores) -> Floats:
    """Return f_p/f_u at each score of the pile, smoothed, and not falling with the score above its middle."""
    everything = np.concatenate(scores)
    places = np.linspace(everything.min() - 1, everything.max() + 1, _N_PLACES)
    of_positive, of_pile = (np.interp(np.sort(scores.unlabelled), places, _density(side, places)) for side in scores)
    ratio = np.minimum(of_positive / (of_pile + 1e-5), 50.0)
    # Monotone from the middle of the scores up, then a running median, both as in the paper's smoothing.
    upper = np.sort(scores.unlabelled) >= (everything.min() + everything.max()) / 2
    ratio[upper] = np.maximum.accumulate(ratio[upper])
    smooth: Floats = median_filter(ratio, size=max(1, len(ratio) // 20), mode="nearest")
    return smooth


def _density(values: Floats, places: Floats) -> Floats:
    if len(values) < 2 or np.ptp(values) < 1e-9:  # no spread to choose a width by: a narrow bell
        density = np.exp(-0.5 * ((places - values[0]) / 0.1) ** 2) / (0.1 * np.sqrt(2 * np.pi))
    else:
        density = gaussian_kde(values)(places)
    return np.asarray(density, dtype=np.float64)
