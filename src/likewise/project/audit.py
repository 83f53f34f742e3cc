"""The random sample of a project: drawn when documents are added, kept, and never shown as anything else.

Every document that is neither an example nor decided when it comes in is drawn with the same chance, independently of
all others, by a hash of the seed and its id. Given how many were drawn, they are then a simple random sample of all of
these documents, however many batches they came in: the sample grows with the project, and stays a sample of all of it.
The same holds for those whose hash is below any number: so the documents that were answered in the order of their
hashes are a random sample, too.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from sqlite3 import Connection

from likewise.project.answers import Fold, get_time
from likewise.project.database import Database

#: Documents that a sample is to have, and of a large pile at most.
_FEWEST, _MOST, _SHARE = 30, 200, 0.05


@dataclass(frozen=True)
class AuditState:
    """How far the random sample has been answered.

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
    n_beside : int
        Those with yes among all others that it was drawn from.
    """

    n_documents: int
    n_drawn: int
    n_answered: int
    n_found: int
    n_beside: int


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


def draw(connection: Connection, ids: Iterable[str], *, share: float, seed: int, batch: int) -> int:
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

    Returns
    -------
    int
        How many were drawn.
    """
    keys = [(name, get_key(name, seed)) for name in ids]
    (number,) = connection.execute("SELECT count(*) + 1 FROM draws").fetchone()
    connection.execute("INSERT INTO draws VALUES (?, ?, ?, ?, ?)", (number, batch, get_time(), share, len(keys)))
    drawn = [(name, number, key) for name, key in keys if key < share]
    connection.executemany("INSERT INTO audit VALUES (?, ?, ?)", drawn)
    return len(drawn)


def get_key(name: str, seed: int) -> float:
    """Return a number from 0 to 1 that stands for a random one.

    Examples
    --------
    >>> get_key("d1", 0) == get_key("d1", 0) != get_key("d1", 1)
    True
    """
    digest = hashlib.blake2b(f"{seed} {name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) / 2**64


def read_audit(database: Database) -> list[str]:
    """List the ids of the documents that were drawn, in the order in which they are to be answered.

    Parameters
    ----------
    database : Database
        Of the project.

    Returns
    -------
    list of str
        Ids.
    """
    return [name for (name,) in database.read("SELECT document FROM audit ORDER BY key")]


def count_audit(database: Database, fold: Fold) -> AuditState:
    """Count how far the random sample has been answered.

    Parameters
    ----------
    database : Database
        Of the project.
    fold : Fold
        The answers so far.

    Returns
    -------
    AuditState
        Numbers for `likewise.estimate.audit`.
    """
    ((n_documents,),) = database.read("SELECT coalesce(sum(n_documents), 0) FROM draws")
    drawn = read_audit(database)
    n_answered = n_found = 0
    for name in drawn:
        answer = fold.get(name)
        if answer is None or answer.decision not in ("yes", "no"):
            break
        n_answered += 1
        n_found += answer.decision == "yes"
    yes = [name for name, answer in fold.current.items() if answer.decision == "yes"]
    known = {*drawn[:n_answered]}
    drawable = {name for (name,) in database.read("SELECT id FROM documents WHERE drawable")} if yes else set()
    n_beside = sum(name in drawable and name not in known for name in yes)
    return AuditState(int(n_documents), len(drawn), n_answered, n_found, n_beside)
