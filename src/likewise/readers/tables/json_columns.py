"""Objects from JSON to the columns of a table: each column of one type, nothing lost."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from likewise.readers.columns import make_column


def records_to_columns(records: Sequence[Mapping[str, Any]]) -> tuple[list[pl.Series], list[str]]:
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
    >>> columns, repairs = records_to_columns([{"id": 1, "topics": ["wine"]}, {"id": "b"}])
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
    try:
        column, is_json = make_column(name, values, _as_json)
        half_characters = False
    except UnicodeEncodeError:
        column, is_json = make_column(
            name, [_repair(value) for value in values], lambda value: _encodable(_as_json(value))
        )
        half_characters = True
    if is_json:
        repairs.append(f"column {name!r} holds values of several kinds or nested ones; they were kept as JSON text")
    if half_characters:
        repairs.append(f"column {name!r} has half characters (lone surrogates); they became \ufffd")
    return column


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _encodable(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _repair(value: Any) -> Any:
    if isinstance(value, str):
        return _encodable(value)
    if isinstance(value, list):
        return [_repair(item) for item in value]
    return value
