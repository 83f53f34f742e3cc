"""Loops over the characters of texts: where tokens are, a key for each, and whether two are the same.

All three are single passes of linear cost. They hold no interpreter lock, so batches can run on several threads.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

_PRIME = np.uint64(0x100000001B3)  # of the hash called FNV-1a, taken over characters instead of bytes
_START = np.uint64(0xCBF29CE484222325)


@njit(nogil=True, cache=True)
def find_runs(
    points: NDArray[np.uint32],
    bounds: NDArray[np.int64],
    is_member: NDArray[np.bool_],
    shortest: int,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    offsets: NDArray[np.int64],
) -> int:  # pragma: no cover - compiled
    """Find the longest runs of characters of one class in every text.

    Parameters
    ----------
    points : uint32 array (n_characters,)
        Code points of the texts, one text after another.
    bounds : int64 array (n_texts + 1,)
        Text t holds ``points[bounds[t]:bounds[t + 1]]``.
    is_member : bool array (0x110000,)
        Whether each code point is of the class.
    shortest : int
        Shorter runs are left out.
    starts, ends : int64 arrays, at least as long as there may be runs, output
        Run r holds ``points[starts[r]:ends[r]]``.
    offsets : int64 array (n_texts + 1,), output
        Text t holds the runs from ``offsets[t]`` up to ``offsets[t + 1]``.

    Returns
    -------
    int
        Number of runs.
    """
    n_runs = 0
    offsets[0] = 0
    for text in range(len(bounds) - 1):
        place, end = bounds[text], bounds[text + 1]
        while place < end:
            if not is_member[points[place]]:
                place += 1
                continue
            start = place
            while place < end and is_member[points[place]]:
                place += 1
            if place - start >= shortest:
                starts[n_runs] = start
                ends[n_runs] = place
                n_runs += 1
        offsets[text + 1] = n_runs
    return n_runs


@njit(nogil=True, cache=True)
def hash_spans(
    points: NDArray[np.uint32],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    keys: NDArray[np.uint64],
) -> None:  # pragma: no cover - compiled
    """Write a key for each span of characters: the same for the same characters, rarely for others.

    Parameters
    ----------
    points : uint32 array (n_characters,)
        Code points.
    starts, ends : int64 arrays (n_spans,)
        Span s holds ``points[starts[s]:ends[s]]``.
    keys : uint64 array (n_spans,), output
    """
    for span in range(len(starts)):
        key = _START
        for place in range(starts[span], ends[span]):
            key = (key ^ np.uint64(points[place])) * _PRIME
        keys[span] = key


@njit(nogil=True, cache=True)
def compare_spans(
    points: NDArray[np.uint32],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    numbers: NDArray[np.int32],
    known: NDArray[np.uint32],
    bounds: NDArray[np.int64],
    is_same: NDArray[np.bool_],
) -> None:  # pragma: no cover - compiled
    """Find out whether each span holds the same characters as the known token whose number it has.

    Parameters
    ----------
    points : uint32 array (n_characters,)
        Code points.
    starts, ends : int64 arrays (n_spans,)
        Span s holds ``points[starts[s]:ends[s]]``.
    numbers : int32 array (n_spans,)
        A known token for each span.
    known : uint32 array
        Code points of the known tokens.
    bounds : int64 array (n_known + 1,)
        Known token k holds ``known[bounds[k]:bounds[k + 1]]``.
    is_same : bool array (n_spans,), output
    """
    for span in range(len(starts)):
        start = starts[span]
        begin = bounds[numbers[span]]
        length = ends[span] - start
        same = bounds[numbers[span] + 1] - begin == length
        place = 0
        while same and place < length:
            same = points[start + place] == known[begin + place]
            place += 1
        is_same[span] = same
