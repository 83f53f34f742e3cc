"""The one kernel family of all topic models: sums over the non-zeros of documents × words.

With ``left`` (rows × K) and ``right`` (words × K), both non-negative and not necessarily normalised::

    s_dw   = left_d · right_w                        only where x_dw is not zero
    ratio  = x_dw / s_dw
    rows   = left_dk  Σ_w ratio_dw right_wk          (rows × K)
    words  = right_wk Σ_d ratio_dw left_dk           (words × K)
    loglik = Σ x_dw log s_dw                         per row
    lost   = Σ x_dw over entries with s_dw = 0       per row; such entries count nowhere else

Two passes: over the rows, which writes one ``ratio`` per non-zero in column order, then over the words. No K numbers
are ever kept per non-zero, each output row is written by one thread, and long sums run in float64 whatever the input.
"""

import numpy as np
from numba import njit

from likewise.kernels.logarithm import fast_log

# Sums over topics may be reordered (that is what makes them vector instructions); NaN and infinity keep their meaning.
# The numpy error model matters: Python's would test each divisor and nothing would be vectorised.
_OPTIONS = {"nogil": True, "cache": True, "error_model": "numpy", "fastmath": {"reassoc", "contract", "nsz"}}

#: Non-zeros taken together: their logarithms and quotients are vector work, and they stay in the first cache.
_CHUNK = 64


@njit(**_OPTIONS)
def _divide(counts, shares, tiny):
    """Turn model probabilities into ``count / probability``; return Σ count · log probability, and what is lost."""
    loglik = 0.0
    known = 0.0
    total = 0.0
    nothing = counts[0] - counts[0]
    one = tiny / tiny
    for i in range(len(counts)):
        s = shares[i]
        is_known = s >= tiny
        s = s if is_known else one
        x = counts[i] if is_known else nothing
        loglik += x * fast_log(s)
        known += x
        total += counts[i]
        shares[i] = x / s
    return loglik, total - known


@njit(**_OPTIONS)
def row_sums(start, stop, indptr, indices, data, slot, left, right, tiny, ratio, rows, loglik, lost):
    """Pass 1, documents ``start:stop``: write ``rows``, ``loglik``, ``lost``, and ``ratio[slot[j]]`` unless empty."""
    n_topics = left.shape[1]
    keep_ratio = len(ratio) > 0
    total = np.empty(n_topics, np.float64)
    part = np.empty(n_topics, left.dtype)
    buffer = np.empty(_CHUNK, left.dtype)
    zero = tiny - tiny
    for d in range(start, stop):
        total[:] = 0.0
        loglik[d] = 0.0
        lost[d] = 0.0
        left_d = left[d]
        for first in range(indptr[d], indptr[d + 1], _CHUNK):
            size = min(_CHUNK, indptr[d + 1] - first)
            words = indices[first : first + size]
            shares = buffer[:size]
            for i in range(size):
                right_w = right[np.uint64(words[i])]  # unsigned: no test for negative indices
                s = zero
                for k in range(n_topics):
                    s += left_d[k] * right_w[k]
                shares[i] = s
            chunk_loglik, chunk_lost = _divide(data[first : first + size], shares, tiny)
            loglik[d] += chunk_loglik
            lost[d] += chunk_lost
            part[:] = zero
            for i in range(size):
                right_w = right[np.uint64(words[i])]
                share = shares[i]
                for k in range(n_topics):
                    part[k] += share * right_w[k]
            if keep_ratio:
                slots = slot[first : first + size]
                for i in range(size):
                    ratio[np.uint64(slots[i])] = shares[i]
            for k in range(n_topics):
                total[k] += part[k]
        for k in range(n_topics):
            rows[d, k] = left_d[k] * total[k]


@njit(**_OPTIONS)
def word_sums(start, stop, column_indptr, row_of, ratio, left, right, words):
    """Pass 2, words ``start:stop``: write ``words`` from the ratios that pass 1 left in column order."""
    n_topics = left.shape[1]
    total = np.empty(n_topics, np.float64)
    for w in range(start, stop):
        total[:] = 0.0
        for j in range(column_indptr[w], column_indptr[w + 1]):
            left_d = left[np.uint64(row_of[j])]
            share = ratio[j]
            for k in range(n_topics):
                total[k] += share * left_d[k]
        for k in range(n_topics):
            words[w, k] = right[w, k] * total[k]
