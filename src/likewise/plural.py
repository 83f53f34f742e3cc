"""Numbers with their nouns, estimates with the digits that they can have, and lists of names that stop after a few."""

from __future__ import annotations

from collections.abc import Sequence


def count_noun(number: int, singular: str, plural: str | None = None) -> str:
    """Write a number with its noun, or with its noun and verb.

    Parameters
    ----------
    number : int
        How many there are.
    singular : str
        The words for one.
    plural : str or None, default=None
        The words for any other number; None adds an "s".

    Returns
    -------
    str
        The number with commas between thousands, and the words.

    Examples
    --------
    >>> count_noun(1, "file"), count_noun(1200, "file"), count_noun(2, "row has", "rows have")
    ('1 file', '1,200 files', '2 rows have')
    """
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def name_a_few(names: Sequence[str], most: int = 5) -> str:
    """Name the first few, and say how many more there are.

    Parameters
    ----------
    names : sequence of str
        All names.
    most : int, default=5
        How many of them to write.

    Returns
    -------
    str
        The names with commas between them.

    Examples
    --------
    >>> name_a_few(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def about(number: float) -> str:
    """Write a number that is an estimate, with no more digits than anybody can mean.

    Parameters
    ----------
    number : float
        Of documents.

    Returns
    -------
    str
        Two digits at most from 100 on.

    Examples
    --------
    >>> about(187.4), about(12_345), about(48.2), about(0.2)
    ('190', '12,000', '48', '0')
    """
    whole = round(number)
    return f"{whole if whole < 100 else int(float(f'{number:.2g}')):,}"
