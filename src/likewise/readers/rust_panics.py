"""How to catch what Rust raises when it gives up: an exception that no module exports, and that is no Exception."""

from __future__ import annotations


def list_panics() -> tuple[type[BaseException], ...]:
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
    ... except list_panics():
    ...     print("a panic")
    ... except KeyError:
    ...     print("no panic")
    no panic
    """
    return tuple(kind for kind in BaseException.__subclasses__() if kind.__module__ == "pyo3_runtime")
