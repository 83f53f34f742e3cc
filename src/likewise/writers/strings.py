"""Columns as strings and names as a header can hold them, for the formats that know nothing else."""

import json
from collections.abc import Sequence
from typing import Any

import polars as pl


def header(names: Sequence[str]) -> list[str]:
    """Make names of columns that a header keeps: no blanks around them, none empty, no two alike.

    Parameters
    ----------
    names : sequence of str
        The names of the columns of a table.

    Returns
    -------
    list of str
        As many.

    Examples
    --------
    >>> header(["id", " id", ""])
    ['id', 'id_2', 'column_3']
    """
    stems = [name.strip("\ufeff \t\r\n").strip() or f"column_{place}" for place, name in enumerate(names, start=1)]
    found: list[str] = []
    for stem in stems:
        name, number = stem, 2
        while name in found or (name != stem and name in stems):
            name, number = f"{stem}_{number}", number + 1
        found.append(name)
    return found


def as_strings(column: pl.Series) -> pl.Series:
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
    >>> as_strings(pl.Series("topics", [["grain", "corn"], None])).to_list()
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
