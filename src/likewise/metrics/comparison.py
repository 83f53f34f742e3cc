"""Whether one method is better than another over many test sets, or only luckier."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from likewise.errors import UserError


class PairedWilcoxon(NamedTuple):
    """Outcome of Wilcoxon's signed rank test of paired differences.

    Parameters
    ----------
    statistic : float
        The smaller sum of signed ranks.
    p_value : float
        Two-sided.
    n_zero : int
        Pairs that are equal, which are left out.
    median_difference : float
        Of all pairs, the first less the second.

    Examples
    --------
    >>> PairedWilcoxon(1.0, 0.125, 0, 0.04).p_value
    0.125
    """

    statistic: float
    p_value: float
    n_zero: int
    median_difference: float


def paired_wilcoxon(a: ArrayLike, b: ArrayLike) -> PairedWilcoxon:
    """Test whether two methods' scores on the same test sets differ, by Wilcoxon's signed ranks, two-sided.

    Pairs that are equal say nothing and are left out. Differences that agree in twelve digits are taken for equal, as
    scores are decimals: .81 − .75 and .66 − .60 must tie. The p-value is exact for up to 50 pairs without ties and up
    to 13 with ties, and a normal approximation beyond.

    Parameters
    ----------
    a : array-like of float
        One method's score on each test set.
    b : array-like of float
        The other's on the same sets, in the same order.

    Returns
    -------
    PairedWilcoxon
        The smaller sum of signed ranks, the p-value (1 where all differences are zero), how many differences are zero,
        and the median of all differences a − b.

    Raises
    ------
    UserError
        If they differ in number, are empty, or are not finite.

    References
    ----------
    .. [1] F. Wilcoxon, Individual comparisons by ranking methods, Biometrics Bulletin 1(6), 1945.

    Examples
    --------
    >>> paired_wilcoxon([0.72, 0.75, 0.70, 0.81, 0.66], [0.70, 0.71, 0.71, 0.75, 0.60])
    PairedWilcoxon(statistic=1.0, p_value=0.125, n_zero=0, median_difference=0.04...)
    """
    first, second = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if first.ndim != 1 or first.shape != second.shape or len(first) == 0:
        raise UserError(f"scores to be paired have shapes {first.shape} and {second.shape}; give both one for each set")
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        raise UserError(
            "scores to be paired must be finite, and one is NaN or infinite; leave that test set out of both"
        )
    difference = first - second
    scale = max(np.abs(first).max(), np.abs(second).max())
    alike = np.round(difference / scale, 12) if scale else difference  # the test does not depend on the unit
    unequal = alike[alike != 0]
    from scipy.stats import wilcoxon  # slow to import

    statistic, p_value = wilcoxon(unequal) if len(unequal) else (0.0, 1.0)
    return PairedWilcoxon(float(statistic), float(p_value), len(alike) - len(unequal), float(np.median(difference)))
