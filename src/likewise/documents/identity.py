"""What tells that two records are the same document: a DOI, another number of the field, a title, the text itself."""

from __future__ import annotations

import re
from typing import TypeAlias

from likewise.documents.columns import normalise
from likewise.documents.documents import Documents, to_strings

#: Columns of numbers that mean the same document wherever they stand; others, such as "id", only within one file.
NUMBERS = ("doi", "pmid", "pmcid", "openalexid", "accessionnumber", "messageid", "url")
_TITLES = ("title", "primarytitle", "articletitle", "documenttitle")
_DOI = re.compile(r"10\.\d{4,9}/\S+", re.IGNORECASE)
#: A title so short may be that of many documents: "Editorial", "Letter to the editor".
_SHORTEST_TITLE, _FEWEST_WORDS = 25, 4


#: Kinds of keys, surest first, each with the key of every document; None for a document that has none.
Keys: TypeAlias = list[tuple[str, list[str | None]]]


def keys_of(documents: Documents) -> Keys:
    """List each kind of key that documents have, surest first, with the key of each document.

    Parameters
    ----------
    documents : Documents
        From anywhere.

    Returns
    -------
    list of (str, list of str or None)
        Kinds such as "doi", "title", and last "text"; and keys, written so that the same means the same.

    Examples
    --------
    >>> import polars as pl
    >>> table = pl.DataFrame({"DOI": ["https://doi.org/10.1000/AB"], "text": ["Red  wine"]})
    >>> keys_of(Documents(table=table, text=table["text"], ids=table["DOI"]))
    [('doi', ['10.1000/ab']), ('text', ['red wine'])]
    """
    columns = {normalise(name): name for name in reversed(documents.table.columns)}
    keys: Keys = [
        (kind, [_number(kind, value) for value in to_strings(documents.table[columns[kind]])])
        for kind in NUMBERS
        if kind in columns
    ]
    title = next((columns[name] for name in _TITLES if name in columns), None)
    if title is not None:
        keys.append(("title", [_title(value) for value in to_strings(documents.table[title])]))
    keys.append(("text", [" ".join(text.casefold().split()) or None for text in documents.text]))
    return keys


def find_doi(text: str) -> str | None:
    """Find a DOI in any writing of it.

    Parameters
    ----------
    text : str
        "https://doi.org/10.1000/AB", "doi:10.1000/ab" or the like.

    Returns
    -------
    str or None
        In lower case, without what stands before it; None if there is none.

    Examples
    --------
    >>> find_doi("https://doi.org/10.1000/AB."), find_doi("A12")
    ('10.1000/ab', None)
    """
    found = _DOI.search(text)
    return found[0].rstrip(".,;)]}>\"'").casefold() if found else None


def _number(kind: str, value: str | None) -> str | None:
    if value is None:
        return None
    if kind == "doi":
        return find_doi(value)
    written = value.strip().removesuffix(".0").casefold()
    if kind == "url":
        written = written.partition("#")[0].removeprefix("https://").removeprefix("http://").removesuffix("/")
    return written.strip("<>") or None


def _title(value: str | None) -> str | None:
    words = re.findall(r"\w+", (value or "").casefold())
    title = " ".join(words)
    return title if len(title) >= _SHORTEST_TITLE and len(words) >= _FEWEST_WORDS else None
