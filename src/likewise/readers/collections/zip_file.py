"""A zip file, opened and read with one sentence for what is wrong with it."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from pathlib import Path
from typing import IO

from likewise.errors import UserError

#: What the standard library raises for damaged, encrypted and unknown members of an archive.
ZIP_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    LookupError,
    NotImplementedError,  # a way to compress that is not known
    OSError,  # bzip2
    OverflowError,
    RuntimeError,  # encrypted
    ValueError,  # names that cannot be decoded, places before the beginning
)


def open_zip(file: Path | IO[bytes], name: str) -> zipfile.ZipFile:
    """Open a zip file.

    Parameters
    ----------
    file : pathlib.Path or binary stream
        The archive.
    name : str
        What to call it in an error.

    Returns
    -------
    zipfile.ZipFile
        To be closed by the caller.

    Raises
    ------
    UserError
        If its table of contents cannot be read.

    Examples
    --------
    >>> import io
    >>> open_zip(io.BytesIO(b"PK"), "pile.zip")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: pile.zip is damaged and cannot be read: File is not a zip file; copy or download it again
    """
    try:
        return zipfile.ZipFile(file)
    except ZIP_ERRORS as error:
        raise UserError(f"{name} is damaged and cannot be read: {error}; copy or download it again") from error


def describe_error(error: BaseException) -> str:
    """Say in a few words why a member of an archive was not read.

    Examples
    --------
    >>> describe_error(RuntimeError("File 'a.txt' is encrypted, password required for extraction"))
    'encrypted'
    """
    if isinstance(error, RuntimeError) and "encrypted" in str(error):
        return "encrypted"
    if isinstance(error, NotImplementedError):
        return "compressed in a way that is not known"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return "damaged"
