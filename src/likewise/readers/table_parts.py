"""A table read piece by piece: each piece is a raw table by itself."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from pathlib import Path

import polars as pl

from likewise.documents.skipped import get_reason
from likewise.errors import UserError
from likewise.readers.encoding import decode, detect_encoding, is_utf8
from likewise.readers.nothing_read import NothingReadError
from likewise.readers.pieces import cut_pieces
from likewise.readers.raw_table import RawTable
from likewise.readers.registry import TABLE_READERS, TEXT
from likewise.readers.rust_panics import list_panics
from likewise.readers.tables.json_lines import read_json_lines
from likewise.readers.tables.parquet import without_bytes
from likewise.scratch import writing_scratch

#: Rows by which it is told how large those of a Parquet file are.
_PROBE = 100


def read_parts(path: Path, kind: str, n_documents: int, n_bytes: int) -> Generator[RawTable]:
    r"""Read a file that can be cut piece by piece.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    kind : str
        As `likewise.readers.registry.detect_kind` says.
    n_documents, n_bytes : int
        Rows of a piece, where they can be counted, and bytes, roughly.

    Returns
    -------
    generator of RawTable
        As of `read_parquet_parts` or `read_file_parts`.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.csv")
    ...     _ = path.write_text("text\nred wine\ntea\n")
    ...     [part.table.height for part in read_parts(path, ".csv", 1, 100)]
    [2]
    """
    return (
        read_parquet_parts(path, n_documents, n_bytes) if kind == ".parquet" else read_file_parts(path, kind, n_bytes)
    )


def read_parquet_parts(path: Path, n_documents: int, n_bytes: int) -> Generator[RawTable]:
    """Read rows of a Parquet file, some at a time.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    n_documents : int
        Rows of a part, at most.
    n_bytes : int
        Bytes of a part, roughly: where rows are large, parts have fewer.

    Yields
    ------
    RawTable
        In order, at least one.

    Raises
    ------
    UserError
        If it is damaged, or has no rows.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.parquet")
    ...     pl.DataFrame({"text": ["red wine", "green tea", "milk"]}).write_parquet(path)
    ...     [part.table.height for part in read_parquet_parts(path, 2, 1_000_000)]
    [2, 1]
    """
    start, table = 0, _read_rows(path, 0, _PROBE)
    if not table.height:
        raise UserError(f"{path} has no rows; give a file that holds documents")
    while table.height:
        n_rows = min(n_documents, max(1, n_bytes * table.height // max(count_bytes(table), 1)))
        table = _read_rows(path, start, n_rows)
        if table.height:
            yield without_bytes(table, path)
        start += table.height


def _read_rows(path: Path, start: int, n_rows: int) -> pl.DataFrame:
    try:
        return pl.scan_parquet(path).slice(start, n_rows).collect()
    except (pl.exceptions.PolarsError, OSError) as error:
        raise _damaged(path) from error
    except list_panics() as error:
        raise _damaged(path) from error


def count_bytes(table: pl.DataFrame) -> int:
    """Count the bytes that the cells of a table take, those of strings as UTF-8; lists count as numbers do.

    Examples
    --------
    >>> count_bytes(pl.DataFrame({"text": ["red wine", None], "year": [1999, 2000]}))
    24
    """
    n_bytes = 8 * table.height * sum(kind != pl.String for kind in table.dtypes)
    return n_bytes + sum(int(cells.str.len_bytes().sum()) for cells in table if cells.dtype == pl.String)


def _damaged(path: Path) -> UserError:
    return UserError(f"{path} is damaged, or not a Parquet file; copy or download it again")


def read_file_parts(path: Path, kind: str, n_bytes: int) -> Generator[RawTable]:
    r"""Let the reader of the kind read pieces of a file, each whole by itself.

    Parameters
    ----------
    path : pathlib.Path
        The file, also one that is packed with gzip.
    kind : str
        A key of `likewise.readers.pieces.CUTS`.
    n_bytes : int
        Size of a piece.

    Yields
    ------
    RawTable
        In order, at least one; what has no documents is listed as not read.

    Raises
    ------
    UserError
        If something cannot be read, or there are no documents.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.csv")
    ...     _ = path.write_text("text\nred wine\ntea\n")
    ...     [part.table.rows() for part in read_file_parts(path, ".csv", 15)]
    [[('red wine',)], [('tea',)]]
    """
    encoding, n_lines = None, 0
    nothing, skipped, last = None, [], None
    with tempfile.TemporaryDirectory(prefix="likewise-") as folder:
        # What is not packed must not be named so.
        piece = Path(folder, path.name[:-3] if path.name.lower().endswith(".gz") else path.name)
        for content in cut_pieces(path, kind, n_bytes):
            told: list[str] = []
            if kind in TEXT and not is_utf8(content):
                # Which of the older encodings it is shows in a piece as in the whole; all pieces are in the same one.
                encoding = encoding or detect_encoding(content)
                text, told = decode(content, str(path), encoding)
                content = text.encode()
            with writing_scratch():
                piece.write_bytes(content)
            try:
                raw = read_json_lines(piece, n_before=n_lines) if "json" in kind else TABLE_READERS[kind](piece)
            except NothingReadError as error:
                nothing = nothing or error  # the first says where it begins
                skipped.append((f"a part of {path.name}", get_reason(error, piece, path.name).partition(";")[0]))
                skipped += error.unread
            except UserError as error:
                raise UserError(str(error).replace(str(piece), str(path))) from error
            else:
                notes = [f"{path.name}: {note}" for note in told]
                notes += [
                    f"{path.name}{note.removeprefix(piece.name)}" if note.startswith(piece.name) else note
                    for note in raw.notes
                ]
                last = RawTable(raw.table, text=raw.text, id=raw.id, notes=notes, unread=[*skipped, *raw.unread])
                skipped = []
                yield last
            n_lines += content.count(b"\n")
    if last is None and nothing is not None:
        raise UserError(str(nothing).replace(str(piece), str(path))) from nothing
    if skipped and last is not None:
        yield RawTable(last.table.clear(), text=last.text, id=last.id, unread=skipped)
