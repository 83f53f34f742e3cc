"""How notes count and name things: a few of them, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from likewise.errors import UserError


def count(number: int, singular: str, plural: str | None = None) -> str:
    """Write a number with its noun.

    Examples
    --------
    >>> count(1, "file"), count(1200, "file")
    ('1 file', '1,200 files')
    """
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def some(names: Sequence[str], most: int = 5) -> str:
    """Name the first few and say how many more there are.

    Examples
    --------
    >>> some(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def reason_of(error: UserError, path: Path, name: str) -> str:
    """Tell what an error says of a file without its name, which stands beside it.

    Examples
    --------
    >>> reason_of(UserError("a/b.txt is empty; give another"), Path("a/b.txt"), "b.txt")
    'is empty; give another'
    """
    said = str(error).replace(str(path), name)
    return said.removeprefix(name).lstrip(" :,")


def not_read(unread: Sequence[tuple[str, str]]) -> list[str]:
    """Say what was not read, one sentence for each reason.

    Parameters
    ----------
    unread : sequence of (str, str)
        Name and reason.

    Returns
    -------
    list of str
        Sentences without full stops.

    Examples
    --------
    >>> not_read([("a.png", "of a kind that is not read"), ("b.exe", "of a kind that is not read")])
    ['not read, 2 in all: a.png, b.exe (of a kind that is not read)']
    """
    by_reason: dict[str, list[str]] = {}
    for name, reason in unread:
        by_reason.setdefault(reason, []).append(name)
    return [
        f"not read{f', {len(names):,} in all' if len(names) > 1 else ''}: {some(names)} ({reason})"
        for reason, names in by_reason.items()
    ]
