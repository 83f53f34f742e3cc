"""A table as RIS, which reference managers take in: known columns under their tags, all others as notes."""

import re
from collections.abc import Sequence

import polars as pl

from likewise.documents.column_names import column_names
from likewise.writers.strings import as_strings

# From a tag to the columns that are written under it, in the order of the file; names without case, spaces, "_", "-".
TAGS: dict[str, tuple[str, ...]] = {
    "TY": ("type", "ty"),
    "ID": ("id",),
    "TI": ("title", "primarytitle", "articletitle", "documenttitle", "ti"),
    "AU": ("authors", "author", "au"),
    "PY": ("year", "publicationyear", "py"),
    "DA": ("date", "da"),
    "T2": ("journal", "journaltitle", "sourcetitle", "journal/book", "publicationtitle", "t2"),
    "J2": ("journalabbreviation", "abbreviatedsourcetitle", "j2"),
    "VL": ("volume", "vl"),
    "IS": ("issue", "is"),
    "SP": ("startpage", "pagestart", "sp"),
    "EP": ("endpage", "pageend", "ep"),
    "AB": ("abstract", "abstractnote", "ab"),
    "KW": ("keywords", "authorkeywords", "kw"),
    "DO": ("doi", "do"),
    "UR": ("url", "ur"),
    "A2": ("editors", "editor", "a2"),
    "PB": ("publisher", "pb"),
    "CY": ("place", "cy"),
    "SN": ("issn", "sn"),
    "LA": ("language", "la"),
    "ET": ("edition", "et"),
    "AN": ("accessionnumber", "an"),
    "DB": ("database", "db"),
    "L1": ("attachments", "l1"),
    "N1": ("notes", "n1"),
}
_TAG_OF = {name: tag for tag, names in TAGS.items() for name in names}
# Tags of other programs that are read as the second one, unless a record has both.
_DIALECTS = {"T1": "TI", "A1": "AU", "Y1": "PY", "JF": "T2", "JO": "T2", "JA": "T2", "N2": "AB", "ED": "A2"}
_ONE_EACH = frozenset({"AU", "KW", "UR", "A2", "L1"})
_TYPE = re.compile(r"[A-Z][A-Z0-9]{1,7}")


def to_ris(table: pl.DataFrame) -> bytes:
    r"""Write a table as RIS.

    Parameters
    ----------
    table : polars.DataFrame
        Columns that RIS has no tag for become notes, "likewise NAME: VALUE". A row without a type is of the type GEN.
        Line ends become spaces, and empty values are left out.

    Returns
    -------
    bytes
        UTF-8.

    Examples
    --------
    >>> print(to_ris(pl.DataFrame({"title": ["On wine"], "authors": [["Ann", "Bo"]], "rank": [3]})).decode())
    TY  - GEN
    TI  - On wine
    AU  - Ann
    AU  - Bo
    N1  - likewise rank: 3
    ER  -
    """
    types, tagged, notes = _placed(table)
    lines = []
    for row in range(table.height):
        lines.append(f"TY  - {types[row]}")
        lines += [f"{tag}  - {value}" for tag, values in tagged for value in values[row]]
        lines += [f"N1  - likewise {name}: {value}" for name, values in notes for value in values[row]]
        lines.append("ER  - \n")
    return "".join(f"{line}\n" for line in lines).encode()


_Cells = list[list[str]]


def _placed(table: pl.DataFrame) -> tuple[list[str], list[tuple[str, _Cells]], list[tuple[str, _Cells]]]:
    """Return the type of each row, the columns that have a tag, and those that are notes, each in order."""
    types = ["GEN"] * table.height
    tagged: dict[str, _Cells] = {}
    others: dict[str, tuple[str, _Cells]] = {}
    for name, column in zip(column_names(table.columns), table.get_columns(), strict=True):
        tag = _TAG_OF.get(re.sub(r"[\s_.-]", "", name.casefold()))
        if tag == "TY" and "TY" not in tagged and (kinds := _types(column)) is not None:
            types, tagged["TY"] = kinds, []
        elif tag is not None and tag != "TY" and tag not in tagged:
            tagged[tag] = _cells(column, split=tag in _ONE_EACH)
        else:
            others[name] = (tag or "", _cells(column))
    notes: dict[str, _Cells] = {}
    for name, (known, cells) in others.items():
        if re.fullmatch("[A-Z][A-Z0-9]", name) and name not in ("ER", *TAGS) and _apart(name, cells, tagged):
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
    order = [tag for tag in TAGS if tag in tagged and tag != "N1"]
    order += sorted(tagged.keys() - TAGS.keys()) + [tag for tag in ("N1",) if tag in tagged]
    return types, [(tag, tagged[tag]) for tag in order], [(_escaped(name), notes[name]) for name in sorted(notes)]


def _types(column: pl.Series) -> list[str] | None:
    """Return the types of the rows if all that are there are types of RIS."""
    values = [value[0] if len(value) == 1 else "" if value else "GEN" for value in _cells(column)]
    return values if all(_TYPE.fullmatch(value) for value in values) else None


def _apart(name: str, cells: _Cells, tagged: dict[str, _Cells]) -> bool:
    """Tell whether a tag will be read as itself: one of a dialect only beside the tag that it is a dialect of."""
    if name not in _DIALECTS:
        return True
    beside = tagged.get(_DIALECTS[name], [])
    return any(own and other for own, other in zip(cells, beside, strict=False))


def _cells(column: pl.Series, *, split: bool = False) -> _Cells:
    """Return the values of each row, each on one line, without those that are empty."""
    if isinstance(column.dtype, pl.List) and not column.dtype.inner.is_nested():
        rows: Sequence[Sequence[str | None] | None] = column.cast(pl.List(pl.String)).to_list()
    else:
        strings = as_strings(column)
        rows = strings.str.split("; ").to_list() if split else [[value] for value in strings.to_list()]
    return [[line for value in row or () if value and (line := _line(value))] for row in rows]


def _line(value: str) -> str:
    return re.sub(r"\s*[\r\n]\s*", " ", value.replace("\0", " ")).strip()


def _plain_note(note: str) -> str:
    # It would be read as a column of ours.
    return f"likewise notes: {note}" if note.startswith("likewise ") else note


def _escaped(name: str) -> str:
    safe = name.replace("\0", " ").replace("\\", r"\\").replace(":", r"\:")
    return safe.replace("\n", r"\n").replace("\r", r"\r")
