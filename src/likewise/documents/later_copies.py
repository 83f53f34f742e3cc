"""What copies that come later say of documents that are there: ids of their own, and numbers that were missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import polars as pl

from likewise.documents.columns import normalise
from likewise.documents.copy_ids import list_ids, note_copies
from likewise.documents.documents import Documents, to_strings
from likewise.documents.identity import (
    ABSTRACTS,
    NUMBER_COLUMNS,
    SURE,
    Keys,
    find_doi,
    find_name,
    is_placeholder,
    list_numbers,
)

#: Places of documents and what their copies say, by kind: "id", or a kind of number.
Told: TypeAlias = dict[str, list[tuple[int, str]]]


def list_told(known: Documents, copies: Documents, keys: Keys, places: Sequence[int]) -> Told:
    """List the ids and numbers of copies that the documents themselves do not have.

    Parameters
    ----------
    known : Documents
        Those that are there.
    copies : Documents
        Records, some of which are among them.
    keys : list
        What `likewise.documents.identity.keys_of` says of the copies.
    places : sequence of int
        Which known document each of the copies is; -1 for none.

    Returns
    -------
    dict of str to list of (int, str)
        Places among the known, and what is new; of several copies of a document the first number counts.

    Examples
    --------
    >>> table = pl.DataFrame({"title": ["On wine"], "pmid": ["11"]})
    >>> copies = Documents(table=table, text=table["title"], ids=pl.Series(["1"]))
    >>> known = Documents(table=table.select("title"), text=table["title"], ids=pl.Series(["1"]))
    >>> list_told(known, copies, [("pmid", ["11"])], [0])
    {'pmid': [(0, '11')]}
    """
    rows = [row for row, place in enumerate(places) if place >= 0]
    theirs, there = dict(keys), dict(list_numbers(known))
    told: Told = {}
    for kind in SURE:
        if kind in theirs:
            old, new = there.get(kind), theirs[kind]
            found = {
                int(places[row]): value
                for row in reversed(rows)
                if (value := new[row]) is not None and (old is None or old[places[row]] is None)
            }
            told[kind] = sorted(found.items())
    own = [{name, *more} for name, more in zip(known.ids, list_ids(known, range(len(known))), strict=True)]
    ids = ((int(places[row]), names) for row, names in zip(rows, list_ids(copies, rows), strict=True))
    told["id"] = [(place, name) for place, names in ids for name in names if name not in own[place]]
    return {kind: pairs for kind, pairs in told.items() if pairs}


def count_fuller(known: Documents, copies: Documents, places: Sequence[int]) -> int:
    """Count documents that are there without an abstract, and of which a copy has one.

    Parameters
    ----------
    known, copies, places
        As of `list_told`.

    Returns
    -------
    int
        How many of the known.

    Examples
    --------
    >>> table = pl.DataFrame({"title": ["On wine"], "abstract": ["We taste it."]})
    >>> copies = Documents(table=table, text=table["title"], ids=pl.Series(["1"]))
    >>> known = Documents(table=table.select("title"), text=table["title"], ids=pl.Series(["1"]))
    >>> count_fuller(known, copies, [0]), count_fuller(copies, copies, [0])
    (1, 0)
    """
    here, theirs = _have_abstracts(known), _have_abstracts(copies)
    return len({int(place) for row, place in enumerate(places) if place >= 0 and theirs[row] and not here[place]})


def _have_abstracts(documents: Documents) -> list[bool]:
    name = find_name({normalise(name): name for name in reversed(documents.table.columns)}, ABSTRACTS)
    if name is None:
        return [False] * len(documents)
    return [not is_placeholder(cell) for cell in to_strings(documents.table[name])]


def fill_told(documents: Documents, told: Mapping[str, Sequence[tuple[int, str]]]) -> Documents:
    """Give documents the ids and numbers that only their copies have.

    Parameters
    ----------
    documents : Documents
        Those that are there.
    told : mapping of str to sequence of (int, str)
        As of `list_told`.

    Returns
    -------
    Documents
        The same, with numbers in cells that were empty, and ids in the column `ids of copies`.

    Examples
    --------
    >>> table = pl.DataFrame({"title": ["On wine", "Tea"], "PMID": [None, 7]})
    >>> documents = Documents(table=table, text=table["title"], ids=pl.Series(["1", "2"]))
    >>> fill_told(documents, {"pmid": [(0, "11")], "id": [(1, "b")]}).table.rows()
    [('On wine', 11, None), ('Tea', 7, 'b')]
    """
    table = documents.table
    for kind, pairs in told.items():
        if kind != "id":
            column = _find_column(table, kind)
            cells = to_strings(column).to_list()
            for place, value in pairs:
                if is_placeholder(cells[place]):
                    cells[place] = value
            dtype = pl.String if isinstance(column.dtype, pl.List) else column.dtype
            table = table.with_columns(pl.Series(column.name, cells, dtype=pl.String).cast(dtype, strict=False))
    filled = documents.with_table(table, documents.ids)
    return note_copies(filled, told.get("id", ()))


def _find_column(table: pl.DataFrame, kind: str) -> pl.Series:
    """Return the column with numbers of a kind, or make one."""
    columns = {normalise(name): name for name in reversed(table.columns)}
    name = find_name(columns, NUMBER_COLUMNS[kind])
    if name is not None:
        return table[name]
    # Where no column has DOIs, those of addresses count; they are not to be lost for the one that is made.
    url = find_name(columns, NUMBER_COLUMNS["url"]) if kind == "doi" else None
    cells = [None] * table.height if url is None else [find_doi(cell or "") for cell in to_strings(table[url])]
    return pl.Series(kind, cells, dtype=pl.String)
