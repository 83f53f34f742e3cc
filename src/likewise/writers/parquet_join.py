"""Parquet files that were written apart, joined into one: the bytes that writing all rows at once would have given.

Pages are copied as they are. Only what says where they are is written again: behind each column of a row group, in the
indexes behind all of them, and in the footer. All that is in the compact protocol of Thrift.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

_MARK = b"PAR1"
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 12
_NUMBERS = (4, 5, 6)
#: A struct: type and value of each field, by its number. A list: the type of its items, and these.
Struct = dict[int, tuple[int, Any]]


def join_parquet(parts: Iterable[bytes], stream: BinaryIO) -> None:
    """Write Parquet files of the same columns as one.

    Parameters
    ----------
    parts : iterable of bytes
        Files, whose row groups follow each other; as Polars writes them, with indexes of pages behind all pages.
    stream : binary file
        Where to write.

    Examples
    --------
    >>> import io
    >>> import polars as pl
    >>> files, whole = [], io.BytesIO()
    >>> for number in range(2):
    ...     pl.DataFrame({"a": [number]}).write_parquet(made := io.BytesIO())
    ...     files.append(made.getvalue())
    >>> join_parquet(files, whole)
    >>> pl.read_parquet(whole.getvalue())["a"].to_list()
    [0, 1]
    """
    stream.write(_MARK)
    joined = _Joined()
    for part in parts:
        stream.writelines(joined.take(part))
    stream.write(joined.end() + _MARK)


@dataclass
class _Joined:
    """Row groups of the files so far, and the indexes of their pages."""

    position: int = len(_MARK)
    footer: Struct = field(default_factory=dict)
    #: Columns of row groups that have an index of values, and of places: of a column with NaN there are none of values.
    columns: list[tuple[Struct, bytes]] = field(default_factory=list)
    offsets: list[tuple[Struct, Struct]] = field(default_factory=list)

    def take(self, part: bytes) -> Iterator[bytes | memoryview]:
        """Take one more file, and yield its pages, each column of a group with what says where they are behind it."""
        size, pages = int.from_bytes(part[-8:-4], "little"), memoryview(part)
        footer, _ = _read_struct(part, len(part) - 8 - size)
        groups = footer[4][1][1]
        first = len(self.footer[4][1][1]) if self.footer else 0
        for number, group in enumerate(groups, first):
            group[5], group[7] = (group[5][0], self.position), (group[7][0], number)
            for chunk in group[1][1][1]:
                described = chunk[3][1]
                start = described.get(11, described[9])[1]
                end, shift = start + described[7][1], self.position - start
                if 6 in chunk:
                    self.columns.append((chunk, part[chunk[6][1] : chunk[6][1] + chunk[7][1]]))
                if 4 in chunk:
                    places, _ = _read_struct(part, chunk[4][1])
                    for page in places[1][1][1]:
                        _move(page, (1,), shift)
                    self.offsets.append((chunk, places))
                _move(chunk, (2,), shift)
                _move(described, (9, 10, 11, 14), shift)
                copy = _write_struct(described)
                self.position += end - start + len(copy)
                yield pages[start:end]
                yield copy
        if self.footer:
            self.footer[3] = (self.footer[3][0], self.footer[3][1] + footer[3][1])
            self.footer[4][1][1].extend(groups)
        else:
            self.footer = footer

    def end(self) -> bytes:
        """Return what stands behind the pages."""
        out = bytearray()
        offsets = [(chunk, _write_struct(places)) for chunk, places in self.offsets]
        for indexes, place, length in ((self.columns, 6, 7), (offsets, 4, 5)):
            for chunk, index in indexes:
                chunk[place] = (chunk[place][0], self.position + len(out))
                chunk[length] = (chunk[length][0], len(index))
                out += index
        footer = _write_struct(self.footer)
        return bytes(out) + footer + len(footer).to_bytes(4, "little")


def _move(struct: Struct, names: Iterable[int], shift: int) -> None:
    """Add to those of the fields that are there."""
    for name in names:
        if name in struct:
            kind, value = struct[name]
            struct[name] = (kind, value + shift)


def _read_number(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number, at


def _write_number(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _unfold(number: int) -> int:
    """Return a number whose sign is its last bit as usual."""
    return (number >> 1) ^ -(number & 1)


def _fold(number: int) -> int:
    return number << 1 if number >= 0 else (-number << 1) - 1


def _read(data: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in (_TRUE, _FALSE):
        return None, at  # the kind says which
    if kind in _NUMBERS:
        number, at = _read_number(data, at)
        return _unfold(number), at
    if kind == _STRUCT:
        return _read_struct(data, at)
    if kind in (_LIST, _SET):
        return _read_list(data, at)
    size = {_BYTE: 1, _DOUBLE: 8}.get(kind, 0)
    if kind == _BINARY:
        size, at = _read_number(data, at)
    return data[at : at + size], at + size


def _read_struct(data: bytes, at: int) -> tuple[Struct, int]:
    found: Struct = {}
    name = 0
    while (head := data[at]) != 0:
        at += 1
        if head >> 4:
            name += head >> 4
        else:
            number, at = _read_number(data, at)
            name = _unfold(number)
        value, at = _read(data, at, head & 15)
        found[name] = (head & 15, value)
    return found, at + 1


def _read_list(data: bytes, at: int) -> tuple[tuple[int, list[Any]], int]:
    head = data[at]
    kind, size, at = head & 15, head >> 4, at + 1
    if size == 15:
        size, at = _read_number(data, at)
    items = []
    for _ in range(size):
        # Here a truth is a byte of its own.
        item, at = _read(data, at, _BYTE if kind in (_TRUE, _FALSE) else kind)
        items.append(item)
    return (kind, items), at


def _write(kind: int, value: Any) -> bytes:
    if kind in (_TRUE, _FALSE):
        return b""
    if kind in _NUMBERS:
        return _write_number(_fold(value))
    if kind == _STRUCT:
        return _write_struct(value)
    if kind in (_LIST, _SET):
        return _write_list(*value)
    return _write_number(len(value)) + bytes(value) if kind == _BINARY else bytes(value)


def _write_struct(struct: Struct) -> bytes:
    out = bytearray()
    before = 0
    for name, (kind, value) in struct.items():
        step = name - before
        out += bytes([step << 4 | kind]) if 0 < step < 16 else bytes([kind]) + _write_number(_fold(name))
        out += _write(kind, value)
        before = name
    return bytes(out) + b"\0"


def _write_list(kind: int, items: list[Any]) -> bytes:
    head = bytes([len(items) << 4 | kind]) if len(items) < 15 else bytes([0xF0 | kind]) + _write_number(len(items))
    return head + b"".join(_write(_BYTE if kind in (_TRUE, _FALSE) else kind, item) for item in items)
