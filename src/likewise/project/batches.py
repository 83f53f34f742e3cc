"""Documents as they were added: every column, text, id and source, in pieces with checksums."""

import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from io import BytesIO
from sqlite3 import Connection
from typing import TYPE_CHECKING, Any

from likewise.project.database import Database, parse
from likewise.project.header import DamagedProject

if TYPE_CHECKING:
    import polars as pl

    from likewise.documents import Documents
    from likewise.documents.later_copies import Told

#: Documents of a piece, and characters of their texts; SQLite holds a billion bytes in one place, and a card needs
#: only the piece that its document is in.
_MOST_DOCUMENTS, _MOST_CHARACTERS = 500, 4_000_000


@dataclass(frozen=True)
class Batch:
    """What was added at one time.

    Parameters
    ----------
    number : int
        From 1, over all roles.
    role : {"examples", "pile", "removed"}
        What the documents are; "removed" are decided, and not in the pile.
    source : str
        What they were read from.
    added, by : str
        When, in UTC, and by whom.
    n_records, n_documents : int
        How many were given, and how many of them were new.
    facts : dict
        What `likewise.documents.packing` says of them; `known`, the places of those that were there already;
        `told`, what these say which was not known of them; and `n_free`, how many have no title of their own.
    fingerprint : str
        SHA-256 of ids and texts.
    """

    number: int
    role: str
    source: str
    added: str
    by: str
    n_records: int
    n_documents: int
    facts: dict[str, Any]
    fingerprint: str


_COLUMNS = tuple(field.name for field in fields(Batch))


def write_batch(
    connection: Connection,
    documents: "Documents",
    *,
    role: str,
    added: str,
    by: str,
    n_records: int | None = None,
    known: Sequence[int] = (),
    returned: Sequence[tuple[int, int]] = (),
    told: "Told | None" = None,
) -> int:
    """Write documents to a project.

    Parameters
    ----------
    connection : sqlite3.Connection
        That has the turn to write.
    documents : Documents
        What is new.
    role, added, by, n_records
        As of `Batch`.
    known : sequence of int, default=()
        Places of documents of the pile that were given again.
    returned : sequence of (int, int), default=()
        Batch and row of documents that were decided before they were in the pile, and are in it now.
    told : dict or None, default=None
        What those that were given again say which was not known of them, as of `likewise.documents.later_copies`.

    Returns
    -------
    int
        Number of the batch.
    """
    from likewise.documents.packing import document_facts
    from likewise.project.identity_index import count_free

    facts = {
        **document_facts(documents),
        "known": list(known),
        "returned": [list(pair) for pair in returned],
        "told": told or {},
        "n_free": count_free(documents),
    }
    cursor = connection.execute(
        "INSERT INTO batches (role, source, added, by, n_records, n_documents, facts, fingerprint) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            role,
            documents.source,
            added,
            by,
            len(documents) if n_records is None else n_records,
            len(documents),
            json.dumps(facts),
            documents.fingerprint,
        ),
    )
    number, digest = int(cursor.lastrowid or 0), hashlib.sha256()
    for piece, (first, rows) in enumerate(_pieces(documents)):
        part = documents.take(rows)
        columns, texts = _pack(part.table), _pack(_own(part))
        digest.update(columns)
        connection.execute(
            "INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, piece, first, len(rows), columns, texts, get_sum(columns, texts)),
        )
    written = json.dumps({**facts, "table_sum": digest.hexdigest()})
    connection.execute("UPDATE batches SET facts = ? WHERE number = ?", (written, number))
    return number


def read_batches(database: Database) -> list[Batch]:
    """List what was added, without the documents.

    Parameters
    ----------
    database : Database
        Of the project.

    Returns
    -------
    list of Batch
        In order.
    """
    rows = database.read(f"SELECT {', '.join(_COLUMNS)} FROM batches ORDER BY number")
    return [Batch(**{**dict(zip(_COLUMNS, row, strict=True)), "facts": parse(row[7], database.path)}) for row in rows]


def read_documents(database: Database, batch: Batch) -> "Documents":
    """Read the documents of a batch.

    Parameters
    ----------
    database : Database
        Of the project.
    batch : Batch
        Which.

    Returns
    -------
    Documents
        As they were written.

    Raises
    ------
    DamagedProject
        If bytes have changed.
    """
    import polars as pl

    from likewise.documents.packing import make_documents

    columns, texts = [], []
    for table, own in _read_pieces(database, batch.number):
        columns.append(table)
        texts.append(own)
    return make_documents(pl.concat(columns), pl.concat(texts), batch.facts)


def read_piece(database: Database, batch: Batch, row: int) -> tuple[int, "Documents"]:
    """Read the piece of a batch that a document is in.

    Parameters
    ----------
    database : Database
        Of the project.
    batch : Batch
        Which.
    row : int
        Of the document in the batch.

    Returns
    -------
    first : int
        Row of the first document of the piece.
    documents : Documents
        Those of the piece.
    """
    from likewise.documents.packing import make_documents

    (number, first), *_ = database.read(
        "SELECT number, first FROM chunks WHERE batch = ? AND first <= ? ORDER BY first DESC LIMIT 1",
        (batch.number, row),
    )
    ((table, own),) = _read_pieces(database, batch.number, number)
    return first, make_documents(table, own, batch.facts)


def get_sum(columns: bytes, texts: bytes) -> int:
    """Return the checksum of a piece.

    Examples
    --------
    >>> get_sum(b"wine", b"tea") == get_sum(b"wine", b"Tea")
    False
    """
    return zlib.crc32(texts, zlib.crc32(columns))


def _read_pieces(
    database: Database, batch: int, piece: int | None = None
) -> "Iterator[tuple[pl.DataFrame, pl.DataFrame]]":
    numbers = (
        [piece]
        if piece is not None
        else [
            number for (number,) in database.read("SELECT number FROM chunks WHERE batch = ? ORDER BY number", (batch,))
        ]
    )
    for number in numbers:
        sql = "SELECT columns, texts, checksum FROM chunks WHERE batch = ? AND number = ?"
        ((columns, texts, checksum),) = database.read(sql, (batch, number))
        if get_sum(columns, texts) != checksum:
            raise DamagedProject(
                f"{database.path} cannot be used: some of its documents are damaged (part {number + 1} of batch "
                f"{batch}); `likewise repair` recovers every answer into a new file"
            )
        yield _unpack(columns), _unpack(texts)


def _pieces(documents: "Documents") -> Iterator[tuple[int, list[int]]]:
    """Cut documents into pieces of bounded size."""
    lengths = documents.text.str.len_chars().to_list()
    first, size = 0, 0
    for row, length in enumerate(lengths):
        if row > first and (row - first >= _MOST_DOCUMENTS or size + length > _MOST_CHARACTERS):
            yield first, list(range(first, row))
            first, size = row, 0
        size += length
    if lengths:
        yield first, list(range(first, len(lengths)))


def _own(documents: "Documents") -> "pl.DataFrame":
    import polars as pl

    own = pl.DataFrame({"text": documents.text, "id": documents.ids})
    return own if documents.label is None else own.with_columns(label=documents.label)


def _pack(table: "pl.DataFrame") -> bytes:
    from likewise.documents.packing import to_arrow

    return to_arrow(table, compression="zstd")


def _unpack(content: bytes) -> "pl.DataFrame":
    import polars as pl

    return pl.read_ipc(BytesIO(content))
