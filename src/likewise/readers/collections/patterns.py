"""Patterns that name several files, such as shards/*.parquet, where no shell has expanded them."""

import glob
from pathlib import Path

import polars as pl

from likewise.readers.rust_panics import list_panics


def expand_pattern(path: str) -> list[str]:
    """Return the files that a pattern finds, in the order of their names.

    Parameters
    ----------
    path : str
        A path, or a pattern with ``*``, ``?``, ``[...]`` or ``**``.

    Returns
    -------
    list of str
        What it finds, but for .parquet files without rows if others have some: whoever writes a table in parts may
        leave a part empty. The path itself where it is no pattern, finds nothing, or names a file as it is.

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
    return [each for each in found if not _is_empty(each)] or found or [path]


def _is_empty(path: str) -> bool:
    if not path.lower().endswith(".parquet") or not Path(path).is_file():
        return False
    try:
        return int(pl.scan_parquet(path, glob=False).select(pl.len()).collect().item()) == 0
    except (pl.exceptions.PolarsError, OSError):
        return False  # whoever reads it says what is wrong
    except list_panics():
        return False
