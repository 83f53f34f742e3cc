"""Parquet: columns with their types, as polars has them."""

from __future__ import annotations

import io
from pathlib import Path

import polars as pl

from likewise.errors import UserError
from likewise.plural import name_a_few
from likewise.readers.encoding import load_bytes
from likewise.readers.raw_table import RawTable
from likewise.readers.rust_panics import rust_panics, silence_panics


def read_parquet(path: Path) -> RawTable:
    """Read a Parquet file.

    Parameters
    ----------
    path : pathlib.Path
        A .parquet file.

    Returns
    -------
    RawTable
        Its table; columns of bytes that are text become strings, others are left out.

    Raises
    ------
    UserError
        If it is damaged or has no rows.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.parquet")
    ...     pl.DataFrame({"id": [7], "text": ["red wine"]}).write_parquet(path)
    ...     read_parquet(path).table.rows()
    [(7, 'red wine')]
    """
    data = load_bytes(path)
    if not data:
        raise UserError(f"{path} is empty; give a file that holds documents")
    try:
        # From memory: a name may hold characters that stand for many files, and a file may change while it is read.
        with silence_panics():
            table = pl.read_parquet(io.BytesIO(data), use_pyarrow=False, hive_partitioning=False)
    except (pl.exceptions.PolarsError, OSError, UnicodeDecodeError) as error:
        why = str(error).partition("\n")[0]
        raise UserError(f"{path} is damaged, or no Parquet: {why}; copy or download it again") from error
    except rust_panics() as error:
        raise UserError(f"{path} is damaged: no program could make sense of it; copy or download it again") from error
    if not table.height or not table.width:
        raise UserError(f"{path} has no rows; give a file that holds documents")
    return _without_bytes(table, path)


def _without_bytes(table: pl.DataFrame, path: Path) -> RawTable:
    dropped = []
    for name, kind in table.schema.items():
        if kind == pl.Binary:
            try:
                table = table.with_columns(pl.col(name).cast(pl.String))
            except pl.exceptions.PolarsError:
                dropped.append(name)
    notes = [f"{path.name}: left out, since they hold bytes and no text: {name_a_few(dropped)}"] if dropped else []
    if len(dropped) == table.width:
        raise UserError(f"{path} holds only bytes and no text; give a file that holds documents")
    return RawTable(table.drop(dropped), notes=notes)
