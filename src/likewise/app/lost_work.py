"""What would be lost if a new table took the place of an old one: columns, answers and notes of a person."""

from dataclasses import replace
from pathlib import Path

import polars as pl

from likewise.documents import Documents
from likewise.documents.decision_words import parse_decision
from likewise.documents.documents import to_strings
from likewise.documents.identity import keys_of
from likewise.documents.lookup import name_document
from likewise.documents.schema import BEGINNING, NAMES, is_export
from likewise.errors import UserError
from likewise.plural import count_noun
from likewise.readers import read
from likewise.readers.tables.workbook import read_workbook

#: Columns that hold what a person answered; an answer may move from one to the other.
_ANSWERS = ("decision", "included")
#: Columns that every search makes anew.
_MADE_ANEW = frozenset({*NAMES, BEGINNING}) - {"id", *_ANSWERS}


def describe_loss(old: Path, new: Path) -> str | None:
    r"""Say what an old table holds that a new one does not.

    Parameters
    ----------
    old : pathlib.Path
        A file that is there already, of any origin.
    new : pathlib.Path
        The table that would take its place, of the same kind.

    Returns
    -------
    str or None
        The end of a sentence that begins with the name of the old file; None if nothing would be lost.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     old, new = Path(folder, "old.csv"), Path(folder, "new.csv")
    ...     _ = old.write_text("id,text,rank,suggestion,included\na,red wine,1,yes,yes\n")
    ...     _ = new.write_text("id,text,rank,suggestion\na,red wine,1,yes\n")
    ...     describe_loss(old, new), describe_loss(new, old)
    ("has a column 'included', which the new table does not have", None)
    """
    if old.read_bytes() == new.read_bytes():
        return None
    try:
        before, after = read(old), read(new)
    except UserError:
        return "is not a table that likewise wrote"
    if not is_export(before.table.columns):
        return "is not a table that likewise wrote"
    theirs = [name for name in before.table.columns if not _is_made_anew(name)]
    for name in theirs:
        if name not in after.table.columns and not (name in _ANSWERS and not (_cells(before, name) != "").any()):
            return f"has a column {name!r}, which the new table does not have"
    return _describe_lost_answers(before, after, old) or _describe_lost_cells(before, after, theirs)


def _is_made_anew(name: str) -> bool:
    return name.removesuffix("_likewise") in _MADE_ANEW


def _describe_lost_answers(before: Documents, after: Documents, old: Path) -> str | None:
    kept: dict[str, set[object]] = {}
    for document, answer in _all_answers(after):
        kept.setdefault(document, set()).add(answer)
    given = _all_answers(before)
    lost = sum(answer not in kept.get(document, ()) for document, answer in {*given, *_audit_answers(old)})
    return f"holds {count_noun(lost, 'answer')} that the new table does not have" if lost else None


def _all_answers(documents: Documents) -> list[tuple[str, object]]:
    """List what a person said of the documents, and of those that are no longer in the pile, by their titles."""
    given = [pair for name in _ANSWERS for pair in _answers(documents, name)]
    removed = documents.removed
    if removed is not None:
        names = pl.Series([f"removed: {name_document(removed, row)}" for row in range(len(removed))])
        given += [pair for name in _ANSWERS for pair in _answers(replace(removed, ids=names), name)]
    return given


def _answers(documents: Documents, name: str) -> list[tuple[str, object]]:
    """List what a person said in a column; the word "example" is ours."""
    if name not in documents.table.columns:
        return []
    pairs = zip(_names(documents), _cells(documents, name).to_list(), strict=True)
    return [(document, _meaning(cell)) for document, cell in pairs if cell and cell.casefold() != "example"]


def _names(documents: Documents) -> list[str]:
    """Name documents so that each has the same name in another table: numbers of rows are no names."""
    if "id" in documents.columns:
        return [str(name) for name in documents.ids]
    names = [f"row {name}" for name in documents.ids]
    for kind, keys in reversed(keys_of(documents)):
        names = [name if key is None else f"{kind} {key}" for name, key in zip(names, keys, strict=True)]
    return names


def _of(documents: Documents) -> pl.Series:
    """Return the names as a column; of documents with one name, all but the first have one of their own."""
    seen: dict[str, int] = {}
    names = []
    for name in _names(documents):
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return pl.Series("of", names, dtype=pl.String)


def _audit_answers(path: Path) -> list[tuple[str, object]]:
    """List what a person said on the sheet of the random check, if the file has one."""
    if path.suffix.lower() != ".xlsx":
        return []
    try:
        sheet = read_workbook(path, "audit").table
    except UserError:
        return []
    if not {"id", "answer"} <= set(sheet.columns):
        return []
    return [(document, _meaning(cell)) for document, cell in sheet.select("id", "answer").rows() if cell]


def _meaning(cell: str) -> object:
    """Return what an answer means, so that the same answer in other words is the same; else the words."""
    try:
        decided = parse_decision(cell)
    except UserError:
        decided = None
    return cell.strip().casefold() if decided is None else decided


def _describe_lost_cells(before: Documents, after: Documents, theirs: list[str]) -> str | None:
    """Compare all other columns cell by cell, each document with itself."""
    names = [name for name in theirs if name not in _ANSWERS and name in after.table.columns]
    ours = pl.DataFrame([_of(before), *(_cells(before, name).alias(f"old {name}") for name in names)])
    new = pl.DataFrame([_of(after), *(_cells(after, name).alias(f"new {name}") for name in names)])
    both = ours.join(new, on="of", how="left")
    for name in names:
        cells = pl.col(f"old {name}")
        lost = both.filter((cells != "") & cells.ne_missing(pl.col(f"new {name}"))).height
        if lost:
            values = count_noun(lost, "value")
            return f"holds {values} in the column {name!r} that the new table does not have"
    return None


def _cells(documents: Documents, name: str) -> pl.Series:
    """Return a column as strings in which blanks at the ends and between words do not count."""
    cells = to_strings(documents.table[name]).fill_null("")
    return cells.str.replace_all(r"\s+", " ").str.strip_chars()
