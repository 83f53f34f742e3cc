"""The decisions of a person, brought to the documents of a pile that they are on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from likewise.documents.columns import normalise
from likewise.documents.decision_words import parse_decision
from likewise.documents.decisions import Decided
from likewise.documents.documents import Documents, to_strings
from likewise.documents.file_names import match_file_names
from likewise.documents.identity import TITLES, find_name
from likewise.documents.lookup import find_places, name_document
from likewise.documents.matching import match_documents
from likewise.documents.removed import RemovedRecords
from likewise.documents.spelling import fold
from likewise.labels import UNLABELLED
from likewise.plural import count_noun, name_a_few


@dataclass(frozen=True, eq=False)
class Alignment:
    """What is decided of each document of a pile.

    Parameters
    ----------
    values : tuple of str or None
        "yes", "no", "unsure" or None for each document.
    times : tuple of str or None
        When it was decided.
    notes : tuple of str, default=()
        What could not be used, and what was decided twice.
    removed : Documents or None, default=None
        What is decided and not in the pile, with the columns `decision` and `decided`.
    reasons : mapping of int to str, default={}
        Why documents were excluded, by place.

    Examples
    --------
    >>> Alignment(("yes", None, "no", "unsure"), (None,) * 4).labels.tolist()
    [1, -1, 0, -1]
    """

    values: tuple[str | None, ...]
    times: tuple[str | None, ...]
    notes: tuple[str, ...] = ()
    removed: Documents | None = None
    reasons: Mapping[int, str] = field(default_factory=dict)

    @property
    def labels(self) -> NDArray[np.int64]:
        """1 yes, 0 no, -1 unsure or nothing."""
        meaning = {"yes": 1, "no": 0}
        return np.array([meaning.get(value or "", UNLABELLED) for value in self.values], dtype=np.int64)

    @property
    def unsure(self) -> NDArray[np.bool_]:
        """Which documents a person is unsure of."""
        return np.array([value == "unsure" for value in self.values], dtype=bool)


def align_decisions(pile: Documents, sources: Sequence[Decided | Mapping[Any, Any]]) -> Alignment:
    """Bring decisions to the documents of a pile that they are on; of two on one document the later counts.

    Parameters
    ----------
    pile : Documents
        All documents.
    sources : sequence of Decided or mapping
        Of a mapping, keys are ids of the pile, DOIs, PMIDs or titles; values are as `parse_decision` reads them.

    Returns
    -------
    Alignment
        For each document of the pile.

    Raises
    ------
    UserError
        If a value of a mapping is not a decision.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> align_decisions(as_documents(["tea", "wine", "milk"], "pile"), [{3: "yes", "1": False}, {"3": "no"}]).values
    ('no', None, 'no')
    """
    values: list[str | None] = [None] * len(pile)
    times: list[str | None] = [None] * len(pile)
    origin: dict[int, str] = {}
    removed = RemovedRecords(pile)
    conflicts: list[str] = []
    reasons: dict[int, str] = {}
    notes: list[str] = []
    for number, source in enumerate(sources, start=1):
        if isinstance(source, Decided):
            name, decisions = source.documents.source, _of_table(pile, source, removed, notes)
            pairs = zip(decisions, source.reasons, strict=False)
            reasons |= {place: why for (place, *_), why in pairs if why and place >= 0}
        else:
            name, decisions = "", _of_mapping(pile, source, removed)
        label = name or f"source {number}"
        for place, value, time in decisions:
            if place < 0:
                continue
            before = values[place]
            if before is not None and before != value:
                title = name_document(pile, place)
                conflicts.append(f"{title} ({before} in {origin[place]}, then {value} in {label})")
            if before != value or time is not None:
                times[place] = time if before != value or times[place] is None else times[place]
            values[place], origin[place] = value, label
    notes += [
        *_notes_on_conflicts(conflicts),
        *_notes_on_removed(removed, is_table=any(isinstance(source, Decided) for source in sources)),
    ]
    return Alignment(
        tuple(values),
        tuple(times),
        tuple(notes),
        removed.documents,
        {place: why for place, why in reasons.items() if values[place] == "no"},
    )


def _of_table(
    pile: Documents, source: Decided, removed: RemovedRecords, notes: list[str]
) -> list[tuple[int, str, str | None]]:
    """Find the documents that a table decides on; others are removed, and what a person should know is noted."""
    places = match_documents(pile, source.documents)
    by_name, unclear = match_file_names(pile, source.documents)
    is_left = places < 0
    places[is_left] = by_name[is_left]
    notes += source.notes
    notes += _note_file_names(
        int((is_left & (by_name >= 0)).sum()), [path for row, path in unclear.items() if is_left[row]]
    )
    rows = [row for row in np.flatnonzero(places < 0).tolist() if row not in unclear]
    removed.add(source.documents.take(rows), [source.values[row] for row in rows], [source.times[row] for row in rows])
    return list(zip(places.tolist(), source.values, source.times, strict=True))


def _of_mapping(
    pile: Documents, source: Mapping[Any, Any], removed: RemovedRecords
) -> list[tuple[int, str, str | None]]:
    given = {str(name): parse_decision(value) for name, value in source.items()}
    names = [name for name, value in given.items() if value is not None]
    decisions: list[tuple[int, str, str | None]] = []
    for name, place in zip(names, find_places(pile, names), strict=True):
        value = given[name]
        if place is None:
            removed.add_names({name: str(value)})
        elif value is not None:
            decisions.append((place, value, None))
    return decisions


def _notes_on_conflicts(conflicts: Sequence[str]) -> list[str]:
    if not conflicts:
        return []
    documents = count_noun(len(conflicts), "document was", "documents were")
    return [f"{documents} decided in two ways; the later one counts: {name_a_few(conflicts, 3)}"]


def _notes_on_removed(removed: RemovedRecords, *, is_table: bool) -> list[str]:
    notes = []
    if removed.documents is not None:
        there = set(_fold_titles(removed.pile))
        unclear: list[str] = []
        names: list[str] = []
        for row, title in enumerate(_fold_titles(removed.documents)):
            (unclear if title and title in there else names).append(name_document(removed.documents, row))
        notes += [*_note_absent(names), *_note_unclear(unclear)]
    if removed.ambiguous:
        decisions = count_noun(len(removed.ambiguous), "decision is on an id", "decisions are on ids")
        notes.append(
            f"{decisions} that several documents of the pile have, and did not count: "
            f"{name_a_few(removed.ambiguous, 3)}; add a column of titles or texts to the decisions"
        )
    if removed.nameless:
        number = len(removed.nameless)
        decisions = count_noun(number, "decision is on a document that is", "decisions are on documents that are")
        notes.append(f"{decisions} not in the pile and did not count: {name_a_few(removed.nameless, 3)}")
        if is_table:
            notes.append(
                "the number of a row identifies nothing in another file; decide in the table that a search wrote and "
                "keep its titles, or add a column of DOIs or titles to the decisions"
            )
    return notes


def _note_file_names(n_placed: int, unclear: Sequence[str]) -> list[str]:
    notes = []
    if n_placed:
        decisions = count_noun(n_placed, "decision was", "decisions were")
        notes.append(f"{decisions} placed by names of files, whatever folders they are in")
    if unclear:
        decisions = count_noun(len(unclear), "decision is on a name", "decisions are on names")
        notes.append(
            f"{decisions} that several files have, and did not count: {name_a_few(unclear, 3)}; write names with their "
            "folders as the pile has them"
        )
    return notes


def _note_absent(names: Sequence[str]) -> list[str]:
    if not names:
        return []
    decisions = count_noun(len(names), "decision is on a document that is", "decisions are on documents that are")
    kept = "it is kept with its decision" if len(names) == 1 else "they are kept with their decisions"
    return [f"{decisions} not in the pile and did not count: {name_a_few(names, 3)}; {kept}"]


def _note_unclear(names: Sequence[str]) -> list[str]:
    if not names:
        return []
    decisions = count_noun(len(names), "decision is on a title", "decisions are on titles")
    note = (
        f"{decisions} that several papers may have, as nothing else tells which is meant, and did not count: "
        f"{name_a_few(names, 3)}; add a column of DOIs, PMIDs or abstracts that the pile has, too"
    )
    return [note]


def _fold_titles(documents: Documents) -> list[str]:
    column = find_name({normalise(name): name for name in reversed(documents.table.columns)}, TITLES)
    return [""] * len(documents) if column is None else fold(to_strings(documents.table[column])).to_list()
