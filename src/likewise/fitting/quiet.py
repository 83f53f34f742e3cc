"""Fits that warn nobody: for callers who tell what matters in their own words."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_quiet: ContextVar[bool] = ContextVar("likewise_fits_quietly", default=False)


@contextmanager
def without_convergence_warnings() -> Iterator[None]:
    """Let fits of this thread end without a ConvergenceWarning, and leave all other threads alone.

    Unlike `warnings.catch_warnings`, which changes the filters of the whole process.

    Yields
    ------
    None
        While it holds.

    Examples
    --------
    >>> with without_convergence_warnings():
    ...     is_quiet()
    True
    >>> is_quiet()
    False
    """
    before = _is_quiet.set(True)
    try:
        yield
    finally:
        _is_quiet.reset(before)


def is_quiet() -> bool:
    """Tell whether fits of this thread are not to warn.

    Examples
    --------
    >>> is_quiet()
    False
    """
    return _is_quiet.get()
