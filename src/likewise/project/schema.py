"""The tables of a project file, and how files of earlier versions become files of this one."""

import sqlite3
from collections.abc import Sequence

from likewise.errors import UserError

SUFFIX = ".likewise"
#: What SQLite's header says that the file is: "Lkws".
APPLICATION_ID = 0x4C6B7773

#: Answers and notes are only ever appended, and triggers hold that: the file itself refuses to forget.
_TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE batches (
    number INTEGER PRIMARY KEY,
    role TEXT NOT NULL CHECK (role IN ('examples', 'pile', 'removed')),
    source TEXT NOT NULL,
    added TEXT NOT NULL,
    by TEXT NOT NULL,
    n_records INTEGER NOT NULL,
    n_documents INTEGER NOT NULL,
    facts TEXT NOT NULL,
    fingerprint TEXT NOT NULL
);
CREATE TABLE chunks (
    batch INTEGER NOT NULL REFERENCES batches,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    n_documents INTEGER NOT NULL,
    columns BLOB NOT NULL,
    texts BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (batch, number)
);
CREATE TABLE documents (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    batch INTEGER NOT NULL REFERENCES batches,
    identity TEXT NOT NULL,
    drawable INTEGER NOT NULL
);
CREATE TABLE keys (hash INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (hash, place)) WITHOUT ROWID;
CREATE TABLE answers (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    document TEXT NOT NULL,
    identity TEXT NOT NULL,
    decision TEXT NOT NULL CHECK (decision IN ('yes', 'no', 'unsure', 'undo')),
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    pick TEXT CHECK (pick IN ('top', 'uncertain', 'different', 'audit', 'mark', 'conflict')),
    run INTEGER,
    note TEXT,
    reason TEXT,
    undoes INTEGER,
    logged TEXT NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE TABLE notes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    document TEXT NOT NULL,
    identity TEXT NOT NULL,
    note TEXT NOT NULL,
    at TEXT NOT NULL,
    by TEXT NOT NULL
);
CREATE TABLE runs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    settings TEXT NOT NULL,
    versions TEXT NOT NULL,
    collection TEXT NOT NULL,
    last_answer INTEGER NOT NULL,
    answers TEXT NOT NULL,
    outcome TEXT NOT NULL,
    ranking BLOB NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE TABLE last_table (run INTEGER PRIMARY KEY REFERENCES runs, content BLOB NOT NULL, checksum INTEGER NOT NULL);
CREATE TABLE kept (name TEXT PRIMARY KEY, content BLOB NOT NULL, checksum INTEGER NOT NULL);
CREATE TABLE audit (
    draw INTEGER NOT NULL REFERENCES draws,
    document TEXT NOT NULL,
    key REAL NOT NULL,
    PRIMARY KEY (draw, document)
) WITHOUT ROWID;
CREATE TABLE draws (
    number INTEGER PRIMARY KEY,
    batch INTEGER,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    n_documents INTEGER NOT NULL,
    last_answer INTEGER NOT NULL,
    last_place INTEGER NOT NULL
);
"""
_NEVER = """
CREATE TRIGGER {table}_are_never_{done} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'answers and notes are never changed or erased'); END;
"""
#: What takes a file from version n to version n + 1, the n-th of them for version n.
MIGRATIONS: tuple[str, ...] = ()
VERSION = len(MIGRATIONS) + 1


def make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file.

    Parameters
    ----------
    connection : sqlite3.Connection
        To an empty file.

    Examples
    --------
    >>> connection = sqlite3.connect(":memory:")
    >>> make_tables(connection)
    >>> connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    True
    """
    triggers = "".join(
        _NEVER.format(table=table, verb=verb, done=done)
        for table in ("answers", "notes")
        for verb, done in (("UPDATE", "changed"), ("DELETE", "erased"))
    )
    marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
    connection.executescript(f"BEGIN; {_TABLES} {triggers} {marks} COMMIT;")


def needs_migration(version: int, path: object, migrations: Sequence[str] = MIGRATIONS) -> bool:
    """Tell whether a file is of an earlier version; refuse one of a later version.

    Parameters
    ----------
    version : int
        Of the file.
    path : object
        Its name, for the message.
    migrations : sequence of str, default=MIGRATIONS
        What there is.

    Returns
    -------
    bool
        Whether it must be changed before it can be used.

    Raises
    ------
    UserError
        If it is of a later version.

    Examples
    --------
    >>> needs_migration(VERSION, "review.likewise")
    False
    """
    if version > len(migrations) + 1:
        raise UserError(f"{path} was written by a newer likewise; install the newest version to open it")
    return version < len(migrations) + 1


def migrate(connection: sqlite3.Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring a file of an earlier version to this one, step by step, all or nothing.

    Parameters
    ----------
    connection : sqlite3.Connection
        To a project that may be written.
    migrations : sequence of str, default=MIGRATIONS
        SQL, the n-th of which takes version n to version n + 1.

    Examples
    --------
    >>> connection = sqlite3.connect(":memory:", isolation_level=None)
    >>> make_tables(connection)
    >>> migrate(connection, [*MIGRATIONS, "ALTER TABLE runs ADD COLUMN colour TEXT"])
    >>> connection.execute("PRAGMA user_version").fetchone()[0] - VERSION
    1
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        for script in migrations[version - 1 :]:
            for statement in filter(None, map(str.strip, script.split(";"))):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations) + 1}")
    except BaseException:
        connection.rollback()
        raise
    connection.commit()
