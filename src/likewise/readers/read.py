"""`read`: a path of any kind to documents."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from likewise.documents.documents import Documents
from likewise.documents.repeated import merge_repeated
from likewise.errors import UserError
from likewise.progress import Progress
from likewise.readers.assemble import assemble
from likewise.readers.collections.archive import read_archive
from likewise.readers.collections.files import refuse_kind
from likewise.readers.collections.folder import read_folder
from likewise.readers.collections.several import check_exists, read_several
from likewise.readers.columns import make_string_table
from likewise.readers.raw_table import RawTable
from likewise.readers.registry import MULTI_TABLE_READERS, detect_kind, read_contents, suffixes
from likewise.readers.single_document import SingleDocument


def read(
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    text: str | None = None,
    label: str | None = None,
    id: str | None = None,  # noqa: A002 the name of the option
    table: str | None = None,
    progress: Progress | None = None,
    follow_links: bool = False,
    keep_copies: bool = False,
) -> Documents:
    r"""Read documents from a file, a folder, or several of them.

    Parameters
    ----------
    path : str, path-like, or a sequence of them
        A file of a kind that `suffixes()` lists, or a folder or .zip of such files; those of text also with ".gz". Of
        several, all files become one pile, as those of a folder do.
    text : str or None, default=None
        The text columns, several separated by commas; None guesses by the names that the field uses.
    label : str or None, default=None
        The column of labels; None guesses.
    id : str or None, default=None
        The column of ids; None guesses, and numbers the rows from 1 if there is none.
    table : str or None, default=None
        The sheet of a workbook, or the table of, or a query to, an SQLite file; None takes the likeliest.
    progress : callable or None, default=None
        Called with a `Stage` that says how many files of a folder are read, and of how many.
    follow_links : bool, default=False
        Whether links in a folder that lead out of it are read, too; otherwise they are listed as not read.
    keep_copies : bool, default=False
        Whether what several files have, and a paper that one file has twice, stays several documents; otherwise copies
        become one document.

    Returns
    -------
    Documents
        The documents, with every original column and a note for everything that was guessed, repaired or not read.

    Raises
    ------
    UserError
        If nothing can be read: one sentence that says why and what to do.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "pile.csv")
    ...     _ = path.write_text("id,title,abstract\n007,On wine,We drink.\n")
    ...     documents = read(path)
    >>> documents.ids.to_list(), documents.text.to_list()
    (['007'], ['On wine\nWe drink.'])
    >>> documents.columns
    {'text': ('title', 'abstract'), 'id': ('id',)}
    """
    columns: dict[str, Any] = {"text": text, "label": label, "id": id}
    how = {"progress": progress, "keep_copies": keep_copies}
    documents = _read_all(path, columns, how, table=table, follow_links=follow_links)
    return documents if keep_copies else merge_repeated(documents)


def _read_all(
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    columns: dict[str, Any],
    how: dict[str, Any],
    *,
    table: str | None,
    follow_links: bool,
) -> Documents:
    """Read documents of one path or of several; records that one file has twice are two."""
    if not isinstance(path, str | os.PathLike):
        if len(path) != 1:
            places = [Path(each).expanduser() for each in path]
            return read_several(
                places, **columns, **how, table=table, follow_links=follow_links, read_archive=read_archive
            )
        path = path[0]
    place = Path(path).expanduser()
    check_exists(place)
    if place.is_dir():
        return read_folder(
            place, **columns, **how, source=str(path), follow_links=follow_links, read_archive=read_archive
        )
    kind = detect_kind(place)
    if table is not None and kind not in MULTI_TABLE_READERS:
        offered = [suffix for suffix in MULTI_TABLE_READERS if suffix in suffixes()]
        raise UserError(
            f"{place} has no tables to choose from; name no table, or give one of: {', '.join(offered)}",
            parameter="table",
        )
    if kind == ".zip":
        return read_archive(place, **columns, **how, source=str(path))
    contents = read_contents(place, table=table)
    if contents is None:
        raise refuse_kind(Path(path))
    raw = _to_row(contents, place) if isinstance(contents, SingleDocument) else contents
    return assemble(raw, str(path), **columns)


def _to_row(document: SingleDocument, path: Path) -> RawTable:
    """Make a table of one row from a file that is one document."""
    if not document.fields["text"].strip():
        why = f" ({document.notes[0]})" if document.notes else ""
        raise UserError(f"{path} is empty{why}; give a file that holds documents")
    row = {"file": path.name, **document.fields}
    return RawTable(
        make_string_table([row], row), text="text", id="file", notes=[f"{path.name}: {note}" for note in document.notes]
    )
