"""A table as bytes: delimited text and JSON."""

import io
import json
from typing import Any

import polars as pl

from likewise.documents.column_names import make_column_names
from likewise.writers.strings import to_text_column


def to_delimited(table: pl.DataFrame, separator: str, *, header: bool = True) -> bytes:
    r"""Write a table as delimited text in UTF-8; a cell is quoted only where it must be, and otherwise untouched.

    Parameters
    ----------
    table : polars.DataFrame
        Lists become their items with "; " between them, other nested values JSON.
    separator : str
        The character between cells.
    header : bool, default=True
        Whether the names of the columns come first.

    Returns
    -------
    bytes
        Header and rows.

    Examples
    --------
    >>> to_delimited(pl.DataFrame({"a": ["=1+1", None], "b": [["x", "y"], []]}), ",")
    b'a,b\n=1+1,x; y\n,""\n'
    """
    flat = table.with_columns(
        [to_text_column(table[name]) for name, dtype in table.schema.items() if dtype.is_nested()]
    )
    flat.columns = make_column_names(table.columns)
    stream = io.BytesIO()
    flat.write_csv(stream, separator=separator, quote_style="necessary", include_header=header)
    return stream.getvalue()


def disarm_formulas(table: pl.DataFrame) -> pl.DataFrame:
    """Put a "'" before cells that a spreadsheet would run as a formula: those that begin with = + - @ or a tab.

    Parameters
    ----------
    table : polars.DataFrame
        Any; numbers are left alone, as numbers and as strings.

    Returns
    -------
    polars.DataFrame
        The same with such cells as text.

    Examples
    --------
    >>> disarm_formulas(pl.DataFrame({"a": ["=1+1", "-3.5", "-x", "tea"], "b": [-1, 2, 3, 4]}))["a"].to_list()
    ["'=1+1", '-3.5', "'-x", 'tea']
    """
    cells = [
        to_text_column(table[name])
        for name, dtype in table.schema.items()
        if dtype.is_nested() or dtype in (pl.String, pl.Categorical, pl.Enum)
    ]
    return table.with_columns(
        pl.when(cell.str.contains(r"^[=+\-@\t\r]") & ~cell.str.contains(r"^[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?$"))
        .then("'" + cell)
        .otherwise(cell)
        .alias(cell.name)
        for cell in cells
    )


def to_json_lines(table: pl.DataFrame) -> bytes:
    r"""Write a table as JSON lines, one object per line.

    Parameters
    ----------
    table : polars.DataFrame
        Dates and times become strings.

    Returns
    -------
    bytes
        UTF-8.

    Examples
    --------
    >>> to_json_lines(pl.DataFrame({"id": ["a"], "rank": [1]}))
    b'{"id": "a", "rank": 1}\n'
    """
    return "".join(f"{_object(row)}\n" for row in table.iter_rows(named=True)).encode()


def to_json(table: pl.DataFrame) -> bytes:
    r"""Write a table as a JSON array, one object per line.

    Parameters
    ----------
    table : polars.DataFrame
        Dates and times become strings.

    Returns
    -------
    bytes
        UTF-8.

    Examples
    --------
    >>> to_json(pl.DataFrame({"id": ["a", "b"]}))
    b'[\n{"id": "a"},\n{"id": "b"}\n]\n'
    """
    return ("[\n" + ",\n".join(_object(row) for row in table.iter_rows(named=True)) + "\n]\n").encode()


def _object(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, default=str)
