"""Rankings of a project: what they were made with, what they said, and in which order the documents stood."""

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from importlib.metadata import version
from io import BytesIO
from typing import TYPE_CHECKING, Any

from likewise.project.answers import Fold, get_time
from likewise.project.database import Database, parse

if TYPE_CHECKING:
    import polars as pl

    from likewise.finder import Result

_PACKAGES = ("likewise", "numpy", "scipy", "scikit-learn")
#: Of a ranking of more documents, only so many of the first are kept; a hash tells the whole order.
_LARGE, _BEGINNING = 20_000, 2_000
#: Columns of a result's table that are kept of the last ranking; what is decided is in the log.
_KEPT = ("rank", "probability", "lower", "upper", "suggestion", "why", "nearest", "group", "flag")


@dataclass(frozen=True)
class Run:
    """A ranking, without the order of its documents.

    Parameters
    ----------
    number : int
        From 1.
    at, by : str
        When, in UTC, and for whom.
    settings : mapping
        Method, parameters, profile, language and seed.
    versions : mapping
        Of the packages that made it.
    collection : str
        Hash of the documents that were ranked.
    last_answer : int
        Number of the last answer that it knows of.
    answers : str
        Hash of the answers that it was made with.
    outcome : mapping
        The estimate and what else was said: `count, low, high, verdict, n_taken, n_found, words, notes, …`.
    """

    number: int
    at: str
    by: str
    settings: Mapping[str, Any]
    versions: Mapping[str, str]
    collection: str
    last_answer: int
    answers: str
    outcome: Mapping[str, Any]


_COLUMNS = tuple(field.name for field in fields(Run))


def hash_answers(fold: Fold) -> str:
    """Hash what is decided, whatever way led there.

    Parameters
    ----------
    fold : Fold
        The answers so far.

    Returns
    -------
    str
        The same for the same decisions and times.

    Examples
    --------
    >>> hash_answers(Fold())[:8]
    'e3b0c442'
    """
    digest = hashlib.sha256()
    for document, answer in sorted(fold.current.items()):
        digest.update(json.dumps([document, answer.decision, answer.at]).encode())
    return digest.hexdigest()


def make_run(
    result: "Result",
    fold: Fold,
    *,
    collection: str,
    by: str,
    settings: Mapping[str, Any],
    different: Sequence[str] = (),
) -> Run:
    """Describe a ranking that is not written down yet.

    Parameters
    ----------
    result : Result
        What was found.
    fold : Fold
        The answers that it was made with.
    collection : str
        Hash of the documents.
    by : str
        For whom.
    settings : mapping
        What it was made with.
    different : sequence of str, default=()
        Ids of documents that are likely and unlike what was accepted.

    Returns
    -------
    Run
        Its number is 0.
    """
    return Run(
        number=0,
        at=get_time("milliseconds"),
        by=by,
        settings=dict(settings),
        versions={name: version(name) for name in _PACKAGES},
        collection=collection,
        last_answer=fold.last,
        answers=hash_answers(fold),
        outcome={**describe_outcome(result), "different": list(different)},
    )


def record_run(database: Database, run: Run, result: "Result") -> Run:
    """Write a ranking to a project: its order, and of the last one the whole table.

    Parameters
    ----------
    database : Database
        Of the project.
    run : Run
        What `make_run` made of it.
    result : Result
        What was found.

    Returns
    -------
    Run
        With its number.
    """
    import numpy as np

    from likewise.documents.packing import to_arrow

    places = result.positions.to_numpy().astype(np.int32)[: result.n_ranked]
    order = hashlib.sha256(places.tobytes()).hexdigest()
    run = replace(run, outcome={**run.outcome, "order": order})
    # Of a large pile, no more than anybody reads until the next ranking: a file must not grow by all of it each time.
    ranking = zlib.compress(places[: None if len(places) <= _LARGE else _BEGINNING].tobytes(), 1)
    content = to_arrow(result.table.select("id", *_KEPT), compression="zstd")
    values = [json.dumps(value) if isinstance(value, dict) else value for value in astuple(run)[1:]]
    with database.writing() as connection:
        cursor = connection.execute(
            f"INSERT INTO runs ({', '.join(_COLUMNS[1:])}, ranking, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, ranking, zlib.crc32(ranking)),
        )
        number = int(cursor.lastrowid or 0)
        connection.execute("DELETE FROM last_table")
        connection.execute("INSERT INTO last_table VALUES (?, ?, ?)", (number, content, zlib.crc32(content)))
    return replace(run, number=number)


