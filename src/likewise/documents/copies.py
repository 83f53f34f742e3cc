"""Which of several copies a document is: the one with the same number, or with the same cells in all other columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

import polars as pl

from likewise.documents.columns import TICKET_NAMES, normalise
from likewise.documents.copy_ids import COPIES, list_copies
from likewise.documents.decisions import find_decision_columns, has_decision_column
from likewise.documents.documents import Documents, to_strings
from likewise.documents.schema import drop_ours, is_export

#: Columns that ids are taken from and that say where a document is rather than which.
_PLACES = ("file", "filename", "path", "url", "uri", "link")
#: Columns whose numbers mean the same wherever they stand; those of others may be of two ways to number.
_STABLE = (*TICKET_NAMES, "messageid")


class Copies:
    """Numbers and cells that tell copies of one text from each other.

    Parameters
    ----------
    documents, known : Documents
        Those to look for, and those to look among.
    are_records : bool
        Whether they are records of literature.

    Examples
    --------
    >>> def make(ids):
    ...     table = pl.DataFrame({"ticket": ids, "text": ["no paper"] * len(ids)})
    ...     return Documents(table=table, text=table["text"], ids=table["ticket"], columns={"id": ("ticket",)})
    >>> copies = Copies(make(["T9", "T5"]), make(["T5", "T7", "T9"]), are_records=False)
    >>> copies.find(0), copies.find(1), copies.are_two(0, 1)
    ([2, 2], [0, 0], True)
    """

    def __init__(self, documents: Documents, known: Documents, *, are_records: bool) -> None:
        self.documents, self.known = documents, known
        #: Pairs of columns of ids to compare.
        self.ids = [(one, other) for _, one, other in _id_columns(documents, known)]
        # Programs for literature number records anew with every export; those for messages and tickets do not.
        self._own = (
            []
            if are_records
            else [
                (normalise(name) in _STABLE, one, other)
                for name, one, other in _id_columns(documents, known)
                if normalise(name) not in _PLACES and not any(map(are_row_numbers, (one, other)))
            ]
        )

    @cached_property
    def repeated(self) -> set[str | None]:
        """Ids that several known documents have, as those of two files may: alone they do not tell which is meant."""
        several = {name for _, other in self.ids for name, number in Counter(other).items() if number > 1}
        merged = [name for ids in list_copies(self.known) for name in ids]
        names = {name for name in self.known.columns.get("id", ()) if name in self.known.table.columns}
        own = [name for column in names for name in {*to_strings(self.known.table[column])}]
        return several | {name for name, number in Counter([*own, *merged]).items() if number > 1}

    def find(self, place: int) -> list[int]:
        """List the known documents that have the number or the cells of a document, surest first.

        Parameters
        ----------
        place : int
            Of the document.

        Returns
        -------
        list of int
            Places; none if nothing tells.
        """
        found = [index.get(values[place]) for values, index in self._indexes if values[place] is not None]
        return [at for at in found if at is not None]

    def are_two(self, place: int, at: int) -> bool:
        """Tell whether two messages or tickets have different numbers, so that they are two, even of one text.

        Parameters
        ----------
        place, at : int
            Of the document, and of the known one.

        Returns
        -------
        bool
            Whether they have.
        """
        differ = [
            one[place] != other[at]
            for is_stable, one, other in self._own
            if (one[place] and other[at] and is_stable) or _are_of_one_kind(one[place], other[at])
        ]
        return bool(differ) and all(differ)

    @cached_property
    def _indexes(self) -> list[tuple[Sequence[str | int | None], dict[str | int | None, int]]]:
        """Numbers of the documents, and where the known document with each is; made only where there are copies."""
        pairs: list[tuple[Sequence[str | int | None], Sequence[str | int | None]]] = [*self.ids, *self._cells()]
        if not self.ids and is_export(self.documents.table.columns):  # numbers of the rows of its pile
            pairs.append((self.documents.ids.to_list(), self.known.ids.to_list()))
        return [(one, _index_unique(other)) for one, other in pairs]

    def _cells(self) -> list[tuple[list[int], list[int]]]:
        """Hash the rows of both over the columns that both have, without those of a search and of decisions."""
        tables = [drop_ours(each.table) for each in (self.documents, self.known)]
        personal = {name for table in tables for name in find_decision_columns(table)}
        names = [
            name
            for name in tables[0].columns
            if name in tables[1].columns
            and name not in (*personal, COPIES)
            and not has_decision_column(tables[0].select(name))
        ]
        if not names:
            return []
        hashed = [
            pl.DataFrame([to_strings(table[name]).fill_null("").alias(name) for name in names]).hash_rows().to_list()
            for table in tables
        ]
        return [(hashed[0], hashed[1])]


def _id_columns(documents: Documents, known: Documents) -> list[tuple[str, list[str | None], list[str | None]]]:
    """List the pairs of columns of ids to compare, with their names."""
    pairs = []
    for name in dict.fromkeys([*documents.columns.get("id", ()), *known.columns.get("id", ())]):
        if name in documents.table.columns and name in known.table.columns:
            ids = [to_strings(each.table[name]).to_list() for each in (documents, known)]
            if not (name == "id" and all(map(_has_row_numbers, (documents, known)))):
                pairs.append((name, ids[0], ids[1]))
    pairs += _of_merged(documents, known)
    # A table of decisions without texts calls any id "id".
    if "id" in documents.columns and "id" in known.table.columns:
        pairs.append(("id", documents.ids.to_list(), _of_bare(known)))
    if "id" in known.columns and "id" in documents.table.columns:
        pairs.append(("id", _of_bare(documents), known.ids.to_list()))
    return pairs


def _of_merged(documents: Documents, known: Documents) -> list[tuple[str, list[str | None], list[str | None]]]:
    """List the columns of ids once more, with the ids of records that were merged with a known document."""
    merged = list_copies(known)
    names = [name for name in known.columns.get("id", ()) if name in documents.table.columns]
    columns = [(name, to_strings(documents.table[name]).to_list()) for name in names]
    # The file that the copies are from may have called its ids otherwise, and a table of decisions calls any id "id".
    others = [name for name in (*documents.columns.get("id", ()), "id") if name in documents.table.columns]
    columns += [(name, _of_bare(documents, name)) for name in dict.fromkeys(others) if name not in names]
    return [
        (name, values, [ids[at] if at < len(ids) else None for ids in merged])
        for name, values in columns
        for at in range(max(map(len, merged), default=0))
    ]


def _index_unique(values: Sequence[str | int | None]) -> dict[str | int | None, int]:
    """Find places by values that occur once."""
    index: dict[str | int | None, int] = {}
    repeated: set[str | int | None] = set()
    for at, value in enumerate(values):
        if index.setdefault(value, at) != at:
            repeated.add(value)
    return {value: at for value, at in index.items() if value not in repeated and value is not None}


def _are_of_one_kind(one: str | None, other: str | None) -> bool:
    """Tell whether two ids look as if the same program gave them: T-17 and T-204."""
    return bool(one and other) and re.sub(r"\d+", "9", one or "") == re.sub(r"\d+", "9", other or "")


def are_row_numbers(ids: Sequence[str | None]) -> bool:
    """Tell whether ids are the numbers of rows, which say nothing of another file.

    Parameters
    ----------
    ids : sequence of str or None
        Of all documents of a file.

    Returns
    -------
    bool
        Whether they count from 0 or 1.

    Examples
    --------
    >>> are_row_numbers(["1", "2", "3"]), are_row_numbers(["7", "9"])
    (True, False)
    """
    return ids[:1] in (["0"], ["1"]) and all(name == str(row) for row, name in enumerate(ids, int(ids[0] or 0)))


def _of_bare(documents: Documents, column: str = "id") -> list[str | None]:
    """Return a column of ids, for documents without text alone."""
    ids = to_strings(documents.table[column])
    return [name if not text.strip() else None for name, text in zip(ids, documents.text, strict=True)]


def _has_row_numbers(documents: Documents) -> bool:
    """Tell whether the column `id` is one that a search made of the numbers of rows."""
    return is_export(documents.table.columns) and bool(to_strings(documents.table["id"]).str.contains(r"^\d+$").all())
