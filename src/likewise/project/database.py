"""A project's file, opened: writers take turns, readers never wait, and what goes wrong is one sentence."""

import json
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Any, Self

from likewise.errors import UserError
from likewise.project.header import RECOVER, TURN, DamagedProject, check_header, open_file
from likewise.project.schema import migrate, needs_migration

#: So long a writer waits for its turn, in seconds.
_PATIENCE = 60.0
#: Bytes that SQLite needs on a disk to open a file.
_LITTLE = 2**18
#: Above so many bytes, only the tables that matter most are checked when a file is opened: all else has checksums.
_LARGE = 256 * 2**20
_VITAL = ("answers", "notes", "facts", "batches", "documents")
#: What SQLite says is wrong, and what that means for a person.
_MEANINGS = {
    sqlite3.SQLITE_FULL: "the disk is full; nothing that was saved is lost: make room, and try again",
    sqlite3.SQLITE_READONLY: "it is read-only; copy it to a place where you may write",
    sqlite3.SQLITE_PERM: "the system does not allow it; check its permissions",
    sqlite3.SQLITE_CANTOPEN: "the system does not allow that; check its permissions, and those of its folder",
    sqlite3.SQLITE_BUSY: "another process has been writing to it for a minute; try again when that is done",
    sqlite3.SQLITE_LOCKED: "another process has been writing to it for a minute; try again when that is done",
    sqlite3.SQLITE_IOERR: "the disk does not answer as it should; nothing that was saved is lost: try again",
    sqlite3.SQLITE_CORRUPT: f"it is damaged; {RECOVER}",
    sqlite3.SQLITE_NOTADB: f"it is damaged; {RECOVER}",
}
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def parse(text: str, path: Path) -> Any:
    """Read JSON of a project.

    Parameters
    ----------
    text : str
        A cell.
    path : pathlib.Path
        The file, for the message.

    Returns
    -------
    object
        What it says.

    Raises
    ------
    DamagedProject
        If it is not JSON.

    Examples
    --------
    >>> parse('{"seed": 0}', Path("review.likewise"))
    {'seed': 0}
    """
    try:
        return json.loads(text)
    except (TypeError, ValueError) as error:
        raise DamagedProject(f"{path} is damaged ({error}); {RECOVER}") from error


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into a sentence.

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Raises
    ------
    UserError
        Whatever SQLite says.

    Examples
    --------
    >>> with in_words(Path("a.likewise")):
    ...     raise sqlite3.OperationalError("no such table: answers")
    Traceback (most recent call last):
        ...
    likewise.project.header.DamagedProject: a.likewise cannot be used: it is damaged (no such table: answers); ...
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        code = _code(error) if isinstance(error, sqlite3.Error) else 0
        is_damaged = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or code not in _MEANINGS
        meaning = _MEANINGS.get(code, f"it is damaged ({error}); {RECOVER}")
        raise (DamagedProject if is_damaged else UserError)(f"{path} cannot be used: {meaning}") from error


