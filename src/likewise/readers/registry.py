"""Which function reads which kind of file, by its suffix or by how it begins."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from likewise.documents.columns import is_known
from likewise.readers.collections.asreview import read_asreview
from likewise.readers.collections.bookmarks import read_bookmarks
from likewise.readers.collections.mailbox import read_mailbox
from likewise.readers.documents.book import read_book
from likewise.readers.documents.mail import read_mail
from likewise.readers.documents.office import read_open_document, read_slides, read_word
from likewise.readers.documents.outlook import read_outlook
from likewise.readers.documents.pdf import read_pdf
from likewise.readers.documents.plain_text import read_plain_text
from likewise.readers.documents.rich_text import read_rich_text
from likewise.readers.documents.web_page import read_web_page
from likewise.readers.encoding import read_beginning
from likewise.readers.raw_table import RawTable
from likewise.readers.references.bibtex import read_bibtex
from likewise.readers.references.endnote_tagged import read_endnote_tagged
from likewise.readers.references.endnote_xml import read_endnote_xml
from likewise.readers.references.nbib import read_nbib
from likewise.readers.references.ris import read_ris
from likewise.readers.references.web_of_science import read_web_of_science
from likewise.readers.single_document import SingleDocument
from likewise.readers.tables.delimited import read_delimited
from likewise.readers.tables.json_lines import read_json, read_json_lines
from likewise.readers.tables.parquet import read_parquet
from likewise.readers.tables.sqlite import read_sqlite
from likewise.readers.tables.workbook import read_workbook
from likewise.readers.unpacking import load_bytes

#: Takes the bytes of a file, unpacked, and its name for messages; returns a document.
DocumentReader: TypeAlias = Callable[[bytes, str], SingleDocument]
#: Takes a path; returns a table of documents.
TableReader: TypeAlias = Callable[[Path], RawTable]
#: Takes a path, and the name of one of several tables, a query, or None for the most likely table.
MultiTableReader: TypeAlias = Callable[[Path, str | None], RawTable]

#: The kind of a file that is called .html and holds bookmarks.
BOOKMARKS = ".bookmarks"
# A new format needs a new file in one of the folders here, and a new line below.
#: Files that are one document each.
DOCUMENT_READERS: dict[str, DocumentReader] = {
    ".doc": read_word,
    ".docx": read_word,
    ".eml": read_mail,
    ".epub": read_book,
    ".htm": read_web_page,
    ".html": read_web_page,
    ".md": read_plain_text,
    ".msg": read_outlook,
    ".odt": read_open_document,
    ".pdf": read_pdf,
    ".pptx": read_slides,
    ".rtf": read_rich_text,
    ".txt": read_plain_text,
    ".xhtml": read_web_page,
}
#: Files that are one table, a row per document.
TABLE_READERS: dict[str, TableReader] = {
    ".asreview": read_asreview,
    ".bib": read_bibtex,
    BOOKMARKS: read_bookmarks,
    ".ciw": read_web_of_science,
    ".csv": read_delimited,
    ".enw": read_endnote_tagged,
    ".json": read_json,
    ".jsonl": read_json_lines,
    ".mbox": read_mailbox,
    ".nbib": read_nbib,
    ".ndjson": read_json_lines,
    ".parquet": read_parquet,
    ".ris": read_ris,
    ".tsv": read_delimited,
    ".xml": read_endnote_xml,
}
#: Files that may hold several tables.
MULTI_TABLE_READERS: dict[str, MultiTableReader] = {
    ".db": read_sqlite,
    ".sqlite": read_sqlite,
    ".sqlite3": read_sqlite,
    ".xls": read_workbook,
    ".xlsm": read_workbook,
    ".xlsx": read_workbook,
}
#: Kinds whose encoding has to be detected.
TEXT = frozenset(
    {
        *(".bib", ".ciw", ".csv", BOOKMARKS, ".enw", ".json", ".jsonl", ".md", ".nbib", ".ndjson", ".ris", ".tsv"),
        *(".txt", ".xml"),
    }
)


def suffixes() -> tuple[str, ...]:
    """List the suffixes that can be read.

    Returns
    -------
    tuple of str
        Suffixes with their dot, sorted; those of text are also read with ".gz" behind them.

    Examples
    --------
    >>> ".csv" in suffixes()
    True
    """
    return tuple(
        sorted({".zip", *DOCUMENT_READERS, *TABLE_READERS, *MULTI_TABLE_READERS} - {BOOKMARKS, ".doc", ".xls"})
    )


def get_suffix(path: Path) -> str:
    """Return the suffix of a file in lower case, without ".gz".

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Returns
    -------
    str
        With its dot; "" if there is none.

    Examples
    --------
    >>> get_suffix(Path("Pile.CSV.gz"))
    '.csv'
    """
    return Path(path.name.lower().removesuffix(".gz")).suffix


_ANY_TEXT = ("", ".txt", ".xml", ".ciw", ".enw", ".ris", ".nbib")
#: First bytes that say more than the suffix: databases save their formats as .txt, and browsers their bookmarks as
#: .html. Of Web of Science, the tags of a tab-delimited table or those that every tagged file begins with.
_BEGINNINGS: tuple[tuple[tuple[str, ...], str, re.Pattern[bytes]], ...] = (
    (_ANY_TEXT, ".nbib", re.compile(rb"\s*(?:PMID|OWN)\s?- ")),
    (_ANY_TEXT, ".ris", re.compile(rb"\s*TY  - ")),
    (_ANY_TEXT, ".ciw", re.compile(rb"\s*(?:FN [^\r\n]*[\r\n]+VR |PT [A-Z][\r\n]+[A-Z][A-Z0-9] |PT\tA[A-Z]\t)")),
    (_ANY_TEXT, ".enw", re.compile(rb"\s*%0 [^\r\n]*[\r\n]+%[0-9A-Z@!] ")),
    (_ANY_TEXT, ".xml", re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?<xml>\s*<records>")),
    ((".htm", ".html"), BOOKMARKS, re.compile(rb"\s*<!DOCTYPE NETSCAPE-Bookmark-file", re.IGNORECASE)),
)


def detect_kind(path: Path) -> str:
    """Tell which kind a file is: by its suffix, or by its first bytes where these say more.

    Parameters
    ----------
    path : pathlib.Path
        A file that exists.

    Returns
    -------
    str
        A key of `DOCUMENT_READERS`, `TABLE_READERS` or `MULTI_TABLE_READERS`, or the suffix of a kind that is not
        read. A file without a suffix is plain text.

    Raises
    ------
    UserError
        If it cannot be opened.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.CSV")
    ...     _ = path.write_text("id,text")
    ...     detect_kind(path)
    '.csv'
    """
    suffix = get_suffix(path)
    kinds = [(kind, pattern) for endings, kind, pattern in _BEGINNINGS if suffix in endings]
    if kinds:
        start = read_beginning(path)
        for kind, pattern in kinds:
            if pattern.match(start):
                return kind
        if suffix in ("", ".txt") and _is_tabbed(start):
            return ".tsv"
    return suffix or ".txt"


def _is_tabbed(start: bytes) -> bool:
    """Tell whether a text is a table as spreadsheets save it: names that the field uses, and tabs between them."""
    header, _, rest = start.decode("utf-8", errors="replace").lstrip().partition("\n")
    names = header.strip().split("\t")
    return "\t" in rest and len(names) > 1 and sum(map(is_known, names)) > 1


def holds_one_document(path: Path) -> bool:
    """Tell whether a file is one document, rather than a table of documents or of a kind that is not read.

    Parameters
    ----------
    path : pathlib.Path
        A file that exists.

    Returns
    -------
    bool
        True for kinds such as .pdf and .txt.

    Raises
    ------
    UserError
        If it cannot be opened.

    Examples
    --------
    >>> holds_one_document(Path("paper.pdf")), holds_one_document(Path("pile.csv"))
    (True, False)
    """
    return detect_kind(path) in DOCUMENT_READERS


def read_contents(path: Path, *, table: str | None = None, name: str | None = None) -> SingleDocument | RawTable | None:
    """Read a file with the reader for its kind.

    Parameters
    ----------
    path : pathlib.Path
        A file that exists.
    table : str or None, default=None
        Which table of a file that may hold several; None takes the most likely one.
    name : str or None, default=None
        What messages call a file that is one document; None is its path.

    Returns
    -------
    SingleDocument, RawTable or None
        The document or the table; None if files of this kind are not read.

    Raises
    ------
    UserError
        If it cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "note.txt")
    ...     _ = path.write_text("red wine")
    ...     read_contents(path).fields
    {'text': 'red wine'}
    """
    kind = detect_kind(path)
    if kind in DOCUMENT_READERS:
        return DOCUMENT_READERS[kind](load_bytes(path), str(path) if name is None else name)
    if kind in TABLE_READERS:
        return TABLE_READERS[kind](path)
    return MULTI_TABLE_READERS[kind](path, table) if kind in MULTI_TABLE_READERS else None
