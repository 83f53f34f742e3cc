"""KM2: how much of the examples' distribution can be taken out of the pile's before the rest is no distribution."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import nnls

from likewise.estimate.scores import Floats, balanced_places, read_scores
from likewise.fitting import Monitor, iterate

#: Bins that scores are counted in: the cost of everything below depends on them and on no number of documents.
_N_BINS = 100
#: Widths of the kernel that are tried, in medians of the distances, as in the paper.
_WIDTHS = np.logspace(-1, 1, 5)
#: Largest λ, which is a prior of 0.875, and the paper's position between the first slope and the last.
_LARGEST, _BETWEEN = 8.0, 0.2
_PRECISION = 0.002


def kernel_mean(positive: ArrayLike, unlabelled: ArrayLike) -> float:
    """Estimate the prior where λ·pile + (1 − λ)·examples stops being near a distribution, in a kernel's space.

    The distance to the nearest distribution is flat in λ until 1/(1 − prior) and then grows; KM2 takes the λ where its
    slope is a fifth of the way from the first slope to the last. Here documents are counted in a hundred bins of their
    places among examples and pile.

    Parameters
    ----------
    positive, unlabelled : array-like of shape (n_positive,) and (n_unlabelled,)
        Scores; those of positives out of sample.

    Returns
    -------
    float
        Share of positives among the unlabelled, from 0 to 0.875.

    References
    ----------
    .. [1] H. Ramaswamy, C. Scott, A. Tewari, Mixture proportion estimation via kernel embeddings of distributions, ICML
       2016.

    Examples
    --------
    >>> pile = np.concatenate([np.linspace(4, 6, 100), np.linspace(-3, 1, 900)])
    >>> 0.05 < kernel_mean(np.linspace(4, 6, 20), pile) < 0.15
    True
    """
    places = balanced_places(read_scores(positive, unlabelled))
    of_positive, of_pile = (np.histogram(side, bins=_N_BINS, range=(0.0, 1.0))[0] / len(side) for side in places)
    root = _root_of_kernel(of_pile - of_positive, of_pile + of_positive)
    apart = float(np.linalg.norm(root @ (of_pile - of_positive)))
    if apart < 1e-6:  # the examples are spread like the pile: nothing tells how many there are
        return (_LARGEST - 1) / _LARGEST

    def distance(scale: float) -> float:
        return _distance_to_distributions(root, scale * of_pile + (1 - scale) * of_positive)

    def slope(scale: float, step: float) -> float:
        return (distance(scale + step) - distance(scale)) / step

    limit = (1 - _BETWEEN) * slope(1.0, 0.05) + _BETWEEN * apart

    def halve(state: tuple[float, float]) -> tuple[tuple[float, float], float]:
        left, right = state
        middle = (left + right) / 2
        if right - left <= _PRECISION:
            return state, left - right
        return ((left, middle) if slope(middle, 0.02) > limit else (middle, right)), left - right

    scale, _ = iterate(halve, (1.0, _LARGEST), Monitor(max_iter=100))
    return (scale - 1) / scale


def _root_of_kernel(difference: Floats, weights: Floats) -> Floats:
    """Return R with RᵀR the kernel of the bins, of the width under which examples and pile are furthest apart."""
    centres = (np.arange(_N_BINS) + 0.5) / _N_BINS
    squares = (centres[:, None] - centres) ** 2
    # The weighted median of distances between documents, half of them examples.
    pairs = np.outer(weights, weights).ravel()
    order = np.argsort(squares, axis=None)
    cumulated = np.cumsum(pairs[order])
    median = np.sqrt(squares.ravel()[order][np.searchsorted(cumulated, cumulated[-1] / 2)]) or 1 / _N_BINS
    kernels = [np.exp(-squares / (2 * (width * median) ** 2)) for width in _WIDTHS]
    kernel = max(kernels, key=lambda k: float(difference @ k @ difference))
    values, vectors = np.linalg.eigh(kernel)
    # A smooth kernel has few directions; the others are rounding, in which a solver would turn in circles.
    large = values > 1e-9 * values[-1]
    return np.asarray(np.sqrt(values[large])[:, None] * vectors[:, large].T, dtype=np.float64)


def _distance_to_distributions(root: Floats, signed: Floats) -> float:
    """Return how far signed weights of the bins are from weights that are not negative and sum to one."""
    heavy = 1e3  # the sum as one more equation that must hold nearly exactly
    rows = np.vstack([root, np.full(root.shape[1], heavy)])
    return float(nnls(rows, np.append(root @ signed, heavy), maxiter=100 * _N_BINS)[1])
