"""What variational inference needs of Dirichlet parameters: exp E[log θ] and the terms of the bound, row by row."""

import math

import numpy as np
from numba import njit

from likewise.kernels.logarithm import fast_log

_HALF_LOG_2PI = 0.5 * math.log(2.0 * math.pi)
#: Arguments are raised to at least this by the recurrence; there the asymptotic series are exact to 1e-13.
_LARGE = 8.0


@njit(nogil=True, cache=True, error_model="numpy")
def digamma_and_lgamma(x):
    """Return ψ(x) and ln Γ(x) of a positive number.

    Examples
    --------
    >>> [round(value, 9) for value in digamma_and_lgamma(3.0)]
    [0.922784335, 0.693147181]
    """
    product = 1.0
    shift = 0.0
    while x < _LARGE:
        product *= x
        shift += 1.0 / x
        x += 1.0
    log_x = math.log(x)
    r = 1.0 / x
    r2 = r * r
    psi = r2 * (
        1 / 12 - r2 * (1 / 120 - r2 * (1 / 252 - r2 * (1 / 240 - r2 * (1 / 132 - r2 * (691 / 32760 - r2 / 12)))))
    )
    psi = log_x - 0.5 * r - psi
    lgamma = r * (1 / 12 - r2 * (1 / 360 - r2 * (1 / 1260 - r2 * (1 / 1680 - r2 * (1 / 1188 - r2 * 691 / 360360)))))
    lgamma = (x - 0.5) * log_x - x + _HALF_LOG_2PI + lgamma
    return psi - shift, lgamma - math.log(product)


@njit(nogil=True, cache=True, error_model="numpy")
def dirichlet_rows(start, stop, counts, prior, offset, factor, scale, bound):
    """For parameters a = prior + counts, rows ``start:stop``, write ``factor = exp(E[log θ] − scale)`` and the bound.

    With an empty ``offset`` each row is a Dirichlet of its own: E[log θ_ik] = ψ(a_ik) − ψ(Σ_k a_ik), and ``bound`` gets
    Σ_k ((prior_k − a_ik) E[log θ_ik] + ln Γ(a_ik)) − ln Γ(Σ_k a_ik). With ``offset`` = ψ of the column sums each column
    is one: E[log φ_ik] = ψ(a_ik) − offset_k, and ``bound`` lacks the term of the column sums.

    ``scale`` is each row's largest E[log], so that no factor underflows; the sums of the kernels do not change when a
    row is scaled.
    """
    n_topics = counts.shape[1]
    by_row = len(offset) == 0
    expected = np.empty(n_topics)
    for i in range(start, stop):
        term = 0.0
        row_offset = 0.0
        if by_row:
            total = 0.0
            for k in range(n_topics):
                total += prior[k] + counts[i, k]
            row_offset, lgamma_total = digamma_and_lgamma(total)
            term = -lgamma_total
        largest = -np.inf
        for k in range(n_topics):
            psi, lgamma = digamma_and_lgamma(prior[k] + counts[i, k])
            expected[k] = psi - (row_offset if by_row else offset[k])
            term += lgamma - counts[i, k] * expected[k]
            largest = max(largest, expected[k])
        for k in range(n_topics):
            factor[i, k] = math.exp(expected[k] - largest)
        scale[i] = largest
        bound[i] = term


@njit(nogil=True, cache=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def mean_rows(start, stop, counts, prior, offset, factor, scale, bound):
    """For parameters a = prior + counts, rows ``start:stop``, write ``factor = E[θ]``, and the bound of the priors.

    Arguments are those of `dirichlet_rows`, for the arithmetic mean: with an empty ``offset`` E[θ_ik] is
    a_ik / Σ_k a_ik, else ``offset`` has the column sums and E[φ_ik] is a_ik / offset_k. ``bound`` gets
    Σ_k prior_k log E[θ_ik], and ``scale`` is 0.
    """
    n_topics = counts.shape[1]
    by_row = len(offset) == 0
    divisor = np.empty(n_topics)
    for i in range(start, stop):
        if by_row:
            total = 0.0
            for k in range(n_topics):
                total += prior[k] + counts[i, k]
            divisor[:] = total
        else:
            divisor[:] = offset
        term = 0.0
        for k in range(n_topics):
            mean = (prior[k] + counts[i, k]) / divisor[k]
            term += prior[k] * fast_log(mean)
            factor[i, k] = mean
        scale[i] = 0.0
        bound[i] = term
