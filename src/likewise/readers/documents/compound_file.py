"""Compound files (OLE), the container of Outlook's messages: a small file system of sectors, read within limits."""

from __future__ import annotations

import struct
from collections.abc import Iterator

_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_END = 0xFFFFFFFA  # this number and those above it are not sectors
_NOBODY = 0xFFFFFFFF
_HEADER = struct.Struct("<8x16xHHHHH6xIIIIIIIII")
_ENTRY = struct.Struct("<64sHBxIII36xIQ")
_STORAGE, _STREAM, _ROOT = 1, 2, 5
_MOST_ENTRIES = 100_000
_DEEPEST = 50


class BrokenCompoundFile(ValueError):
    """A compound file that does not follow the rules.

    Examples
    --------
    >>> str(BrokenCompoundFile("its parts do not fit"))
    'its parts do not fit'
    """


def read_streams(data: bytes) -> dict[str, bytes]:
    """Read all streams of a compound file.

    Parameters
    ----------
    data : bytes
        What the file holds.

    Returns
    -------
    dict of str to bytes
        From the path of each stream, its folders separated by slashes, to what it holds; a stream that is cut short
        holds what there is of it.

    Raises
    ------
    BrokenCompoundFile
        If it is not a compound file, or its table of contents cannot be read.

    Examples
    --------
    >>> read_streams(b"red wine")
    Traceback (most recent call last):
        ...
    likewise.readers.documents.compound_file.BrokenCompoundFile: it does not begin as one
    """
    if not data.startswith(_MAGIC):
        raise BrokenCompoundFile("it does not begin as one")
    if len(data) < 512:
        raise BrokenCompoundFile("it ends in its first lines")
    file = _File(data)
    return dict(file.walk(file.entries[0][5], "", 0, set()))


class _File:
    """The tables of a compound file, and its table of contents."""

    def __init__(self, data: bytes) -> None:
        _, _, _, shift, mini_shift, *rest = _HEADER.unpack_from(data)
        _, _, first_entry, _, self._cutoff, first_mini, _, first_more, _ = rest
        if shift not in (9, 12) or mini_shift != 6:
            raise BrokenCompoundFile("its sectors have a size that none have")
        self._data = data
        self._size = 1 << shift
        self._table = self._read_table(first_more)
        contents = self._chain(first_entry)
        whole = min(len(contents) // _ENTRY.size, _MOST_ENTRIES)
        self.entries = [_ENTRY.unpack_from(contents, number * _ENTRY.size) for number in range(whole)]
        if not self.entries or self.entries[0][2] != _ROOT:
            raise BrokenCompoundFile("its table of contents is damaged")
        self._mini_table = _numbers(self._chain(first_mini))
        self._mini = self._chain(self.entries[0][6])

    def walk(self, number: int, folder: str, depth: int, seen: set[int]) -> Iterator[tuple[str, bytes]]:
        """Yield the streams of a folder: its entries are a tree of brothers, so that a damaged one may have loops."""
        waiting = [number]
        while waiting:
            number = waiting.pop()
            if number >= len(self.entries) or number in seen:
                continue
            seen.add(number)
            raw, length, kind, left, right, child, start, size = self.entries[number]
            waiting += [left, right]
            name = folder + raw[: max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
            if kind == _STREAM:
                yield name, self._stream(start, size)
            elif kind == _STORAGE and depth < _DEEPEST:
                yield from self.walk(child, f"{name}/", depth + 1, seen)

    def _stream(self, start: int, size: int) -> bytes:
        if size >= self._cutoff:
            return self._chain(start)[:size]
        pieces = (self._mini[at * 64 : at * 64 + 64] for at in _follow(start, self._mini_table))
        return b"".join(pieces)[:size]

    def _sector(self, number: int) -> bytes:
        return self._data[(number + 1) * self._size : (number + 2) * self._size]

    def _chain(self, start: int) -> bytes:
        return b"".join(map(self._sector, _follow(start, self._table)))

    def _read_table(self, more: int) -> list[int]:
        """Read the table that says which sector follows which; large files have a list of where its parts are."""
        places = list(struct.unpack_from("<109I", self._data, 76))
        for _ in range(len(self._data) // self._size):
            if more >= _END:
                break
            listed = _numbers(self._sector(more))
            places += listed[:-1]
            more = listed[-1] if listed else _NOBODY
        # No sector is a part of the table twice, so that the table is no longer than the file.
        return _numbers(b"".join(self._sector(place) for place in dict.fromkeys(places) if place < _END))


def _numbers(data: bytes) -> list[int]:
    whole = len(data) // 4
    return list(struct.unpack_from(f"<{whole}I", data))


def _follow(start: int, table: list[int]) -> Iterator[int]:
    """Yield the numbers of a chain, which in a damaged file may be a loop."""
    for _ in range(len(table)):
        if start >= len(table):
            return
        yield start
        start = table[start]
