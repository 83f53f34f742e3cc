"""Python values to columns of a table: one type for each column, or strings where there is no such type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import polars as pl

_TYPES: dict[frozenset[type], pl.DataType] = {
    frozenset(): pl.String(),
    frozenset({str}): pl.String(),
    frozenset({bool}): pl.Boolean(),
    frozenset({int}): pl.Int64(),
    frozenset({float}): pl.Float64(),
    frozenset({int, float}): pl.Float64(),
}


def make_string_table(rows: Sequence[Mapping[str, str | None]], names: Iterable[str]) -> pl.DataFrame:
    """Make a table of strings from rows.

    Parameters
    ----------
    rows : sequence of mappings
        The values of each row by the names of their columns.
    names : iterable of str
        The columns, in order; a value that a row lacks is null.

    Returns
    -------
    polars.DataFrame
        Strings and nulls.

    Examples
    --------
    >>> make_string_table([{"title": "On wine"}, {"title": "On tea", "year": "1999"}], ["title", "year"]).rows()
    [('On wine', None), ('On tea', '1999')]
    """
    return pl.DataFrame([pl.Series(name, [row.get(name) for row in rows], dtype=pl.String) for name in names])


def make_column(name: str, values: Sequence[Any], write: Callable[[Any], str] = str) -> tuple[pl.Series, bool]:
    """Make a column of Python values: of their own type, or of strings if they have no type in common.

    Parameters
    ----------
    name : str
        The name of the column.
    values : sequence of object
        Strings, numbers, booleans, lists of these, or anything else; None is null.
    write : callable, default=str
        Turns a value that is not a string into one, where strings are made.

    Returns
    -------
    column : polars.Series
        Whole and decimal numbers together are decimal numbers.
    are_written : bool
        Whether strings had to be made.

    Examples
    --------
    >>> make_column("year", [1999, None])[0].to_list(), make_column("id", [1, "b"])[0].to_list()
    ([1999, None], ['1', 'b'])
    """
    dtype = find_type(values)
    if dtype is not None:
        return pl.Series(name, values, dtype=dtype, strict=False), False
    written = [value if value is None or isinstance(value, str) else write(value) for value in values]
    return pl.Series(name, written, dtype=pl.String), True


def find_type(values: Iterable[Any]) -> pl.DataType | None:
    """Find the type that holds all values as they are.

    Parameters
    ----------
    values : iterable of object
        None does not count.

    Returns
    -------
    polars.DataType or None
        None if there is no such type, or only a nested one.

    Examples
    --------
    >>> find_type([1, None, 2.5]), find_type([1, "a"]) is None
    (Float64, True)
    """
    present = [value for value in values if value is not None]
    kinds = frozenset(map(_base_type, present))
    if kinds == {list}:
        inner = find_type(item for value in present for item in value)
        return None if inner is None else pl.List(inner)
    if int in kinds and not all(-(2**63) <= value < 2**63 for value in present if isinstance(value, int)):
        return None
    return _TYPES.get(kinds)


def _base_type(value: Any) -> type:
    """Return the type of a value; for one that extends a type of Python, such as numpy's float64, that type."""
    return next((kind for kind in (bool, int, float, str) if isinstance(value, kind)), type(value))
