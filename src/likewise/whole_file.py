"""A file that is written whole or not at all: a stranger beside it first, then in its place."""

import os
import secrets
import stat
from pathlib import Path

from likewise.errors import UserError


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
