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
        Strings, numbers, booleans and lists of them as such; anything mixed and objects as JSON text.
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
    dtype = _type(values)
    if dtype is None:
        repairs.append(f"column {name!r} holds values of several kinds or nested ones; they were kept as JSON text")
        values = [value if value is None or isinstance(value, str) else _as_json(value) for value in values]
        dtype = pl.String()
    try:
        return pl.Series(name, values, dtype=dtype, strict=False)
    except UnicodeEncodeError:
        repairs.append(f"column {name!r} has half characters (lone surrogates); they became \ufffd")
        return pl.Series(name, [_mend(value) for value in values], dtype=dtype)


def _type(values: list[Any]) -> pl.DataType | None:
    """Find the type that holds all values as they are; None if there is none, or only a nested one."""
    there = [value for value in values if value is not None]
    kinds = frozenset(map(type, there))
    if kinds == {list}:
        inner = _type([item for value in there for item in value])
        return None if inner is None else pl.List(inner)
    if int in kinds and not all(-(2**63) <= value < 2**63 for value in there if isinstance(value, int)):
        return None
    return _TYPES.get(kinds)


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
