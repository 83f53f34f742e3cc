"""A table as RIS, which reference managers take in: known columns under their tags, all others as notes."""

import re
from collections.abc import Sequence

import polars as pl

from likewise.documents.column_names import make_column_names
from likewise.documents.schema import find_ours
from likewise.readers.references.ris_tags import (
    COLUMN_TAGS,
    DIALECTS,
    KEYWORD,
    LIST_COLUMNS,
    NOTE,
    NOTE_COLUMN,
    NOTE_WORDS,
)
from likewise.writers.strings import to_text_column

# Names that other tables have for the columns of RIS; without case, spaces, "_", "-" and ".".
_OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "title": ("primarytitle", "articletitle", "documenttitle"),
    "authors": ("author",),
    "year": ("publicationyear",),
    "journal": ("journaltitle", "sourcetitle", "journal/book", "publicationtitle"),
    "journal_abbreviation": ("abbreviatedsourcetitle",),
    "start_page": ("pagestart",),
    "end_page": ("pageend",),
    "abstract": ("abstractnote",),
    "keywords": ("authorkeywords",),
    "editors": ("editor",),
}


def _normalise(name: str) -> str:
    return re.sub(r"[\s_.-]", "", name.casefold())


# Tags in the order of the file, and the tag for each name of a column.
_TAGS = tuple(tags[0] for tags in COLUMN_TAGS.values())
_TAG_OF = {
    name: tags[0]
    for column, tags in COLUMN_TAGS.items()
    for name in (_normalise(column), *_OTHER_NAMES.get(column, ()), tags[0].lower())
}
# Notes may hold "; ", so they are not split there.
_ONE_EACH = frozenset(COLUMN_TAGS[column][0] for column in LIST_COLUMNS - {"notes"})
_TYPE = re.compile(r"[A-Z][A-Z0-9]{1,7}")


def to_ris(table: pl.DataFrame) -> bytes:
    r"""Write a table as RIS.

    Parameters
    ----------
    table : polars.DataFrame
        The columns of a search become one note, "likewise: rank 3; …", and keywords to filter by, "likewise: yes".
        Others that RIS has no tag for are in that note, too, "column NAME: VALUE"; in a table that no search wrote they
        become notes, "likewise NAME: VALUE". A row without a type is of the type GEN. Line ends become spaces, and
        empty values are left out.

    Returns
    -------
    bytes
        UTF-8.

    Examples
    --------
    >>> found = {"title": ["On wine"], "authors": [["Ann", "Bo"]], "rank": [3], "suggestion": ["yes"], "mood": ["good"]}
    >>> print(to_ris(pl.DataFrame(found)).decode())
    TY  - GEN
    TI  - On wine
    AU  - Ann
    AU  - Bo
    KW  - likewise: yes
    N1  - likewise: rank 3; suggested yes; column mood: good
    ER  -
    """
    keywords, summaries, table = _take_ours(table)
    types, tagged, notes = _placed(table)
    lines = []
    for row in range(table.height):
        lines.append(f"TY  - {types[row]}")
        before = [(tag, values) for tag, values in tagged if tag != "N1"]
        lines += [f"{tag}  - {value}" for tag, values in before for value in values[row]]
        lines += [f"KW  - {KEYWORD}{value}" for value in keywords[row]]
        lines += [f"N1  - {value}" for tag, values in tagged if tag == "N1" for value in values[row]]
        others = [f"{name}: {value}" for name, values in notes for value in values[row]]
        if summaries:
            parts = [*summaries[row], *(f"{NOTE_COLUMN} {_escape_semicolons(other)}" for other in others)]
            lines += [f"N1  - {NOTE}{'; '.join(parts)}"] if parts else []
        else:
            lines += [f"N1  - likewise {other}" for other in others]
        lines.append("ER  - \n")
    return "".join(f"{line}\n" for line in lines).encode()


_Cells = list[list[str]]


