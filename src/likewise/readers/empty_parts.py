"""Parts of a table that have no row, as programs that write one in parts may leave them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from likewise.readers.rust_panics import list_panics


def leave_out_empty(paths: Sequence[str]) -> list[str]:
    """Leave out .parquet files without a row; all of them stay if there is nothing else.

    Parameters
    ----------
    paths : sequence of str
        Files of any kind.

    Returns
    -------
    list of str
        The others, in the order given; those that cannot be read are among them.

    Examples
    --------
    >>> leave_out_empty(["nowhere.parquet", "pile.csv"])
    ['nowhere.parquet', 'pile.csv']
    """
    return [path for path in paths if not _is_empty(path)] or list(paths)


def _is_empty(path: str) -> bool:
    if not path.lower().endswith(".parquet") or not Path(path).is_file():
        return False
    try:
        return int(pl.scan_parquet(path, glob=False).select(pl.len()).collect().item()) == 0
    except (pl.exceptions.PolarsError, OSError):
        return False  # whoever reads it says what is wrong
    except list_panics():
        return False
