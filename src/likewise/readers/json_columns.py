"""Objects from JSON to the columns of a table: each column of one type, nothing lost."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
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


def records_to_table(records: Sequence[Mapping[str, Any]]) -> tuple[list[pl.Series], list[str]]:
    """Make columns of objects: one per key, in the order in which the keys first occur.

    Parameters
    ----------
    records : sequence of mappings
        The objects; a key that one of them lacks is null there.

    Returns
    -------
    columns : list of polars.Series
        Strings, numbers, booleans and lists of strings as such; anything mixed or nested as JSON text.
    repairs : list of str
        What was turned into JSON text or could not be encoded.

    Examples
    --------
    >>> columns, repairs = records_to_table([{"id": 1, "topics": ["wine"]}, {"id": "b"}])
    >>> [column.to_list() for column in columns]
    [['1', 'b'], [['wine'], None]]
    >>> repairs
    ["column 'id' holds values of several kinds or nested ones; they were kept as JSON text"]
    """
    keys = dict.fromkeys(key for record in records for key in record)
    repairs: list[str] = []
    return [_column(key, [record.get(key) for record in records], repairs) for key in keys], repairs


def _column(key: str, values: list[Any], repairs: list[str]) -> pl.Series:
    name = _encodable(key)
    kinds = frozenset(type(value) for value in values if value is not None)
    dtype = _TYPES.get(kinds)
    if kinds == {list} and all(isinstance(item, str) for value in values if value is not None for item in value):
        dtype = pl.List(pl.String)
    if dtype == pl.Int64() and any(value is not None and not -(2**63) <= value < 2**63 for value in values):
        dtype = None
    if dtype is None:
        repairs.append(f"column {name!r} holds values of several kinds or nested ones; they were kept as JSON text")
        values = [value if value is None or isinstance(value, str) else _as_json(value) for value in values]
        dtype = pl.String()
    try:
        return pl.Series(name, values, dtype=dtype, strict=False)
    except UnicodeEncodeError:
        repairs.append(f"column {name!r} has half characters (lone surrogates); they became \ufffd")
        return pl.Series(name, [_mend(value) for value in values], dtype=dtype)


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _encodable(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _mend(value: Any) -> Any:
    if isinstance(value, str):
        return _encodable(value)
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    return value
