"""SQLite: a table of a database, or what a SELECT returns; the file is only ever read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import polars as pl

from likewise.documents.column_names import make_column_names
from likewise.errors import UserError
from likewise.plural import count_noun, name_a_few
from likewise.readers.columns import make_column
from likewise.readers.encoding import read_beginning
from likewise.readers.raw_table import RawTable

_ALLOWED = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE)
_TABLES = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND substr(name, 1, 7) <> 'sqlite_'"
_STEPS_BETWEEN = 100_000
_MOST_STEPS = 300_000_000
_MOST_ROWS = 5_000_000
_LONGEST_VALUE = 100_000_000
_LOOKED_AT = 100


def read_sqlite(path: Path, table: str | None) -> RawTable:
    """Read a table of an SQLite database.

    Nothing is written beside the file and no lock is taken, so a program that uses it is not disturbed.

    Parameters
    ----------
    path : pathlib.Path
        An .sqlite, .sqlite3 or .db file.
    table : str or None
        The name of a table or view, or a SELECT; None takes the table with most rows that has text.

    Returns
    -------
    RawTable
        The rows, with notes on other tables and on values that are bytes.

    Raises
    ------
    UserError
        If it is not a database, there is no such table, or the query is wrong, changes something or does not end.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.db")
    ...     with closing(sqlite3.connect(path)) as database:
    ...         _ = database.executescript("create table hits (id, text); insert into hits values (7, 'red wine')")
    ...     read_sqlite(path, "select text from hits").table.rows()
    [('red wine',)]
    """
    notes = []
    log = path.with_name(path.name + "-wal")
    if log.is_file() and log.stat().st_size:
        notes.append(
            f"{path.name}: changes that are still in {log.name} are not read; close the program that has it open"
        )
    with _opened(path) as database:
        # In a damaged file a name may be bytes.
        names = [name for (name,) in database.execute(_TABLES) if isinstance(name, str)]
        if table is None:
            table, others = _likeliest(database, names, path)
            if others:
                notes.append(f"{path.name}: table {table} was read; tables not read: {name_a_few(others)}")
        elif table not in names and not table.lstrip().lower().startswith(("select", "with")):
            raise UserError(
                f"{path} has no table {table!r}; it has: {', '.join(names) or 'none'}; name one of these, "
                "or write a SELECT",
                parameter="table",
            )
        query = f"SELECT * FROM {_quoted(table)}" if table in names else table
        titles, rows = _fetched(database, query, path)
    return _table(titles, rows, path, notes)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database so that it can only be read, and not for ever; what SQLite says of it becomes a sentence."""
    if not read_beginning(path, 1):
        raise UserError(f"{path} is empty; give a file that holds documents")
    steps = 0

    def count_steps() -> bool:
        nonlocal steps
        steps += _STEPS_BETWEEN
        return steps > _MOST_STEPS

    def allow(action: int, first: str | None, second: str | None, *_: str | None) -> int:
        loads = action == sqlite3.SQLITE_FUNCTION and second == "load_extension"
        return sqlite3.SQLITE_OK if action in _ALLOWED and not loads else sqlite3.SQLITE_DENY

    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            database.text_factory = lambda value: value.decode("utf-8", "replace")
            database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
            database.set_authorizer(allow)
            database.set_progress_handler(count_steps, _STEPS_BETWEEN)
            yield database
    except sqlite3.Error as error:
        raise UserError(f"{path} cannot be read: {_sentence(error, steps > _MOST_STEPS)}") from error
    except UnicodeError as error:
        raise UserError(f"{path} cannot be read: a name or the query is not text; copy or download it again") from error


def _sentence(error: sqlite3.Error, stopped: bool) -> str:
    message = str(error)
    if stopped:
        return "the query does not come to an end; ask for less, for instance with LIMIT"
    if "not authorized" in message or "prohibited" in message:
        return f"only SELECT is allowed ({message}); write a query that changes nothing"
    if "not a database" in message or "malformed" in message or "disk image" in message:
        return f"{message}; copy or download it again"
    return f"{message}; fix the query, or copy the file again"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _likeliest(database: sqlite3.Connection, names: Sequence[str], path: Path) -> tuple[str, list[str]]:
    """Return the table with most rows among those that have text, and the others."""
    sizes = {}
    for name in names:
        sample = database.execute(f"SELECT * FROM {_quoted(name)} LIMIT {_LOOKED_AT}")
        if any(isinstance(value, str) for row in sample for value in row):
            sizes[name] = int(database.execute(f"SELECT count(*) FROM {_quoted(name)}").fetchone()[0])
    if not sizes:
        reason = f"none of its tables ({name_a_few(names)}) has" if names else "it has no tables with"
        raise UserError(
            f"{path} holds no documents: {reason} text; give another file, or write a SELECT", parameter="table"
        )
    chosen = max(sizes, key=lambda name: sizes[name])
    return chosen, [name for name in names if name != chosen]


def _fetched(database: sqlite3.Connection, query: str, path: Path) -> tuple[list[str], list[tuple[Any, ...]]]:
    try:
        cursor = database.execute(query)
    except sqlite3.ProgrammingError as error:
        raise UserError(f"{path}: only one SELECT can be run at a time ({error}); give one query") from error
    rows = cursor.fetchmany(_MOST_ROWS)
    if len(rows) == _MOST_ROWS and cursor.fetchone() is not None:
        raise UserError(f"{path} gives over {_MOST_ROWS:,} rows; ask for fewer, for instance with LIMIT")
    return [title[0] for title in cursor.description or ()], rows


def _table(titles: list[str], rows: list[tuple[Any, ...]], path: Path, notes: list[str]) -> RawTable:
    if not rows:
        raise UserError(f"{path}: the table or query gives no rows; choose another", parameter="table")
    columns = []
    for name, values in zip(make_column_names(titles), zip(*rows, strict=True), strict=True):
        if bytes_ := sum(isinstance(value, bytes) for value in values):
            verb = "is" if bytes_ == 1 else "are"
            notes.append(f"{path.name}: {count_noun(bytes_, 'value')} of {name!r} {verb} bytes, left out")
        # A column of SQLite may hold values of any kind; together they are strings.
        columns.append(make_column(name, [None if isinstance(value, bytes) else value for value in values])[0])
    return RawTable(pl.DataFrame(columns), notes=notes)
