"""Who wrote a document, when and where it appeared, and a link to it, as far as its columns say."""

from collections.abc import Mapping
from urllib.parse import quote

import polars as pl

from likewise.documents import Documents
from likewise.documents.columns import MEANINGS, normalise
from likewise.documents.documents import to_strings
from likewise.documents.identity import find_doi
from likewise.documents.markup import strip_markup

#: Authors that a line has room for.
_MOST_AUTHORS = 3


def find_meanings(documents: Documents) -> Mapping[str, pl.Series]:
    """Find the columns of authors, year, journal and DOI.

    Parameters
    ----------
    documents : Documents
        Examples or pile.

    Returns
    -------
    mapping of str to polars.Series
        Those that there are, as strings.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> table = pl.DataFrame({"Titel": ["On wine"], "Jahr": ["1999"]})
    >>> list(find_meanings(as_documents(table, "pile")))
    ['year']
    """
    named = {normalise(name): name for name in reversed(documents.table.columns)}
    found = {}
    for meaning in ("authors", "year", "journal", "doi"):
        column = next((named[name] for name in MEANINGS[meaning] if name in named), None)
        if column is not None:
            found[meaning] = to_strings(documents.table[column]).fill_null("")
    return found


def describe_origin(columns: Mapping[str, pl.Series], place: int) -> tuple[str, str, str]:
    """Say where a document comes from.

    Parameters
    ----------
    columns : mapping of str to polars.Series
        From `find_meanings`.
    place : int
        Row of the document.

    Returns
    -------
    byline, doi, link : str
        Authors, year and journal on one line; the DOI and its address; each empty if it is not known.

    Examples
    --------
    >>> authors, year, doi = pl.Series(["Ann; Bo; Cy; Di"]), pl.Series(["1999"]), pl.Series(["10.1000/A"])
    >>> columns = {"authors": authors, "year": year, "doi": doi}
    >>> describe_origin(columns, 0)
    ('Ann; Bo; Cy et al. · 1999', '10.1000/a', 'https://doi.org/10.1000/a')
    """
    values = {meaning: " ".join(column[place].split()) for meaning, column in columns.items()}
    authors = [author.strip() for author in values.get("authors", "").split(";") if author.strip()]
    by = "; ".join(authors[:_MOST_AUTHORS]) + (" et al." if authors[_MOST_AUTHORS:] else "")
    year = values.get("year", "").removesuffix(".0")[:10].strip("/")
    parts = [part[:200] for part in (by, year, values.get("journal", "")) if part]
    doi = find_doi(values.get("doi", "")) or ""
    return " · ".join(parts), doi, f"https://doi.org/{quote(doi, safe='/().;:-_')}" if doi else ""


def count_titles_only(documents: Documents, title: str | None) -> int:
    """Count the documents whose text is their title alone.

    Parameters
    ----------
    documents : Documents
        Examples or pile.
    title : str or None
        The column of titles.

    Returns
    -------
    int
        0 if there are no titles.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> table = pl.DataFrame({"title": ["On wine", "On tea"], "abstract": ["We drink.", ""]})
    >>> count_titles_only(as_documents(table, "pile"), "title")
    1
    """
    if title is None:
        return 0
    titles = strip_markup(to_strings(documents.table[title]).fill_null("")).str.strip_chars()
    texts = documents.text.str.strip_chars()
    return int(((titles == texts) & (titles != "")).sum())
