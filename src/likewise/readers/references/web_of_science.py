r"""Web of Science: records of two-letter tags from PT to ER, or the same tags as the header of a table with tabs."""

from __future__ import annotations

import re
from pathlib import Path

from likewise.errors import UserError
from likewise.plural import count_noun
from likewise.readers.encoding import load_text
from likewise.readers.raw_table import RawTable
from likewise.readers.references.tagged import AND, Record, add, entries, lines, to_table

#: From a column to its tag. The tag ID holds keywords, and must not be taken for an id.
COLUMNS: dict[str, tuple[str, ...]] = {
    "accession_number": ("UT",),
    "title": ("TI",),
    "authors": ("AF",),
    "year": ("PY",),
    "journal": ("SO",),
    "volume": ("VL",),
    "issue": ("IS",),
    "start_page": ("BP",),
    "end_page": ("EP",),
    "abstract": ("AB",),
    "keywords": ("DE",),
    "keywords_plus": ("ID",),
    "doi": ("DI",),
    "pmid": ("PM",),
    "type": ("DT",),
    "language": ("LA",),
    "publisher": ("PU",),
    "issn": ("SN",),
    "references": ("CR",),
}
LISTS = frozenset({"authors", "keywords", "keywords_plus", "references", "AU"})
#: Tags whose values are one per line in the tagged form, and separated by semicolons in the table.
_ONE_PER_LINE = frozenset({"AF", "AU", "BA", "BE", "BF", "C1", "CR", "ED", "GP"})
_SEPARATED = frozenset({"DE", "ID"})
_TAG = re.compile(r"\n([A-Z][A-Z0-9])(?=[ \n]|\Z)")
_FILE_TAGS = frozenset({"FN", "VR", "EF"})
_HEADER = re.compile(r"\s*(?:[A-Z][A-Z0-9]\t)+[A-Z][A-Z0-9]\t?(?:\r?\n|\r|\Z)")


def read_web_of_science(path: Path) -> RawTable:
    r"""Read an export of Web of Science: plain text or tab-delimited, with full or short records.

    Parameters
    ----------
    path : pathlib.Path
        A file such as savedrecs.txt or savedrecs.ciw.

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
    ...     path = Path(folder, "savedrecs.txt")
    ...     _ = path.write_text("FN WoS\nPT J\nAU Abel, A\n   Cole, C\nTI On wine\n   and tea\nPY 2019\nER\nEF")
    ...     read_web_of_science(path).table.select("title", "authors", "year").rows()
    [('On wine and tea', ['Abel, A', 'Cole, C'], '2019')]
    """
    text, notes = load_text(path)
    is_table = _HEADER.match(text) is not None
    records, strays = _table_records(text) if is_table else _tagged_records(text)
    if not records:
        raise UserError(
            f"{path} has no records of Web of Science (lines such as 'PT J', or columns such as PT and TI); "
            "export it again"
        )
    if strays:
        what = "cell" if is_table else "line"
        notes.append(f"{path.name}: {count_noun(strays, what)} outside of records left out")
    for record in records:
        if "AF" not in record and "AU" in record:
            record["AF"] = record["AU"]
    return RawTable(to_table(records, COLUMNS, LISTS), notes=notes)


def _tagged_records(text: str) -> tuple[list[Record], int]:
    """Return the records, and how many lines that are not blank stand outside of them."""
    records: list[Record] = []
    record: Record | None = None
    strays = 0
    for tag, value in entries(text, _TAG):
        if tag == "ER" or tag in _FILE_TAGS or not tag:
            strays += len(lines(value)) if tag in ("", "ER") else 0
            record = None
            continue
        if record is None or tag == "PT":
            record = {}
            records.append(record)
        add(record, tag, _value(tag, AND.join(lines(value)) if tag in _ONE_PER_LINE else " ".join(lines(value))))
    # A line of prose that begins with two capitals is not a record.
    return [record for record in records if "TI" in record or "PT" in record], strays


def _table_records(text: str) -> tuple[list[Record], int]:
    """Return the rows as records, and how many filled cells stand beyond the last column."""
    text = text.strip("\r\n").replace(AND, " ")
    # Rows end as the header does; what else ends lines may stand in an abstract.
    end = re.search(r"\r\n|\n|\r", text)
    header, *rows = text.split(end[0] if end else "\n")
    tags = header.strip().split("\t")
    records: list[Record] = []
    strays = 0
    for row in rows:
        cells = [cell.strip() for cell in row.split("\t")]
        strays += sum(map(bool, cells[len(tags) :]))
        record: Record = {}
        for tag, cell in zip(tags, cells, strict=False):
            add(record, tag, AND.join(cell.split("; ")) if tag in _ONE_PER_LINE else _value(tag, cell))
        if record:
            records.append(record)
    return records, strays


def _value(tag: str, value: str) -> str:
    return AND.join(part for part in re.split(r";\s+|;$", value) if part) if tag in _SEPARATED else value
