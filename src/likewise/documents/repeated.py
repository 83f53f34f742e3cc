"""Records that one pile has twice, as exports of several databases do: each becomes one document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from likewise.documents.columns import MEANINGS, normalise
from likewise.documents.containment import is_long_title
from likewise.documents.copy_ids import list_copies, note_copies
from likewise.documents.decisions import list_unused
from likewise.documents.documents import Documents, SourceCount, concatenate, to_strings
from likewise.documents.identity import PLACEHOLDERS, TITLES, find_name, is_literature, keys_of, list_numbers
from likewise.documents.merge import SOURCES, fill_from
from likewise.documents.schema import is_export
from likewise.documents.spelling import fold
from likewise.plural import count_noun

#: Words of an abstract that says more than a title does.
_FEWEST_WORDS = 20
#: Numbers that tell papers apart.
_NUMBERS = ("doi", "pmid")
#: What a label is called among decisions; no column has such a name.
_LABEL = "\0label"


def merge_repeated(documents: Documents) -> Documents:
    """Make one document of the records of literature that are the same paper.

    Two records are the same if their DOI or their PMID is, and their title; without such a number, only if title,
    abstract, year and authors are equal. Records stay two if their texts differ, or if a person decided in two ways.

    Parameters
    ----------
    documents : Documents
        Of one source or several.

    Returns
    -------
    Documents
        The first of each, with the fields that only the others have, and their ids in the column `ids of copies`;
        `sources` counts the records and what is left.

    Examples
    --------
    >>> import polars as pl
    >>> columns = {"title": ["Wine in oak"] * 3, "doi": ["10.1000/a", "10.1000/A", None], "year": ["", "1999", ""]}
    >>> table = pl.DataFrame(columns)
    >>> merged = merge_repeated(Documents(table=table, text=table["title"], ids=pl.Series(["1", "2", "3"])))
    >>> merged.table.rows(), merged.ids.to_list()
    ([('Wine in oak', '10.1000/a', '1999'), ('Wine in oak', None, '')], ['1', '3'])
    """
    # What likewise wrote has one row for each document that there was, copies that were to be kept among them.
    if len(documents) < 2 or not is_literature(documents) or is_export(documents.table.columns):
        return documents
    titles = _read_titles(documents)
    if len(set(titles)) == len(titles):  # as mostly; all else takes as long as reading the file
        return documents
    rows = _find_candidates(documents, titles)
    merged = _merge(documents.take(rows), [titles[row] for row in rows])
    if merged is None:
        return documents
    part, firsts = merged
    is_copy = np.zeros(len(documents), dtype=bool)
    is_copy[rows] = ~np.isin(np.arange(len(rows)), firsts)
    others = np.setdiff1d(np.arange(len(documents)), rows).tolist()
    kept = concatenate([documents.take(others), part], documents.source) if others else part
    # Back to the order in which they were read.
    kept = kept.take(np.argsort([*others, *(rows[first] for first in firsts)]).tolist())
    copies = np.flatnonzero(is_copy).tolist()
    told = count_noun(
        len(copies),
        "record is the same paper as another, and merged with it",
        "records are the same papers as others, and merged with them",
    )
    return replace(
        kept,
        notes=(told, *documents.notes),
        unread=documents.unread,
        sources=_count_sources(documents, copies),
        removed=documents.removed,
        columns=documents.columns,
    )


def _find_candidates(documents: Documents, titles: Sequence[str | None]) -> list[int]:
    """List the records whose title others have, and those with a number of one of these, which is then no key."""
    number_of = Counter(titles)
    found = {row for row, title in enumerate(titles) if title is not None and number_of[title] > 1}
    for _, values in list_numbers(documents, _NUMBERS):
        theirs = {values[row] for row in found} - {None}
        found |= {row for row, value in enumerate(values) if value in theirs}
    return sorted(found)


def _merge(documents: Documents, titles: list[str | None]) -> tuple[Documents, list[int]] | None:
    """Merge the records that are the same, and return the first of each with their rows; None if all differ."""
    records = _Records(documents, titles)
    places = records.find_first()
    filled = _fill(documents, places)
    # A decision may stand in a cell where the first record says something else: these stay two.
    there = _read_decisions(filled)
    lost = {row for row, first in enumerate(places) if first == row and records.decisions[row] != there[row]}
    if lost:
        places = [row if first in lost else first for row, first in enumerate(places)]
        filled = _fill(documents, places)
    copies = [row for row, first in enumerate(places) if first != row]
    if not copies:
        return None
    if "id" in documents.columns:  # numbers of rows identify nothing
        merged = list_copies(documents)
        filled = note_copies(
            filled, [(places[row], name) for row in copies for name in (documents.ids[row], *merged[row])]
        )
    firsts = [row for row, first in enumerate(places) if first == row]
    return filled.take(firsts), firsts


def _fill(documents: Documents, places: Sequence[int]) -> Documents:
    """Give the first records what only their copies have, one copy of each at a time."""
    filled, left = documents, [row for row, first in enumerate(places) if first != row]
    while left:
        turn = sorted({places[row]: row for row in reversed(left)}.values())
        taken = np.full(len(documents), -1, dtype=np.intp)
        taken[turn] = [places[row] for row in turn]
        filled = fill_from(filled, documents, taken, np.asarray(turn))
        left = sorted({*left} - {*turn})
    return filled


def _read_decisions(documents: Documents) -> list[dict[str, str]]:
    """Read what columns, notes, tags and labels decide of each record."""
    decisions = [dict(pairs) for pairs in list_unused(documents.table)]
    if documents.label is not None:
        for decision, label in zip(decisions, to_strings(documents.label), strict=True):
            decision |= {} if label is None else {_LABEL: label}
    return decisions


class _Records:
    """What tells that two records of a pile are one paper, or two."""

    def __init__(self, documents: Documents, titles: list[str | None]) -> None:
        keys = dict(keys_of(documents))
        none: list[str | None] = [None] * len(documents)
        self.numbers = [[*keys.get(kind, none)] for kind in _NUMBERS]
        self.titles = titles
        names = ("abstract", "year", "authors")
        self.abstracts, self.years, self.authors = (_read_column(documents, MEANINGS[name]) for name in names)
        self.decisions = _read_decisions(documents)

    def find_first(self) -> list[int]:
        """Return for each record the place of the first one that it is; its own if it is the first."""
        places = list(range(len(self.titles)))
        first: dict[tuple[object, ...], int] = {}
        for row, title in enumerate(self.titles):
            if title is None:
                continue
            keys: list[tuple[object, ...]] = [
                (kind, values[row], title) for kind, values in enumerate(self.numbers) if values[row] is not None
            ]
            details = self.abstracts[row], self.years[row], self.authors[row]
            if all(details) and (details[0] or "").count(" ") >= _FEWEST_WORDS:
                keys.append((title, *details))
            same = next((first[key] for key in keys if key in first and self._are_one(first[key], row)), row)
            places[row] = same
            for values in self.numbers:  # of all that became one
                values[same] = values[same] or values[row]
            self.decisions[same] |= self.decisions[row]
            for key in keys:
                first.setdefault(key, same)
        return places

    def _are_one(self, one: int, other: int) -> bool:
        """Tell whether numbers and decisions agree, and years and authors of a title that many papers have."""
        facts = [*self.numbers]
        if not is_long_title(self.titles[one] or ""):
            facts += [self.years, self.authors]
        said = self.decisions[one]
        return all(None in (values[one], values[other]) or values[one] == values[other] for values in facts) and all(
            said.get(name, decision) == decision for name, decision in self.decisions[other].items()
        )


def _read_column(documents: Documents, names: Sequence[str]) -> list[str | None]:
    """Return the words of the first of some columns that there is; None where it is empty."""
    name = find_name({normalise(name): name for name in reversed(documents.table.columns)}, names)
    if name is None:
        return [None] * len(documents)
    return [value or None for value in fold(to_strings(documents.table[name])).to_list()]


def _read_titles(documents: Documents) -> list[str | None]:
    """Return the words of the titles; None where a title says nothing."""
    return [None if title in PLACEHOLDERS else title for title in _read_column(documents, TITLES)]


def _count_sources(documents: Documents, copies: Sequence[int]) -> tuple[SourceCount, ...]:
    """Count what is left of each source; a document is counted for the first that has it."""
    if not documents.sources or SOURCES not in documents.table.columns:
        return (SourceCount(documents.source, len(documents), len(documents) - len(copies)),)
    gone = documents.table[SOURCES].gather(list(copies)).str.split("; ").list.first().to_list()
    return tuple(count._replace(n_left=count.n_left - gone.count(count.name)) for count in documents.sources)
