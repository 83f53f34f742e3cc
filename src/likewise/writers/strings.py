"""Columns as strings, for the formats that know nothing else."""

import json
from typing import Any

import polars as pl


def to_text_column(column: pl.Series) -> pl.Series:
    """Turn any column into strings.

    Parameters
    ----------
    column : polars.Series
        Lists become their items with "; " between them, other nested values JSON.

    Returns
    -------
    polars.Series
        The same name; nulls stay.

    Examples
    --------
    >>> to_text_column(pl.Series("topics", [["grain", "corn"], None])).to_list()
    ['grain; corn', None]
    """
    if column.dtype.is_nested():
        return pl.Series(column.name, [_cell(value) for value in column.to_list()], dtype=pl.String)
    return column.cast(pl.String)


def _cell(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, list) and not any(isinstance(item, list | dict) for item in value):
        return "; ".join("" if item is None else str(item) for item in value)
    return json.dumps(value, ensure_ascii=False, default=str)
