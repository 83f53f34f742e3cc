"""Projects of ASReview, .asreview: the records with the decisions on them, as its own export has them."""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TypeAlias

import polars as pl

from likewise.documents.spelling import fold_one
from likewise.errors import UserError
from likewise.plural import name_a_few
from likewise.readers.collections.zip_file import ZIP_ERRORS, describe_error, open_zip
from likewise.readers.raw_table import RawTable
from likewise.readers.references.ris import read_ris
from likewise.readers.tables.delimited import read_delimited
from likewise.readers.tables.sqlite import read_sqlite
from likewise.readers.tables.workbook import read_workbook

_PROJECT = "project.json"
_STORE = "data_store.db"
_RESULTS = ("results.db", "results.sql")
_RECORD = "record_id"
#: The column that ASReview's own export has for decisions.
_LABEL = "asreview_label"
_LISTS = ("authors", "keywords", "notes")
_MOST_BYTES = 2_000_000_000
_DATA: dict[str, Callable[[Path], RawTable]] = {
    ".csv": read_delimited,
    ".ris": read_ris,
    ".tab": read_delimited,
    ".tsv": read_delimited,
    ".txt": read_ris,
    ".xlsx": lambda path: read_workbook(path, None),
}
_Labels: TypeAlias = dict[int, int]


def read_asreview(path: Path) -> RawTable:
    r"""Read a project of ASReview, of version 1 or 2.

    Nothing in it is unpickled: of its files only the list of records and the database of decisions are opened.

    Parameters
    ----------
    path : pathlib.Path
        The .asreview file.

    Returns
    -------
    RawTable
        A row for each record, with a column `asreview_label`: 1 relevant, 0 not, empty where nothing was decided.

    Raises
    ------
    UserError
        If it is not a project, is damaged, or has no records.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "wine.asreview")
    ...     with zipfile.ZipFile(path, "w") as archive:
    ...         archive.writestr("project.json", '{"dataset_path": "wine.csv"}')
    ...         archive.writestr("data/wine.csv", "title,year\nOn red wine,1999\nOn tea,2001\n")
    ...     read_asreview(path).table.columns
    ['title', 'year', 'asreview_label']
    """
    with open_zip(path, str(path)) as archive, tempfile.TemporaryDirectory(prefix="likewise-") as folder:
        names = [member.filename for member in archive.infolist()]
        if _PROJECT not in names:
            raise UserError(f"{path} is not a project of ASReview: it has no {_PROJECT}; export it from ASReview again")
        project = _read_project(archive, path)
        places = [_find_data(project, names), *_find_results(project, names)]
        if places[0] is None:
            raise UserError(f"{path} has no list of records; export it from ASReview again")
        files = [_unpack(archive, place, Path(folder), path) for place in places if place is not None]
        try:
            raw = _read_store(files[0]) if places[0] == _STORE else _DATA[files[0].suffix](files[0])
        except UserError as error:
            raise UserError(str(error).replace(str(files[0]), f"{path}: {places[0]}")) from error
        labels: _Labels = {}
        notes = [note for file in files[1:] if (note := _add_labels(file, labels)) is not None]
    return _with_labels(raw, labels, path.name, notes)


def _read_project(archive: zipfile.ZipFile, path: Path) -> dict[str, object]:
    try:
        project = json.loads(archive.read(_PROJECT))
    except ZIP_ERRORS as error:  # errors of JSON, of its encoding and of its depth are among them
        raise UserError(f"{path} is damaged: {_PROJECT} is {describe_error(error)}; export it again") from error
    return project if isinstance(project, dict) else {}


