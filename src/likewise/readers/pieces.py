"""Files cut into pieces that are files of the same kind, so that one larger than the memory can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from likewise.errors import UserError

#: Where a piece may end, by kind: after what this finds. Delimited text is cut at line ends outside of quotes.
CUTS: dict[str, re.Pattern[bytes]] = {
    ".csv": re.compile(rb"\n"),
    ".jsonl": re.compile(rb"\n"),
    ".mbox": re.compile(rb"\n(?=From )"),
    ".nbib": re.compile(rb"\n\s*\n(?=PMID ?- )"),
    ".ndjson": re.compile(rb"\n"),
    ".ris": re.compile(rb"\nER  ?-[^\n]*\n"),
    ".tsv": re.compile(rb"\n"),
}
_DELIMITED = (".csv", ".tsv")


def cut_pieces(path: Path, kind: str, size: int) -> Iterator[bytes]:
    r"""Cut a file into pieces between two documents.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    kind : str
        A key of `CUTS`.
    size : int
        Bytes of a piece; one document is never cut.

    Yields
    ------
    bytes
        Pieces of a table begin with its header.

    Raises
    ------
    UserError
        If it cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.csv")
    ...     _ = path.write_bytes(b'id,text\na,"red\nwine"\nb,tea\n')
    ...     list(cut_pieces(path, ".csv", 12))
    [b'id,text\na,"red\nwine"\n', b'id,text\nb,tea\n']
    """
    header, rest = b"", b""
    try:
        with path.open("rb") as stream:
            while more := stream.read(size):
                rest += more
                end = _last_cut(rest, kind)
                if end == 0:
                    continue
                piece, rest = rest[:end], rest[end:]
                if kind in _DELIMITED and not header:
                    header = piece[: _first_line(piece)]
                    if len(header) == len(piece):
                        rest, piece = piece + rest, b""
                        header = b""
                        continue
                    yield piece
                else:
                    yield header + piece
            if rest.strip():
                yield header + rest
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}; check its name and permissions") from error


def _last_cut(content: bytes, kind: str) -> int:
    """Return where the last document that is whole ends."""
    cut = CUTS[kind]
    # From the end, over more and more of it, since the last cut is near.
    reach = 1 << 16
    while True:
        start = max(0, len(content) - reach)
        ends = [match.end() for match in cut.finditer(content, start)]
        if kind in _DELIMITED:
            ends = _outside_of_quotes(content, ends)
        if ends or start == 0:
            return ends[-1] if ends else 0
        reach *= 8


def _outside_of_quotes(content: bytes, ends: list[int]) -> list[int]:
    """Keep the line ends before which quotation marks are paired."""
    if not ends:
        return []
    number, before, kept = content.count(b'"', 0, ends[0]), ends[0], []
    for end in ends:
        number += content.count(b'"', before, end)
        before = end
        if number % 2 == 0:
            kept.append(end)
    return kept


def _first_line(content: bytes) -> int:
    """Return where the first line ends, outside of quotes."""
    start = 0
    while True:
        end = content.index(b"\n", start) + 1
        if content.count(b'"', 0, end) % 2 == 0 or end == len(content):
            return end
        start = end
