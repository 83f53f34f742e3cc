"""The table of writers by suffix, and `write`, which looks a path up in it."""

import gzip
import logging
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import polars as pl

from likewise.atomic_write import write_whole
from likewise.writers.formats import disarm_formulas, to_delimited, to_json, to_json_lines
from likewise.writers.kinds import check_target, find_suffix, is_gzip
from likewise.writers.layout import Layout
from likewise.writers.parquet import to_parquet
from likewise.writers.ris import to_ris
from likewise.writers.workbook import find_losses, to_workbook

# A new format is a new line here, and one in `kinds`.
WRITERS: dict[str, Callable[[pl.DataFrame], bytes]] = {
    ".csv": partial(to_delimited, separator=","),
    ".json": to_json,
    ".jsonl": to_json_lines,
    ".parquet": to_parquet,
    ".ris": to_ris,
    ".tsv": partial(to_delimited, separator="\t"),
    ".xlsx": to_workbook,
}
# Sentences on what a format cannot hold of a table.
LOSSES: dict[str, Callable[[pl.DataFrame], list[str]]] = {".xlsx": find_losses}


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
    suffix = find_suffix(target)
    for loss in LOSSES[suffix](table) if suffix in LOSSES else ():
        (on_loss or logging.getLogger("likewise").warning)(f"{target.name}: {loss}")
    if suffix == ".xlsx":
        content = to_workbook(table, layout)
    else:
        is_delimited = suffix in (".csv", ".tsv")
        content = WRITERS[suffix](disarm_formulas(table) if spreadsheet_safe and is_delimited else table)
    if is_gzip(target):
        content = gzip.compress(content, mtime=0)
    write_whole(content, target)
    return target
