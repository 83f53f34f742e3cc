"""EndNote's own tagged format, also called Refer: lines such as `%T On wine`, a blank line between records."""

from __future__ import annotations

import re
from pathlib import Path

from likewise.errors import UserError
from likewise.plural import count_noun
from likewise.readers.encoding import load_text
from likewise.readers.raw_table import RawTable
from likewise.readers.references.tagged import AND, Record, add, entries, lines, to_table

#: From a column to its tag.
COLUMNS: dict[str, tuple[str, ...]] = {
    "type": ("0",),
    "title": ("T",),
    "authors": ("A",),
    "year": ("D",),
    "date": ("8",),
    "journal": ("J", "B"),
    "volume": ("V",),
    "issue": ("N",),
    "pages": ("P",),
    "abstract": ("X",),
    "keywords": ("K",),
    "doi": ("R",),
    "url": ("U",),
    "editors": ("E",),
    "publisher": ("I",),
    "place": ("C",),
    "issn": ("@",),
    "language": ("G",),
    "accession_number": ("M",),
    "database": ("W",),
    "notes": ("Z",),
}
LISTS = frozenset({"authors", "editors", "keywords", "url", "notes"})
_TAG = re.compile(r"\n%([0-9A-Z@!$&()*+,.:;<=>?\[\]^#~])(?=[ \t\n]|\Z)")
_DOI = re.compile(r"(?:doi:|https?://(?:dx\.)?doi\.org/)\s*", re.IGNORECASE)


def read_endnote_tagged(path: Path) -> RawTable:
    r"""Read records in EndNote's tagged format.

    Parameters
    ----------
    path : pathlib.Path
        A .enw file.

    Returns
    -------
    RawTable
        One row for each record; tags without a column of their own keep their name, with "%" before it.

    Raises
    ------
    UserError
        If it has no records.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.enw")
    ...     _ = path.write_text("%0 Journal Article\n%A Abel, Ann\n%T On wine\n%D 2019\n%R 10.5555/wine.1\n")
    ...     read_endnote_tagged(path).table.rows(named=True)
    [{'type': 'Journal Article', 'title': 'On wine', 'authors': ['Abel, Ann'], 'year': '2019', 'doi': '10.5555/wine.1'}]
    """
    text, notes = load_text(path)
    records, strays = _records(text)
    if not records:
        raise UserError(f"{path} has no records of EndNote (lines such as '%T On wine'); export it again")
    if strays:
        notes.append(f"{path.name}: {count_noun(strays, 'line')} outside of records left out")
    return RawTable(to_table(records, COLUMNS, LISTS), notes=notes)


def _records(text: str) -> tuple[list[Record], int]:
    """Return the records, and how many lines that are not blank stand outside of them."""
    known = {tag for tags in COLUMNS.values() for tag in tags}
    records: list[Record] = [{}]
    strays = 0
    values = list(entries(text, _TAG))
    # A record begins with its type; where types are left out, it ends with a blank line.
    have_types = any(tag == "0" for tag, _ in values)
    for tag, value in values:
        if not tag:
            strays += len(lines(value))
            continue
        if tag == "0" and records[-1]:
            records.append({})
        name = tag if tag in known else f"%{tag}"
        add(records[-1], "J" if tag == "B" else name, (AND if tag == "K" else " ").join(lines(value)))
        if not have_types and value.endswith("\n"):
            records.append({})
    for record in records:
        if "R" in record:
            record["R"] = _DOI.sub("", record["R"])
    return [record for record in records if record], strays