def _take_ours(table: pl.DataFrame) -> tuple[_Cells, _Cells, pl.DataFrame]:
    """Return the keywords and the parts of the note of each row, made of a search's columns, and the other columns."""
    names = {ours: name for ours, name in find_ours(table.columns).items() if ours != "id"}
    if not names:
        return [[] for _ in range(table.height)], [], table
    ours = {name: _cells(table[there]) for name, there in names.items()}
    keywords = [
        [*suggested, *(decided if decided == ["example"] else [f"decided {value}" for value in decided])]
        for suggested, decided in zip(
            ours["suggestion"], ours.get("decision", [[] for _ in range(table.height)]), strict=True
        )
    ]
    parts: list[list[str]] = [[] for _ in range(table.height)]
    for name, cells in ours.items():
        for row, values in enumerate(cells):
            parts[row] += [f"{NOTE_WORDS.get(name, name)} {_escape_semicolons(value)}" for value in values]
    return keywords, parts, table.drop(list(names.values()))


def _escape_semicolons(value: str) -> str:
    return value.replace("\\", r"\\").replace(";", r"\;")


def _placed(table: pl.DataFrame) -> tuple[list[str], list[tuple[str, _Cells]], list[tuple[str, _Cells]]]:
    """Return the type of each row, the columns that have a tag, and those that are notes, each in order."""
    types = ["GEN"] * table.height
    tagged: dict[str, _Cells] = {}
    others: dict[str, tuple[str, _Cells]] = {}
    for name, column in zip(make_column_names(table.columns), table.get_columns(), strict=True):
        tag = _TAG_OF.get(_normalise(name))
        if tag == "TY" and "TY" not in tagged and (kinds := _types(column)) is not None:
            types, tagged["TY"] = kinds, []
        elif tag is not None and tag != "TY" and tag not in tagged:
            tagged[tag] = _cells(column, split=tag in _ONE_EACH)
        else:
            others[name] = (tag or "", _cells(column))
    notes: dict[str, _Cells] = {}
    for name, (known, cells) in others.items():
        if re.fullmatch("[A-Z][A-Z0-9]", name) and name not in ("ER", *_TAGS) and _apart(name, cells, tagged):
            tagged[name] = cells
            continue
        # A name that would be taken for a tag's when it is read.
        free = f"{name}_likewise" if known else name
        while free in notes or (free != name and free in others):
            free += "_likewise"
        notes[free] = cells
    tagged.pop("TY", None)
    if "N1" in tagged:
        tagged["N1"] = [[_plain_note(note) for note in row] for row in tagged["N1"]]
    order = [tag for tag in _TAGS if tag in tagged and tag != "N1"]
    order += sorted(tagged.keys() - set(_TAGS)) + [tag for tag in ("N1",) if tag in tagged]
    return types, [(tag, tagged[tag]) for tag in order], [(_escaped(name), notes[name]) for name in sorted(notes)]


def _types(column: pl.Series) -> list[str] | None:
    """Return the types of the rows if all that are there are types of RIS."""
    values = [value[0] if len(value) == 1 else "" if value else "GEN" for value in _cells(column)]
    return values if all(_TYPE.fullmatch(value) for value in values) else None


def _apart(name: str, cells: _Cells, tagged: dict[str, _Cells]) -> bool:
    """Tell whether a tag will be read as itself: one of a dialect only beside the tag that it is a dialect of."""
    if name not in DIALECTS:
        return True
    beside = tagged.get(DIALECTS[name], [])
    return any(own and other for own, other in zip(cells, beside, strict=False))


def _cells(column: pl.Series, *, split: bool = False) -> _Cells:
    """Return the values of each row, each on one line, without those that are empty."""
    if isinstance(column.dtype, pl.List) and not column.dtype.inner.is_nested():
        rows: Sequence[Sequence[str | None] | None] = column.cast(pl.List(pl.String)).to_list()
    else:
        strings = to_text_column(column)
        rows = strings.str.split("; ").to_list() if split else [[value] for value in strings.to_list()]
    return [[line for value in row or () if value and (line := _line(value))] for row in rows]


def _line(value: str) -> str:
    return re.sub(r"\s*[\r\n]\s*", " ", value.replace("\0", " ")).strip()


def _plain_note(note: str) -> str:
    # It would be read as a column of ours.
    return f"likewise notes: {note}" if note.startswith(("likewise ", NOTE)) else note


def _escaped(name: str) -> str:
    safe = name.replace("\0", " ").replace("\\", r"\\").replace(":", r"\:")
    return safe.replace("\n", r"\n").replace("\r", r"\r")
