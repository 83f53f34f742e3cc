"""Files that are there only while something is done, in the folder that the system has for them."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import polars as pl

from likewise.errors import UserError


@contextmanager
def writing_scratch() -> Iterator[None]:
    """Say in one sentence what to do where temporary files cannot be written, which large piles need much room for.

    Raises
    ------
    UserError
        If what is written in the block is refused by the system.

    Examples
    --------
    >>> with writing_scratch():
    ...     raise OSError("No space left on device")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: temporary files cannot be written in ...: No space left on device; make room there, ...
    """
    try:
        yield
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise UserError(
            f"temporary files cannot be written in {tempfile.gettempdir()}: {reason}; make room there, or name another "
            "folder by the environment variable TMPDIR"
        ) from error
