"""NBIB, the format in which PubMed hands out its records: tags of four characters, long values over several lines."""

from __future__ import annotations

import re
from pathlib import Path

from likewise.plural import count_noun
from likewise.readers.encoding import load_text
from likewise.readers.nothing_read import NothingReadError
from likewise.readers.raw_table import RawTable
from likewise.readers.references.tagged import AND, Record, add, entries, lines, merge_dialects, to_table

#: From a column to its tags; "year" and "doi" are found in the values of others.
COLUMNS: dict[str, tuple[str, ...]] = {
    "pmid": ("PMID",),
    "title": ("TI", "BTI"),
    "authors": ("FAU", "AU"),
    "year": ("year",),
    "date": ("DP",),
    "journal": ("JT", "TA"),
    "volume": ("VI",),
    "issue": ("IP",),
    "pages": ("PG",),
    "abstract": ("AB",),
    "mesh": ("MH",),
    "keywords": ("OT",),
    "doi": ("doi",),
    "pmcid": ("PMC",),
    "type": ("PT",),
    "language": ("LA",),
    "affiliations": ("AD",),
}
LISTS = frozenset({"authors", "mesh", "keywords", "type", "affiliations", "AU", "AID", "LID"})
_TAG = re.compile(r"\n([A-Z][A-Z0-9]{1,3}) {0,2}-(?!\S)")
_YEAR = re.compile(r"\b(?:1[5-9]|2[01])\d\d\b")


def read_nbib(path: Path) -> RawTable:
    r"""Read records that PubMed saved.

    Parameters
    ----------
    path : pathlib.Path
        A .nbib file.

    Returns
    -------
    RawTable
        One row for each record; tags without a column of their own keep their name.

    Raises
    ------
    UserError
        If it has no records.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.nbib")
    ...     _ = path.write_text("PMID- 17\nDP  - 2019 Mar\nTI  - On wine\n      and tea\nLID - 10.1/a [doi]\n")
    ...     read_nbib(path).table.select("pmid", "title", "year", "doi").rows()
    [('17', 'On wine and tea', '2019', '10.1/a')]
    """
    text, notes = load_text(path)
    records, strays = _records(text)
    if not records:
        raise NothingReadError(
            f"{path} has no records of PubMed (lines such as 'PMID- 17'); save it again in PubMed format"
        )
    if strays:
        notes.append(f"{path.name}: {count_noun(strays, 'line')} outside of records left out")
    merge_dialects(records, COLUMNS)
    for record in records:
        _add_year_and_doi(record)
    return RawTable(to_table(records, COLUMNS, LISTS), notes=notes)


def _records(text: str) -> tuple[list[Record], int]:
    """Return the records, and how many lines that are not blank stand outside of them."""
    records: list[Record] = [{}]
    strays = 0
    for tag, value in entries(text, _TAG):
        if tag == "PMID" and tag in records[-1]:
            records.append({})
        if "\n" not in value:
            add(records[-1], tag, value.strip())
            continue
        # A blank line ends the record.
        value, blank, rest = value.partition("\n\n")
        if tag:
            add(records[-1], tag, " ".join(lines(value)))
        else:
            rest = value + blank + rest
        strays += len(lines(rest))
        if blank or value.endswith("\n"):
            records.append({})
    return [record for record in records if record], strays


def _add_year_and_doi(record: Record) -> None:
    if found := _YEAR.search(record.get("DP", "")):
        record["year"] = found[0]
    for value in (record.get("LID", "") + AND + record.get("AID", "")).split(AND):
        if value.endswith(" [doi]"):
            record["doi"] = value.removesuffix(" [doi]")
            return
