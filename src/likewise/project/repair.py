"""Copies of a project, and what can still be read of a damaged one."""

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from likewise.errors import UserError
from likewise.project.answers import get_checksum
from likewise.project.batches import get_sum
from likewise.project.creating import check_new, making
from likewise.project.database import Database, in_words
from likewise.project.project import find_path
from likewise.project.schema import make_tables

#: Every table, those first that nothing else can replace.
_TABLES = (
    *("answers", "notes", "facts", "batches", "documents", "chunks", "draws", "audit", "runs"),
    *("last_table", "keys", "kept"),
)
#: What the rows of each table are in the order of.
_ORDER = {
    **dict.fromkeys(("answers", "notes"), "seq"),
    **dict.fromkeys(("batches", "draws", "runs"), "number"),
    "facts": "name",
    "kept": "name",
    "documents": "place",
    "chunks": "rowid",
    "audit": "draw",
    "last_table": "run",
    "keys": "hash",
}
#: A file that says it is longer says something wrong.
_LONGEST = 2**40
#: Those whose order is a number that counts from 1 or 0, so that rows can be looked up one by one.
_COUNTED = ("answers", "notes", "batches", "documents", "runs")


@dataclass(frozen=True)
class Repaired:
    """What was read of a damaged project.

    Parameters
    ----------
    path : pathlib.Path
        The new file.
    damage : tuple of str
        What is damaged, in words.
    rows : dict of str to int
        How many rows of each table were read.
    is_whole : bool
        Whether the new file can be worked with; else it has the answers, and documents must be added again.
    """

    path: Path
    damage: tuple[str, ...]
    rows: dict[str, int]
    is_whole: bool


def copy_project(path: str | os.PathLike[str], target: str | os.PathLike[str]) -> Path:
    """Copy a project as it is at one moment, while others may go on writing to it.

    Parameters
    ----------
    path : str or path-like
        The project's file.
    target : str or path-like
        The copy; nothing that is there is replaced.

    Returns
    -------
    pathlib.Path
        The copy.

    Raises
    ------
    UserError
        If something is there, or the system refuses; no file is left then.
    """
    place = check_new(target)
    with making(place) as temporary, Database(find_path(path), read_only=True) as database:
        database.backup(temporary)
    return place


def find_damage(path: Path) -> list[str]:
    """Say what is damaged in a file, by SQLite's own check and by our checksums.

    Parameters
    ----------
    path : pathlib.Path
        A project's file.

    Returns
    -------
    list of str
        One for each thing; none if all is well.
    """
    damage: list[str] = []
    try:
        with closing(_open(path)) as connection:
            damage += [row for (row,) in connection.execute("PRAGMA integrity_check(20)") if row != "ok"]
            damage += [
                f"answer {row[0]}"
                for row in connection.execute("SELECT * FROM answers ORDER BY seq")
                if not _is_answer(row)
            ]
            for row in connection.execute("SELECT * FROM chunks"):
                if not _is_piece(row):
                    damage.append(f"documents, part {row[1] + 1} of batch {row[0]}")
    except (sqlite3.Error, ValueError, TypeError) as error:
        damage.append(str(error))
    return damage


def repair_project(path: str | os.PathLike[str], target: str | os.PathLike[str]) -> Repaired:
    """Read every row that can still be read of a project into a new file.

    Parameters
    ----------
    path : str or path-like
        A project's file, in any state; it is not changed.
    target : str or path-like
        The new file; nothing that is there is replaced.

    Returns
    -------
    Repaired
        What was read.

    Raises
    ------
    UserError
        If nothing at all can be read, or the new file cannot be written.
    """
    source, place = find_path(path), check_new(target)
    if not source.is_file():
        raise UserError(f"there is no project {source}; check its name", parameter="project")
    damage = find_damage(source)
    rows: dict[str, int] = {}
    with making(place) as temporary, _lengthened(source) as readable:
        with in_words(temporary), closing(sqlite3.connect(temporary, isolation_level=None)) as new:
            new.execute("PRAGMA journal_mode = OFF")
            make_tables(new)
            new.execute("BEGIN")
            for table in _TABLES:
                rows[table] = _save(new, table, _salvage(readable, table))
            new.execute("COMMIT")
            new.execute("PRAGMA journal_mode = WAL")
            is_whole = _is_whole(new)
        if not any(rows.values()):
            raise UserError(f"nothing of {source} can be read: {'; '.join(damage[:2])}", parameter="project")
    return Repaired(place, tuple(damage), rows, is_whole)


