"""What a file is: a project of likewise, something else, or damaged."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from likewise.errors import UserError
from likewise.project.schema import APPLICATION_ID, SUFFIX

#: So long a single wait within SQLite is, in seconds.
TURN = 10.0
RECOVER = "`likewise repair` recovers every answer that can still be read into a new file"
_HEADER, _MAGIC, _OLD_FORMAT = 100, b"SQLite format 3\0", b"PK\x03\x04"


class DamagedProject(UserError):
    """A project whose file cannot be read as it should be."""


def open_file(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file by SQLite.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    mode : str
        As of SQLite's addresses: "rw", "ro" or "ro&immutable=1".

    Returns
    -------
    sqlite3.Connection
        That threads may share.
    """
    address = f"file:{quote(str(path.resolve()))}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=TURN, isolation_level=None, check_same_thread=False)


def check_header(path: Path) -> int:
    """Refuse what is not a project by the first bytes of the file.

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Returns
    -------
    int
        The version of its tables.

    Raises
    ------
    UserError
        If there is no file, or it is something else.

    Examples
    --------
    >>> check_header(Path("nothing.likewise"))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is no project nothing.likewise; check its name, or make a new one
    """
    # Not by opening the file: when a process closes any file, the system drops all its locks on it, and with them those
    # of SQLite. Another process would then take away the log that this one still writes to.
    with suppress(sqlite3.Error), closing(open_file(path, "ro&immutable=1")) as connection:
        ((application,),) = connection.execute("PRAGMA application_id").fetchall()
        ((version,),) = connection.execute("PRAGMA user_version").fetchall()
        if application == APPLICATION_ID:
            return int(version)
    raise _refuse(path)


def _refuse(path: Path) -> UserError:
    """Say what a file is that is not a project."""
    try:
        with path.open("rb") as stream:
            header = stream.read(_HEADER)
    except FileNotFoundError:
        return UserError(_describe_missing(path), parameter="project")
    except IsADirectoryError:
        return UserError(f"{path} is a folder; name the file of a project", parameter="project")
    except OSError as error:
        return UserError(f"{path} cannot be read: {error.strerror}; check its permissions", parameter="project")
    if header.startswith(_OLD_FORMAT):
        return UserError(
            f"{path} is of the format that results were saved in before there were projects, which is no longer read; "
            "search again",
            parameter="project",
        )
    if not header.startswith(_MAGIC) or len(header) < _HEADER:
        return DamagedProject(
            f"{path} is not a project of likewise, or it is damaged; check its name", parameter="project"
        )
    if int.from_bytes(header[68:72]) != APPLICATION_ID:
        return UserError(f"{path} is a database, but not a project of likewise; check its name", parameter="project")
    return DamagedProject(f"{path} is damaged; {RECOVER}", parameter="project")


def _describe_missing(path: Path) -> str:
    """Say that there is no project of a name, or that what was named is something else."""
    given = path.with_suffix("")  # the ending of a project may be left out
    try:
        is_folder, is_file = given.is_dir(), given.is_file()
    except (OSError, ValueError):  # too long for a name, or a null character
        is_folder = is_file = False
    if is_file:
        return f"{given} is not a project, whose name ends in {SUFFIX}; make one of examples and a pile first"
    if is_folder:
        return f"{given} is a folder, and not a project; name the file of a project"
    return f"there is no project {path}; check its name, or make a new one"
