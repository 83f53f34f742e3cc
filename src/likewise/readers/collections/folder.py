"""A folder: every file in it and in its subfolders that can be read, documents and tables alike."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import polars as pl

from likewise.documents.documents import Documents, concatenate
from likewise.documents.merge import merge_sources
from likewise.documents.skipped import get_reason
from likewise.errors import UserError
from likewise.plural import count_noun, name_a_few
from likewise.progress import Progress, Stage
from likewise.readers.assemble import assemble
from likewise.readers.columns import make_string_table
from likewise.readers.raw_table import RawTable
from likewise.readers.registry import detect_kind, read_contents, suffixes
from likewise.readers.single_document import SingleDocument


def read_folder(
    folder: Path,
    *,
    text: str | None = None,
    label: str | None = None,
    id: str | None = None,  # noqa: A002 the name of the option
    source: str | None = None,
    progress: Progress | None = None,
    follow_links: bool = False,
    keep_copies: bool = False,
    read_archive: Callable[..., Documents] | None = None,
) -> Documents:
    """Read every file in a folder and its subfolders, in order of their names.

    A file such as .txt or .pdf is one document; the rows of tables found there are documents too. Hidden files are
    skipped; what cannot be read is listed.

    Parameters
    ----------
    folder : pathlib.Path
        The folder.
    text, label, id : str or None, default=None
        As of `likewise.readers.read`; `text` and `id` are those of the tables.
    source : str or None, default=None
        What to call the folder; None is its path.
    progress : callable or None, default=None
        Called with a `Stage` that says how many files are read, and of how many.
    follow_links : bool, default=False
        Whether links that lead out of the folder are read, too; otherwise they are listed as not read.
    keep_copies : bool, default=False
        Whether records that several tables share stay several documents.
    read_archive : callable or None, default=None
        Reads the .zip files in the folder, whose names then begin the names of their files; None lists them as not
        read.

    Returns
    -------
    Documents
        Columns `file` (name relative to the folder), `folder` (the subfolder, which may serve as a label), `text`, and
        what else the files have.

    Raises
    ------
    UserError
        If no file in it can be read.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     (pathlib.Path(folder) / "wine").mkdir()
    ...     _ = pathlib.Path(folder, "wine", "red.txt").write_text("red wine")
    ...     _ = pathlib.Path(folder, "tea.md").write_text("green tea")
    ...     read_folder(pathlib.Path(folder)).table.rows()
    [('tea.md', '', 'green tea'), ('wine/red.txt', 'wine', 'red wine')]
    """
    source = str(folder) if source is None else source
    paths, hidden, unread = _list_files(folder, follow_links)
    rows: list[dict[str, str]] = []
    tables: list[Documents] = []
    repaired: dict[str, list[str]] = {}
    for done, path in enumerate(paths):
        if progress is not None:
            progress(Stage("reading", done, len(paths)))
        name = path.relative_to(folder).as_posix()
        try:
            if read_archive is not None and detect_kind(path) == ".zip":
                tables.append(_name_archive(read_archive(path, text=text, id=id, source=name), name))
                continue
            contents = read_contents(path, name=name)
            if isinstance(contents, SingleDocument):
                for repair in contents.notes:
                    repaired.setdefault(repair, []).append(name)
                rows.append({"file": name, "folder": name.rpartition("/")[0], **contents.fields})
            elif contents is not None:
                tables.append(_name_file(assemble(contents, name, text=text, id=id), name))
            else:
                unread.append((name, "of a kind that is not read"))
        except UserError as error:
            unread.append((name, get_reason(error, path, name)))
    notes = [f"{count_noun(len(files), 'file')} {repair}: {name_a_few(files)}" for repair, files in repaired.items()]
    if hidden:
        notes.append(f"{count_noun(hidden, 'hidden file or folder', 'hidden files and folders')} skipped")
    if not rows and not tables:
        raise UserError(_nothing_read(source, unread))
    raw = RawTable(_table(rows), text="text", id="file", notes=notes, unread=unread)
    tables = [merge_sources(tables, source, keep_copies=keep_copies)] if tables else []
    if rows:
        # The columns that a caller names are those of tables; a document of its own has only one text.
        tables.insert(0, assemble(raw, source, label=label))
    else:
        tables[0] = tables[0].with_notes(notes, unread)
    return concatenate(tables, source) if len(tables) > 1 else tables[0]


def _name_file(documents: Documents, name: str) -> Documents:
    """Say of each row of a table which file it is of; numbers of rows get the name of the file before them."""
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
    unread = tuple((f"{name}/{inner}", reason) for inner, reason in documents.unread)
    return replace(documents.with_table(table, ids), unread=unread)


def _table(rows: list[dict[str, str]]) -> pl.DataFrame:
    names = dict.fromkeys(name for row in rows for name in row if name != "text")
    return make_string_table(rows, [*names, "text"])


def _list_files(folder: Path, follow_links: bool) -> tuple[list[Path], int, list[tuple[str, str]]]:
    """List the files that are not hidden by name, count the hidden ones, and tell what cannot be opened."""
    paths: list[Path] = []
    unread: list[tuple[str, str]] = []
    hidden = 0
    root = folder.resolve()
    visited: set[Path] = set()

    def cannot_open(error: OSError) -> None:
        unread.append((str(error.filename), f"the folder cannot be opened: {error.strerror}"))

    for parent, folders, files in os.walk(folder, onerror=cannot_open, followlinks=follow_links):
        hidden += sum(map(_is_hidden, [*folders, *files]))
        place = Path(parent).resolve()
        if place in visited:  # by a link that leads back
            folders[:] = []
            continue
        visited.add(place)
        folders[:] = [name for name in folders if not _is_hidden(name)]
        for path in (Path(parent, name) for name in [*folders, *files] if not _is_hidden(name)):
            name = path.relative_to(folder).as_posix()
            leads_out = path.is_symlink() and path.exists() and not path.resolve().is_relative_to(root)
            if leads_out and not follow_links:
                unread.append((name, "a link that leads out of the folder, and is not followed"))
            elif path.is_file():
                paths.append(path)
            elif not path.is_dir():  # a pipe would wait for ever
                unread.append((name, "no regular file, or a link to nowhere"))
    paths.sort(key=lambda path: path.relative_to(folder).as_posix())
    return paths, hidden, unread


def _is_hidden(name: str) -> bool:
    # What other systems leave behind in folders and archives.
    return name.startswith(".") or name in ("__MACOSX", "Thumbs.db", "desktop.ini")


def _nothing_read(source: str, unread: Iterable[tuple[str, str]]) -> str:
    tried = [f"{name} ({reason})" for name, reason in unread]
    if not tried:
        return f"folder {source} is empty; give a folder of files such as .pdf, .docx, .txt or .csv"
    return (
        f"folder {source} has nothing that can be read: {name_a_few(tried, 3)}; what is read: {', '.join(suffixes())}"
    )
