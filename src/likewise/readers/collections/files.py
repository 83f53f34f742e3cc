"""Several files as one pile: each is a document or a table, and what two of them share becomes one document."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import polars as pl

from likewise.documents.documents import Documents
from likewise.documents.merge import SOURCES, merge_sources
from likewise.documents.skipped import get_reason
from likewise.errors import UserError
from likewise.plural import count_noun, name_a_few
from likewise.progress import Progress, Stage
from likewise.readers.assemble import assemble
from likewise.readers.columns import make_string_table
from likewise.readers.nothing_read import NothingReadError
from likewise.readers.raw_table import RawTable
from likewise.readers.registry import MULTI_TABLE_READERS, detect_kind, read_contents, suffixes
from likewise.readers.single_document import SingleDocument


class NamedFile(NamedTuple):
    """A file, and what messages and ids call it.

    Examples
    --------
    >>> NamedFile(Path("exports/pubmed.nbib"), "pubmed.nbib").is_required
    False
    """

    path: Path
    name: str
    #: Whether it is an error if it cannot be read; otherwise it is listed as not read.
    is_required: bool = False


class FileList(NamedTuple):
    """Files to read, how many hidden ones were passed over, and what cannot be opened, with the reason.

    Examples
    --------
    >>> FileList((NamedFile(Path("red.txt"), "red.txt"),)).n_hidden
    0
    """

    files: tuple[NamedFile, ...]
    n_hidden: int = 0
    unread: tuple[tuple[str, str], ...] = ()


@dataclass
class _Found:
    """What was read so far: documents that are one file each, tables, and what was repaired or not read."""

    rows: list[dict[str, str]] = field(default_factory=list)
    tables: list[Documents] = field(default_factory=list)
    repaired: dict[str, list[str]] = field(default_factory=dict)
    unread: list[tuple[str, str]] = field(default_factory=list)

    def add_document(self, document: SingleDocument, name: str) -> None:
        for repair in document.notes:
            self.repaired.setdefault(repair, []).append(name)
        self.rows.append({"file": name, "folder": name.rpartition("/")[0], **document.fields})


def read_files(
    files: FileList,
    source: str,
    *,
    text: str | None = None,
    label: str | None = None,
    id: str | None = None,  # noqa: A002 the name of the option
    table: str | None = None,
    progress: Progress | None = None,
    keep_copies: bool = False,
    read_archive: Callable[..., Documents] | None = None,
) -> Documents:
    """Read some files, each a document or a table of documents.

    Parameters
    ----------
    files : FileList
        Which.
    source : str
        What to call all of them.
    text, label, id, table : str or None, default=None
        As of `likewise.readers.read`; all but `label` are those of the tables.
    progress : callable or None, default=None
        Called with a `Stage` that says how many files are read, and of how many.
    keep_copies : bool, default=False
        Whether what several of the files have stays several documents.
    read_archive : callable or None, default=None
        Reads .zip files, whose names then begin the names of their files; None lists them as not read.

    Returns
    -------
    Documents
        Columns `file` and `folder`, `text`, and what else the files have.

    Raises
    ------
    UserError
        If nothing can be read, or not a file that is required.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "red.txt")
    ...     _ = path.write_text("red wine")
    ...     read_files(FileList((NamedFile(path, "red.txt"),)), "wines").ids.to_list()
    ['red.txt']
    """
    found = _Found(unread=list(files.unread))
    for done, file in enumerate(files.files):
        if progress is not None:
            progress(Stage("reading", done, len(files.files)))
        path, name = file.path, file.name
        try:
            kind = detect_kind(path)
            if read_archive is not None and kind == ".zip":
                found.tables.append(_name_archive(read_archive(path, text=text, id=id, source=name), name))
                continue
            contents = read_contents(path, name=name, table=table if kind in MULTI_TABLE_READERS else None)
            if isinstance(contents, SingleDocument):
                found.add_document(contents, name)
            elif contents is not None:
                found.tables.append(name_file(assemble(contents, name, text=text, id=id), name))
            elif file.is_required:
                raise refuse_kind(path)
            else:
                found.unread.append((name, "of a kind that is not read"))
        except UserError as error:
            if file.is_required:
                raise
            found.unread.append((name, get_reason(error, path, name)))
    if not found.rows and not found.tables:
        raise NothingReadError(_nothing_read(source, found.unread), found.unread)
    return _put_together(found, files.n_hidden, source, label=label, keep_copies=keep_copies)


#: What becomes of files of kinds that people have and that are not read.
_WAYS_OUT = {
    ".likewise": "is a project; export its documents to a table, and give that",
    **dict.fromkeys((".ods", ".fods", ".xlsb", ".numbers"), "is a spreadsheet; save it as .xlsx or .csv"),
    **dict.fromkeys((".doc", ".pages", ".wps"), "is a document of a word processor; save it as .docx or .pdf"),
    ".ppt": "is of PowerPoint 97–2003; save it as .pptx",
    ".enl": "is a library of EndNote; export its references to .xml or .ris",
    **dict.fromkeys((".rar", ".7z", ".tar", ".gz", ".tgz"), "is an archive; unpack it, or pack it as .zip"),
    ".pst": "is a mailbox of Outlook; save its messages as .msg, or export them to .mbox",
    ".rdf": "is an export of Zotero for programs; export to .ris or .csv",
}


def refuse_kind(path: Path) -> UserError:
    """Make the error for a file of a kind that is not read.

    Examples
    --------
    >>> str(refuse_kind(Path("song.mp3")))[:52]
    'song.mp3 is of a kind that cannot be read (.mp3); gi'
    """
    if path.suffix.lower() in _WAYS_OUT:
        return UserError(f"{path} {_WAYS_OUT[path.suffix.lower()]}")
    return UserError(
        f"{path} is of a kind that cannot be read ({path.suffix or 'no suffix'}); give a folder, or one of: "
        f"{', '.join(suffixes())}"
    )


def _put_together(found: _Found, n_hidden: int, source: str, *, label: str | None, keep_copies: bool) -> Documents:
    notes = [
        f"{count_noun(len(names), 'file')} {repair}: {name_a_few(names)}" for repair, names in found.repaired.items()
    ]
    notes += describe_hidden(n_hidden)
    if not found.rows:
        merged = merge_sources(found.tables, source, keep_copies=keep_copies)
        return merged.with_notes(notes, found.unread)
    names = dict.fromkeys(name for row in found.rows for name in row if name != "text")
    written = make_string_table(found.rows, [*names, "text"])
    # The columns that a caller names are those of tables; a document of its own has only one text.
    raw = RawTable(written, text="text", id="file", notes=notes, unread=found.unread)
    documents = assemble(raw, source, label=label)
    if not found.tables:
        return documents
    own = documents.table.with_columns(pl.col("file").alias(SOURCES))
    documents = replace(documents, table=own, source=count_noun(len(documents), "file"))
    # Records are merged first, since they have fields that a file of its own has not; files are listed first.
    merged = merge_sources([*found.tables, documents], source, keep_copies=keep_copies)
    is_own = merged.table[SOURCES].is_in(own["file"].implode())
    ordered = merged.take([*is_own.arg_true(), *(~is_own).arg_true()])
    return replace(ordered, notes=merged.notes, unread=merged.unread)


def describe_hidden(n_hidden: int) -> list[str]:
    """Say how many hidden files there are, if any is.

    Examples
    --------
    >>> describe_hidden(2)
    ['2 hidden files and folders skipped']
    """
    return [f"{count_noun(n_hidden, 'hidden file or folder', 'hidden files and folders')} skipped"] if n_hidden else []


def name_file(documents: Documents, name: str) -> Documents:
    """Name the file in each row of a table, and put it before the numbers of rows.

    Parameters
    ----------
    documents : Documents
        Rows of a table.
    name : str
        Of the file that the table is in.

    Returns
    -------
    Documents
        The same, with the columns `file` and `folder`.

    Examples
    --------
    >>> table = pl.DataFrame({"text": ["red wine"]})
    >>> named = name_file(Documents(table=table, text=table["text"], ids=pl.Series(["1"])), "old/pile.csv")
    >>> named.ids.to_list(), named.table.rows()
    (['old/pile.csv:1'], [('red wine', 'old/pile.csv', 'old')])
    """
    new = [
        pl.lit(value).alias(column)
        for column, value in (("file", name), ("folder", name.rpartition("/")[0]))
        if column not in documents.table.columns
    ]
    ids = documents.ids if "id" in documents.columns else name + ":" + documents.ids
    return documents.with_table(documents.table.with_columns(new), ids.rename("id"))


def _name_archive(documents: Documents, name: str) -> Documents:
    """Put the name of an archive before the names of its files, and before the ids that are made of these."""
    file = documents.table["file"].cast(pl.String).fill_null("")
    ids = pl.DataFrame({"file": file, "id": documents.ids}).select(
        pl.when((pl.col("file") != "") & pl.col("id").str.starts_with(pl.col("file")))
        .then(f"{name}/" + pl.col("id"))
        .otherwise("id")
        .alias("id")
    )["id"]
    folder = pl.concat_str(
        pl.lit(name), pl.when(pl.col("folder") != "").then("/" + pl.col("folder")), ignore_nulls=True
    )
    table = documents.table.with_columns((f"{name}/" + file).alias("file"), folder.alias("folder"))
    if SOURCES in table.columns and documents.sources:
        inner = pl.col(SOURCES).str.replace_all("; ", f"; {name}/", literal=True)
        table = table.with_columns((f"{name}/" + inner).alias(SOURCES))
    sources = tuple(count._replace(name=f"{name}/{count.name}") for count in documents.sources)
    unread = tuple((f"{name}/{inner}", reason) for inner, reason in documents.unread)
    return replace(documents.with_table(table, ids), unread=unread, sources=sources)


def _nothing_read(source: str, unread: Iterable[tuple[str, str]]) -> str:
    tried = [f"{name} ({reason})" for name, reason in unread]
    return f"{source} has nothing that can be read: {name_a_few(tried, 3)}; what is read: {', '.join(suffixes())}"
