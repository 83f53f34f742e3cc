"""JSON: one object or string per line, an array of them, or an object of lists."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from likewise.errors import UserError
from likewise.readers.encoding import load_text
from likewise.readers.nothing_read import NothingReadError
from likewise.readers.raw_table import RawTable
from likewise.readers.tables.json_columns import records_to_columns


def read_json_lines(path: Path, *, n_before: int = 0) -> RawTable:
    r"""Read a file with one JSON object, or one JSON string, per line.

    Parameters
    ----------
    path : pathlib.Path
        A .jsonl file. Lines that are not valid are skipped, and the notes name them.
    n_before : int, default=0
        Lines that stand before those of this file, of which it is a piece.

    Returns
    -------
    RawTable
        One row per line, one column per key.

    Raises
    ------
    UserError
        If no line is valid.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "pile.jsonl")
    ...     _ = path.write_text('{"id": 7, "text": "red wine"}\n{"id": 8\n')
    ...     raw = read_json_lines(path)
    >>> raw.table.rows()
    [(7, 'red wine')]
    >>> raw.notes
    ["pile.jsonl: 1 line is not valid JSON and was skipped: line 2 (Expecting ',' delimiter)"]
    """
    text, notes = load_text(path)
    # An array, or an object over several lines, under the wrong name: a line of it may well be an object by itself.
    whole = _whole(text) if text.lstrip().startswith(("[", "{\n", "{\r")) else None
    if whole is not None:
        return _to_raw(whole, path, notes)
    records, bad = _parse_lines(text, n_before)
    if not records:
        line, reason = bad[0]
        raise NothingReadError(
            f"{path} has no valid JSON line (line {line:,}: {reason}); give one JSON object per line"
        )
    if bad:
        notes.append(f"{path.name}: {_skipped(bad)}")
    return _to_raw(records, path, notes)


def read_json(path: Path) -> RawTable:
    """Read a JSON file: an array of objects or strings, or an object of lists.

    Parameters
    ----------
    path : pathlib.Path
        A .json file; one that holds JSON lines is read as such.

    Returns
    -------
    RawTable
        One row per object, one column per key.

    Raises
    ------
    UserError
        If the JSON is not valid, or of another shape.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "pile.json")
    ...     _ = path.write_text('["red wine", "green tea"]')
    ...     read_json(path).table.rows()
    [('red wine',), ('green tea',)]
    """
    text, notes = load_text(path)
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        records, bad = _parse_lines(text)
        # Pretty-printed JSON that is broken somewhere has lines that happen to be strings: more bad ones than good.
        if len(records) <= len(bad):
            where = f"line {error.lineno:,}, column {error.colno:,}"
            raise UserError(f"{path} is not valid JSON ({error.msg} at {where}); fix it, or save it again") from error
        notes.append(f"{path.name} is not one JSON value but one per line, and was read so")
        if bad:
            notes.append(f"{path.name}: {_skipped(bad)}")
        return _to_raw(records, path, notes)
    except RecursionError as error:
        raise UserError(f"{path} is nested too deeply to be documents; give an array of objects") from error
    return _to_raw(content, path, notes)


def _whole(text: str) -> Any:
    """Parse the file as one JSON value; None if it is not one."""
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        return None


def _parse_lines(text: str, n_before: int = 0) -> tuple[list[dict[str, Any] | str], list[tuple[int, str]]]:
    """Parse each line; return the objects and strings, and the number of each bad line with the reason."""
    records: list[dict[str, Any] | str] = []
    bad: list[tuple[int, str]] = []
    # Not splitlines: JSON strings may hold the other line ends that Unicode has.
    for number, line in enumerate(text.split("\n"), start=n_before + 1):
        if not line or line.isspace():
            continue
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            bad.append((number, error.msg))
            continue
        except RecursionError:
            bad.append((number, "nested too deeply"))
            continue
        if isinstance(value, dict | str):
            records.append(value)
        else:
            bad.append((number, "neither an object nor a string"))
    return records, bad


def _skipped(bad: Sequence[tuple[int, str]], most: int = 5) -> str:
    places = ", ".join(f"line {number:,} ({reason})" for number, reason in bad[:most])
    more = f" and {len(bad) - most:,} more" if len(bad) > most else ""
    verb = "line is not valid JSON and was" if len(bad) == 1 else "lines are not valid JSON and were"
    return f"{len(bad):,} {verb} skipped: {places}{more}"


def _to_raw(content: Any, path: Path, notes: list[str]) -> RawTable:
    """Make a table of a JSON value."""
    if isinstance(content, dict):
        content = _rows_of(content, path)
    if not isinstance(content, list):
        raise UserError(f"{path} holds a single JSON {_kind(content)}; give an array of objects or strings")
    if not content:
        raise UserError(f"{path} holds no documents: its array is empty; give an array of objects or strings")
    strange = [position for position, value in enumerate(content, start=1) if not isinstance(value, dict | str)]
    if len(strange) == len(content):
        raise UserError(f"{path} is an array of {_kind(content[0])}s; give an array of objects or strings")
    if strange:
        notes.append(f"{path.name}: {len(strange):,} items are neither object nor string and were skipped")
    records = [
        value if isinstance(value, dict) else {"text": value} for value in content if isinstance(value, dict | str)
    ]
    columns, repairs = records_to_columns(records)
    notes.extend(f"{path.name}: {repair}" for repair in repairs)
    if not columns:
        raise UserError(f"{path} holds only empty objects; give objects that have a text")
    # By name, since polars gives a list of columns names of its own where one is empty.
    return RawTable(pl.DataFrame({column.name: column for column in columns}), notes=notes)


def _rows_of(content: dict[str, Any], path: Path) -> list[Any]:
    """Find the rows of an object: of its lists, or of the one list of objects in it; else it is the only row."""
    lists = {key: value for key, value in content.items() if isinstance(value, list)}
    of_objects = [value for value in lists.values() if value and all(isinstance(item, dict) for item in value)]
    if len(of_objects) == 1:
        return list(of_objects[0])
    if not lists or len(lists) < len(content):
        return [content]
    lengths = {key: len(value) for key, value in lists.items()}
    if len(set(lengths.values())) > 1:
        sizes = ", ".join(f"{key} {length:,}" for key, length in lengths.items())
        raise UserError(f"{path} is an object of lists that differ in length ({sizes}); give lists of one length")
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]


def _kind(value: Any) -> str:
    return {type(None): "null", bool: "boolean", int: "number", float: "number", str: "string"}.get(
        type(value), "array"
    )
