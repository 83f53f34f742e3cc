"""More documents for a project: those that it has are recognised, and only the others are written."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from sqlite3 import Connection
from typing import TYPE_CHECKING, Any

from likewise.errors import UserError
from likewise.plural import count_noun
from likewise.project import audit, batches
from likewise.project.answers import Answer, get_time, insert_answers
from likewise.project.identity_index import (
    count_free,
    find_candidates,
    find_taken,
    list_more_keys,
    make_distinct,
    write_index,
    write_told,
)
from likewise.project.project import Project

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from likewise.documents import Documents
    from likewise.documents.identity import Keys
    from likewise.documents.later_copies import Told


@dataclass(frozen=True)
class Added:
    """What became of documents that were added.

    Parameters
    ----------
    n_records, n_new, n_known : int
        How many were given, how many of them are new, and how many are in the project already.
    n_decided : int
        New documents that were decided before they were in the project; these answers count now.
    notes : tuple of str
        What was noticed while they were read.
    """

    n_records: int
    n_new: int
    n_known: int
    n_decided: int
    notes: tuple[str, ...]


def add_pile(project: Project, documents: "Documents", by: str) -> Added:
    """Add documents to the pile of a project.

    Parameters
    ----------
    project : Project
        That may be written.
    documents : Documents
        What was read.
    by : str
        Who adds them.

    Returns
    -------
    Added
        How many are new.

    Raises
    ------
    UserError
        If the system refuses; nothing is changed then.
    """
    import numpy as np

    from likewise.documents.identity import keys_of
    from likewise.documents.merge import fit_columns

    with project.database.writing() as connection:
        facts = project.facts["audit"]
        # While the turn to write is taken, so that two who add the same documents do not both find them new.
        keys = keys_of(documents)
        places = find_known(project, documents, keys)
        fresh = np.flatnonzero(places < 0).tolist()
        new = fit_columns(documents.take(fresh), list_columns(project))
        ids = make_distinct(new.ids.to_list(), find_taken(project.database, new.ids.to_list()))
        new = replace(new, ids=type(new.ids)("id", ids), removed=None, notes=documents.notes, unread=documents.unread)
        known = sorted({int(place) for place in places if place >= 0})
        told, notes = _compare_known(project, documents, keys, places, known)
        n_records = sum(source.n_records for source in documents.sources) or len(documents)
        if not fresh and not told and (documents.source, n_records) in _list_added(project):
            note = f"{documents.source} was added before, and its records are not counted again"
            return Added(len(documents), 0, len(documents), 0, (note, *notes, *documents.notes))
        now, returned = get_time(), _find_returned(project, new)
        number = batches.write_batch(
            connection,
            new,
            role="pile",
            added=now,
            by=by,
            n_records=n_records,
            known=known,
            returned=[pair for pair, *_ in returned],
            told=told,
        )
        answers = [Answer(ids[row], decision, who, at, pick="mark") for _, row, decision, at, who in returned]
        examples = _find_examples(project, new)
        decided = {answer.document for answer in answers} | examples
        write_index(connection, new, number, decided)
        write_told(connection, told)
        _draw_more(connection, facts, [name for name in ids if name not in decided], number, by)
        insert_answers(connection, answers)
    return Added(len(documents), len(fresh), len(documents) - len(fresh), len(answers), (*notes, *documents.notes))


def _draw_more(connection: Connection, facts: dict[str, Any], free: Sequence[str], number: int, by: str) -> None:
    """Draw the share of what is added that makes both, with what was drawn before, a random sample of all."""
    (n_drawable,) = connection.execute("SELECT count(*) FROM documents WHERE drawable").fetchone()
    share = audit.choose_next_share(facts["share"], n_drawable)
    audit.draw(connection, free, share=share, seed=facts["seed"], batch=number, by=by)
    if share < facts["share"]:
        changed = json.dumps({**facts, "share": share})
        connection.execute("UPDATE facts SET value = ? WHERE name = 'audit'", (changed,))


def find_known(project: Project, documents: "Documents", keys: "Keys | None" = None) -> "NDArray[np.intp]":
    """Find out which documents of a project some documents are.

    Parameters
    ----------
    project : Project
        Any.
    documents : Documents
        What was read.
    keys : list or None, default=None
        What `likewise.documents.identity.keys_of` says of them; None works it out.

    Returns
    -------
    array of int of shape (n_documents,)
        Places in the pile; -1 for those that are new.
    """
    import numpy as np

    from likewise.documents.identity import keys_of
    from likewise.documents.matching import match_documents

    there = [batch for batch in project.list_batches() if batch.role == "pile"]
    if any(batch.facts["n_free"] for batch in there) or count_free(documents):
        # Texts without titles of their own may stand within each other: all of them must be read.
        return match_documents(replace(project.read_pile(), removed=None), documents, keys=keys)
    keys = keys_of(documents) if keys is None else keys
    candidates = find_candidates(project.database, [*keys, *list_more_keys(documents)])
    if not candidates:
        return np.full(len(documents), -1, dtype=np.intp)
    found = match_documents(read_places(project, candidates), documents, keys=keys)
    return np.where(found >= 0, np.asarray(candidates)[found], -1)


def read_places(project: Project, places: Sequence[int]) -> "Documents":
    """Read some documents of the pile, and no more of the others than lie beside them.

    Parameters
    ----------
    project : Project
        Any.
    places : sequence of int
        In rising order, at least one.

    Returns
    -------
    Documents
        In that order.
    """
    from likewise.documents.documents import concatenate

    starts = dict(project.database.read("SELECT batch, min(place) FROM documents GROUP BY batch"))
    there = {batch.number: batch for batch in project.list_batches()}
    ends = [(starts[number], there[number]) for number in sorted(starts, key=starts.__getitem__)]
    parts: list[Documents] = []
    at = 0
    while at < len(places):
        start, batch = next(pair for pair in reversed(ends) if pair[0] <= places[at])
        first, piece = batches.read_piece(project.database, batch, places[at] - start)
        rows = []
        while at < len(places) and start + first <= places[at] < start + first + len(piece):
            rows.append(places[at] - start - first)
            at += 1
        parts.append(replace(piece.take(rows), notes=(), unread=(), sources=()))
    return project.fill(parts[0] if len(parts) == 1 else concatenate(parts, ""), places)


def list_columns(project: Project) -> list[str]:
    """List the columns of the pile.

    Parameters
    ----------
    project : Project
        Any.

    Returns
    -------
    list of str
        In order.
    """
    there = [batch for batch in project.list_batches() if batch.role == "pile" and batch.n_documents]
    pieces = [batches.read_piece(project.database, batch, 0)[1] for batch in there]
    return list(dict.fromkeys(name for piece in pieces for name in piece.table.columns))


def _list_added(project: Project) -> set[tuple[str, int]]:
    """List the names of what the pile is from, and how many records each had."""
    return {
        (batch.source, sum(count[1] for count in batch.facts["sources"]) or batch.n_records)
        for batch in project.list_batches()
        if batch.role == "pile"
    }


def _compare_known(
    project: Project, documents: "Documents", keys: "Keys", places: "NDArray[np.intp]", known: Sequence[int]
) -> tuple["Told", list[str]]:
    """List what documents that are known say of themselves which the project does not know, by places of the pile.

    Abstracts are not taken in, which is said: answers were given to the texts as they are.
    """
    from likewise.documents.later_copies import count_fuller, list_told

    if not known:
        return {}, []
    row_of, here = {place: row for row, place in enumerate(known)}, read_places(project, known)
    rows = [row_of.get(int(place), -1) for place in places]
    told, notes = list_told(here, documents, keys, rows), []
    if n_fuller := count_fuller(here, documents, rows):
        notes = [_describe_fuller(n_fuller, documents.source)]
    return {kind: [(known[row], value) for row, value in pairs] for kind, pairs in told.items()}, notes


def _describe_fuller(number: int, source: str) -> str:
    return (
        f"{source} has abstracts of {count_noun(number, 'known document')} without one, which are not taken in; to "
        "read by them, make a new project of all files, and mark it with this one"
    )


def add_examples(project: Project, documents: "Documents", by: str) -> Added:
    """Add examples to a project.

    Parameters
    ----------
    project : Project
        That may be written.
    documents : Documents
        What was read.
    by : str
        Who adds them.

    Returns
    -------
    Added
        How many are new.

    Raises
    ------
    UserError
        If none is new, or the system refuses.
    """
    import numpy as np

    from likewise.documents.matching import match_documents

    examples = project.read_examples()
    fresh = np.flatnonzero(match_documents(examples, documents) < 0).tolist()
    if not fresh:
        raise UserError("all of these are examples of the project already; nothing is added", parameter="files")
    new = documents.take(fresh)
    ids = make_distinct(new.ids.to_list(), examples.ids.to_list())
    new = replace(new, ids=type(new.ids)("id", ids), removed=None, notes=documents.notes, unread=documents.unread)
    with project.database.writing() as connection:
        batches.write_batch(connection, new, role="examples", added=get_time(), by=by, n_records=len(documents))
    return Added(len(documents), len(fresh), len(documents) - len(fresh), 0, documents.notes)


def _find_examples(project: Project, new: "Documents") -> set[str]:
    """Return the ids of new documents that are examples."""
    from likewise.documents.matching import match_examples

    if not len(new):
        return set()
    twins = match_examples(project.read_examples(), new)
    return {str(name) for name, twin in zip(new.ids, twins, strict=True) if twin >= 0}


def _find_returned(project: Project, new: "Documents") -> list[tuple[tuple[int, int], int, str, str, str]]:
    """Find new documents that were decided before: the record that each was, its row, the decision, when, by whom."""
    from likewise.documents.matching import match_documents

    removed = project.read_removed()
    if removed is None or not len(new):
        return []
    pairs, documents = removed
    by = {batch.number: batch for batch in project.list_batches()}
    found = []
    for row, place in enumerate(match_documents(documents, new).tolist()):
        if place >= 0:
            decision, time = documents.table.select("decision", "decided").row(place)
            batch = by[pairs[place][0]]
            found.append((pairs[place], row, str(decision), str(time or batch.added), batch.by))
    return found
