"""Ids of records that were merged with a document: kept in a column, so that what is said of them is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import polars as pl

from likewise.documents.documents import Documents, to_strings

#: The column with the ids of records that are the same document and were merged with it, separated by "; ".
COPIES = "ids of copies"


def list_copies(documents: Documents) -> list[list[str]]:
    """List the ids of the records that were merged with each document.

    Parameters
    ----------
    documents : Documents
        Any.

    Returns
    -------
    list of list of str
        One list for each document.

    Examples
    --------
    >>> table = pl.DataFrame({"text": ["wine", "tea"], COPIES: ["a; b", None]})
    >>> list_copies(Documents(table=table, text=table["text"], ids=pl.Series(["1", "2"])))
    [['a', 'b'], []]
    """
    if COPIES not in documents.table.columns:
        return [[] for _ in range(len(documents))]
    return [cell.split("; ") if cell else [] for cell in to_strings(documents.table[COPIES])]


def list_ids(documents: Documents, rows: Sequence[int]) -> list[list[str]]:
    """List by which ids some documents are known in the file that they are from; the number of a row is none.

    Parameters
    ----------
    documents : Documents
        Any.
    rows : sequence of int
        Which of them.

    Returns
    -------
    list of list of str
        Of each, the id that its file gave it, and those of records that were merged with it.

    Examples
    --------
    >>> table = pl.DataFrame({"ref": ["a", None], "text": ["wine", "tea"]})
    >>> documents = Documents(table=table, text=table["text"], ids=pl.Series(["a", "2"]), columns={"id": ("ref",)})
    >>> list_ids(documents, [0, 1])
    [['a'], []]
    """
    cells, merged = _list_cells(documents), list_copies(documents)
    # A document whose id another one has, too, was given a number behind it.
    own = [
        [cell for cell in cells[row] if documents.ids[row] == cell or documents.ids[row].startswith(f"{cell}~")]
        for row in rows
    ]
    return [[*ids, *merged[row]] for row, ids in zip(rows, own, strict=True)]


def note_copies(documents: Documents, copies: Iterable[tuple[int, str]]) -> Documents:
    """Write the ids of records that were merged with documents into the column for them.

    Parameters
    ----------
    documents : Documents
        Those that are left.
    copies : iterable of (int, str)
        Places of documents, and ids of records that they are.

    Returns
    -------
    Documents
        The same, with the column if there is such an id that the document itself has not.

    Examples
    --------
    >>> table = pl.DataFrame({"text": ["wine", "tea"]})
    >>> documents = Documents(table=table, text=table["text"], ids=pl.Series(["1", "2"]))
    >>> note_copies(documents, [(0, "a"), (0, "1"), (0, "b")]).table[COPIES].to_list()
    ['a; b', None]
    """
    cells, ids = _list_cells(documents), list_copies(documents)
    is_new = False
    for place, name in copies:
        own = (documents.ids[place], *cells[place], *ids[place])
        if name.casefold() not in {each.casefold() for each in own}:
            ids[place].append(name)
            is_new = True
    if not is_new:
        return documents
    column = pl.Series(COPIES, ["; ".join(each) or None for each in ids], dtype=pl.String)
    return documents.with_table(documents.table.with_columns(column), documents.ids)


def _list_cells(documents: Documents) -> list[tuple[str, ...]]:
    """List what the columns of ids say of each document."""
    names = [name for name in documents.columns.get("id", ()) if name in documents.table.columns]
    columns = [to_strings(documents.table[name]).to_list() for name in names]
    if not columns:
        return [()] * len(documents)
    return [tuple(cell for cell in cells if cell) for cells in zip(*columns, strict=True)]
