"""How to catch what Rust raises when it gives up: an exception that no module exports, and that is no Exception."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_ONE_AT_A_TIME = threading.Lock()


@contextmanager
def silence_panics() -> Iterator[None]:
    """Keep from the terminal what Rust prints of a panic; the exception that follows says all there is to say.

    Rust writes to the file behind stderr by itself, so that is what is turned away, by one reader at a time.

    Examples
    --------
    >>> with silence_panics():
    ...     _ = os.write(2, b"thread panicked")
    """
    with _ONE_AT_A_TIME, open(os.devnull, "wb") as nowhere:  # noqa: PTH123 no path of a user's
        try:
            kept = os.dup(2)
        except OSError:  # closed, as for a service
            kept = None
        if kept is not None:
            os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            if kept is not None:
                os.dup2(kept, 2)
                os.close(kept)


def rust_panics() -> tuple[type[BaseException], ...]:
    """List the exceptions that a panic in any Rust library has raised so far.

    Each library makes its own at its first panic, so they are looked for when there is something to catch: Python
    evaluates what stands behind `except` only then.

    Returns
    -------
    tuple of types
        For an `except` clause.

    Examples
    --------
    >>> try:
    ...     raise KeyError("tea")
    ... except rust_panics():
    ...     print("a panic")
    ... except KeyError:
    ...     print("no panic")
    no panic
    """
    return tuple(kind for kind in BaseException.__subclasses__() if kind.__module__ == "pyo3_runtime")
