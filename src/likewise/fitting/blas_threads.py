"""One BLAS thread for work on small vectors: threads cost more than they do there, and their sums differ in bytes.

The number of BLAS threads belongs to the whole process. The limit is counted: the first thread of ours that wants it
sets it, the last one that leaves gives the old number back, so that fits that overlap in several threads neither undo
each other's limit nor leave it behind. Other threads' BLAS calls are right meanwhile, on one thread each.

threadpoolctl lets no thread change the limit while the thread that changed it last is alive and inside. As fits end in
any order, a thread of its own, which is gone at once, makes each change. Inside a ``threadpool_limits`` of the caller's
the caller's number holds.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock, Thread
from typing import Any

import scipy.linalg  # noqa: F401 - its BLAS is loaded before the controller looks for them
from threadpoolctl import ThreadpoolController

_lock = Lock()
_inside = 0
_limit: Any = None


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Run what is inside with BLAS on one thread, whatever other threads of the process do.

    Examples
    --------
    >>> from threadpoolctl import threadpool_info
    >>> with one_blas_thread(), one_blas_thread():
    ...     print({library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"})
    {1}
    """
    global _inside
    with _lock:
        if _inside == 0:
            _run_apart(_set)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                _run_apart(_restore)


def _run_apart(change: Callable[[], None]) -> None:
    thread = Thread(target=change)
    thread.start()
    thread.join()


def _set() -> None:
    global _limit
    _limit = _controller().limit(limits=1, user_api="blas")


def _restore() -> None:
    _limit.restore_original_limits()
