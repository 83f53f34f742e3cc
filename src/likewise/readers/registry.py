"""Which function reads which kind of file: one table for files that are a document, one for files that hold many."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from likewise.readers.collections.bookmarks import read_bookmarks
from likewise.readers.collections.mailbox import read_mailbox
from likewise.readers.documents.mail import mail
from likewise.readers.documents.pdf import pdf
from likewise.readers.documents.plain_text import plain_text
from likewise.readers.documents.web_page import web_page
from likewise.readers.documents.word import word
from likewise.readers.encoding import beginning
from likewise.readers.raw_table import RawTable
from likewise.readers.references.bibtex import read_bibtex
from likewise.readers.references.nbib import read_nbib
from likewise.readers.references.ris import read_ris
from likewise.readers.single_document import Page
from likewise.readers.tables.delimited import read_delimited
from likewise.readers.tables.json_lines import read_json, read_json_lines
from likewise.readers.tables.parquet import read_parquet
from likewise.readers.tables.sqlite import read_sqlite
from likewise.readers.tables.workbook import read_workbook

#: From what a file holds, unpacked, and its name for messages, to a document.
PageReader: TypeAlias = Callable[[bytes, str], Page]
#: From a path to a table of documents.
TableReader: TypeAlias = Callable[[Path], RawTable]
#: The same, of one table among several: its name, a query, or None for the one that is likeliest meant.
BookReader: TypeAlias = Callable[[Path, str | None], RawTable]

#: What a file is that is called .html and holds bookmarks.
BOOKMARKS = ".bookmarks"
# A new format is a new line here and a file beside this one.
PAGES: dict[str, PageReader] = {
    ".doc": word,
    ".docx": word,
    ".eml": mail,
    ".htm": web_page,
    ".html": web_page,
    ".md": plain_text,
    ".pdf": pdf,
    ".txt": plain_text,
    ".xhtml": web_page,
}
TABLES: dict[str, TableReader] = {
    ".bib": read_bibtex,
    BOOKMARKS: read_bookmarks,
    ".csv": read_delimited,
    ".json": read_json,
    ".jsonl": read_json_lines,
    ".mbox": read_mailbox,
    ".nbib": read_nbib,
    ".ndjson": read_json_lines,
    ".parquet": read_parquet,
    ".ris": read_ris,
    ".tsv": read_delimited,
}
BOOKS: dict[str, BookReader] = {
    ".db": read_sqlite,
    ".sqlite": read_sqlite,
    ".sqlite3": read_sqlite,
    ".xls": read_workbook,
    ".xlsm": read_workbook,
    ".xlsx": read_workbook,
}
#: Kinds whose encoding has to be found out.
TEXT = frozenset({".bib", ".csv", BOOKMARKS, ".json", ".jsonl", ".md", ".nbib", ".ndjson", ".ris", ".tsv", ".txt"})


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
    return tuple(sorted({".zip", *PAGES, *TABLES, *BOOKS} - {BOOKMARKS, ".doc", ".xls"}))


def suffix_of(path: Path) -> str:
    """Return the suffix of a file in lower case, without ".gz".

    Parameters
    ----------
    path : pathlib.Path
        Of a file.

    Returns
    -------
    str
        With its dot; "" if there is none.

    Examples
    --------
    >>> suffix_of(Path("Pile.CSV.gz"))
    '.csv'
    """
    return Path(path.name.lower().removesuffix(".gz")).suffix


#: What says more than the suffix: PubMed saves its format as .txt, and browsers their bookmarks as .html.
_BEGINNINGS: tuple[tuple[tuple[str, ...], str, re.Pattern[bytes]], ...] = (
    (("", ".txt"), ".nbib", re.compile(rb"\s*(?:PMID|OWN)\s?- ")),
    (("", ".txt"), ".ris", re.compile(rb"\s*TY  - ")),
    ((".htm", ".html"), BOOKMARKS, re.compile(rb"\s*<!DOCTYPE NETSCAPE-Bookmark-file", re.IGNORECASE)),
)


def kind_of(path: Path) -> str:
    """Tell of which kind a file is: by its suffix, or by how it begins where that says more.

    Parameters
    ----------
    path : pathlib.Path
        Of a file that is there.

    Returns
    -------
    str
        A key of `PAGES`, `TABLES` or `BOOKS`, or the suffix of a kind that is not read. A file without a suffix is
        taken for plain text.

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
    ...     kind_of(path)
    '.csv'
    """
    suffix = suffix_of(path)
    kinds = [(kind, pattern) for of, kind, pattern in _BEGINNINGS if suffix in of]
    if kinds:
        start = beginning(path)
        for kind, pattern in kinds:
            if pattern.match(start):
                return kind
    return suffix or ".txt"
