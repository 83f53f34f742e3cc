"""RIS, the format that reference managers exchange: a line for each value, `TI  - On wine`, from TY to ER."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from likewise.documents.schema import NAMES
from likewise.errors import UserError
from likewise.plural import count_noun
from likewise.readers.encoding import load_text
from likewise.readers.raw_table import RawTable
from likewise.readers.references.ris_tags import COLUMN_TAGS, KEYWORD, LIST_COLUMNS, NOTE, NOTE_COLUMN, NOTE_WORDS
from likewise.readers.references.tagged import AND, Record, add, entries, lines, merge_dialects, to_table

# A tag has two spaces behind it; one is forgiven where no prose can be meant.
_TAG = re.compile(r"\n([A-Za-z][A-Za-z0-9](?=  -)|[A-Z][A-Z0-9](?= -)) {1,2}-(?!\S)")
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
    records, strays = _records(text)
    if not records:
        raise UserError(f"{path} has no records of RIS (lines such as 'TY  - JOUR'); export it again as RIS")
    if strays:
        notes.append(f"{path.name}: {count_noun(strays, 'line')} outside of records left out")
    merge_dialects(records, COLUMN_TAGS)
    _take_ours(records)
    return RawTable(to_table(records, COLUMN_TAGS, LIST_COLUMNS), notes=notes)


def _records(text: str) -> tuple[list[Record], int]:
    """Return the records, and how many lines that are not blank stand outside of them."""
    records: list[Record] = []
    record: Record | None = None
    strays = 0
    for name, value in entries(text, _TAG):
        tag = name.upper()
        if tag in ("", "ER"):
            strays += len(lines(value))
            record = None
            continue
        if record is None or tag == "TY":
            record = {}
            records.append(record)
        if "\n" not in value:
            add(record, tag, value.strip())
        else:
            # EndNote puts each keyword on a line of its own behind one tag; of all else a line goes on with the value.
            add(record, tag, (AND if tag == "KW" else " ").join(lines(value)))
    return [record for record in records if record], strays


def _take_ours(records: Sequence[Record]) -> None:
    """Turn the notes that are columns of ours back into columns, in place."""
    # A name that a tag has already is a user's own doing: both stay.
    reserved = (
        {tag for record in records for tag in record} | {tags[0] for tags in COLUMN_TAGS.values()} | COLUMN_TAGS.keys()
    )
    for record in records:
        said = _take_our_keywords(record)
        for note in record.pop("N1").split(AND) if "likewise" in record.get("N1", "") else ():
            # A note that only looks like ours is somebody's own, and stays.
            if note.startswith(NOTE) and (columns := list(_parse_note(note))):
                for name, value in columns:
                    add(record, name if name in NAMES else _free_name(name, reserved), value)
                continue
            match = _OURS.fullmatch(note)
            name = "notes" if match is None else _unescaped(match[1])
            value = note if match is None else match[2]
            add(record, "N1" if name == "notes" else _free_name(name, reserved), value)
        # Another answer than the note's is one that a person gave in their reference manager.
        changed = [answer for answer in said if answer != record.get("decision")]
        if changed and "included" not in reserved:
            add(record, "included", changed[-1])


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


def _parse_note(note: str) -> Iterator[tuple[str, str]]:
    """Yield the columns of a search that our note holds, such as "likewise: rank 3; suggested yes"."""
    for part in re.findall(r"(?:[^\\;]|\\.)+", note.removeprefix(NOTE)):
        word, _, rest = part.strip().partition(" ")
        name, value = _COLUMNS_OF_WORDS.get(word, word), re.sub(r"\\(.)", r"\1", rest)
        if name in NAMES and value:
            yield name, value
        elif word == NOTE_COLUMN and (match := _COLUMN.fullmatch(value)):
            yield _unescaped(match[1]), match[2]


def _unescaped(name: str) -> str:
    return re.sub(r"\\(.)", lambda escaped: {"n": "\n", "r": "\r"}.get(escaped[1], escaped[1]), name)
