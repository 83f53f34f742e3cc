"""What was not read, and why: the reasons, and the sentences made of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from likewise.errors import UserError
from likewise.plural import name_a_few


def get_reason(error: UserError, path: Path, name: str) -> str:
    """Return what an error says about a file, without the name of the file.

    Parameters
    ----------
    error : UserError
        Its message names the file by its path or its name.
    path : pathlib.Path
        The path of the file.
    name : str
        The name that stands beside the reason.

    Returns
    -------
    str
        The rest of the message.

    Examples
    --------
    >>> get_reason(UserError("a/b.txt is empty; give another"), Path("a/b.txt"), "b.txt")
    'is empty; give another'
    """
    message = str(error).replace(str(path), name)
    return message.removeprefix(name).lstrip(" :,")


def describe_unread(unread: Sequence[tuple[str, str]]) -> list[str]:
    """Write one sentence for each reason why something was not read.

    Parameters
    ----------
    unread : sequence of (str, str)
        The name of each thing that was not read, and the reason.

    Returns
    -------
    list of str
        Sentences without full stops.

    Examples
    --------
    >>> describe_unread([("a.png", "of a kind that is not read"), ("b.exe", "of a kind that is not read")])
    ['not read, 2 in all: a.png, b.exe (of a kind that is not read)']
    """
    by_reason: dict[str, list[str]] = {}
    for name, reason in unread:
        by_reason.setdefault(reason, []).append(name)
    return [
        f"not read{f', {len(names):,} in all' if len(names) > 1 else ''}: {name_a_few(names)} ({reason})"
        for reason, names in by_reason.items()
    ]
