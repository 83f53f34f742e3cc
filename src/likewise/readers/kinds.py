"""Which function reads which kind of file: one table for files that are a document, one for files that hold many."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from likewise.readers.decoding import beginning
from likewise.readers.json_lines import read_json, read_json_lines
from likewise.readers.page import Page
from likewise.readers.plain_text import plain_text
from likewise.readers.raw_table import RawTable
from likewise.readers.tables import read_delimited

#: From what a file holds, unpacked, and its name for messages, to a document.
PageReader: TypeAlias = Callable[[bytes, str], Page]
#: From a path to a table of documents.
TableReader: TypeAlias = Callable[[Path], RawTable]
#: The same, of one table among several: its name, a query, or None for the one that is likeliest meant.
BookReader: TypeAlias = Callable[[Path, str | None], RawTable]

# A new format is a new line here and a file beside this one.
PAGES: dict[str, PageReader] = {
    ".md": plain_text,
    ".txt": plain_text,
}
TABLES: dict[str, TableReader] = {
    ".csv": read_delimited,
    ".json": read_json,
    ".jsonl": read_json_lines,
    ".ndjson": read_json_lines,
    ".tsv": read_delimited,
}
BOOKS: dict[str, BookReader] = {}
#: What is also read with ".gz" behind it.
PACKED = (
    ".bib",
    ".csv",
    ".eml",
    ".html",
    ".json",
    ".jsonl",
    ".mbox",
    ".md",
    ".nbib",
    ".ndjson",
    ".ris",
    ".tsv",
    ".txt",
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
    return tuple(sorted({*PAGES, *TABLES, *BOOKS}))


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
    ((".htm", ".html"), ".bookmarks", re.compile(rb"\s*<!DOCTYPE NETSCAPE-Bookmark-file", re.IGNORECASE)),
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
