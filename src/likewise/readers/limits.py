"""The size of a workbook, measured before it is unpacked: a small file may unpack to one that fills the memory."""

from __future__ import annotations

import io
import re
import zipfile

from likewise.errors import UserError
from likewise.readers.collections.zip_file import ZIP_ERRORS, open_zip

_MOST_BYTES = 2**31
_MOST_CELLS = 50_000_000
_PIECE = 2**20
_COLUMN = re.compile(rb"\br=[\"']([A-Za-z]{1,9})[0-9]")
_ROW = re.compile(rb"\br=[\"'][A-Za-z]{0,9}([0-9]{1,9})")


def check_unpacked(data: bytes, name: str) -> None:
    """Refuse a packed workbook that is damaged, or that would fill the memory.

    Parameters
    ----------
    data : bytes
        An .xlsx file.
    name : str
        What to call it in an error.

    Raises
    ------
    UserError
        If it is too large or damaged.

    Examples
    --------
    >>> check_unpacked(b"PK", "a.xlsx")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: a.xlsx is damaged and cannot be read: File is not a zip file; copy or download it again
    """
    with open_zip(io.BytesIO(data), name) as archive:
        members = archive.infolist()
        if sum(member.file_size for member in members) > _MOST_BYTES:
            raise UserError(f"{name} unpacks to over {_MOST_BYTES / 2**30:.0f} GB; save its sheets as .csv")
        for member in members:
            try:
                rows, columns = _measured(archive, member)
            except ZIP_ERRORS as error:
                raise UserError(f"{name} is damaged: {error}; copy or download it again") from error
            # A sheet is laid out as a rectangle, however few of its cells are filled.
            if rows * columns > _MOST_CELLS:
                raise UserError(
                    f"{name} has a sheet of {rows:,} rows and {columns:,} columns, too large to read; save it as .csv, "
                    "or delete the cells that stand far off"
                )


def _measured(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> tuple[int, int]:
    """Read a file of the archive to its end, which finds wrong sums and sizes; return how far its cells reach."""
    is_sheet = "sheet" in member.filename
    rows, columns, tail = 0, 0, b""
    with archive.open(member) as stream:
        while piece := stream.read(_PIECE):
            if is_sheet:
                piece = tail + piece
                columns = max([columns, *map(_number, set(_COLUMN.findall(piece)))])
                rows = max([rows, *map(int, set(_ROW.findall(piece)))])
                tail = piece[-32:]
    return rows, columns


def _number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number
