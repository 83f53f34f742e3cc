"""Our columns beside the user's, without touching theirs."""

import polars as pl


def append_columns(original: pl.DataFrame, ours: pl.DataFrame) -> pl.DataFrame:
    """Put columns to the right of others; one whose name is taken gets the suffix "_likewise".

    Parameters
    ----------
    original : polars.DataFrame
        The user's columns, which stay as they are.
    ours : polars.DataFrame
        Columns to add, as long.

    Returns
    -------
    polars.DataFrame
        Both.

    Examples
    --------
    >>> append_columns(pl.DataFrame({"rank": ["a"]}), pl.DataFrame({"rank": [1], "why": [""]})).columns
    ['rank', 'rank_likewise', 'why']
    """
    taken, names = set(original.columns), {}
    for name in ours.columns:
        free = name
        while free in taken:
            free += "_likewise"
        taken.add(free)
        names[name] = free
    return original.hstack(ours.rename(names))
