"""`read_batches`: documents of a source that may be larger than the memory, some at a time."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import polars as pl

from likewise.documents.documents import Documents
from likewise.errors import UserError
from likewise.readers.assemble import assemble
from likewise.readers.collections.archive import unpack
from likewise.readers.collections.files import FileList, NamedFile, describe_hidden, name_file, read_files
from likewise.readers.collections.folder import list_files
from likewise.readers.collections.several import check_exists
from likewise.readers.nothing_read import NothingReadError
from likewise.readers.pieces import can_be_cut
from likewise.readers.raw_table import RawTable
from likewise.readers.read import read
from likewise.readers.registry import DOCUMENT_READERS, detect_kind
from likewise.readers.table_parts import read_parts

#: Documents of a batch, and bytes, at most.
N_DOCUMENTS, N_BYTES = 20_000, 16_000_000
#: The same of a beginning that tells which columns a table has.
_FEW, _LITTLE = 1_000, 1_000_000
#: Kinds that say what each field is: where all records of a part lack a text, they have none under another name.
_RECORDS = (".mbox", ".nbib", ".ris")
#: What is said where several files are read one after the other.
COPIES_STAY = "records that several files have stay several documents where files are read piece by piece"


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
    and .zip files that hold one such file, several that are parts of one table (`are_parts`), or files that are one
    document each. Anything else is one batch. What two of the parts have stays two documents.

    Parameters
    ----------
    path : str or path-like
        As of `likewise.readers.read`.
    text, label, id : str or None, default=None
        As of `likewise.readers.read`; what is guessed is guessed from the first batch.
    n_documents : int, default=N_DOCUMENTS
        Documents of a batch, at most, where they can be counted.
    n_bytes : int, default=N_BYTES
        Size of a batch, roughly: of a piece of a file, of the rows of a Parquet file, or of several files.
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


def read_beginning(path: str | os.PathLike[str], *, text: str | None = None) -> Documents | None:
    r"""Read a few documents of a source, if it is one that is read piece by piece.

    Parameters
    ----------
    path : str or path-like
        A file or a folder.
    text : str or None, default=None
        As of `likewise.readers.read`.

    Returns
    -------
    Documents or None
        The first ones; None if all of them would have to be read.

    Raises
    ------
    UserError
        As of `likewise.readers.read`.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "pile.csv")
    ...     _ = file.write_text("text\nred wine\ntea\n")
    ...     len(read_beginning(file))
    2
    """
    how = _How(text, None, None, _FEW, _LITTLE)
    with closing(_read_some(Path(path).expanduser(), str(path), how, None)) as batches:
        return next(batches, None)


def are_parts(paths: Sequence[str | os.PathLike[str]], *, text: str | None = None) -> bool:
    r"""Tell whether several files can be read piece by piece as one table.

    Parameters
    ----------
    paths : sequence of path
        The files.
    text : str or None, default=None
        As of `likewise.readers.read`.

    Returns
    -------
    bool
        Whether all are of one kind that is read piece by piece, and have the columns that texts of the first are in.

    Raises
    ------
    UserError
        If one of them cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     one, other = Path(folder, "one.csv"), Path(folder, "other.csv")
    ...     _ = one.write_text("title,abstract\nOn wine,We drink.\n"), other.write_text("title,year\nOn tea,1999\n")
    ...     are_parts([one, one]), are_parts([one, other])
    (True, False)
    """
    places = [Path(path).expanduser() for path in paths]
    kinds = {detect_kind(place) if place.is_file() else "" for place in places}
    return len(kinds) == 1 and _are_parts(places, kinds.pop(), _How(text, None, None, N_DOCUMENTS, N_BYTES))


class _How(NamedTuple):
    """What `read_batches` is asked for."""

    text: str | None
    label: str | None
    id: str | None
    n_documents: int
    n_bytes: int


def _read_some(place: Path, source: str, how: _How, like: Documents | None) -> Generator[Documents]:
    """Read a source some documents at a time; nothing if it has to be read at once."""
    if place.is_dir():
        yield from _folder_batches(place, source, how)
    elif (kind := detect_kind(place)) == ".zip":
        yield from _archive_batches(place, source, how)
    elif can_be_cut(place, kind):
        yield from _table_batches(place, kind, source, how, like)


def _table_batches(path: Path, kind: str, source: str, how: _How, like: Documents | None) -> Generator[Documents]:
    """Read a table piece by piece, with the roles of columns of its first part, or of another part of the same."""
    first = like
    n_before = 0
    with closing(read_parts(path, kind, how.n_documents, how.n_bytes)) as parts:
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


def _are_parts(paths: Sequence[Path], kind: str, how: _How) -> bool:
    """Tell whether files of a kind can be read piece by piece, with the roles of columns of the first."""
    if not all(can_be_cut(path, kind) for path in paths):
        return False
    if len(paths) == 1 or kind in _RECORDS:
        return True
    a_little = how._replace(n_documents=_FEW, n_bytes=_LITTLE)
    with closing(_table_batches(paths[0], kind, str(paths[0]), a_little, None)) as batches:
        needed = set(next(batches).columns["text"])
    for path in paths[1:]:
        with closing(read_parts(path, kind, _FEW, _LITTLE)) as parts:
            if not needed <= set(next(parts).table.columns):
                return False
    return True


def _archive_batches(path: Path, source: str, how: _How) -> Generator[Documents]:
    """Unpack a .zip, and read its files as those of a folder."""
    with unpack(path, source) as (folder, unread), closing(_folder_batches(folder, source, how)) as batches:
        for number, documents in enumerate(batches):
            yield documents if number else documents.with_notes([], unread)


def _folder_batches(folder: Path, source: str, how: _How) -> Generator[Documents]:
    """Read the files of a folder, some at a time, or the parts of its table; nothing if they must be read at once."""
    files = list_files(folder)
    kinds = [_find_kind(file.path) for file in files.files]
    if all(kind in DOCUMENT_READERS for kind in kinds):
        parts = list(_share_out(files.files, how))
        if len(parts) > 1:
            yield from _document_batches(files, parts, source, how)
    elif len(set(kinds)) == 1:
        with _naming(folder, source):
            if _can_be_parts(files, kinds[0], how):
                yield from _named_batches(files, kinds[0], how)


def _can_be_parts(files: FileList, kind: str, how: _How) -> bool:
    """Tell whether the files of a folder are read piece by piece; a damaged one among several is listed elsewhere."""
    try:
        return _are_parts([file.path for file in files.files], kind, how)
    except UserError:
        if len(files.files) == 1:
            raise
        return False


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


def _share_out(files: Sequence[NamedFile], how: _How) -> Iterator[tuple[NamedFile, ...]]:
    """Cut files into parts of bounded number and size."""
    part: list[NamedFile] = []
    n_bytes = 0
    for file in files:
        size = file.path.stat().st_size
        if part and (len(part) == how.n_documents or n_bytes + size > how.n_bytes):
            yield tuple(part)
            part, n_bytes = [], 0
        part.append(file)
        n_bytes += size
    yield tuple(part)


def _document_batches(
    files: FileList, parts: Sequence[tuple[NamedFile, ...]], source: str, how: _How
) -> Generator[Documents]:
    """Read files that are one document each, some at a time."""
    # What is hidden, and what cannot be opened, is told once; what a part without a document has, with the next.
    part, last = files, None
    for some in parts:
        part = part._replace(files=some)
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
    """Read the tables of a folder piece by piece, one after the other, as `read` reads them with the folder."""
    first = None
    for file in files.files:
        with closing(_table_batches(file.path, kind, file.name, how._replace(label=None), first)) as batches:
            for documents in batches:
                named = name_file(documents, file.name)
                yield named if first is not None else named.with_notes(_describe_files(files), files.unread)
                first = documents.take([]) if first is None else first


def _describe_files(files: FileList) -> list[str]:
    return [*describe_hidden(files.n_hidden), *([COPIES_STAY] if len(files.files) > 1 else [])]


def _with_columns(raw: RawTable, first: Documents, path: Path, kind: str) -> RawTable:
    """Give a part the columns of the first, so that their roles can be the same."""
    missing = [name for name in first.table.columns if name not in raw.table.columns]
    if kind not in _RECORDS and missing and set(first.columns["text"]) <= set(missing):
        raise UserError(f"{path} loses its column {first.columns['text'][0]!r} on the way; save it again as one table")
    table = raw.table.with_columns(pl.lit(None, dtype=first.table.schema[name]).alias(name) for name in missing)
    return RawTable(table, text=raw.text, id=raw.id, notes=raw.notes, unread=raw.unread)
