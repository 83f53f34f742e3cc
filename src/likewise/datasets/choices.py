"""One check for options that take one of a few values."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.errors import UserError


def check_choice(option: str, value: object, allowed: Sequence[object]) -> None:
    """Refuse a value that is not allowed.

    Parameters
    ----------
    option : str
        The name of the option.
    value : object
        What the caller gave.
    allowed : sequence of object
        What may be given.

    Raises
    ------
    UserError
        If the value is not one of them.

    Examples
    --------
    >>> check_choice("split", "dev", (None, "train", "test"))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: split must be one of None, 'train', 'test', not 'dev'
    """
    if value not in allowed:
        raise UserError(f"{option} must be one of {', '.join(map(repr, allowed))}, not {value!r}")
