"""Columns that a person made in an export, carried to the next one: notes, reasons and the like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from likewise.documents.columns import normalise
from likewise.documents.decision_words import REASON_COLUMNS
from likewise.documents.decisions import find_decision_columns, has_decision_column
from likewise.documents.documents import Documents, to_strings
from likewise.documents.matching import match_documents
from likewise.documents.schema import drop_ours, is_export

#: Columns that are a person's whatever table they are in.
_PERSONAL = (
    *REASON_COLUMNS,
    "note",
    "notes",
    "mynotes",
    "comment",
    "comments",
    "remark",
    "remarks",
    "notiz",
    "notizen",
)
#: An export with so large a share of the pile's columns is of the same kind of file, and what else it has was added.
_SAME_KIND = 0.8


def find_added_columns(documents: Documents, pile: Documents) -> list[str]:
    """List the columns of a table of decisions that the next export shall have, too.

    Parameters
    ----------
    documents : Documents
        A table of decisions.
    pile : Documents
        What is searched.

    Returns
    -------
    list of str
        Of an export of the same kind of pile, all that neither a search nor the pile made; of another table, reasons
        and notes.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> export = {"text": ["tea"], "rank": [1], "suggestion": ["no"], "included": ["no"], "My notes": ["ask"]}
    >>> find_added_columns(as_documents(pl.DataFrame(export), "found"), as_documents(["tea", "wine"], "pile"))
    ['My notes']
    """
    there = {normalise(name) for name in pile.table.columns}
    answers = {*find_decision_columns(documents.table)}
    new = [
        name
        for name in drop_ours(documents.table).columns
        if normalise(name) not in there
        and name not in (*answers, "id")
        and not has_decision_column(documents.table.select(name))
        and (to_strings(documents.table[name]).fill_null("").str.strip_chars() != "").any()
    ]
    shared = there & {normalise(name) for name in documents.table.columns}
    if is_export(documents.table.columns) and len(shared) >= _SAME_KIND * len(there):
        return new
    return [name for name in new if normalise(name) in _PERSONAL]


def carry_columns(pile: Documents, tables: Sequence[Documents], *, with_reasons: bool = True) -> Documents:
    """Add to a pile what a person wrote into columns of their own in tables of decisions.

    Parameters
    ----------
    pile : Documents
        What is searched.
    tables : sequence of Documents
        Tables of decisions, all rows of each; of two that say something of one document, the later counts.
    with_reasons : bool, default=True
        Whether reasons of exclusion are among them.

    Returns
    -------
    Documents
        The same documents, with more columns.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> export = {"text": ["tea"], "rank": [1], "suggestion": ["no"], "My notes": ["ask"]}
    >>> pile = as_documents(["wine", "tea"], "pile")
    >>> carry_columns(pile, [as_documents(pl.DataFrame(export), "found")]).table["My notes"].to_list()
    [None, 'ask']
    """
    added: dict[str, pl.Series] = {}
    for documents in tables:
        names = find_added_columns(documents, pile)
        names = [name for name in names if with_reasons or normalise(name) not in REASON_COLUMNS]
        if not names:
            continue
        places = match_documents(documents, pile)
        rows = pl.Series([None if place < 0 else int(place) for place in places], dtype=pl.Int64)
        for name in names:
            cells = to_strings(documents.table[name]).gather(rows)
            cells = cells.set((cells == "").fill_null(value=False), None)
            added[name] = cells if name not in added else cells.fill_null(added[name])
    columns = [cells.alias(name) for name, cells in added.items()]
    return replace(pile, table=pile.table.with_columns(columns)) if columns else pile
