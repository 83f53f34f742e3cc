"""Run a kernel over ranges of rows on several threads, with the same bytes whatever their number.

Kernels take a half-open range and release the GIL. Each output row is written by one call from its first non-zero to
its last, so where the ranges are cut cannot change a result.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise

import numpy as np

#: Under this many non-zeros a range is not worth a thread.
SMALLEST_SHARE = 20_000
#: Several ranges for each thread, so that one which starts late or shares its core does not hold up all.
RANGES_PER_THREAD = 32


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
    ranges = iter(list(pairwise(cuts)))  # next() on a list's iterator is atomic: threads may share it

    def work() -> None:
        for start, stop in ranges:
            kernel(start, stop, *args)

    others = [_pool(n_threads - 1).submit(work) for _ in range(n_threads - 1)]
    work()
    for other in others:
        other.result()