def describe_outcome(result: "Result") -> dict[str, Any]:
    """Say what a result says, as JSON can hold it.

    Parameters
    ----------
    result : Result
        Any.

    Returns
    -------
    dict
        The estimate, what is suggested, words that tell, notes, and what cards are made of.
    """
    estimate, recall = result.estimate, result.recall
    is_known = estimate is not None and estimate.verdict != "cannot tell"
    outcome: dict[str, Any] = {
        "n_ranked": result.n_ranked,
        "n_taken": result.n_taken,
        "n_found": result.n_found,
        "n_examples": result.n_examples,
        "examples": result.table.filter(result.table["decision"].eq_missing("example"))["id"].to_list(),
        "summary": result.summary,
        "words": list(result.words),
        "notes": list(result.notes),
        "verdict": None if estimate is None else estimate.verdict,
        "assumption": None if estimate is None else estimate.assumption,
        **{key: float(getattr(estimate, key)) if is_known else None for key in ("count", "low", "high", "level")},
        "found": None if recall is None else recall.found,
        "recall": None if recall is None else recall.share,
        "recall_low": None if recall is None else recall.low,
        "recall_high": None if recall is None else recall.high,
    }
    if result.evidence is not None:
        from likewise.text.spans import plain_rule

        outcome["rule"] = plain_rule(result.evidence.rule)
    return outcome


def read_runs(database: Database) -> list[Run]:
    """List the rankings, oldest first.

    Parameters
    ----------
    database : Database
        Of the project.

    Returns
    -------
    list of Run
        All of them.
    """
    return [
        _make_run(row, database) for row in database.read(f"SELECT {', '.join(_COLUMNS)} FROM runs ORDER BY number")
    ]


def read_last_run(database: Database) -> Run | None:
    """Read the last ranking; None if there is none."""
    rows = database.read(f"SELECT {', '.join(_COLUMNS)} FROM runs ORDER BY number DESC LIMIT 1")
    return _make_run(rows[0], database) if rows else None


def _make_run(row: tuple[Any, ...], database: Database) -> Run:
    values = dict(zip(_COLUMNS, row, strict=True))
    return Run(
        **{**values, **{name: parse(values[name], database.path) for name in ("settings", "versions", "outcome")}}
    )


def read_last_table(database: Database) -> "tuple[int, pl.DataFrame] | None":
    """Read the table of the last ranking.

    Parameters
    ----------
    database : Database
        Of the project.

    Returns
    -------
    run : int
        Number of the ranking.
    table : polars.DataFrame
        The columns of `likewise.documents.schema.SCHEMA` but for decisions; None if there is none, or it is damaged:
        a new ranking makes it again.
    """
    import polars as pl

    rows = database.read("SELECT run, content, checksum FROM last_table ORDER BY run DESC LIMIT 1")
    if not rows or zlib.crc32(rows[0][1]) != rows[0][2]:
        return None
    return rows[0][0], pl.read_ipc(BytesIO(rows[0][1]))


def read_order(database: Database, number: int) -> list[int]:
    """Read the order of a ranking.

    Parameters
    ----------
    database : Database
        Of the project.
    number : int
        Of the ranking.

    Returns
    -------
    list of int
        Places of documents in the pile, best first; of a large pile the first ones. None of a ranking that is missing,
        or whose bytes have changed.
    """
    import numpy as np

    rows = database.read("SELECT ranking, checksum FROM runs WHERE number = ?", (number,))
    if not rows or zlib.crc32(rows[0][0]) != rows[0][1]:
        return []
    order: list[int] = np.frombuffer(zlib.decompress(rows[0][0]), dtype=np.int32).tolist()
    return order
