"""Files that are written whole or not at all: first to a file beside the place, which then takes the place."""

from __future__ import annotations

import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, NamedTuple

from likewise.errors import UserError

if sys.platform != "win32":
    import fcntl

# A file is locked from just after it is made until it is in place: one that is younger may be about to be locked.
_YOUNG_SECONDS = 1.0


class _Prepared(NamedTuple):
    """A file with all its content, and the place where it shall go."""

    temporary: Path
    target: Path
    path: Path
    stream: BinaryIO

    def discard(self) -> None:
        """Remove the file, if it has not been put in place."""
        self.stream.close()
        self.temporary.unlink(missing_ok=True)


_pending: ContextVar[list[_Prepared] | None] = ContextVar("_pending", default=None)


def check_place(path: Path) -> None:
    """Refuse a place that no file can be written to, before any work is done for it.

    Parameters
    ----------
    path : pathlib.Path
        Where a file shall go.

    Raises
    ------
    UserError
        If it is a folder, or its folder is not there or not writable.

    Examples
    --------
    >>> check_place(Path("."))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: . is a folder; name a file to write to
    """
    folder = path.resolve().parent
    if path.is_dir():
        raise UserError(f"{path} is a folder; name a file to write to")
    if not folder.is_dir():
        raise UserError(f"cannot write {path}: there is no folder {folder}; make it first, or choose another place")
    if not os.access(folder, os.W_OK):
        raise UserError(f"cannot write {path}: the folder {folder} does not allow it; choose another place")


def write_whole(content: bytes | Callable[[BinaryIO], object], path: Path) -> None:
    """Put a file in place in one step; if anything fails, what was there before is still there.

    What an earlier write to the same place left behind, because its process was killed, is removed.

    Parameters
    ----------
    content : bytes or callable
        All of it; or what writes all of it to a binary stream, for what is larger than the memory.
    path : pathlib.Path
        Where to write; a link is followed, and the permissions of an old file are kept.

    Raises
    ------
    UserError
        If the system refuses.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(b"red wine", Path(folder, "a.txt"))
    ...     [file.name for file in Path(folder).iterdir()]
    ['a.txt']
    """
    prepared = _prepare(content, path)
    pending = _pending.get()
    if pending is None:
        _put_in_place([prepared])
    else:
        pending.append(prepared)


@contextmanager
def write_together() -> Iterator[None]:
    """Put all files in place one right after the other, when all of them are prepared; if one fails, none is changed.

    It holds for what `write_whole` writes inside the block, in this thread.

    Raises
    ------
    UserError
        If the system refuses.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table, report = Path(folder, "found.csv"), Path(folder, "report.html")
    ...     with write_together():
    ...         write_whole(b"id", table)
    ...         write_whole(b"<p>", report)
    ...         print(table.exists())
    ...     print(table.exists() and report.exists())
    False
    True
    """
    if _pending.get() is not None:  # a block inside another is part of it
        yield
        return
    pending: list[_Prepared] = []
    token = _pending.set(pending)
    try:
        yield
    except BaseException:
        for prepared in pending:
            prepared.discard()
        raise
    finally:
        _pending.reset(token)
    _put_in_place(pending)


def _prepare(content: bytes | Callable[[BinaryIO], object], path: Path) -> _Prepared:
    """Write the content to a file beside the place where it shall go."""
    target = path.resolve()
    remove_leftovers(target)
    # The same folder, since only within one file system is a move a single step.
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        prepared = _Prepared(temporary, target, path, temporary.open("xb"))
        try:
            lock(prepared.stream)
            if isinstance(content, bytes):
                prepared.stream.write(content)
            else:
                content(prepared.stream)
            prepared.stream.flush()
            os.fsync(prepared.stream.fileno())
        except BaseException:
            prepared.discard()
            raise
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}; choose another place") from error
    return prepared


def _put_in_place(files: Sequence[_Prepared]) -> None:
    try:
        for file in files:
            try:
                if file.target.exists():
                    file.temporary.chmod(stat.S_IMODE(file.target.stat().st_mode))
                if sys.platform == "win32":  # which does not move a file that is open
                    file.stream.close()
                file.temporary.replace(file.target)
            except OSError as error:
                raise UserError(f"cannot write {file.path}: {error.strerror}; choose another place") from error
    finally:
        for file in files:
            file.discard()


def remove_leftovers(target: Path) -> None:
    """Remove what killed writes to the same place have left; what a running one writes is locked, or young.

    Parameters
    ----------
    target : pathlib.Path
        The place.
    """
    name = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{8}}\.tmp")
    try:
        leftovers = [file for file in target.parent.iterdir() if name.fullmatch(file.name)]
    except OSError:  # the write itself says what is wrong with the folder
        return
    for leftover in leftovers:
        with suppress(OSError):  # gone already, locked, or not ours to remove
            if time.time() - leftover.stat().st_mtime > _YOUNG_SECONDS:
                with leftover.open("rb") as stream:
                    lock(stream)
                leftover.unlink()


def lock(stream: BinaryIO | int) -> None:
    """Lock a file for as long as it is open; on Windows an open file cannot be removed anyway.

    Parameters
    ----------
    stream : binary file or int
        Open; its number, such as that of a folder, will do.
    """
    if sys.platform != "win32":
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
