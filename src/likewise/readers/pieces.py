"""Files cut into pieces that are files of the same kind, so that one larger than the memory can be read."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from gzip import GzipFile
from pathlib import Path
from typing import IO

from likewise.errors import UserError
from likewise.readers.encoding import detect_unicode
from likewise.readers.tables.row_cuts import RowCuts, measure_rows
from likewise.readers.unpacking import open_unpacked

#: Where a piece may end, by kind: after what this finds. Of delimited text, only line ends outside of quoted cells.
CUTS: dict[str, re.Pattern[bytes]] = {
    ".csv": re.compile(rb"\n"),
    ".jsonl": re.compile(rb"\n"),
    # As `likewise.readers.collections.mailbox` does: "From" begins many a line.
    ".mbox": re.compile(rb"\n(?=From (?:- .*|-?[^\S\n]*|.*\d:\d\d.*\d{4}.*)\n(?:[!-9;-~]+:|>?From ))"),
    ".nbib": re.compile(rb"\n\s*\n(?=PMID ?- )"),
    ".ndjson": re.compile(rb"\n"),
    ".ris": re.compile(rb"\nER  ?-[^\n]*\n"),
    ".tsv": re.compile(rb"\n"),
}
_DELIMITED = (".csv", ".tsv")
_JSON_LINES = (".jsonl", ".ndjson")
_BLANK, _BLANK_ROWS = re.compile(rb"\s*"), re.compile(rb'[\s,;|"]*')
#: A document of more bytes is none: its end is not marked, or a quotation mark is never closed.
_LONGEST = 100_000_000
#: Bytes that tell of what kind a table is.
_BEGINNING = 1_000_000
_CHUNK = 32_000_000


def can_be_cut(path: Path, kind: str) -> bool:
    """Tell whether a file is a table that can be read piece by piece.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    kind : str
        As `likewise.readers.registry.detect_kind` says.

    Returns
    -------
    bool
        True for .parquet. False for kinds that `CUTS` has not, for JSON that is one value over several lines, and for
        tables that have a row for each field, or line ends of old Macs.

    Raises
    ------
    UserError
        If the file cannot be read, or is a table that is not text.

    Examples
    --------
    >>> can_be_cut(Path("pile.parquet"), ".parquet"), can_be_cut(Path("book.xlsx"), ".xlsx")
    (True, False)
    """
    if kind == ".parquet":
        return not path.name.lower().endswith(".gz")  # polars scans what is on the disk
    if kind in _DELIMITED:
        return _find_row_cuts(path, kind) is not None
    if kind in _JSON_LINES:
        return not _read_beginning(path, kind).lstrip().startswith((b"[", b"{\n", b"{\r"))
    return kind in CUTS


def count_cuts(path: Path, kind: str) -> int:
    r"""Count the places where a file may be cut, which are about as many as its documents.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    kind : str
        A key of `CUTS`.

    Returns
    -------
    int
        Line ends inside of quotes are counted, too.

    Raises
    ------
    UserError
        If it cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.csv")
    ...     _ = path.write_bytes(b"text\nred wine\ntea\n")
    ...     count_cuts(path, ".csv")
    3
    """
    with open_unpacked(path) as stream:
        return sum(len(CUTS[kind].findall(chunk)) for chunk in _read_chunks(stream, kind, _CHUNK))


def cut_pieces(path: Path, kind: str, size: int) -> Iterator[bytes]:
    r"""Cut a file into pieces between two documents.

    Parameters
    ----------
    path : pathlib.Path
        The file, also one that is packed with gzip.
    kind : str
        A key of `CUTS`.
    size : int
        Bytes of a piece; one document is never cut.

    Yields
    ------
    bytes
        At least one piece. Those of a table begin with the names of its columns, and all but the first with a line
        that says which character is between the cells; what has blank rows only is left out. What is UTF-16 or UTF-32
        becomes UTF-8.

    Raises
    ------
    UserError
        If it cannot be read, or has a document without an end.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.csv")
    ...     _ = path.write_bytes(b'id,text\na,"red\nwine"\nb,tea\n')
    ...     list(cut_pieces(path, ".csv", 12))
    [b'id,text\na,"red\nwine"\n', b'sep=,\nid,text\nb,tea\n']
    """
    rows = _find_row_cuts(path, kind) if kind in _DELIMITED else None
    blank = _BLANK if rows is None else _BLANK_ROWS
    # Where the first document of what is left begins, and what stands before each piece but the first.
    start = 0 if rows is None else rows.start
    head, rest, is_first = b"", b"", True
    with open_unpacked(path) as stream:
        for more in _read_chunks(stream, kind, size):
            rest += more
            end = _find_last_cut(rest, kind) if rows is None else rows.find_last(rest, start)
            if end <= start and len(rest) >= _LONGEST:
                end = _find_any_end(rest, kind, path)
            if end <= start:
                continue
            piece, rest = rest[:end], rest[end:]
            if blank.fullmatch(piece, start):
                rest = piece[:start] + rest
                continue
            yield head + piece
            is_first = False
            if rows is not None:
                head, start = rows.head, 0
        if is_first or not blank.fullmatch(rest):
            yield head + rest


def _find_row_cuts(path: Path, kind: str) -> RowCuts | None:
    return measure_rows(_read_beginning(path, kind), path)


def _read_beginning(path: Path, kind: str) -> bytes:
    with open_unpacked(path) as stream:
        return next(_read_chunks(stream, kind, _BEGINNING), b"")


def _read_chunks(stream: IO[bytes] | GzipFile, kind: str, size: int) -> Iterator[bytes]:
    """Read some bytes at a time, without a byte-order mark; what is UTF-16 or UTF-32 becomes UTF-8."""
    chunk = stream.read(size)
    encoding = None if kind == ".mbox" else detect_unicode(chunk)
    if encoding is None:
        while chunk:
            yield chunk
            chunk = stream.read(size)
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    while chunk:
        yield decoder.decode(chunk).encode("utf-8", "replace")
        chunk = stream.read(size)
    yield decoder.decode(b"", final=True).encode()


def _find_last_cut(content: bytes, kind: str) -> int:
    """Return where the last document that is whole ends; 0 if none does."""
    # From the end, over more and more of it, since the last cut is near.
    reach = 1 << 16
    while True:
        start = max(0, len(content) - reach)
        ends = [match.end() for match in CUTS[kind].finditer(content, start)]
        if ends or start == 0:
            return ends[-1] if ends else 0
        reach *= 8


def _find_any_end(content: bytes, kind: str, path: Path) -> int:
    """Return the last line end of a table in which a quotation mark is never closed; refuse other endless documents."""
    end = content.rfind(b"\n") + 1 if kind in _DELIMITED else 0
    if end == 0:
        raise UserError(
            f"{path} has a document of over {_LONGEST / 1e6:.0f} MB, or one whose end is not marked as it is in "
            f"{kind} files; save it again, in several files"
        )
    return end
