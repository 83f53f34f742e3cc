"""EndNote's XML, `<xml><records><record>…`, which other reference managers write too: text in `<style>` elements."""

from __future__ import annotations

import re
from pathlib import Path
from xml.parsers import expat

from likewise.errors import UserError
from likewise.readers.encoding import load_text
from likewise.readers.raw_table import RawTable
from likewise.readers.references.tagged import AND, Record, add, to_table

#: From a column to the path of its element in a record. The two names for "journal" are tried in turn.
COLUMNS: dict[str, tuple[str, ...]] = {
    "type": ("ref-type",),
    "record_number": ("rec-number",),
    "title": ("titles/title",),
    "authors": ("contributors/authors/author",),
    "year": ("dates/year",),
    "date": ("dates/pub-dates/date",),
    "journal": ("titles/secondary-title", "periodical/full-title"),
    "journal_abbreviation": ("periodical/abbr-1",),
    "volume": ("volume",),
    "issue": ("number",),
    "pages": ("pages",),
    "abstract": ("abstract",),
    "keywords": ("keywords/keyword",),
    "doi": ("electronic-resource-num",),
    "pmid": ("pmid",),
    "url": ("urls/related-urls/url",),
    "attachments": ("urls/pdf-urls/url",),
    "editors": ("contributors/secondary-authors/author",),
    "publisher": ("publisher",),
    "place": ("pub-location",),
    "issn": ("isbn",),
    "language": ("language",),
    "accession_number": ("accession-num",),
    "database": ("remote-database-name",),
    "notes": ("notes",),
    "endnote_label": ("label",),
}
LISTS = frozenset({"authors", "editors", "keywords", "url", "attachments"})
# Of where the file itself was, and keys of EndNote's own.
_LEFT_OUT = frozenset({"database", "source-app", "foreign-keys/key"})
_DEPTH = 30
_DOI = re.compile(r"(?:doi:|https?://(?:dx\.)?doi\.org/)\s*", re.IGNORECASE)
_PUBMED = re.compile(r"medline|pubmed|\bnlm\b", re.IGNORECASE)
# Characters that XML does not allow, which EndNote copies from web pages all the same.
_NOT_XML = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"
    r"|&#(?:[xX]0*(?:[0-8BCEFbcef]|1[0-9A-Fa-f])|0*(?:[0-8]|1[1245-9]|2\d|3[01]));"
)


class _Refused(ValueError):
    """What no export of references has, with the reason."""


class _Records:
    """Collects records while the XML is parsed, so that a file that ends too early is read as far as it goes."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self._path: list[str] = []
        self._record: Record | None = None
        self._depth = 0
        self._pieces: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(name)
        if len(self._path) > _DEPTH:
            raise _Refused("its elements are nested too deeply")
        if name == "record" and self._record is None:
            self._record, self._depth = {}, len(self._path)
        elif self._record is not None and name != "style":
            self._pieces = []
            if name == "ref-type" and attributes.get("name"):
                add(self._record, "ref-type", attributes["name"])

    def end(self, name: str) -> None:
        depth = len(self._path)
        if self._record is not None and depth == self._depth:
            if self._record:
                self.records.append(_complete(self._record))
            self._record = None
        elif self._record is not None and name != "style":
            where = "/".join(part for part in self._path[self._depth :] if part != "style")
            if where not in _LEFT_OUT and not (where == "ref-type" and where in self._record):
                add(self._record, where, " ".join("".join(self._pieces).replace(AND, " ").split()))
            self._pieces = []
        self._path.pop()

    def data(self, text: str) -> None:
        if self._record is not None:
            self._pieces.append(text)


def read_endnote_xml(path: Path) -> RawTable:
    r"""Read references that EndNote or another reference manager saved as EndNote XML.

    Parameters
    ----------
    path : pathlib.Path
        A .xml file. Files with a document type or entities are refused: no export has them.

    Returns
    -------
    RawTable
        One row for each record; elements without a column of their own keep their name.

    Raises
    ------
    UserError
        If it is not EndNote XML, or has no records.

    Examples
    --------
    >>> import tempfile
    >>> record = "<record><titles><title><style>On </style><style face='italic'>wine</style></title></titles></record>"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.xml")
    ...     _ = path.write_text(f"<xml><records>{record}</records></xml>")
    ...     read_endnote_xml(path).table.rows(named=True)
    [{'title': 'On wine'}]
    """
    text, notes = load_text(path)
    collected = _Records()
    unread = []
    reason = _parse(_NOT_XML.sub(" ", text), collected)
    if not collected.records:
        why = f" ({reason})" if reason else ""
        raise UserError(f"{path} has no records of EndNote XML{why}; export it again, or in another format such as RIS")
    if reason is not None:
        unread.append((f"{path.name} behind record {len(collected.records):,}", reason))
    return RawTable(to_table(collected.records, COLUMNS, LISTS), notes=notes, unread=unread)


def _parse(text: str, target: _Records) -> str | None:
    """Hand the elements to what collects them; say in a few words what is wrong with the file, if anything is."""

    def refuse(*_: object) -> None:
        raise _Refused("it declares a document type, which may hide anything")

    # The encoding that is given goes before the one that the file declares, which has been decoded already.
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = target.start
    parser.EndElementHandler = target.end
    parser.CharacterDataHandler = target.data
    try:
        parser.Parse(text.lstrip().encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        return f"damaged on line {error.lineno:,}, column {error.offset:,}"
    except _Refused as error:
        return str(error)
    return None


def _complete(record: Record) -> Record:
    """Bring the journal, the DOI and the number of PubMed to where they are looked for."""
    first, other = COLUMNS["journal"]
    if first not in record and other in record:
        record[first] = record[other]
    record.pop(other, None)
    if "electronic-resource-num" in record:
        record["electronic-resource-num"] = _DOI.sub("", record["electronic-resource-num"])
    source = record.get("remote-database-name", "") + " " + record.get("remote-database-provider", "")
    number = record.get("accession-num", "")
    if number.isdecimal() and _PUBMED.search(source):
        record["pmid"] = number
    return record
