"""`read_batches`: documents of a source that may be larger than the memory, some at a time."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import polars as pl

from likewise.documents.documents import Documents
from likewise.errors import UserError
from likewise.readers.assemble import assemble
from likewise.readers.collections.archive import list_members, unpack
from likewise.readers.collections.files import FileList, describe_hidden, name_file, read_files
from likewise.readers.collections.folder import is_hidden, list_files
from likewise.readers.collections.several import check_exists
from likewise.readers.collections.zip_file import open_zip
from likewise.readers.nothing_read import NothingReadError
from likewise.readers.pieces import can_be_cut, count_cuts
from likewise.readers.raw_table import RawTable
from likewise.readers.read import read
from likewise.readers.registry import DOCUMENT_READERS, detect_kind
from likewise.readers.rust_panics import list_panics
from likewise.readers.table_parts import read_file_parts, read_parquet_parts

#: Documents of a batch, and characters of a piece of a file whose documents nobody has counted.
N_DOCUMENTS, N_BYTES = 20_000, 32_000_000
#: Kinds that say what each field is: where all records of a part lack a text, they have none under another name.
_RECORDS = (".mbox", ".nbib", ".ris")


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

    .parquet, .csv, .tsv, .jsonl, .ris, .nbib and .mbox are read piece by piece, also packed as .gz, and so are folders
    and .zip files that hold one such file, or files that are one document each. Anything else is one batch.

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
        they are, and the number of the row where a later batch lacks one.

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
    how = _How(text, label, id, n_documents, n_bytes)
    is_read = False
    with closing(_read_some(place, str(path), how, like)) as batches:
        for batch in batches:
            is_read = True
            yield batch
    if not is_read:
        yield read(path, text=text, label=label, id=id)


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
    try:
        if place.is_dir():
            return _count_in_folder(place)
        kind = detect_kind(place) if place.is_file() else ""
        if kind == ".zip":
            return _count_in_archive(place)
        if not _is_cut(place, kind):
            return 0
        if kind == ".parquet":
            return int(pl.scan_parquet(place).select(pl.len()).collect().item())
        return count_cuts(place, kind)
    except (UserError, pl.exceptions.PolarsError, OSError):
        return 0  # whoever reads it says what is wrong
    except list_panics():
        return 0


def _count_in_folder(folder: Path) -> int:
    """Count the files of a folder, or the documents of its only file."""
    files = list_files(folder).files
    return max(1, count_roughly(files[0].path)) if len(files) == 1 else len(files)


def _count_in_archive(path: Path) -> int:
    """Count the files of a .zip by their names, or unpack the only one and count its documents."""
    with open_zip(path, str(path)) as archive:
        names = [Path(member.filename) for member in list_members(archive)]
    n_files = sum(not any(map(is_hidden, name.parts)) for name in names)
    if n_files != 1:
        return n_files
    with unpack(path, str(path)) as (folder, _):
        return _count_in_folder(folder)


class _How(NamedTuple):
    """What `read_batches` is asked for."""

    text: str | None
    label: str | None
    id: str | None
    n_documents: int
    n_bytes: int


def _is_cut(path: Path, kind: str) -> bool:
    """Tell whether a file is a table that is read piece by piece."""
    if kind == ".parquet":
        return not path.name.lower().endswith(".gz")  # polars scans what is on the disk
    return can_be_cut(path, kind)


def _read_some(place: Path, source: str, how: _How, like: Documents | None) -> Generator[Documents]:
    """Read a source some documents at a time; nothing if it has to be read at once."""
    if place.is_dir():
        yield from _folder_batches(place, source, how)
    elif (kind := detect_kind(place)) == ".zip":
        yield from _archive_batches(place, source, how)
    elif _is_cut(place, kind):
        yield from _table_batches(place, kind, source, how, like)


def _table_batches(path: Path, kind: str, source: str, how: _How, like: Documents | None) -> Generator[Documents]:
    """Read a table piece by piece, with the roles of columns of its first part, or of another part of the same."""
    if kind == ".parquet":
        parts = read_parquet_parts(path, how.n_documents)
    else:
        parts = read_file_parts(path, kind, how.n_bytes)
    first = like
    n_before = 0
    with closing(parts):
        for raw in parts:
            if first is None:
                first = documents = assemble(raw, source, text=how.text, label=how.label, id=how.id)
            else:
                documents = assemble(_with_columns(raw, first, path, kind), source, like=first)
            places = range(n_before + 1, n_before + len(documents) + 1)
            numbers = pl.Series("id", places, dtype=pl.Int64).cast(pl.String)
            if "id" not in first.columns:
                documents = documents.with_table(documents.table, numbers)
            elif documents.ids.null_count():
                ids = documents.ids.zip_with(documents.ids.is_not_null(), numbers)
                documents = documents.with_table(documents.table, ids)
            n_before += len(documents)
            yield documents


def _archive_batches(path: Path, source: str, how: _How) -> Generator[Documents]:
    """Unpack a .zip, and read its files as those of a folder."""
    with unpack(path, source) as (folder, unread), closing(_folder_batches(folder, source, how)) as batches:
        for number, documents in enumerate(batches):
            yield documents if number else documents.with_notes([], unread)


def _folder_batches(folder: Path, source: str, how: _How) -> Generator[Documents]:
    """Read the files of a folder, some at a time, or its only table; nothing if they have to be read at once."""
    files = list_files(folder)
    kinds = [_find_kind(file.path) for file in files.files]
    if len(kinds) > how.n_documents and all(kind in DOCUMENT_READERS for kind in kinds):
        yield from _document_batches(files, source, how)
    elif len(kinds) == 1:
        (file,) = files.files
        with _naming(file.path, f"{source}/{file.name}"):
            if _is_cut(file.path, kinds[0]):
                yield from _named_batches(files, kinds[0], how)


def _find_kind(path: Path) -> str:
    """Tell of what kind a file is; none if it cannot be opened."""
    try:
        return detect_kind(path)
    except UserError:
        return ""


@contextmanager
def _naming(path: Path, name: str) -> Iterator[None]:
    """Let errors name a file as its owner does, who never saw where it was unpacked."""
    try:
        yield
    except UserError as error:
        raise UserError(str(error).replace(str(path), name), parameter=error.parameter) from error


def _document_batches(files: FileList, source: str, how: _How) -> Generator[Documents]:
    """Read files that are one document each, some at a time."""
    # What is hidden, and what cannot be opened, is told once; what a part without a document has, with the next.
    part, last = files, None
    for start in range(0, len(files.files), how.n_documents):
        part = part._replace(files=files.files[start : start + how.n_documents])
        try:
            documents = read_files(part, source, label=how.label)
        except NothingReadError as error:
            part = part._replace(unread=error.unread)
            continue
        yield documents
        part, last = FileList(()), documents.take([])
    if last is not None and part.unread:
        yield last.with_notes([], part.unread)


def _named_batches(files: FileList, kind: str, how: _How) -> Generator[Documents]:
    """Read the only file of a folder piece by piece, as `read` reads it with the folder."""
    (file,) = files.files
    with closing(_table_batches(file.path, kind, file.name, how._replace(label=None), None)) as batches:
        for number, documents in enumerate(batches):
            named = name_file(documents, file.name)
            yield named if number else named.with_notes(describe_hidden(files.n_hidden), files.unread)


def _with_columns(raw: RawTable, first: Documents, path: Path, kind: str) -> RawTable:
    """Give a part the columns of the first, so that their roles can be the same."""
    missing = [name for name in first.table.columns if name not in raw.table.columns]
    if kind not in _RECORDS and missing and set(first.columns["text"]) <= set(missing):
        raise UserError(f"{path} loses its column {first.columns['text'][0]!r} on the way; save it again as one table")
    table = raw.table.with_columns(pl.lit(None, dtype=first.table.schema[name]).alias(name) for name in missing)
    return RawTable(table, text=raw.text, id=raw.id, notes=raw.notes, unread=raw.unread)
