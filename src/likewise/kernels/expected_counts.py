"""The one kernel family of all topic models: sums over the non-zeros of documents × words.

With ``left`` (rows × K) and ``right`` (words × K), both non-negative and not necessarily normalised::

    s_dw   = left_d · right_w                        only where x_dw is not zero
    ratio  = x_dw / s_dw
    rows   = left_dk  Σ_w ratio_dw right_wk          (rows × K)
    words  = right_wk Σ_d ratio_dw left_dk           (words × K)
    loglik = Σ x_dw log s_dw                         per row
    lost   = Σ x_dw over entries with s_dw = 0       per row; such entries count nowhere else

Two passes: over the rows, which writes one ``ratio`` per non-zero, then over the words, which collects those of each
word. No K numbers are ever kept per non-zero, each output row is written by one thread, and long sums run in float64
whatever the input. The ratios lie in the order of the rows: threads that write near each other would wait for the same
lines of the cache, and threads that read do not.

Counts below √tiny, 1e-19 in single precision, become 0: EM drives most of them there, and products of two such numbers
are denormal, which processors handle many times more slowly.
"""

import math

import numpy as np
from numba import njit

from likewise.kernels.logarithm import fast_log

# Sums over topics may be reordered (that is what makes them vector instructions); NaN and infinity keep their meaning.
# The numpy error model matters: Python's would test each divisor and nothing would be vectorised.
_OPTIONS = {"nogil": True, "cache": True, "error_model": "numpy", "fastmath": {"reassoc", "contract", "nsz"}}

#: Non-zeros taken together: their logarithms and quotients are vector work, and they stay in the first cache.
_CHUNK = 256


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
def _dots(row, table, ids, out):
    """Write out[i] = row · table[ids[i]], four at a time: the row is read once for all four."""
    n_topics = len(row)
    whole = len(ids) // 4 * 4
    for i in range(0, whole, 4):
        a = table[np.uint64(ids[i])]  # unsigned: no test for negative indices
        b = table[np.uint64(ids[i + 1])]
        c = table[np.uint64(ids[i + 2])]
        d = table[np.uint64(ids[i + 3])]
        s = t = u = v = row[0] - row[0]
        for k in range(n_topics):
            s += row[k] * a[k]
            t += row[k] * b[k]
            u += row[k] * c[k]
            v += row[k] * d[k]
        out[i] = s
        out[i + 1] = t
        out[i + 2] = u
        out[i + 3] = v
    for i in range(whole, len(ids)):
        a = table[np.uint64(ids[i])]
        s = row[0] - row[0]
        for k in range(n_topics):
            s += row[k] * a[k]
        out[i] = s


@njit(**_OPTIONS)
def _weighted_rows(shares, table, ids, part, total):
    """Add Σ_i shares[i] · table[ids[i]] to ``total``: a chunk in the table's precision, the chunks in double."""
    n_topics = len(part)
    whole = len(ids) // 4 * 4
    part[:] = 0
    for i in range(0, whole, 4):
        a = table[np.uint64(ids[i])]
        b = table[np.uint64(ids[i + 1])]
        c = table[np.uint64(ids[i + 2])]
        d = table[np.uint64(ids[i + 3])]
        s, t, u, v = shares[i], shares[i + 1], shares[i + 2], shares[i + 3]
        for k in range(n_topics):
            part[k] += (s * a[k] + t * b[k]) + (u * c[k] + v * d[k])
    for i in range(whole, len(ids)):
        a = table[np.uint64(ids[i])]
        s = shares[i]
        for k in range(n_topics):
            part[k] += s * a[k]
    for k in range(n_topics):
        total[k] += part[k]


@njit(**_OPTIONS)
def row_sums(start, stop, indptr, indices, data, left, right, tiny, ratio, rows, loglik, lost):
    """Pass 1, documents ``start:stop``: write ``rows``, ``loglik``, ``lost``, and ``ratio`` unless it is empty."""
    n_topics = left.shape[1]
    floor = math.sqrt(tiny)
    total = np.empty(n_topics, np.float64)
    part = np.empty(n_topics, left.dtype)
    buffer = np.empty(_CHUNK, left.dtype)
    for d in range(start, stop):
        total[:] = 0.0
        loglik[d] = 0.0
        lost[d] = 0.0
        for first in range(indptr[d], indptr[d + 1], _CHUNK):
            last = min(first + _CHUNK, indptr[d + 1])
            words = indices[first:last]
            shares = ratio[first:last] if len(ratio) > 0 else buffer[: last - first]
            _dots(left[d], right, words, shares)
            chunk_loglik, chunk_lost = _divide(data[first:last], shares, tiny)
            loglik[d] += chunk_loglik
            lost[d] += chunk_lost
            _weighted_rows(shares, right, words, part, total)
        for k in range(n_topics):
            count = left[d, k] * total[k]
            rows[d, k] = count if count > floor else 0.0


@njit(**_OPTIONS)
def word_sums(start, stop, column_indptr, row_of, place_of, ratio, left, right, tiny, words):
    """Pass 2, words ``start:stop``: write ``words`` from the ratios that pass 1 left at ``place_of`` each of theirs."""
    n_topics = left.shape[1]
    floor = math.sqrt(tiny)
    total = np.empty(n_topics, np.float64)
    part = np.empty(n_topics, left.dtype)
    buffer = np.empty(_CHUNK, left.dtype)
    for w in range(start, stop):
        total[:] = 0.0
        for first in range(column_indptr[w], column_indptr[w + 1], _CHUNK):
            last = min(first + _CHUNK, column_indptr[w + 1])
            places = place_of[first:last]
            shares = buffer[: last - first]
            for i in range(len(places)):
                shares[i] = ratio[np.uint64(places[i])]
            _weighted_rows(shares, left, row_of[first:last], part, total)
        for k in range(n_topics):
            count = right[w, k] * total[k]
            words[w, k] = count if count > floor else 0.0
