"""Notes on documents, beside answers: appended, never changed."""

from dataclasses import dataclass, fields

from likewise.errors import UserError
from likewise.project.answers import get_time
from likewise.project.database import Database


@dataclass(frozen=True)
class Note:
    """What somebody wrote on a document.

    Parameters
    ----------
    seq : int
        Its number.
    document, note, at, by : str
        Id of the document, what was written, when and by whom.
    """

    seq: int
    document: str
    note: str
    at: str
    by: str


_COLUMNS = ", ".join(field.name for field in fields(Note))


def append_note(database: Database, document: str, note: str, by: str) -> Note:
    """Write a note down; it is on disk when this returns.

    Parameters
    ----------
    database : Database
        Of the project.
    document : str
        Id of the document.
    note, by : str
        What, and by whom.

    Returns
    -------
    Note
        With its number.

    Raises
    ------
    UserError
        If there is no such document, or the system refuses.
    """
    if not note.strip():
        raise UserError("the note is empty; write something", parameter="note")
    at = get_time("milliseconds")
    with database.writing() as connection:
        found = connection.execute("SELECT identity FROM documents WHERE id = ?", (document,)).fetchone()
        if found is None:
            raise UserError(f"no document of the project has the id {document!r}", parameter="id")
        cursor = connection.execute(
            "INSERT INTO notes (document, identity, note, at, by) VALUES (?, ?, ?, ?, ?)",
            (document, found[0], note, at, by),
        )
    return Note(int(cursor.lastrowid or 0), document, note, at, by)


def read_notes(database: Database, document: str | None = None) -> list[Note]:
    """Read the notes of a project, or of one of its documents.

    Parameters
    ----------
    database : Database
        Of the project.
    document : str or None, default=None
        Id of the document; None is all.

    Returns
    -------
    list of Note
        Oldest first.
    """
    where, values = ("", ()) if document is None else (" WHERE document = ?", (document,))
    return [Note(*row) for row in database.read(f"SELECT {_COLUMNS} FROM notes{where} ORDER BY seq", values)]
