"""`read_batches`: documents of a source that may be larger than the memory, some at a time."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path

import polars as pl

from likewise.documents.documents import Documents
from likewise.errors import UserError
from likewise.readers.assemble import assemble
from likewise.readers.collections.files import read_files
from likewise.readers.collections.folder import list_files
from likewise.readers.collections.several import check_exists
from likewise.readers.pieces import CUTS, cut_pieces
from likewise.readers.raw_table import RawTable
from likewise.readers.read import read
from likewise.readers.registry import detect_kind, holds_one_document, read_contents
from likewise.readers.rust_panics import list_panics
from likewise.readers.tables.parquet import without_bytes

#: Documents of a batch, and characters of a piece of a file whose documents nobody has counted.
N_DOCUMENTS, N_BYTES = 20_000, 32_000_000


def read_batches(
    path: str | os.PathLike[str],
    *,
    text: str | None = None,
    label: str | None = None,
    id: str | None = None,  # noqa: A002 the name of the option
    n_documents: int = N_DOCUMENTS,
    n_bytes: int = N_BYTES,
    like: Documents | None = None,
) -> Generator[Documents]:
    r"""Read documents from a file or folder, some at a time.

    .parquet, .csv, .tsv, .jsonl, .ris, .nbib and .mbox are read piece by piece, and so are folders of files that are
    one document each; any other kind is one batch.

    Parameters
    ----------
    path : str or path-like
        As of `likewise.readers.read`.
    text, label, id : str or None, default=None
        As of `likewise.readers.read`; what is guessed is guessed from the first batch.
    n_documents : int, default=N_DOCUMENTS
        Documents of a batch of a table that knows how many it has.
    n_bytes : int, default=N_BYTES
        Size of a piece of any other file.
    like : Documents or None, default=None
        Documents of another part of the same table, whose columns have the same roles: nothing is guessed. For kinds
        that are read piece by piece.

    Yields
    ------
    Documents
        In the order of the source. Ids that are numbers of rows go on from batch to batch; those of a column are as
        they are.

    Raises
    ------
    UserError
        If something cannot be read.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "pile.parquet")
    ...     pl.DataFrame({"text": ["red wine", "green tea", "milk"]}).write_parquet(path)
    ...     [batch.ids.to_list() for batch in read_batches(path, n_documents=2)]
    [['1', '2'], ['3']]
    """
    place = Path(path).expanduser()
    check_exists(place)
    if place.is_dir():
        yield from _folder_batches(place, str(path), text=text, label=label, id=id, n_documents=n_documents)
        return
    kind = detect_kind(place)
    if kind == ".parquet":
        parts = _parquet_parts(place, n_documents)
    elif kind in CUTS and not place.name.lower().endswith(".gz"):
        parts = _file_parts(place, kind, n_bytes)
    else:
        yield read(path, text=text, label=label, id=id)
        return
    first = like
    n_before = 0
    with closing(parts):
        for raw in parts:
            if first is None:
                first = documents = assemble(raw, str(path), text=text, label=label, id=id)
            else:
                documents = assemble(_with_columns(raw, first, place), str(path), like=first)
            if "id" not in first.columns:
                numbers = pl.Series("id", range(n_before + 1, n_before + len(documents) + 1), dtype=pl.Int64)
                documents = documents.with_table(documents.table, numbers.cast(pl.String))
            n_before += len(documents)
            yield documents


def count_roughly(path: str | os.PathLike[str]) -> int:
    """Count the documents of a source without reading them, by what stands between two of them.

    Parameters
    ----------
    path : str or path-like
        A file or folder.

    Returns
    -------
    int
        How many, or a few more; the files of a folder; 0 for kinds that are not read piece by piece.

    Examples
    --------
    >>> count_roughly("nowhere.csv")
    0
    """
    place = Path(path).expanduser()
    if not place.is_file():
        return sum(len(files) for _, _, files in os.walk(place))
    if place.suffix.lower() == ".parquet":
        try:
            return int(pl.scan_parquet(place).select(pl.len()).collect().item())
        except (pl.exceptions.PolarsError, OSError):
            return 0
        except list_panics():
            return 0
    kind = detect_kind(place)
    if kind not in CUTS or place.name.lower().endswith(".gz"):
        return 0
    with place.open("rb") as stream:
        return sum(len(CUTS[kind].findall(piece)) for piece in iter(lambda: stream.read(N_BYTES), b""))


def _folder_batches(
    folder: Path,
    source: str,
    *,
    text: str | None,
    label: str | None,
    id: str | None,  # noqa: A002 the name of the option
    n_documents: int,
) -> Iterator[Documents]:
    """Read the files of a folder, some at a time; a folder that has tables is read at once."""
    files = list_files(folder)
    if len(files.files) <= n_documents or not all(holds_one_document(file.path) for file in files.files):
        yield read(source, text=text, label=label, id=id)
        return
    for start in range(0, len(files.files), n_documents):
        # What is hidden, and what cannot be opened, is told once.
        part = files._replace(files=files.files[start : start + n_documents])
        part = part if start == 0 else part._replace(n_hidden=0, unread=())
        yield read_files(part, source, label=label)


def _parquet_parts(path: Path, n_documents: int) -> Generator[RawTable]:
    """Read rows of a Parquet file, some at a time."""
    start = 0
    while True:
        try:
            table = pl.scan_parquet(path).slice(start, n_documents).collect()
        except (pl.exceptions.PolarsError, OSError) as error:
            raise _damaged(path) from error
        except list_panics() as error:
            raise _damaged(path) from error
        if not table.height:
            if not start:
                raise UserError(f"{path} has no rows; give a file that holds documents")
            return
        yield without_bytes(table, path)
        start += table.height


def _damaged(path: Path) -> UserError:
    return UserError(f"{path} is damaged, or not a Parquet file; copy or download it again")


def _file_parts(path: Path, kind: str, n_bytes: int) -> Generator[RawTable]:
    """Let the reader of the kind read pieces of a file, each whole by itself."""
    with tempfile.TemporaryDirectory() as folder:
        piece = Path(folder, path.name)
        for content in cut_pieces(path, kind, n_bytes):
            piece.write_bytes(content)
            raw = read_contents(piece)
            assert isinstance(raw, RawTable)
            yield raw


def _with_columns(raw: RawTable, first: Documents, path: Path) -> RawTable:
    """Give a part the columns of the first, so that their roles can be the same."""
    missing = [name for name in first.table.columns if name not in raw.table.columns]
    if missing and set(first.columns["text"]) <= set(missing):
        raise UserError(f"{path} loses its column {missing[0]!r} on the way; save it again as one table")
    table = raw.table.with_columns(pl.lit(None, dtype=first.table.schema[name]).alias(name) for name in missing)
    return RawTable(table, text=raw.text, id=raw.id, notes=raw.notes, unread=raw.unread)