class Database:
    """A connection to a project's file that threads may share.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    read_only : bool, default=False
        Whether nothing will be written.
    check : bool, default=True
        Whether SQLite looks for damage first: all of a file of usual size, of a large one the tables that matter most.

    Raises
    ------
    UserError
        If it cannot be opened, or is damaged.
    """

    def __init__(self, path: Path, *, read_only: bool = False, check: bool = True) -> None:
        self.path = path
        self.read_only = read_only
        self._lock = RLock()
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        #: Why nothing can be written, where that is so.
        self._why = sqlite3.SQLITE_READONLY
        is_old = needs_migration(check_header(path), path)
        with in_words(path):
            self._connection = self._connect()
        self._file = _identify(path)
        try:
            if check:
                self._check()
            if is_old and not self.read_only:
                with in_words(path):
                    migrate(self._connection)
        except BaseException:
            self.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        # Also to read only: a connection that may write tidies up behind itself.
        for mode in ("rw", "ro"):
            connection = open_file(self.path, mode)
            try:
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("SELECT count(*) FROM facts").fetchone()
                if mode == "rw" and not self.read_only:
                    _try_to_write(connection)
            except sqlite3.OperationalError as error:
                connection.close()
                self._why = _find_reason(error, self.path)
                self.read_only = True  # everything can still be read
            except BaseException:
                connection.close()
                raise
            else:
                if self.read_only:
                    connection.execute("PRAGMA query_only = ON")
                return connection
        return self._connect_aside()

    def _connect_aside(self) -> sqlite3.Connection:
        """Read a file in a place where SQLite may not make the files that it coordinates readers by."""
        log = _beside(self.path, "-wal")
        if not (log.exists() and log.stat().st_size):
            return open_file(self.path, "ro&immutable=1")
        # The newest answers are in the log: read a copy of both where SQLite may write.
        self._copy = tempfile.TemporaryDirectory(prefix="likewise-")
        copy = Path(self._copy.name, self.path.name)
        shutil.copyfile(self.path, copy)
        shutil.copyfile(log, _beside(copy, "-wal"))
        return open_file(copy, "rw")

    def _check(self) -> None:
        """Refuse a file in which SQLite finds damage."""
        is_large = self.path.stat().st_size > _LARGE
        for check in (f"quick_check('{table}')" for table in _VITAL) if is_large else ("quick_check(1)",):
            ((found,), *_) = self.read(f"PRAGMA {check}")
            if found != "ok":
                raise DamagedProject(f"{self.path} is damaged ({found}); {RECOVER}")

    @property
    def is_in_place(self) -> bool:
        """Whether the file that is open is still the one of that name: not deleted, moved or replaced."""
        return self._file == _identify(self.path)

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a query.

        Parameters
        ----------
        sql : str
            A SELECT.
        values : sequence, default=()
            For its question marks.

        Returns
        -------
        list of tuple
            All rows.
        """
        with self._lock, in_words(self.path):
            return self._connection.execute(sql, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Take the turn to write; all that is written in the block is saved when it ends, or nothing is.

        Yields
        ------
        sqlite3.Connection
            To write with.

        Raises
        ------
        UserError
            If the system refuses; nothing is changed then.
        """
        if self.read_only:
            raise UserError(f"{self.path} cannot be used: {_MEANINGS[self._why]}", parameter="project")
        if not self.is_in_place:  # what is written to it now would be gone when it is closed
            raise UserError(
                f"{self.path} was moved, replaced or deleted while it was open; put it back, or open it anew",
                parameter="project",
            )
        with self._lock, in_words(self.path):
            self._begin()
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # a failed commit may have rolled back already
                    self._connection.execute("ROLLBACK")
                raise

    def _begin(self) -> None:
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if _code(error) not in _BUSY or time.monotonic() > end:
                    raise
            else:
                return

    def backup(self, target: Path) -> None:
        """Copy the project as it is at one moment, while others go on writing to it.

        Parameters
        ----------
        target : pathlib.Path
            A file that is not there.
        """
        with self._lock, in_words(target), closing(sqlite3.connect(target)) as copy:
            self._connection.backup(copy)

    def close(self) -> None:
        """Close the file; nothing needs to be saved by that."""
        with self._lock:
            self._connection.close()
            if self._copy is not None:
                self._copy.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _find_reason(error: sqlite3.OperationalError, path: Path) -> int:
    """Tell why a file can only be read: the system does not allow it, or the disk is full; else raise the error."""
    code = _code(error)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
        return sqlite3.SQLITE_READONLY
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL) and shutil.disk_usage(path.parent).free < _LITTLE:
        return sqlite3.SQLITE_FULL
    raise error


def _try_to_write(connection: sqlite3.Connection) -> None:
    """Find out whether the system allows to write, without writing or waiting; a writer at work shows that it does."""
    try:
        connection.executescript("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK")
    except sqlite3.OperationalError as error:
        if _code(error) not in _BUSY:
            raise
    connection.execute(f"PRAGMA busy_timeout = {1000 * TURN:.0f}")


def _identify(path: Path) -> tuple[int, int] | None:
    """Tell a file from another one of the same name; None if there is none."""
    try:
        there = path.stat()
    except OSError:
        return None
    return there.st_dev, there.st_ino


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")


def _code(error: sqlite3.Error) -> int:
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
