"""A file that is written whole or not at all: a stranger beside it first, then in its place."""

import os
import secrets
import stat
from pathlib import Path

from likewise.errors import UserError


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


def write_whole(content: bytes, path: Path) -> None:
    """Put a file in place in one step; if anything fails, what was there before is still there.

    Parameters
    ----------
    content : bytes
        All of it.
    path : pathlib.Path
        Where to; a link is followed, and an old file's permissions are kept.

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
    target = path.resolve()
    # The same folder, since only within one file system is a move a single step.
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        try:
            with temporary.open("xb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            if target.exists():
                temporary.chmod(stat.S_IMODE(target.stat().st_mode))
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}; choose another place") from error
