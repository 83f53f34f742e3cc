"""One BLAS thread where vectors are small: faster there, and the same bytes whatever the number of cores."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from threadpoolctl import threadpool_limits

_lock = Lock()
_inside = 0
_limits: Any = None


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let BLAS use one thread until the last of all that entered here has left.

    BLAS knows only one number of threads for the whole process. So threads that fit side by side share the limit:
    the first sets it, the last lifts it, and none of them computes with another number in between.

    Yields
    ------
    None
        While the limit holds.

    Examples
    --------
    >>> from threadpoolctl import threadpool_info
    >>> with one_blas_thread():
    ...     all(pool["num_threads"] == 1 for pool in threadpool_info() if pool["user_api"] == "blas")
    True
    """
    global _inside, _limits
    with _lock:
        if not _inside:
            _limits = threadpool_limits(1, user_api="blas")
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                _limits.restore_original_limits()
