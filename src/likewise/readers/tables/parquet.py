"""Parquet: columns with their types, as polars has them."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from likewise.errors import UserError
from likewise.plural import name_a_few
from likewise.readers.raw_table import RawTable
from likewise.readers.tables.parquet_process import DamagedParquetError, decode_parquet
from likewise.readers.unpacking import load_bytes


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
    if not data.startswith(b"PAR1") or not data.endswith(b"PAR1"):
        raise UserError(f"{path} is damaged, or not a Parquet file: PAR1 is missing; copy or download it again")
    try:
        table = decode_parquet(data)
    except DamagedParquetError as error:
        why = f"is damaged, or not a Parquet file: {error}" if str(error) else "is damaged: no program can decode it"
        raise UserError(f"{path} {why}; copy or download it again") from error
    except OSError as error:
        raise UserError(
            f"{path} cannot be read: no process can be started to decode it ({error.strerror}); save it as .csv"
        ) from error
    if not table.height or not table.width:
        raise UserError(f"{path} has no rows; give a file that holds documents")
    return without_bytes(table, path)


def without_bytes(table: pl.DataFrame, path: Path) -> RawTable:
    r"""Make columns of bytes that are text strings, and leave the others out.

    Examples
    --------
    >>> without_bytes(pl.DataFrame({"text": [b"wine"], "photo": [b"\xff"]}), Path("pile.parquet")).table.rows()
    [('wine',)]
    """
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
