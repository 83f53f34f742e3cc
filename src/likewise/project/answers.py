"""The log of answers: appended one after the other, never changed; what is decided now is the log read to its end."""

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields, replace
from datetime import UTC, datetime
from sqlite3 import Connection
from typing import Literal, TypeAlias

from likewise.errors import UserError
from likewise.project.database import Database
from likewise.project.header import DamagedProject

Decision: TypeAlias = Literal["yes", "no", "unsure", "undo"]
DECISIONS = ("yes", "no", "unsure")
#: How a document was chosen that somebody answered: as `likewise.app.next_picks` has it, from a file, or to resolve
#: a conflict of two reviewers.
PICKS = ("top", "uncertain", "different", "audit", "mark", "conflict")


@dataclass(frozen=True)
class Answer:
    """What somebody said of a document.

    Parameters
    ----------
    document : str
        Id of the document; empty for one that is not in the project.
    decision : {"yes", "no", "unsure", "undo"}
        "undo" takes an earlier answer on the document back.
    by : str
        Who said it.
    at : str
        When it was decided, in UTC.
    pick : str or None, default=None
        As what the document was shown, one of `PICKS`.
    run : int or None, default=None
        Number of the ranking that it was shown from.
    note, reason : str or None, default=None
        A note, and why it is excluded.
    undoes : int or None, default=None
        Of an undo, the number of the answer that it takes back.
    identity : str, default=""
        Its DOI, PMID and title, as JSON, so that the answer means something without the document.
    logged : str, default=""
        When it was written down, in UTC.
    seq : int, default=0
        Its number in the log.

    Examples
    --------
    >>> Answer("d1", "yes", "ana", "2026-01-01T00:00:00+00:00").pick is None
    True
    """

    document: str
    decision: str
    by: str
    at: str
    pick: str | None = None
    run: int | None = None
    note: str | None = None
    reason: str | None = None
    undoes: int | None = None
    identity: str = ""
    logged: str = ""
    seq: int = 0


_COLUMNS = tuple(field.name for field in fields(Answer))


def get_time(timespec: str = "seconds") -> str:
    """Return the time now, in UTC.

    Examples
    --------
    >>> get_time()[-6:]
    '+00:00'
    """
    return datetime.now(UTC).isoformat(timespec=timespec)


class Fold:
    """What is decided, after the answers so far: later ones win, and an undo takes one back.

    Parameters
    ----------
    answers : iterable of Answer, default=()
        In the order of the log.

    Attributes
    ----------
    last : int
        Number of the last answer.

    Examples
    --------
    >>> first = Answer("d1", "yes", "ana", "", seq=1)
    >>> fold = Fold([first, Answer("d1", "no", "ana", "", seq=2), Answer("d1", "undo", "ana", "", undoes=2, seq=3)])
    >>> fold["d1"].decision, len(fold)
    ('yes', 1)
    """

    def __init__(self, answers: Iterable[Answer] = ()) -> None:
        self.last = 0
        self._valid: dict[str, list[Answer]] = {}
        for answer in answers:
            self.apply(answer)

    def apply(self, answer: Answer) -> None:
        """Take the next answer of the log.

        Parameters
        ----------
        answer : Answer
            One that has not been taken.
        """
        self.last = max(self.last, answer.seq)
        if not answer.document:
            return
        valid = self._valid.setdefault(answer.document, [])
        if answer.decision != "undo":
            valid.append(answer)
        elif valid:
            undone = next((at for at, each in enumerate(valid) if each.seq == answer.undoes), None)
            if undone is not None or answer.undoes is None:
                del valid[-1 if undone is None else undone]
        if not valid:
            del self._valid[answer.document]

    def __getitem__(self, document: str) -> Answer:
        return self._valid[document][-1]

    def __contains__(self, document: object) -> bool:
        return document in self._valid

    def __len__(self) -> int:
        return len(self._valid)

    def get(self, document: str) -> Answer | None:
        """Return the answer that holds for a document; None if there is none."""
        valid = self._valid.get(document)
        return valid[-1] if valid else None

    @property
    def current(self) -> dict[str, Answer]:
        """The answer that holds for each document that has one, in the order in which they were first answered."""
        return {document: valid[-1] for document, valid in self._valid.items()}

    def get_remark(self, document: str, name: str) -> str | None:
        """Return the last reason or note that somebody gave with the decision that holds for a document.

        Parameters
        ----------
        document : str
            Its id.
        name : {"reason", "note"}
            Which.

        Returns
        -------
        str or None
            None if nobody gave one.
        """
        valid = self.valid_of(document)
        said = (getattr(each, name) for each in reversed(valid) if each.decision == valid[-1].decision)
        return next((remark for remark in said if remark), None)

    def valid_of(self, document: str) -> list[Answer]:
        """List the answers on a document that nobody took back, of all reviewers, oldest first."""
        return list(self._valid.get(document, ()))

    def last_of(self, by: str) -> Answer | None:
        """Return the last answer of a reviewer that nobody took back; None if there is none."""
        theirs = [answer for valid in self._valid.values() for answer in valid if answer.by == by]
        return max(theirs, key=lambda answer: answer.seq, default=None)

    def list_between(self, first: int, last: int, by: str) -> list[Answer]:
        """List the answers of a reviewer that nobody took back, from one number to another, oldest first."""
        theirs = (answer for valid in self._valid.values() for answer in valid if answer.by == by)
        return sorted((each for each in theirs if first <= each.seq <= last), key=lambda each: each.seq)

    def count(self) -> dict[str, int]:
        """Count the documents with each decision."""
        counts = dict.fromkeys(DECISIONS, 0)
        for valid in self._valid.values():
            counts[valid[-1].decision] += 1
        return counts


