"""What tells documents of a project apart, in tables that are looked up without reading the documents."""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from sqlite3 import Connection
from typing import TYPE_CHECKING

from likewise.project.database import Database

if TYPE_CHECKING:
    from likewise.documents import Documents
    from likewise.documents.identity import Keys
    from likewise.documents.later_copies import Told

#: Characters of a folded text that tell it from others where it may have been cut off.
_BEGINNING = 10_000
#: Values that one query asks for.
_AT_ONCE = 500
#: What an answer says of its document beside the id, surest first.
_KINDS = ("doi", "pmid", "title")


def write_index(connection: Connection, documents: "Documents", batch: int, known: Collection[str] = ()) -> None:
    """Write ids, identities and keys of documents that are new in the pile.

    Parameters
    ----------
    connection : sqlite3.Connection
        That has the turn to write.
    documents : Documents
        The new ones.
    batch : int
        Number of their batch.
    known : collection of str, default=()
        Ids of those that are examples or decided, and so are not drawn for the audit.
    """
    from likewise.documents.identity import keys_of

    (first,) = connection.execute("SELECT coalesce(max(place) + 1, 0) FROM documents").fetchone()
    keys = keys_of(documents)
    ids = documents.ids.to_list()
    identities = list_identities(keys, len(documents))
    rows = (
        (first + row, name, batch, identity, name not in known)
        for row, (name, identity) in enumerate(zip(ids, identities, strict=True))
    )
    connection.executemany("INSERT INTO documents VALUES (?, ?, ?, ?, ?)", rows)
    hashes = {(value, first + row) for row, value in hash_keys([*keys, *list_more_keys(documents)])}
    connection.executemany("INSERT INTO keys VALUES (?, ?)", sorted(hashes))


def write_told(connection: Connection, told: "Told") -> None:
    """Write ids and numbers of copies that came later, by which their documents are found from now on.

    Parameters
    ----------
    connection : sqlite3.Connection
        That has the turn to write.
    told : dict
        As of `likewise.documents.later_copies.list_told`, with places of the pile.
    """
    rows = ((_hash(kind, value), place) for kind, pairs in told.items() for place, value in pairs)
    connection.executemany("INSERT OR IGNORE INTO keys VALUES (?, ?)", rows)


def list_identities(keys: "Keys", number: int) -> list[str]:
    """Say of each document what tells it apart from others, as JSON.

    Parameters
    ----------
    keys : list
        What `likewise.documents.identity.keys_of` says.
    number : int
        Of documents.

    Returns
    -------
    list of str
        Objects with DOI, PMID and title; of documents that have none of them, a hash of the text.

    Examples
    --------
    >>> list_identities([("doi", ["10.1000/a", None]), ("text", ["red wine", "tea"])], 2)[0]
    '{"doi": "10.1000/a"}'
    """
    known = dict(keys)
    texts = known.get("text") or [None] * number
    identities = []
    for row in range(number):
        there = {kind: known[kind][row] for kind in _KINDS if kind in known and known[kind][row] is not None}
        if not there and texts[row]:
            there = {"text": hashlib.sha256(str(texts[row]).encode()).hexdigest()}
        identities.append(json.dumps(there))
    return identities


def hash_keys(keys: "Keys") -> Iterator[tuple[int, int]]:
    """Hash every key of documents.

    Parameters
    ----------
    keys : list
        What `likewise.documents.identity.keys_of` says.

    Yields
    ------
    row, hash : int
        Row of the document, and 64 bits that documents with the same key share.

    Examples
    --------
    >>> [row for row, _ in hash_keys([("doi", ["10.1000/a", None, "10.1000/b"])])]
    [0, 2]
    """
    for kind, values in keys:
        for row, value in enumerate(values):
            if value is not None:
                yield row, _hash(kind, value)


def list_more_keys(documents: "Documents") -> "Keys":
    """List what documents may be recognised by beside their keys: ids, beginnings of abstracts and of long texts.

    Parameters
    ----------
    documents : Documents
        Any.

    Returns
    -------
    list of (str, list of str or None)
        As of `likewise.documents.identity.keys_of`. Whoever shares one of all these is compared, and nobody else can
        be the same document, as long as both have titles of their own.
    """
    from likewise.documents.abstracts import list_abstracts
    from likewise.documents.documents import to_strings

    ids = documents.ids.to_list()
    names = [
        name for name in dict.fromkeys((*documents.columns.get("id", ()), "id")) if name in documents.table.columns
    ]
    others = [to_strings(documents.table[name]).to_list() for name in names]
    keys: Keys = [("id", ids), *(("id", values) for values in others if values != ids)]
    keys.append(("abstract", list_abstracts(documents)))
    keys.append(("beginning", [text[:_BEGINNING] if len(text) > _BEGINNING else None for text in documents.folded]))
    return keys


def find_candidates(database: Database, keys: "Keys") -> list[int]:
    """Find the documents of a project that share a key with some documents.

    Parameters
    ----------
    database : Database
        Of the project.
    keys : list
        Of these documents, with those of `list_more_keys`.

    Returns
    -------
    list of int
        Places in the pile, in order.
    """
    wanted = sorted({value for _, value in hash_keys(keys)})
    places: set[int] = set()
    for start in range(0, len(wanted), _AT_ONCE):
        part = wanted[start : start + _AT_ONCE]
        marks = ", ".join("?" * len(part))
        places.update(place for (place,) in database.read(f"SELECT place FROM keys WHERE hash IN ({marks})", part))
    return sorted(places)


def count_free(documents: "Documents") -> int:
    """Count the documents without a title of their own, which may stand within, or contain, others.

    Parameters
    ----------
    documents : Documents
        Any.

    Returns
    -------
    int
        How many.
    """
    from likewise.documents.parts import Parts

    return int((~Parts(documents, list(range(len(documents)))).is_named).sum()) if len(documents) else 0


def find_taken(database: Database, ids: Sequence[str]) -> list[str]:
    """Find the ids of a project that some ids clash with.

    Parameters
    ----------
    database : Database
        Of the project.
    ids : sequence of str
        Of new documents.

    Returns
    -------
    list of str
        Those that are there, and those that were made of them.
    """
    there: list[str] = []
    for start in range(0, len(ids), _AT_ONCE):
        part = list(ids[start : start + _AT_ONCE])
        marks = ", ".join("?" * len(part))
        there += [name for (name,) in database.read(f"SELECT id FROM documents WHERE id IN ({marks})", part)]
    made = [
        name
        for each in there
        for (name,) in database.read("SELECT id FROM documents WHERE id > ? AND id < ?", (f"{each}~", f"{each}\x7f"))
    ]
    return [*there, *made]


def _hash(kind: str, value: str) -> int:
    digest = hashlib.blake2b(f"{kind} {value}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)


def make_distinct(ids: Sequence[str], taken: Iterable[str]) -> list[str]:
    """Give ids that are taken already a number behind them, so that each names one document.

    Parameters
    ----------
    ids : sequence of str
        Of new documents, each once.
    taken : iterable of str
        Of the others.

    Returns
    -------
    list of str
        As `likewise.documents.documents.concatenate` names them.

    Examples
    --------
    >>> make_distinct(["1", "2"], ["1"])
    ['1~2', '2']
    """
    known = {*taken}
    everyone = {*known, *ids}
    distinct = []
    for name in ids:
        new, number = name, 2
        while new in known or (new != name and new in everyone):
            new, number = f"{name}~{number}", number + 1
        known.add(new)
        everyone.add(new)
        distinct.append(new)
    return distinct
