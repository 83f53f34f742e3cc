"""Patterns that name several files, such as shards/*.parquet, where no shell has expanded them."""

import glob
from pathlib import Path


def expand_pattern(path: str) -> list[str]:
    """Return the files that a pattern finds, in the order of their names.

    Parameters
    ----------
    path : str
        A path, or a pattern with ``*``, ``?``, ``[...]`` or ``**``.

    Returns
    -------
    list of str
        What it finds, but for .parquet files without a row; the path itself where it is none, finds nothing, or names a
        file as it is.

    Examples
    --------
    >>> expand_pattern("nowhere/*.parquet"), expand_pattern("pile.csv")
    (['nowhere/*.parquet'], ['pile.csv'])
    """
    if not glob.has_magic(path):
        return [path]
    place = str(Path(path).expanduser())
    if Path(place).exists():
        return [path]
    found = sorted(glob.glob(place, recursive=True))  # noqa: PTH207 it may begin anywhere
    if not any(each.lower().endswith(".parquet") for each in found):
        return found or [path]
    from likewise.readers.empty_parts import leave_out_empty

    return leave_out_empty(found)
