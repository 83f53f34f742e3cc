"""Where a delimited file may be cut between two rows, and what makes tables of the pieces."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from likewise.documents.column_names import make_column_names
from likewise.readers.encoding import decode, detect_encoding
from likewise.readers.tables.delimiter import (
    NO_DELIMITER,
    find_beginning,
    get_usual_delimiter,
    looks_like_header,
    split_lines,
)
from likewise.readers.tables.field_rows import has_field_rows
from likewise.readers.tables.lenient_csv import split_leniently

_LINES = rb"(?:[^\r\n]*(?:\r\n|\n|\r)){%d}"
# A quotation mark means something at the beginning of a cell only. Where it is never closed, the last group is empty.
_QUOTED_CELL = rb'(?:\A|[%s\r\n])"[^"]*(?:""[^"]*)*("?)'


class RowCuts(NamedTuple):
    r"""Where the rows of a delimited file are.

    Examples
    --------
    >>> cuts = measure_rows(b'id,text\na,"red\nwine"\nb,tea', Path("pile.csv"))
    >>> cuts.start, cuts.head
    (8, b'sep=,\nid,text\n')
    """

    #: Where the first row begins that is not the names of columns.
    start: int
    #: What makes a table of a piece that is not the first: a line that says which delimiter it has, and the names.
    head: bytes
    #: What matches a quoted cell.
    quoted: re.Pattern[bytes]

    def find_last(self, content: bytes, start: int) -> int:
        r"""Return the end of the last whole row.

        Parameters
        ----------
        content : bytes
            The file from its beginning, or from the beginning of a row.
        start : int
            Where the first row in it begins.

        Returns
        -------
        int
            Where the next row begins; 0 if no row is whole.

        Examples
        --------
        >>> content = b'id,text\na,"red\nwine"\nb,5" of tea\nc,"half'
        >>> cuts = measure_rows(content, Path("pile.csv"))
        >>> content[cuts.find_last(content, cuts.start) :]
        b'c,"half'
        """
        last, end = 0, start
        for cell in self.quoted.finditer(content, max(0, start - 1)):
            last = max(last, content.rfind(b"\n", end, cell.start() + 1) + 1)
            end = cell.end()
            if not cell[1]:
                return last
        return max(last, content.rfind(b"\n", end) + 1)


def measure_rows(beginning: bytes, path: Path) -> RowCuts | None:
    r"""Find out by its beginning where a delimited file may be cut.

    Parameters
    ----------
    beginning : bytes
        Some rows at least, without a byte-order mark.
    path : pathlib.Path
        The file, whose suffix promises a delimiter.

    Returns
    -------
    RowCuts or None
        None if it cannot be cut: it has a row for each field, or line ends of old Macs.

    Raises
    ------
    UserError
        If it is not text.

    Examples
    --------
    >>> measure_rows(b"sep=;\nHits of May;;\nid;title;year\n1;wine;1999\n", Path("pile.csv")).start
    34
    """
    place = len(beginning) - len(beginning.lstrip(b"\r\n"))
    # A row that is not whole may end within a character.
    whole = beginning[: beginning.rfind(b"\n") + 1] or beginning
    if b"\r" in whole and b"\n" not in whole:
        return None
    encoding = detect_encoding(whole[place:])
    text, _ = decode(whole[place:], str(path), encoding)
    declaration, n_above, delimiter = find_beginning(text, get_usual_delimiter(path))
    _, text = split_lines(text.removeprefix(declaration), n_above)
    if delimiter and has_field_rows(text, delimiter):
        return None
    above = re.compile(_LINES % n_above).match(whole, place + len(declaration))
    place = above.end() if above else place
    cells = delimiter or NO_DELIMITER
    quoted = re.compile(_QUOTED_CELL % re.escape(cells.encode()))
    end = _find_first_end(whole, place, quoted)
    names = whole[place:end]
    first_row = next(iter(split_leniently(decode(names, str(path), encoding)[0], cells)[0]), [])
    cuts = RowCuts(end, f"sep={cells}\n".encode() + names, quoted)
    if looks_like_header(first_row):
        return cuts
    rows, _ = decode(whole[place : cuts.find_last(whole, place)], str(path), encoding)
    width = max(map(len, split_leniently(rows, cells)[0]), default=1)
    made = cells.join(make_column_names([""] * width))
    return RowCuts(place, f"sep={cells}\n{made}\n".encode(), quoted)


def _find_first_end(content: bytes, start: int, quoted: re.Pattern[bytes]) -> int:
    """Return where the row ends that begins there."""
    end = start
    for cell in quoted.finditer(content, max(0, start - 1)):
        if content.find(b"\n", end, cell.start() + 1) >= 0 or not cell[1]:
            break
        end = cell.end()
    return content.find(b"\n", end) + 1 or len(content)