def append_answers(database: Database, answers: Sequence[Answer]) -> list[Answer]:
    """Write answers to the log, all or none; they are on disk when this returns.

    Parameters
    ----------
    database : Database
        Of the project.
    answers : sequence of Answer
        New ones; the identity of documents that are in the project is filled in.

    Returns
    -------
    list of Answer
        With their numbers.

    Raises
    ------
    UserError
        If a document is not in the project, a decision or a pick is not one, or the system refuses.
    """
    with database.writing() as connection:
        return insert_answers(connection, answers)


def insert_answers(connection: Connection, answers: Sequence[Answer]) -> list[Answer]:
    """Write answers to the log within what else is being written.

    Parameters
    ----------
    connection : sqlite3.Connection
        That has the turn to write.
    answers : sequence of Answer
        As of `append_answers`.

    Returns
    -------
    list of Answer
        With their numbers.
    """
    names, marks = ", ".join(_COLUMNS[:-1]), ", ".join("?" * len(_COLUMNS))
    logged, written = get_time("milliseconds"), []
    for answer in answers:
        _check(answer)
        identity = answer.identity
        if answer.document:
            found = connection.execute("SELECT identity FROM documents WHERE id = ?", (answer.document,)).fetchone()
            if found is None:
                raise UserError(f"no document of the project has the id {answer.document!r}", parameter="id")
            identity = found[0]
        new = replace(answer, identity=identity, logged=logged)
        values = astuple(new)[:-1]
        cursor = connection.execute(
            f"INSERT INTO answers ({names}, checksum) VALUES ({marks})", (*values, get_checksum(values))
        )
        written.append(replace(new, seq=int(cursor.lastrowid or 0)))
    return written


def _check(answer: Answer) -> None:
    if answer.decision not in (*DECISIONS, "undo"):
        raise UserError(f"{answer.decision!r} is not an answer; answer yes, no or unsure", parameter="decision")
    if answer.pick is not None and answer.pick not in PICKS:
        raise UserError(f"{answer.pick!r} is not a pick; a pick is one of: {', '.join(PICKS)}", parameter="pick")


def read_answers(database: Database, after: int = 0) -> list[Answer]:
    """Read the log.

    Parameters
    ----------
    database : Database
        Of the project.
    after : int, default=0
        Number of the last answer that is known already.

    Returns
    -------
    list of Answer
        Later ones, in order.
    """
    names = ", ".join(_COLUMNS)
    rows = database.read(f"SELECT {names}, checksum FROM answers WHERE seq > ? ORDER BY seq", (after,))
    for *values, seq, checksum in rows:
        if get_checksum(values) != checksum:
            raise DamagedProject(
                f"{database.path} is damaged (answer {seq}); `likewise repair` recovers all others into a new file"
            )
    return [Answer(*row[:-1]) for row in rows]


def get_checksum(values: Sequence[object]) -> int:
    """Return the checksum of an answer.

    Parameters
    ----------
    values : sequence
        All columns but its number and the checksum, in the order of `Answer`.

    Returns
    -------
    int
        So that bytes which have changed on disk are never taken for an answer.

    Examples
    --------
    >>> get_checksum(["d1", "yes"]) == get_checksum(["d1", "no"])
    False
    """
    return zlib.crc32(json.dumps(list(values)).encode())
