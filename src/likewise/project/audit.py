"""Random samples of a project: drawn, kept, and never shown as anything else; what they prove needs no model.

The first sample is drawn as documents come in. Every document that is neither an example nor decided then is drawn with
the same chance, independently of all others, by a hash of the seed and its id. Given how many were drawn, they are a
simple random sample of all of these documents, however many batches they came in: the sample grows with the project,
and stays a sample of all of it. The same holds for those whose hash is below any number: so the documents that were
answered in the order of their hashes are a random sample, too. If a larger share was drawn while the pile was small,
those whose hash is below the share of all batches are the sample of everything; the others stay drawn, and are found or
not as any document beside it.

When reading is to stop, a person may have another sample drawn, from what nobody has decided then. It says more, since
it is of the rest alone.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from sqlite3 import Connection
from typing import TYPE_CHECKING

from likewise.errors import UserError
from likewise.project.answers import Fold, get_time, read_answers
from likewise.project.database import Database, parse

if TYPE_CHECKING:
    from likewise.project.project import Project

#: Documents that a sample is to have, and of a large pile at most.
_FEWEST, _MOST, _SHARE = 30, 200, 0.05


@dataclass(frozen=True)
class AuditState:
    """How far a random sample has been answered.

    Parameters
    ----------
    n_documents : int
        Documents that it was drawn from.
    n_drawn : int
        Documents drawn.
    n_answered : int
        The first of these, in the order of the draw, up to the first without yes or no.
    n_found : int
        Those with yes among these.
    n_beside : int, default=0
        Those with yes among all others that it was drawn from.
    n_before : int, default=0
        Those with yes that it was not drawn from, since they were known.
    n_unread : int or None, default=None
        Of those that it was drawn from, how many have neither yes nor no; None if nobody counted.
    is_of_rest : bool, default=False
        Whether it was drawn from what nobody had decided when reading was to stop.
    n_decided, n_yes : int or None, default=None
        Documents drawn that have yes or no in whatever order, and those with yes; None if nobody counted.
    n_unsure : int, default=0
        Documents drawn that somebody was unsure of; what comes after them does not count before they have yes or no.
    n_added : int, default=0
        Documents that were added since a sample of the rest was drawn, and have neither yes nor no.
    """

    n_documents: int
    n_drawn: int
    n_answered: int
    n_found: int
    n_beside: int = 0
    n_before: int = 0
    n_unread: int | None = None
    is_of_rest: bool = False
    n_decided: int | None = None
    n_yes: int | None = None
    n_unsure: int = 0
    n_added: int = 0


def choose_share(n_documents: int) -> float:
    """Choose how many of a pile are drawn.

    Parameters
    ----------
    n_documents : int
        Of the pile.

    Returns
    -------
    float
        A share: 5 %, but at least 30 documents and at most 200.

    Examples
    --------
    >>> choose_share(10_000), choose_share(1000), choose_share(100), choose_share(10)
    (0.02, 0.05, 0.3, 1.0)
    """
    wanted = min(max(_SHARE * n_documents, _FEWEST), _MOST)
    return min(1.0, wanted / max(n_documents, 1))


def choose_next_share(share: float, n_documents: int) -> float:
    """Choose how many of more documents are drawn: the same share, but not the large one of a small pile.

    Parameters
    ----------
    share : float
        Of the documents that there were.
    n_documents : int
        Of the pile that it becomes.

    Returns
    -------
    float
        A share, never a larger one.

    Examples
    --------
    >>> choose_next_share(0.02, 20_000), choose_next_share(0.05, 9000), choose_next_share(1.0, 9000)
    (0.02, 0.05, 0.05)
    """
    return min(share, max(choose_share(n_documents), _SHARE))


def draw(connection: Connection, ids: Iterable[str], *, share: float, seed: int, batch: int, by: str) -> int:
    """Draw from documents that are new in the pile.

    Parameters
    ----------
    connection : sqlite3.Connection
        That has the turn to write.
    ids : iterable of str
        Of documents that are neither examples nor decided.
    share : float
        How many are drawn.
    seed : int
        The same seed draws the same documents.
    batch : int
        Number of their batch.
    by : str
        Who added them.

    Returns
    -------
    int
        How many were drawn.
    """
    keys = [(name, get_key(name, seed)) for name in ids]
    return _write(connection, [pair for pair in keys if pair[1] < share], len(keys), by, batch)


def draw_rest(project: "Project", size: int, by: str) -> int:
    """Draw a sample from the documents that nobody has decided.

    Parameters
    ----------
    project : Project
        That may be written.
    size : int
        How many.
    by : str
        Who has it drawn.

    Returns
    -------
    int
        How many were drawn.

    Raises
    ------
    UserError
        If nothing is left to draw from, or the number is not one.
    """
    if size < 1:
        raise UserError(f"a sample of {size:,} documents says nothing; draw at least one", parameter="draw")
    seed = int(project.facts["audit"]["seed"])
    with project.database.writing() as connection:
        fold = project.read_fold()
        rows = connection.execute("SELECT id FROM documents WHERE drawable ORDER BY place")
        rest = [name for (name,) in rows if not _is_decided(fold, name)]
        if not rest:
            raise UserError("every document is decided; there is nothing left to draw from", parameter="draw")
        (number,) = connection.execute("SELECT count(*) + 1 FROM draws").fetchone()
        # Another seed for each draw, so that no document has a better chance than another.
        keys = sorted((get_key(name, f"{seed} {number}"), name) for name in rest)
        return _write(connection, [(name, key) for key, name in keys[:size]], len(rest), by, None)


def _write(
    connection: Connection, drawn: Sequence[tuple[str, float]], n_documents: int, by: str, batch: int | None
) -> int:
    (number,) = connection.execute("SELECT count(*) + 1 FROM draws").fetchone()
    (answer,) = connection.execute("SELECT coalesce(max(seq), 0) FROM answers").fetchone()
    (place,) = connection.execute("SELECT coalesce(max(place), -1) FROM documents").fetchone()
    values = (number, batch, get_time(), by, n_documents, answer, place)
    connection.execute("INSERT INTO draws VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    connection.executemany("INSERT INTO audit VALUES (?, ?, ?)", [(number, name, key) for name, key in drawn])
    return len(drawn)


def get_key(name: str, seed: object) -> float:
    """Return a number from 0 to 1 that stands for a random one.

    Examples
    --------
    >>> get_key("d1", 0) == get_key("d1", 0) != get_key("d1", 1)
    True
    """
    digest = hashlib.blake2b(f"{seed} {name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) / 2**64


def read_audit(database: Database, *, last: bool = False) -> list[str]:
    """List the ids of the documents that were drawn, in the order in which they are to be answered.

    Parameters
    ----------
    database : Database
        Of the project.
    last : bool, default=False
        Whether only the last sample is wanted.

    Returns
    -------
    list of str
        Ids: those of the last sample of the rest first.
    """
    rest = _find_rest(database)
    first = [] if rest is None else _read_draw(database, "draw = ?", (rest[0],))
    if last and rest is not None:
        return first
    return list(dict.fromkeys([*first, *_read_draw(database, "1", ())]))


def count_audit(database: Database, fold: Fold) -> AuditState:
    """Count how far the last random sample has been answered.

    Parameters
    ----------
    database : Database
        Of the project.
    fold : Fold
        The answers so far.

    Returns
    -------
    AuditState
        Numbers for `likewise.estimate.audit`: of the last sample of the rest, or of the one from the start.
    """
    rest = _find_rest(database)
    if rest is not None:
        return _count_rest(database, fold, *rest)
    first = "draw IN (SELECT number FROM draws WHERE batch IS NOT NULL)"
    ((facts,),) = database.read("SELECT value FROM facts WHERE name = 'audit'")
    of_all = _read_draw(database, f"{first} AND key < ?", (parse(facts, database.path)["share"],))
    return _count(database, fold, _read_draw(database, first, ()), of_all, None)


def _find_rest(database: Database) -> tuple[int, int, int] | None:
    rows = database.read(
        "SELECT number, last_answer, last_place FROM draws WHERE batch IS NULL ORDER BY number DESC LIMIT 1"
    )
    return rows[0] if rows else None


def _read_draw(database: Database, which: str, values: Sequence[object]) -> list[str]:
    return [name for (name,) in database.read(f"SELECT document FROM audit WHERE {which} ORDER BY key", values)]


def _count_rest(database: Database, fold: Fold, number: int, last_answer: int, last_place: int) -> AuditState:
    then = Fold(answer for answer in read_answers(database) if answer.seq <= last_answer)
    drawn = _read_draw(database, "draw = ?", (number,))
    return _count(database, fold, drawn, drawn, (then, last_place))


def _count(
    database: Database, fold: Fold, drawn: Sequence[str], of_all: Sequence[str], rest: tuple[Fold, int] | None
) -> AuditState:
    """Count a sample: of all documents that can be drawn, or of those that were not decided then."""
    drawable, values = "drawable", []
    if rest is not None:
        drawable, values = "drawable AND place <= ?", [rest[1]]

    def among(names: Set[str]) -> set[str]:
        found = f"SELECT id FROM documents WHERE {drawable} AND id IN (SELECT value FROM json_each(?))"
        return {name for (name,) in database.read(found, [*values, json.dumps([*names])])}

    decided = {name for name, answer in fold.current.items() if answer.decision in ("yes", "no")}
    before = set() if rest is None else among({name for name in rest[0].current if _is_decided(rest[0], name)})
    ((n_documents,),) = database.read(f"SELECT count(*) FROM documents WHERE {drawable}", values)
    in_frame = among(decided) - before
    later = [] if rest is None else database.read("SELECT id FROM documents WHERE drawable AND place > ?", values)
    n_answered = next((at for at, name in enumerate(of_all) if not _is_decided(fold, name)), len(of_all))
    answered = {*of_all[:n_answered]}
    yes = {name for name in decided if fold[name].decision == "yes"}
    return AuditState(
        n_documents=n_documents - len(before),
        n_drawn=len(drawn),
        n_answered=n_answered,
        n_found=len(yes & answered),
        n_beside=len((yes & in_frame) - answered),
        n_before=len(yes - in_frame),
        n_unread=n_documents - len(before) - len(in_frame),
        is_of_rest=rest is not None,
        n_decided=len(decided.intersection(drawn)),
        n_yes=len(yes.intersection(drawn)),
        n_unsure=sum(name in fold and name not in decided for name in drawn),
        n_added=sum(name not in decided for (name,) in later),
    )


def _is_decided(fold: Fold, name: str) -> bool:
    answer = fold.get(name)
    return answer is not None and answer.decision in ("yes", "no")
