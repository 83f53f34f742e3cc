"""A result in a project's file: saved with all that it says, and loaded as it was."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import fields
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy import sparse

from likewise.atomic_write import check_place
from likewise.documents.packing import from_arrow, to_arrow
from likewise.errors import UserError
from likewise.estimate import Estimate
from likewise.finder import Result
from likewise.finder.explain import Evidence
from likewise.project.answers import DECISIONS, Answer, Fold, get_time, read_answers
from likewise.project.batches import read_batches
from likewise.project.cache import name_collections
from likewise.project.creating import Content, making
from likewise.project.database import Database
from likewise.project.header import DamagedProject
from likewise.project.project import Project
from likewise.project.ranking import list_counting, load_collection, search_project
from likewise.project.runs import make_run, record_run
from likewise.project.schema import SUFFIX
from likewise.text.spans import plain_rule, read_rule

#: Who gave the answers that a result came with.
_BY = "saved result"
#: What bytes that were changed may be wrong in, once their checksums are right.
_WRONG = (
    KeyError,
    TypeError,
    ValueError,
    IndexError,
    AttributeError,
    OverflowError,
    zlib.error,
    pl.exceptions.PolarsError,
)


def save_result(result: Result, path: str | PathLike[str]) -> Path:
    """Write a result to a project's file, whole or not at all; the project can be worked on from there.

    Parameters
    ----------
    result : Result
        What to save.
    path : str or path-like
        Ends in ".likewise". A file that is there is replaced if it is a saved result that nobody has worked on.

    Returns
    -------
    pathlib.Path
        The file.

    Raises
    ------
    UserError
        If the suffix is another one, there is a project that somebody works on, a column of the pile cannot be saved,
        or the system refuses.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> save_result(Finder("centroid").find(["red wine"], ["tea", "wine"]), "found.zip")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: a result is saved as a .likewise file, and found.zip is not one; end its name ...
    """
    target = Path(path).expanduser()
    if target.suffix.lower() != SUFFIX:
        raise UserError(f"a result is saved as a {SUFFIX} file, and {path} is not one; end its name in {SUFFIX}")
    check_place(target)
    if target.exists():
        _check_replaceable(target)
    settings = {**_search_settings(result.settings), "method": result.method}
    answers = _list_answers(result)
    examples = {str(name) for name in result.table.filter(result.table["decision"].eq_missing("example"))["id"]}
    content = Content(
        result.examples, result.pile, _BY, settings, answers, frozenset(examples), {"saved": len(answers)}
    )
    with making(target, replaces=True) as temporary:
        content.write(temporary)
        with Database(temporary) as database:
            _write(database, result, settings)
    return target


def load_result(path: str | PathLike[str]) -> Result:
    """Read a result from a project's file: as it was saved, or as a search with all answers of the project gives it.

    Parameters
    ----------
    path : str or path-like
        The file.

    Returns
    -------
    Result
        As it was.

    Raises
    ------
    UserError
        If it is not there, damaged, or of another kind.

    Examples
    --------
    >>> import tempfile
    >>> from likewise.finder import Finder
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = save_result(Finder("centroid").find(["red wine"], ["tea", "wine"]), f"{folder}/a.likewise")
    ...     load_result(path).n_examples
    1
    """
    with Project(path, read_only=True) as project:
        parts = _read(project.database)
        if parts and project.facts.get("saved") == len(project.read_answers()):
            try:
                return _assemble(project, parts)
            except _WRONG as error:
                raise DamagedProject(
                    f"{path} is damaged: its parts do not fit together; search and save again"
                ) from error
        return search_project(project, load_collection(project), project.read_fold())


def _check_replaceable(target: Path) -> None:
    """Refuse to replace what somebody works on, or what is no project at all."""
    try:
        with Project(target, read_only=True) as project:
            is_free = project.facts.get("saved") == len(project.read_answers()) and not project.database.read(
                "SELECT 1 FROM notes LIMIT 1"
            )
    except UserError:
        is_free = False
    if not is_free:
        raise UserError(f"{target} is there already, and more than a saved result; choose another name")


def _search_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    known = {name: settings.get(name) for name in ("profile", "seed", "language", "params")}
    return {name: _plain(value) for name, value in known.items()}


def _list_answers(result: Result) -> list[Answer]:
    now = get_time()
    rows = result.table.select("id", "decision", "decided").rows()
    return [
        Answer(str(name), decision, _BY, decided or now, pick="mark")
        for name, decision, decided in rows
        if decision in DECISIONS
    ]


def _write(database: Database, result: Result, settings: Mapping[str, Any]) -> None:
    """Write the ranking and all that the result says."""
    name = name_collections(read_batches(database), list_counting(settings))[-1]
    fold = Fold(read_answers(database))
    record_run(database, make_run(result, fold, collection=name, by=_BY, settings=settings), result)
    with database.writing() as connection:
        for part, content in _pack(result).items():
            connection.execute("INSERT INTO kept VALUES (?, ?, ?)", (part, content, zlib.crc32(content)))


def _read(database: Database) -> dict[str, bytes]:
    """Read what a saved result says; nothing if the project is not one."""
    parts = {}
    for name, content, checksum in database.read("SELECT name, content, checksum FROM kept"):
        if zlib.crc32(content) != checksum:
            raise DamagedProject(f"{database.path} is damaged: its {name} has changed; search and save again")
        parts[name] = content
    return parts


def _pack(result: Result) -> dict[str, bytes]:
    """Turn a result into bytes: tables in Arrow's format, arrays in numpy's, and the rest as JSON."""
    evidence, estimate = result.evidence, result.estimate
    facts: dict[str, Any] = {
        **{name: getattr(result, name) for name in ("n_found", "n_examples", "method", "seconds")},
        "words": list(result.words),
        "notes": list(result.notes),
        "settings": {name: _plain(value) for name, value in result.settings.items()},
        "estimate": None,
        "evidence": None,
    }
    arrays: dict[str, Any] = {}
    if estimate is not None:
        values = {field.name: getattr(estimate, field.name) for field in fields(Estimate)}
        facts["estimate"] = {name: _plain(value) for name, value in values.items() if not isinstance(value, np.ndarray)}
        arrays |= {f"estimate {name}": value for name, value in values.items() if isinstance(value, np.ndarray)}
    parts = {"table": to_arrow(result.table, compression="zstd")}
    if evidence is not None:
        facts["evidence"] = {"rule": plain_rule(evidence.rule), "example_ids": list(evidence.example_ids)}
        arrays |= {f"counts {name}": getattr(evidence.counts, name) for name in ("data", "indices", "indptr")}
        arrays |= {"rows": evidence.rows, "contrast": evidence.contrast}
        terms = pl.DataFrame({"term": pl.Series(evidence.terms, dtype=pl.String)})
        forms = pl.DataFrame({"stem": list(evidence.forms), "form": list(evidence.forms.values())})
        parts |= {"terms": to_arrow(terms, compression="zstd"), "forms": to_arrow(forms, compression="zstd")}
    parts |= {name: _to_bytes(value) for name, value in arrays.items()}
    return {**parts, "facts": json.dumps(facts).encode()}


def _assemble(project: Project, parts: dict[str, bytes]) -> Result:
    """Make a result of what `_pack` made of one."""
    facts = json.loads(parts["facts"])
    estimate = facts["estimate"]
    if estimate is not None:
        prefix = "estimate "
        curves = {name.removeprefix(prefix): _to_array(parts[name]) for name in parts if name.startswith(prefix)}
        estimate = Estimate(**estimate, **curves)
    has_examples = any(batch.role == "examples" for batch in project.list_batches())
    return Result(
        **{name: facts[name] for name in ("n_found", "n_examples", "method", "seconds", "settings")},
        words=tuple(facts["words"]),
        notes=tuple(facts["notes"]),
        table=from_arrow(parts["table"]),
        pile=project.read_pile(),
        examples=project.read_examples() if has_examples else None,
        estimate=estimate,
        evidence=None if facts["evidence"] is None else _make_evidence(facts["evidence"], parts),
    )


def _make_evidence(facts: dict[str, Any], parts: dict[str, bytes]) -> Evidence:
    terms, forms = from_arrow(parts["terms"])["term"].to_list(), from_arrow(parts["forms"])
    data, indices, indptr = (_to_array(parts[f"counts {name}"]) for name in ("data", "indices", "indptr"))
    counts = sparse.csr_array((data, indices, indptr), shape=(len(indptr) - 1, len(terms)))
    # Bytes that were changed must not lead anybody outside of the arrays.
    counts.check_format(full_check=True)
    rows, contrast = _to_array(parts["rows"]), _to_array(parts["contrast"])
    fits = rows.ndim == 1 and (not len(rows) or 0 <= rows.min() <= rows.max() < len(indptr) - 1)
    if contrast.shape != (len(terms),) or not fits:
        raise ValueError("parts that do not fit together")
    return Evidence(
        counts=counts,
        example_ids=tuple(facts["example_ids"]),
        rows=rows,
        contrast=contrast,
        terms=tuple(terms),
        forms=dict(zip(forms["stem"], forms["form"], strict=True)),
        rule=read_rule(facts["rule"]),
    )


def _to_bytes(array: Any) -> bytes:
    buffer = BytesIO()
    np.save(buffer, np.asarray(array), allow_pickle=False)
    return zlib.compress(buffer.getvalue(), 1)


def _to_array(content: bytes) -> Any:
    return np.load(BytesIO(zlib.decompress(content)), allow_pickle=False)


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
