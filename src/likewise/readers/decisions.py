"""Decisions of a person, read from a table."""

import os
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import polars as pl

from likewise.documents.columns import guess_id, guess_known_text
from likewise.documents.decisions import Decided, extract_decisions, find_decision_columns, has_decision_column
from likewise.documents.documents import Documents, to_strings
from likewise.documents.examples_sheet import unpack_examples
from likewise.documents.reviewer_notes import read_votes
from likewise.documents.schema import is_export
from likewise.errors import UserError
from likewise.readers.assemble import join_texts
from likewise.readers.collections.files import refuse_kind
from likewise.readers.raw_table import RawTable
from likewise.readers.registry import MULTI_TABLE_READERS, detect_kind, holds_one_document, read_contents, suffixes
from likewise.readers.tables.workbook import list_sheets

#: The sheets of our workbooks that hold a random sample, with answers, and examples that are not in the pile.
_AUDIT, _EXAMPLES = "audit", "examples"


def read_decisions(path: str | os.PathLike[str], text_columns: Sequence[str] = ()) -> list[Decided]:
    r"""Read decisions from a table of any kind.

    Parameters
    ----------
    path : str or path-like
        A table of a kind that `likewise.readers` reads, such as .csv, .xlsx or .ris. Documents are known by their ids,
        DOIs, PMIDs, titles or texts, as far as the table has them; decisions are in columns such as included and
        decision, or in Rayyan's notes. Of our workbooks the sheet audit is read, too.
    text_columns : sequence of str, default=()
        Columns that the pile has its texts from.

    Returns
    -------
    list of Decided
        One for each sheet.

    Raises
    ------
    UserError
        If it cannot be read, or has no column that anybody decides in.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "decisions.csv")
    ...     _ = path.write_text("id,Include?\n007,included\n008,Excluded\n009,\n")
    ...     read_decisions(path)[0].values
    ('yes', 'no')
    """
    place = Path(path).expanduser()
    if not place.is_file():
        raise UserError(f"there is no file {path} to read decisions from; check its name", parameter="decisions")
    raw = None if holds_one_document(place) else read_contents(place)
    if isinstance(raw, RawTable) and not _may_decide(raw.table):
        raw = _find_sheet(place) or raw
    if raw is None and detect_kind(place) not in suffixes():
        raise UserError(str(refuse_kind(place)), parameter="decisions")
    if not isinstance(raw, RawTable):
        raise UserError(
            f"{path} is not a table of decisions; give one such as .csv, .xlsx, .jsonl or .ris", parameter="decisions"
        )
    time = find_time(place)
    records = make_records(raw.table, place.name, text_columns)
    several = [extract_decisions(records, time), *read_audit(place, records)]
    notes = _without_sheets(raw.notes)
    if not any(decided.values for decided in several):
        why = next((note for decided in several for note in decided.notes), None)
        if why is not None or not (is_export(raw.table.columns) or has_decision_column(raw.table)):
            raise UserError(why or _describe_nothing(str(path), raw.table), parameter="decisions")
        notes.append(_describe_nothing(str(path), raw.table))
    several[0] = replace(several[0], notes=(*notes, *several[0].notes), table=records)
    return [several[0], *(decided for decided in several[1:] if decided.values or decided.notes)]


def find_time(path: Path) -> str:
    """Return when a file was changed, in UTC.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     os.utime(file.name, (0, 0))
    ...     find_time(Path(file.name))
    '1970-01-01T00:00:00+00:00'
    """
    return datetime.fromtimestamp(path.stat().st_mtime, tz=UTC).isoformat(timespec="seconds")


