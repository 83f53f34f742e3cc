"""The table of writers by suffix, and `write`, which looks a path up in it."""

import gzip
import logging
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import polars as pl

from likewise.atomic_write import check_place, write_whole
from likewise.errors import UserError
from likewise.writers.formats import disarm_formulas, to_delimited, to_json, to_json_lines
from likewise.writers.layout import Layout
from likewise.writers.parquet import to_parquet
from likewise.writers.ris import to_ris
from likewise.writers.workbook import find_losses, to_workbook

# A new format is a new line here.
WRITERS: dict[str, Callable[[pl.DataFrame], bytes]] = {
    ".csv": partial(to_delimited, separator=","),
    ".json": to_json,
    ".jsonl": to_json_lines,
    ".parquet": to_parquet,
    ".ris": to_ris,
    ".tsv": partial(to_delimited, separator="\t"),
    ".xlsx": to_workbook,
}
# What is compressed already; all others are also written with ".gz" behind them.
PACKED = (".parquet", ".xlsx")
# Sentences on what a format cannot hold of a table.
LOSSES: dict[str, Callable[[pl.DataFrame], list[str]]] = {".xlsx": find_losses}


def suffixes() -> tuple[str, ...]:
    """List the suffixes that can be written.

    Returns
    -------
    tuple of str
        Suffixes with their dot, sorted; those of text may have ".gz" behind them.

    Examples
    --------
    >>> suffixes()
    ('.csv', '.json', '.jsonl', '.parquet', '.ris', '.tsv', '.xlsx')
    """
    return tuple(sorted(WRITERS))


def check_kind(path: Path) -> None:
    """Refuse a path whose suffix says nothing that can be written.

    Parameters
    ----------
    path : pathlib.Path
        Where a table shall go.

    Raises
    ------
    UserError
        If its suffix is unknown, or it would be compressed twice.

    Examples
    --------
    >>> check_kind(Path("found.csv.gz"))
    """
    suffix = _suffix(path)
    if suffix not in WRITERS:
        raise UserError(
            f"{path} is of a kind that cannot be written ({suffix or 'no suffix'}); end it in one of: "
            f"{', '.join(suffixes())}, those of text also with .gz"
        )
    if suffix in PACKED and _is_gzip(path):
        raise UserError(f"{path} would be compressed twice ({suffix} is already); leave .gz out")


def check_target(path: str | os.PathLike[str]) -> Path:
    """Refuse a path that cannot be written, before any work is done for it.

    Parameters
    ----------
    path : str or path-like
        Where a table shall go.

    Returns
    -------
    pathlib.Path
        The same, with "~" replaced.

    Raises
    ------
    UserError
        If its suffix is unknown, it is a folder, or its folder is not there or not writable.

    Examples
    --------
    >>> check_target("found.xyz")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: found.xyz is of a kind that cannot be written (.xyz); end it in one of: .csv, ...
    """
    target = Path(path).expanduser()
    check_kind(target)
    check_place(target)
    return target


def write(
    table: pl.DataFrame,
    path: str | os.PathLike[str],
    *,
    on_loss: Callable[[str], object] | None = None,
    layout: Layout | None = None,
    spreadsheet_safe: bool = False,
) -> Path:
    r"""Write a table to a file of the kind that its suffix names; the same table gives the same bytes.

    Parameters
    ----------
    table : polars.DataFrame
        What to write.
    path : str or path-like
        Ends in one of `suffixes()`, or in one of them and ".gz".
    on_loss : callable or None, default=None
        Called with a sentence for each thing that the format cannot hold, such as cells too long for a workbook; None
        logs a warning.
    layout : Layout or None, default=None
        How a workbook shows the table; other kinds are the table as it is.
    spreadsheet_safe : bool, default=False
        Whether delimited text gets a "'" before cells that a spreadsheet would run as a formula.

    Returns
    -------
    pathlib.Path
        The file, with "~" replaced.

    Raises
    ------
    UserError
        If it cannot be written; a file that was there before stays.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(pl.DataFrame({"id": ["a"]}), f"{folder}/found.csv").read_text()
    'id\na\n'
    """
    target = check_target(path)
    suffix = _suffix(target)
    for loss in LOSSES[suffix](table) if suffix in LOSSES else ():
        (on_loss or logging.getLogger("likewise").warning)(f"{target.name}: {loss}")
    if suffix == ".xlsx":
        content = to_workbook(table, layout)
    else:
        is_delimited = suffix in (".csv", ".tsv")
        content = WRITERS[suffix](disarm_formulas(table) if spreadsheet_safe and is_delimited else table)
    if _is_gzip(target):
        content = gzip.compress(content, mtime=0)
    write_whole(content, target)
    return target


def _suffix(path: Path) -> str:
    return Path(path.name.lower().removesuffix(".gz")).suffix


def _is_gzip(path: Path) -> bool:
    return path.name.lower().endswith(".gz")
