"""RIS, the format that reference managers exchange: a line for each value, `TI  - On wine`, from TY to ER."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from likewise.documents.schema import NAMES
from likewise.plural import count_noun
from likewise.readers.encoding import load_text
from likewise.readers.nothing_read import NothingReadError
from likewise.readers.raw_table import RawTable
from likewise.readers.references.ris_tags import COLUMN_TAGS, KEYWORD, LIST_COLUMNS, NOTE, NOTE_COLUMN, NOTE_WORDS
from likewise.readers.references.tag_table import make_tag_table, merge_columns
from likewise.readers.references.tagged import AND, Record, add, name_columns, to_table

# A tag has two spaces behind it; one is forgiven where no prose can be meant.
_TAG = re.compile(r"\n([A-Za-z][A-Za-z0-9])(?:  | (?<=[A-Z][A-Z0-9] ))-(?: |(?!\S))")
# What our own writer makes of columns that RIS has no tag for; a backslash is before a colon in a name.
_COLUMNS_OF_WORDS = {word: name for name, word in NOTE_WORDS.items()}
_COLUMN = re.compile(r"((?:[^:\\]|\\.)+): (.+)", re.DOTALL)
_OURS = re.compile(f"likewise {_COLUMN.pattern}", re.DOTALL)


def read_ris(path: Path) -> RawTable:
    r"""Read a RIS file of any program.

    Parameters
    ----------
    path : pathlib.Path
        A .ris file.

    Returns
    -------
    RawTable
        One row for each record. Tags without a column of their own keep their name, and notes that `likewise` wrote
        become the columns that they were.

    Raises
    ------
    UserError
        If it has no records.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.ris")
    ...     _ = path.write_text("TY  - JOUR\nT1  - On wine\nN1  - likewise rank: 3\nER  - \n")
    ...     read_ris(path).table.rows(named=True)
    [{'type': 'JOUR', 'title': 'On wine', 'rank': '3'}]
    """
    text, notes = load_text(path)
    table, strays = make_tag_table(text, _TAG)
    if not table.height:
        raise NothingReadError(f"{path} has no records of RIS (lines such as 'TY  - JOUR'); export it again as RIS")
    if strays:
        notes.append(f"{path.name}: {count_noun(strays, 'line')} outside of records left out")
    table = merge_columns(table, COLUMN_TAGS)
    if "likewise" not in text:
        return RawTable(name_columns(table, COLUMN_TAGS, LIST_COLUMNS), notes=notes)
    rows = table.iter_rows(named=True)
    records: list[Record] = [{tag: value for tag, value in row.items() if value is not None} for row in rows]
    _take_ours(records)
    return RawTable(to_table(records, COLUMN_TAGS, LIST_COLUMNS), notes=notes)


def _take_ours(records: Sequence[Record]) -> None:
    """Turn the notes that are columns of ours back into columns, in place."""
    # A name that a tag has already is a user's own doing: both stay.
    reserved = (
        {tag for record in records for tag in record} | {tags[0] for tags in COLUMN_TAGS.values()} | COLUMN_TAGS.keys()
    )
    # A column of the user's that has the name of one of ours, which then gets another.
    taken = {
        name
        for record in records
        for note in record.get("N1", "").split(AND)
        if note.startswith(NOTE)
        for name, _, is_theirs in _parse_note(note)
        if is_theirs and name in NAMES
    }
    for record in records:
        said = _take_our_keywords(record)
        for note in record.pop("N1").split(AND) if "likewise" in record.get("N1", "") else ():
            # A note that only looks like ours is somebody's own, and stays.
            if note.startswith(NOTE) and (columns := list(_parse_note(note))):
                for name, value, is_theirs in columns:
                    free = name if name in NAMES else _free_name(name, reserved)
                    add(record, f"{name}_likewise" if name in taken and not is_theirs else free, value)
                continue
            match = _OURS.fullmatch(note)
            name = "notes" if match is None else _unescaped(match[1])
            value = note if match is None else match[2]
            add(record, "N1" if name == "notes" else _free_name(name, reserved), value)
        # Another answer than the note's is one that a person gave in their reference manager.
        changed = [answer for answer in said if answer != record.get("decision_likewise", record.get("decision"))]
        if changed and "included" not in reserved:
            record["included"] = changed[-1]
    for name in sorted(taken):  # also where ours says nothing, so that nobody takes theirs for it
        records[0].setdefault(f"{name}_likewise", "")


def _free_name(name: str, reserved: Container[str]) -> str:
    while name in reserved:
        name += "_likewise"
    return name


def _take_our_keywords(record: Record) -> list[str]:
    """Drop the keywords that reference managers filter by, which repeat our columns; return the answers among them."""
    if KEYWORD not in record.get("KW", ""):
        return []
    keywords = record.pop("KW").split(AND)
    for keyword in keywords:
        if not keyword.startswith(KEYWORD):
            add(record, "KW", keyword)
    said = [keyword.removeprefix(f"{KEYWORD}decided ").strip().lower() for keyword in keywords]
    return [answer for answer in said if answer in ("yes", "no", "unsure")]


def _parse_note(note: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the columns of our note, such as "likewise: rank 3; suggested yes", and whether each is a user's own."""
    for part in re.findall(r"(?:[^\\;]|\\.)+", note.removeprefix(NOTE)):
        word, _, rest = part.strip().partition(" ")
        name, value = _COLUMNS_OF_WORDS.get(word, word), re.sub(r"\\(.)", r"\1", rest)
        if name in NAMES and value:
            yield name, value, False
        elif word == NOTE_COLUMN and (match := _COLUMN.fullmatch(value)):
            yield _unescaped(match[1]), match[2], True


def _unescaped(name: str) -> str:
    return re.sub(r"\\(.)", lambda escaped: {"n": "\n", "r": "\r"}.get(escaped[1], escaped[1]), name)
