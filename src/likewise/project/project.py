"""A project: documents, examples, answers and rankings in one file."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from likewise.project import batches
from likewise.project.answers import Answer, Fold, append_answers, read_answers
from likewise.project.database import Database, parse
from likewise.project.schema import SUFFIX

if TYPE_CHECKING:
    from likewise.documents import Documents
    from likewise.documents.documents import SourceCount


def find_path(name: str | PathLike[str]) -> Path:
    """Return the file of a project, whose ending may be left out.

    Parameters
    ----------
    name : str or path-like
        What a person called it.

    Returns
    -------
    pathlib.Path
        Ends in ".likewise".

    Examples
    --------
    >>> find_path("review").name, find_path("review.likewise").name
    ('review.likewise', 'review.likewise')
    """
    path = Path(name).expanduser()
    return path if path.suffix.lower() == SUFFIX else Path(f"{path}{SUFFIX}")


class Project:
    """A project's file, opened; threads may share it.

    Parameters
    ----------
    path : str or path-like
        The file; its ending may be left out.
    read_only : bool, default=False
        Whether nothing will be written.
    check : bool, default=True
        Whether to look for damage first.

    Raises
    ------
    UserError
        If it is not there, damaged, or something else.

    Examples
    --------
    >>> import tempfile
    >>> from likewise.finder.inputs import as_documents
    >>> from likewise.project.answers import get_time
    >>> from likewise.project.creating import create_project
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     examples, pile = as_documents(["red wine"], "examples"), as_documents(["tea", "a glass of wine"], "pile")
    ...     _ = create_project(f"{folder}/review", examples, pile, by="ana")
    ...     with Project(f"{folder}/review") as project:
    ...         _ = project.append([Answer("2", "yes", "ana", get_time())])
    ...         project.n_documents, project.read_fold()["2"].decision
    (2, 'yes')
    """

    def __init__(self, path: str | PathLike[str], *, read_only: bool = False, check: bool = True) -> None:
        self.path = find_path(path)
        self.database = Database(self.path, read_only=read_only, check=check)
        self.is_closed = False

    def __repr__(self) -> str:
        return f"Project({str(self.path)!r}{', closed' if self.is_closed else ''})"

    def _repr_html_(self) -> str:
        from likewise.project.notebook import project_html

        return project_html(self)

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written."""
        return self.database.read_only

    @property
    def facts(self) -> dict[str, Any]:
        """What the project was made with: `settings` of its searches, and the `seed` and `share` of its audit."""
        rows = self.database.read("SELECT name, value FROM facts")
        return {name: parse(value, self.path) for name, value in rows}

    @property
    def stamp(self) -> str:
        """What tells this project from every other one, also of the same name; copies and what is added share it."""
        created = self.database.read("SELECT value FROM facts WHERE name = 'created'")
        first = self.database.read("SELECT fingerprint FROM batches WHERE role = 'pile' ORDER BY number LIMIT 1")
        return hashlib.sha256(repr((created, first)).encode()).hexdigest()[:16]

    @property
    def n_documents(self) -> int:
        """Documents of the pile."""
        return int(self.database.read("SELECT count(*) FROM documents")[0][0])

    def list_batches(self) -> list[batches.Batch]:
        """List what was added, oldest first."""
        return batches.read_batches(self.database)

    def read_examples(self) -> "Documents":
        """Read the examples, as they were given."""
        return self._join([batch for batch in self.list_batches() if batch.role == "examples"])

    def read_pile(self) -> "Documents":
        """Read all documents; those that are decided and not in the pile are their `removed`."""
        pile = self.fill(self._join([batch for batch in self.list_batches() if batch.role == "pile"]))
        removed = self.read_removed()
        return pile if removed is None else replace(pile, removed=removed[1])

    def fill(self, documents: "Documents", places: Sequence[int] | None = None) -> "Documents":
        """Give documents of the pile the numbers and ids of copies that came later.

        Parameters
        ----------
        documents : Documents
            As they were added.
        places : sequence of int or None, default=None
            Where each of them is in the pile; None if they are all, in order.
        """
        from likewise.documents.later_copies import fill_told

        row_of = {place: row for row, place in enumerate(range(len(documents)) if places is None else places)}
        for batch in self.list_batches():
            told = {
                kind: [(row_of[place], value) for place, value in pairs if place in row_of]
                for kind, pairs in batch.facts.get("told", {}).items()
            }
            if any(told.values()):
                documents = fill_told(documents, told)
        return documents

    def read_removed(self) -> "tuple[list[tuple[int, int]], Documents] | None":
        """Read the documents that are decided and not in the pile.

        Returns
        -------
        places : list of (int, int)
            Batch and row of each.
        documents : Documents
            With the columns `decision` and `decided`; None if there are none. The last batch has all that were not in
            the pile then; those that have come into it since are left out.
        """
        there = self.list_batches()
        batch = next((batch for batch in reversed(there) if batch.role == "removed"), None)
        if batch is None:
            return None
        back = {tuple(pair) for each in there for pair in each.facts.get("returned", ())}
        rows = [row for row in range(batch.n_documents) if (batch.number, row) not in back]
        if not rows:
            return None
        return [(batch.number, row) for row in rows], batches.read_documents(self.database, batch).take(rows)

    def _join(self, there: Sequence[batches.Batch]) -> "Documents":
        from likewise.documents.documents import SourceCount, concatenate

        there = [batch for batch in there if batch.n_documents] or there[:1]
        parts = [batches.read_documents(self.database, batch) for batch in there]
        if len(parts) == 1:
            return parts[0]
        counted = [
            part
            if part.sources
            else replace(part, sources=(SourceCount(batch.source, batch.n_records, batch.n_documents),))
            for part, batch in zip(parts, there, strict=True)
        ]
        return concatenate(counted, ", ".join(dict.fromkeys(batch.source for batch in there)))

    def list_sources(self) -> "list[SourceCount]":
        """List where the documents of the pile are from, with how many records each source had and has left."""
        from likewise.documents.documents import SourceCount

        counts = []
        for batch in self.list_batches():
            if batch.role == "pile":
                given = [SourceCount(*count) for count in batch.facts["sources"]]
                counts += given or [SourceCount(batch.source, batch.n_records, batch.n_documents)]
        return counts

    def list_ids(self, beginning: str = "", most: int = -1) -> list[str]:
        """List ids of documents in the order of the pile, those that begin so.

        Parameters
        ----------
        beginning : str, default=""
            How the ids begin.
        most : int, default=-1
            At most so many; -1 for all.
        """
        rows = self.database.read(
            "SELECT id FROM documents WHERE substr(id, 1, ?) = ? ORDER BY place LIMIT ?",
            (len(beginning), beginning, most),
        )
        return [name for (name,) in rows]

    def read_answers(self, after: int = 0) -> list[Answer]:
        """Read the log of answers, those after a number.

        Parameters
        ----------
        after : int, default=0
            Number of an answer; those behind it are read.
        """
        return read_answers(self.database, after)

    def read_fold(self) -> Fold:
        """Read what is decided now."""
        return Fold(self.read_answers())

    def append(self, answers: Sequence[Answer]) -> list[Answer]:
        """Write answers to the log, all or none; they are on disk when this returns.

        Parameters
        ----------
        answers : sequence of Answer
            New ones.

        Returns
        -------
        list of Answer
            With their numbers.
        """
        return append_answers(self.database, answers)

    def close(self) -> None:
        """Close the file; nothing needs to be saved by that."""
        self.is_closed = True
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