@contextmanager
def _lengthened(path: Path) -> Iterator[Path]:
    """Make a copy of a file that was cut short as long as it says that it is, or SQLite reads nothing of it."""
    header = path.read_bytes()[:100]
    size = int.from_bytes(header[16:18]) or 1
    wanted = (65536 if size == 1 else size) * int.from_bytes(header[28:32])
    if not path.stat().st_size < wanted < _LONGEST:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="likewise-") as folder:
        copy = Path(folder, path.name)
        shutil.copyfile(path, copy)
        with copy.open("r+b") as stream:
            stream.truncate(wanted)
        log = path.with_name(f"{path.name}-wal")
        if log.exists():
            shutil.copyfile(log, copy.with_name(log.name))
        yield copy


def _salvage(path: Path, table: str) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a table that can be read: from its beginning, from its end, and around what is damaged."""
    number, seen = _ORDER[table], set[object]()
    for direction in ("ASC", "DESC"):
        try:
            with closing(_open(path)) as connection:
                for row in connection.execute(f"SELECT * FROM {table} ORDER BY {number} {direction}"):
                    if row[:2] not in seen:
                        seen.add(row[:2])
                        yield row
            return
        except (sqlite3.Error, UnicodeDecodeError):
            continue
    # Both ends are read; what is between them, one by one.
    for at in _between(seen) if table in _COUNTED else ():
        try:
            with closing(_open(path)) as connection:
                row = connection.execute(f"SELECT * FROM {table} WHERE {number} = ?", (at,)).fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            continue
        if row is not None and row[:2] not in seen:
            seen.add(row[:2])
            yield row


def _between(seen: set[object]) -> list[int]:
    numbers = sorted(row[0] for row in seen if isinstance(row, tuple) and isinstance(row[0], int))
    known = set(numbers)
    return [at for at in range(numbers[-1] + 1) if at not in known] if numbers else []


def _save(new: sqlite3.Connection, table: str, rows: Iterator[tuple[object, ...]]) -> int:
    saved = 0
    for row in rows:
        marks = ", ".join("?" * len(row))
        if (table == "answers" and not _is_answer(row)) or (table == "chunks" and not _is_piece(row)):
            continue
        try:
            new.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)
        except sqlite3.Error:  # a row that no rule of the table allows: damaged as well
            continue
        saved += 1
    return saved


def _is_answer(row: tuple[object, ...]) -> bool:
    _, document, identity, decision, at, by, pick, run, note, reason, undoes, logged, checksum = row
    said = (document, decision, by, at, pick, run, note, reason, undoes, identity, logged)
    return get_checksum(said) == checksum


def _is_piece(row: tuple[Any, ...]) -> bool:
    columns, texts, checksum = row[-3:]
    return isinstance(columns, bytes) and isinstance(texts, bytes) and get_sum(columns, texts) == checksum


def _is_whole(new: sqlite3.Connection) -> bool:
    """Tell whether documents, batches and settings are all there, as many as they say they are."""
    try:
        facts = dict(new.execute("SELECT name, value FROM facts"))
        json.loads(facts["settings"]), json.loads(facts["audit"])
        wanted = new.execute("SELECT number, n_documents FROM batches").fetchall()
        there = dict(new.execute("SELECT batch, sum(n_documents) FROM chunks GROUP BY batch"))
        (n_pile,) = new.execute("SELECT coalesce(sum(n_documents), 0) FROM batches WHERE role = 'pile'").fetchone()
        (n_documents,) = new.execute("SELECT count(*) FROM documents").fetchone()
    except (KeyError, ValueError, sqlite3.Error):
        return False
    return bool(wanted) and n_documents == n_pile and all(there.get(batch, 0) == number for batch, number in wanted)


def _open(path: Path) -> sqlite3.Connection:
    from urllib.parse import quote

    connection = sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True, isolation_level=None)
    connection.execute("PRAGMA cell_size_check = ON")
    return connection
