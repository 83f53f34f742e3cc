"""Run a kernel over ranges of rows on several threads, with the same bytes whatever their number.

Kernels take a half-open range and release the GIL. Each output row is written by one call from its first non-zero to
its last, so where the ranges are cut cannot change a result.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise

import numpy as np

#: Under this many non-zeros a range is not worth a thread.
SMALLEST_SHARE = 20_000
#: Several ranges for each thread, so that one which starts late or shares its core does not hold up all.
RANGES_PER_THREAD = 8


@lru_cache
def _pool(n_threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(n_threads, thread_name_prefix="likewise")


if hasattr(os, "register_at_fork"):
    # A forked child has the pool but none of its threads: waiting for them would hang.
    os.register_at_fork(after_in_child=_pool.cache_clear)


def over_ranges(kernel: Callable[..., None], indptr: np.ndarray, n_threads: int, *args: object) -> None:
    """Call ``kernel(start, stop, *args)`` over ranges of about equally many non-zeros that cover all rows.

    Examples
    --------
    >>> import numpy as np
    >>> seen = []
    >>> over_ranges(lambda start, stop: seen.append((start, stop)), np.array([0, 2, 5]), 1)
    >>> seen
    [(0, 2)]
    """
    n_rows = len(indptr) - 1
    n_threads = max(1, min(n_threads, int(indptr[-1]) // SMALLEST_SHARE, n_rows))
    if n_threads == 1:
        kernel(0, n_rows, *args)
        return
    targets = np.linspace(0, int(indptr[-1]), n_threads * RANGES_PER_THREAD + 1)[1:-1]
    cuts = [0, *np.searchsorted(indptr, targets).tolist(), n_rows]
    # A thread goes through ranges that lie side by side, as what it writes does; when it is ready it helps the others
    # from their ends. To take from a deque is atomic.
    ranges = list(pairwise(cuts))
    shares = [deque(ranges[first : first + RANGES_PER_THREAD]) for first in range(0, len(ranges), RANGES_PER_THREAD)]

    def work(number: int) -> None:
        for taken in _take(shares[number], shares[number + 1 :] + shares[:number]):
            kernel(*taken, *args)

    others = [_pool(n_threads - 1).submit(work, number) for number in range(1, n_threads)]
    work(0)
    for other in others:
        other.result()


def _take(mine: deque[tuple[int, int]], others: list[deque[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    """Yield what is left of a thread's own ranges, and then of others'."""
    for take in (mine.popleft, *(share.pop for share in others)):
        with suppress(IndexError):
            while True:
                yield take()
