"""Files that another computer has in another place: known by their names, and by the folders before these."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from urllib.parse import unquote

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents.columns import normalise
from likewise.documents.documents import Documents, to_strings

#: Columns with the files that documents were read from.
_FILES = ("file", "filename", "path")


def match_file_names(known: Documents, documents: Documents) -> tuple[NDArray[np.intp], dict[int, str]]:
    r"""Tell which known document each of some documents without text is, by the name of its file.

    Parameters
    ----------
    known : Documents
        Of which some were read from files.
    documents : Documents
        Such as decisions; a column of theirs may have paths, of Windows or other systems.

    Returns
    -------
    places : array of int of shape (n_documents,)
        Place of the known document; -1 where there is none, or no telling which.
    unclear : dict of int to str
        Paths of documents, by place, whose names several files have, and no folder tells which is meant.

    Examples
    --------
    >>> def make(*paths):
    ...     table = pl.DataFrame({"file": paths})
    ...     texts = pl.Series([""] * len(paths))
    ...     return Documents(table=table, text=texts, ids=table["file"], columns={"id": ("file",)})
    >>> pile = make("wine.pdf", "2001/tea.pdf", "2002/tea.pdf")
    >>> match_file_names(pile, make("C:\\Users\\Ana\\Wine.pdf", "/Users/ana/2002/tea.pdf", "/Users/ana/tea.pdf"))
    (array([ 0,  2, -1]), {2: '/Users/ana/tea.pdf'})
    """
    names = [name for name in known.columns.get("id", ()) if normalise(name) in _FILES and name in known.table.columns]
    places = np.full(len(documents), -1, dtype=np.intp)
    if not names:
        return places, {}
    by_name: dict[str, list[tuple[int, list[str]]]] = {}
    for place, path in enumerate(to_strings(known.table[names[0]])):
        if path:
            parts = _split(path)
            by_name.setdefault(parts[-1], []).append((place, parts))
    paths = _find_paths(documents, set(by_name))
    times = Counter(parts[-1] for parts in {tuple(_split(path)) for path in paths if path})
    unclear = {}
    for row, path in enumerate(paths):
        if path is None or documents.text[row].strip():
            continue
        parts = _split(path)
        several = by_name.get(parts[-1], [])
        if len(several) == 1 == times[parts[-1]]:
            places[row] = several[0][0]
            continue
        # Of files of one name, the folders before it tell which is meant.
        shared = [(_count_shared(parts, theirs), place, theirs == parts) for place, theirs in several]
        best = [place for number, place, is_same in shared if is_same or number == max(shared)[0] > 1]
        if len(best) == 1:
            places[row] = best[0]
        elif several:
            unclear[row] = path
    return places, unclear


def find_file(known: Documents, path: str) -> int | None:
    """Find the document that was read from a file of this name, if only one was.

    Parameters
    ----------
    known : Documents
        Of which some were read from files.
    path : str
        Of a file, here or on another computer.

    Returns
    -------
    int or None
        Its place; None if there is none, or no telling which.

    Examples
    --------
    >>> table = pl.DataFrame({"file": ["wine.pdf", "tea.pdf"], "text": ["red wine", "green tea"]})
    >>> pile = Documents(table=table, text=table["text"], ids=table["file"], columns={"id": ("file",)})
    >>> find_file(pile, "/Users/ana/tea.pdf"), find_file(pile, "milk.pdf")
    (1, None)
    """
    table = pl.DataFrame({"file": [path]})
    places, _ = match_file_names(known, Documents(table=table, text=pl.Series([""]), ids=table["file"]))
    return int(places[0]) if places[0] >= 0 else None


def _find_paths(documents: Documents, names: set[str]) -> list[str | None]:
    """Return the cells of the column in which most names of files are."""
    columns = [column for column in documents.table.get_columns() if column.dtype == pl.String]
    counts = [sum(cell is not None and _split(cell)[-1] in names for cell in column) for column in columns]
    if not any(counts):
        return [None] * len(documents)
    cells: list[str | None] = columns[counts.index(max(counts))].to_list()
    return cells


def _split(path: str) -> list[str]:
    """Split a path of any system at its folders, so that the same means the same."""
    plain = unquote(path) if path.startswith("file:") else path
    return re.split(r"[\\/]+", unicodedata.normalize("NFC", plain).strip().casefold())


def _count_shared(one: list[str], other: list[str]) -> int:
    """Count the parts that two paths share from their ends."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
