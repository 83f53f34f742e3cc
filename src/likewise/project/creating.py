"""New files of projects: made beside their place, whole or not at all, and never over somebody's work."""

import json
import os
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.atomic_write import check_place, lock, remove_leftovers
from likewise.errors import UserError
from likewise.project import audit, batches
from likewise.project.answers import Answer, get_time, insert_answers
from likewise.project.database import in_words
from likewise.project.project import find_path
from likewise.project.schema import make_tables

if TYPE_CHECKING:
    from likewise.documents import Documents


def check_new(name: str | PathLike[str]) -> Path:
    """Refuse to make a project where something is, or where nothing can be written.

    Parameters
    ----------
    name : str or path-like
        What a person calls it.

    Returns
    -------
    pathlib.Path
        The file.

    Raises
    ------
    UserError
        If so.

    Examples
    --------
    >>> check_new("no/such/folder/review")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: cannot write no/such/folder/review.likewise: there is no folder ...
    """
    path, given = find_path(name), Path(name).expanduser()
    if path.exists():
        raise _is_there(path)
    if given.is_file():
        raise UserError(
            f"{name} is a file, and not a project; name the project first, then the examples and the pile",
            parameter="project",
        )
    check_place(path)
    return path


def create_project(
    path: str | PathLike[str],
    examples: "Documents | None",
    pile: "Documents",
    *,
    by: str,
    settings: Mapping[str, Any] | None = None,
    answers: Sequence[Answer] = (),
    known: Iterable[str] = (),
) -> Path:
    """Make the file of a project, whole or not at all; nothing that is there is replaced.

    Parameters
    ----------
    path : str or path-like
        Where; its ending may be left out.
    examples, pile : Documents
        What to begin with.
    by : str
        Who makes it.
    settings : mapping or None, default=None
        Of searches: `method`, `params`, `profile`, `seed`, `language` and `embed`.
    answers : sequence of Answer, default=()
        What is decided already.
    known : iterable of str, default=()
        Ids of documents that are examples, and so not drawn for the audit.

    Returns
    -------
    pathlib.Path
        The file.

    Raises
    ------
    UserError
        If something is there, or the system refuses.
    """
    content = Content(examples, pile, by, dict(settings or {}), answers, frozenset(known))
    target = check_new(path)
    with making(target) as temporary:
        content.write(temporary)
    return target


@dataclass(frozen=True)
class Content:
    """What a new project holds.

    Parameters
    ----------
    examples, pile, by, settings, answers, known
        As of `create_project`.
    facts : mapping, default={}
        More to say of the project.
    """

    examples: "Documents | None"
    pile: "Documents"
    by: str
    settings: Mapping[str, Any]
    answers: Sequence[Answer] = ()
    known: frozenset[str] = frozenset()
    facts: Mapping[str, Any] = field(default_factory=dict)

    def write(self, path: Path) -> None:
        """Write all of it to a file that nobody sees before it is whole.

        Parameters
        ----------
        path : pathlib.Path
            An empty file.
        """
        from likewise.project.identity_index import write_index

        pile, now, seed = self.pile, get_time(), int(self.settings.get("seed") or 0)
        share = audit.choose_share(len(pile))
        sample = {"seed": seed, "share": share}
        facts = {"settings": self.settings, "created": now, "by": self.by, "audit": sample, **self.facts}
        with in_words(path), closing(sqlite3.connect(path, isolation_level=None)) as connection:
            # Nothing needs a journal before the file has its name.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            make_tables(connection)
            connection.execute("BEGIN")
            rows = [(name, json.dumps(value)) for name, value in facts.items()]
            connection.executemany("INSERT INTO facts VALUES (?, ?)", rows)
            if self.examples is not None:
                batches.write_batch(connection, self.examples, role="examples", added=now, by=self.by)
            number = batches.write_batch(connection, replace(pile, removed=None), role="pile", added=now, by=self.by)
            decided = {*self.known, *(answer.document for answer in self.answers)}
            write_index(connection, pile, number, decided)
            if pile.removed is not None:
                batches.write_batch(connection, pile.removed, role="removed", added=now, by=self.by)
            free = [name for name in pile.ids.to_list() if name not in decided]
            audit.draw(connection, free, share=share, seed=seed, batch=number, by=self.by)
            insert_answers(connection, self.answers)
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = WAL")


@contextmanager
def making(target: Path, *, replaces: bool = False) -> Iterator[Path]:
    """Make a file beside its place, and give it its name when it is whole.

    Parameters
    ----------
    target : pathlib.Path
        Its place.
    replaces : bool, default=False
        Whether it may take the place of another file.

    Yields
    ------
    pathlib.Path
        An empty file in the same folder; it is removed if anything fails. What a killed process left behind is
        removed, too.

    Raises
    ------
    UserError
        If something is there, or the system refuses.
    """
    remove_leftovers(target)
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as stream:
            lock(stream)  # for as long as it is made, so that nobody takes it for a leftover
            yield temporary
            os.fsync(stream.fileno())
            if replaces:
                temporary.replace(target)
                for ending in ("-wal", "-shm"):  # of the file that was there: they say nothing of this one
                    target.with_name(f"{target.name}{ending}").unlink(missing_ok=True)
            else:
                _link(temporary, target)
    except OSError as error:
        raise UserError(
            f"cannot write {target}: {error.strerror}; choose another place", parameter="project"
        ) from error
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            temporary.with_name(f"{temporary.name}{ending}").unlink(missing_ok=True)


def _link(temporary: Path, target: Path) -> None:
    try:
        os.link(temporary, target)  # fails if another process was quicker
    except FileExistsError:
        raise _is_there(target) from None
    except OSError:  # a file system without links
        if target.exists():
            raise _is_there(target) from None
        temporary.rename(target)


def _is_there(path: Path) -> UserError:
    return UserError(
        f"{path} is there already, and is not replaced; add documents to it, or choose another name",
        parameter="project",
    )