def _find_data(project: dict[str, object], names: Sequence[str]) -> str | None:
    """Find the records: the file that was imported, which has every column, else the database of version 2."""
    said = project.get("dataset_path")
    listed = project.get("datasets")
    first = listed[0] if isinstance(listed, list) and len(listed) == 1 else None
    if not said and isinstance(first, dict):
        said = first.get("filename") or first.get("name")
    files = [name for name in names if name.startswith("data/") and PurePosixPath(name).suffix.lower() in _DATA]
    if _STORE in names:
        return _STORE
    return f"data/{said}" if f"data/{said}" in files else next(iter(files), None)


def _find_results(project: dict[str, object], names: Sequence[str]) -> list[str]:
    """Find the databases of decisions, those of the project's reviews first."""
    reviews = project.get("reviews")
    ids = [str(review.get("id")) for review in reviews if isinstance(review, dict)] if isinstance(reviews, list) else []
    said = [f"reviews/{id_}/{name}" for id_ in ids for name in _RESULTS]
    found = [name for name in names if name.startswith("reviews/") and PurePosixPath(name).name in _RESULTS]
    return [name for name in said if name in found] or found[:1]


def _unpack(archive: zipfile.ZipFile, place: str, folder: Path, path: Path) -> Path:
    if archive.getinfo(place).file_size > _MOST_BYTES:
        raise UserError(f"{path}: {place} unpacks to more than {_MOST_BYTES // 10**9} GB; export the records as .csv")
    suffix = PurePosixPath(place).suffix.lower()
    # Notes name it as the project is named; names inside an archive are not to be trusted.
    file = Path(tempfile.mkdtemp(dir=folder), f"{path.stem}{suffix}")
    try:
        file.write_bytes(archive.read(place))
    except ZIP_ERRORS as error:
        raise UserError(f"{path} is damaged: {place} is {describe_error(error)}; export it again") from error
    return file


def _read_store(file: Path) -> RawTable:
    """Read the records of version 2, whose lists of authors and keywords are JSON."""
    try:
        raw = read_sqlite(file, "record")
    except UserError as error:
        raise UserError(f"{file} has no records that can be read; export it from ASReview again") from error
    lists = [name for name in _LISTS if raw.table.schema.get(name) == pl.String]
    joined = [pl.Series(name, list(map(_join_list, raw.table[name])), dtype=pl.String) for name in lists]
    return replace(raw, table=raw.table.with_columns(joined))


def _join_list(value: str | None) -> str | None:
    try:
        items = json.loads(value or "null")
    except (ValueError, RecursionError):
        return value
    return "; ".join(map(str, items)) or None if isinstance(items, list) else value


def _add_labels(file: Path, labels: _Labels) -> str | None:
    """Add the decisions of a database; say in a few words why there are none."""
    try:
        raw = read_sqlite(file, f"SELECT {_RECORD}, label FROM results WHERE label IN (0, 1)")
    except UserError as error:
        # An empty table is not a mistake: nobody has decided yet.
        return None if "gives no rows" in str(error) else "the decisions in it cannot be read"
    numbers = raw.table.cast(pl.Int64, strict=False).drop_nulls()
    labels.update(zip(numbers[_RECORD], numbers["label"], strict=True))
    return None


def _with_labels(raw: RawTable, labels: _Labels, name: str, notes: list[str]) -> RawTable:
    """Put the decisions beside their records, which are numbered by a column or else from 0."""
    table = raw.table.drop([name for name in raw.table.columns if fold_one(name) == fold_one(_LABEL)])
    key = next((name for name in table.columns if name.lower() == _RECORD), None)
    numbers = table[key].cast(pl.Int64, strict=False).to_list() if key is not None else list(range(table.height))
    said = [None if number is None else labels.get(number) for number in numbers]
    lost = sorted(set(labels) - {number for number in numbers if number is not None})
    if lost:
        notes.append(f"decisions on records that it does not have: {name_a_few(list(map(str, lost)))}")
    column = pl.Series(_LABEL, [None if value is None else str(value) for value in said], dtype=pl.String)
    return replace(raw, table=table.with_columns(column), notes=[*raw.notes, *(f"{name}: {note}" for note in notes)])
