"""The bytes of a file, unpacked if it is packed with gzip: all at once, or as a stream."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from likewise.errors import UserError

#: What a packed file may unpack to: a few kilobytes can be made to fill any memory.
_MOST_BYTES = 4_000_000_000
#: What gzip data begins with.
GZIP = b"\x1f\x8b"


def load_bytes(path: Path) -> bytes:
    """Read a file whole, unpacking gzip.

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Returns
    -------
    bytes
        What it holds, unpacked if it is gzip (told by its first bytes, whatever its name).

    Raises
    ------
    UserError
        If the file cannot be opened, or is gzip cut short or damaged.

    Examples
    --------
    >>> import gzip, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "note.txt.gz")
    ...     _ = path.write_bytes(gzip.compress(b"red wine"))
    ...     load_bytes(path)
    b'red wine'
    """
    with open_unpacked(path) as stream:
        if not isinstance(stream, gzip.GzipFile):
            return stream.read()
        unpacked = stream.read(_MOST_BYTES + 1)
    if len(unpacked) > _MOST_BYTES:
        raise UserError(f"{path} unpacks to over {_MOST_BYTES / 1e9:.0f} GB; split it into several files")
    return unpacked


@contextmanager
def open_unpacked(path: Path) -> Iterator[IO[bytes] | gzip.GzipFile]:
    """Open a file for reading, unpacking gzip on the way.

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Yields
    ------
    binary stream
        What it holds, unpacked if it is gzip (told by its first bytes, whatever its name).

    Raises
    ------
    UserError
        If the file cannot be opened, or turns out to be gzip cut short or damaged while it is read.

    Examples
    --------
    >>> import gzip, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "note.txt.gz")
    ...     _ = path.write_bytes(gzip.compress(b"red wine"))
    ...     with open_unpacked(path) as stream:
    ...         stream.read(3)
    b'red'
    """
    try:
        with path.open("rb") as stream:
            start = stream.read(2)
            stream.seek(0)
            if start == GZIP:
                with gzip.GzipFile(fileobj=stream) as unpacked:
                    yield unpacked
                return
            if start and path.suffix.lower() == ".gz":
                raise UserError(f"{path} is named .gz but is not gzip data; rename it, or compress it again")
            yield stream
    except EOFError as error:
        raise UserError(f"{path} is cut short: the gzip data ends too early; copy or download it again") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise UserError(f"{path} is damaged: {error}; copy or download it again") from error
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}; check its name and permissions") from error