def make_records(table: pl.DataFrame, source: str, text_columns: Sequence[str] = ()) -> Documents:
    """Make documents of a table that may have ids or titles alone.

    Parameters
    ----------
    table : polars.DataFrame
        Any table.
    source : str
        Its name.
    text_columns : sequence of str, default=()
        Columns that the pile has its texts from.

    Returns
    -------
    Documents
        Texts are empty where the table has none.

    Examples
    --------
    >>> make_records(pl.DataFrame({"id": ["a"], "decision": ["yes"]}), "decisions.csv").text.to_list()
    ['']
    """
    same = tuple(name for name in text_columns if name in table.columns)
    texts = same if same and len(same) == len(text_columns) else guess_known_text(table)
    text = join_texts(table, texts) if texts else pl.Series("text", [""] * table.height, dtype=pl.String)
    id_name = guess_id(table, texts)
    ids = to_strings(table[id_name]) if id_name else pl.Series([str(row + 1) for row in range(table.height)])
    columns = {"text": texts} | ({"id": (id_name,)} if id_name else {})
    return Documents(table=table, text=text, ids=ids.rename("id").cast(pl.String), columns=columns, source=source)


def read_audit(path: Path, records: Documents) -> list[Decided]:
    """Read the answers on a random sample, which our workbooks have on a sheet of their own.

    Parameters
    ----------
    path : pathlib.Path
        A file of any kind.
    records : Documents
        The table of the same file, whose ids are those of the sample.

    Returns
    -------
    list of Decided
        One, or none if there is no such sheet. Documents are those of the table, of which the sheet has the beginning.

    Examples
    --------
    >>> import tempfile
    >>> records = make_records(pl.DataFrame({"id": ["a"]}), "decisions.csv")
    >>> with tempfile.NamedTemporaryFile(suffix=".csv") as file:
    ...     read_audit(Path(file.name), records)
    []
    """
    raw = _read_sheet(path, _AUDIT)
    if raw is None:
        return []
    decided = extract_decisions(make_records(raw.table, path.name), find_time(path))
    places = {name: place for place, name in enumerate(records.ids)}
    rows = [places[name] for name in decided.documents.ids if name in places]
    return [replace(decided, documents=records.take(rows)) if len(rows) == len(decided.values) else decided]


def read_kept_examples(path: Path) -> Documents | None:
    """Read the examples of an earlier search that were not in its pile, which our workbooks have on a sheet.

    Parameters
    ----------
    path : pathlib.Path
        A file of any kind.

    Returns
    -------
    Documents or None
        None if there is no such sheet.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".csv") as file:
    ...     read_kept_examples(Path(file.name)) is None
    True
    """
    raw = _read_sheet(path, _EXAMPLES)
    return None if raw is None else unpack_examples(raw.table, path.name)


def _may_decide(table: pl.DataFrame) -> bool:
    return bool(find_decision_columns(table)) or any(read_votes(table)) or is_export(table.columns)


def _find_sheet(path: Path) -> RawTable | None:
    """Find the sheet of a workbook that has decisions, where the one with most text has none."""
    if detect_kind(path) not in (".xlsx", ".xlsm"):
        return None
    several = [(name, _read_sheet(path, name)) for name in list_sheets(path)]
    for name, raw in several:
        if raw is not None and _may_decide(raw.table):
            return replace(raw, notes=[*raw.notes, f"{path.name}: decisions were read from sheet {name}"])
    return None


def _read_sheet(path: Path, name: str) -> RawTable | None:
    """Read one sheet of a workbook; None if it is not one, or has no such sheet, as most have not."""
    if detect_kind(path) not in MULTI_TABLE_READERS or detect_kind(path) in (".db", ".sqlite", ".sqlite3"):
        return None
    try:
        raw = read_contents(path, table=name)
    except UserError:
        return None
    return raw if isinstance(raw, RawTable) else None


def _without_sheets(notes: Sequence[str]) -> list[str]:
    return [note for note in notes if f"sheets not read: {_AUDIT}" not in note]


def _describe_nothing(path: str, table: pl.DataFrame) -> str:
    if is_export(table.columns):
        return f"{path} decides nothing yet; write yes, no or unsure into its column included or decision"
    if has_decision_column(table):
        return f"{path} decides nothing yet: its column of decisions says neither yes, no nor unsure"
    names = ", ".join(table.columns)
    return (
        f"{path} decides nothing: no column such as included or decision says yes, no or unsure, of: {names}; add a "
        "column included"
    )
