"""What to call a document before a person: its title, or else the beginning of its text."""

from __future__ import annotations

import polars as pl

from likewise.documents import Documents
from likewise.documents.columns import TEXT_NAMES, normalise
from likewise.documents.documents import to_strings
from likewise.documents.markup import strip_markup

#: Characters of a title, or of the beginning of a text, that a line has room for.
LONGEST = 100


def find_title_column(documents: Documents) -> str | None:
    """Find the column of titles.

    Parameters
    ----------
    documents : Documents
        Examples or pile.

    Returns
    -------
    str or None
        Its name; None if there is none, or if it is the id of each document as well.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> find_title_column(as_documents(pl.DataFrame({"Title": ["On wine"], "abstract": ["We drink."]}), "pile"))
    'Title'
    """
    ids = documents.columns.get("id", ())
    named = {normalise(name): name for name in reversed(documents.table.columns) if name not in ids}
    return next((named[name] for name in TEXT_NAMES[0] if name in named), None)


def list_titles(documents: Documents, longest: int = LONGEST) -> pl.Series:
    """List what each document is called.

    Parameters
    ----------
    documents : Documents
        Examples or pile.
    longest : int, default=LONGEST
        Characters of a title.

    Returns
    -------
    polars.Series
        The title of each on one line, or the beginning of its text; empty for a document without either.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> list_titles(as_documents(["a glass of wine, " * 20], "pile"))[0]
    'a glass of wine, a glass of wine, a glass of wine, a glass of wine, a glass of wine, a glass of …'
    """
    column = find_title_column(documents)
    beginnings = shorten(documents.text)
    if column is None:
        return beginnings
    titles = shorten(strip_markup(to_strings(documents.table[column]).fill_null("")), longest)
    return titles.set(titles == "", None).fill_null(beginnings)


def name_document(documents: Documents, place: int) -> str:
    """Name a document in a sentence: by its title, its file, or how it begins, rather than by its number.

    Parameters
    ----------
    documents : Documents
        Examples or pile.
    place : int
        Row of the document.

    Returns
    -------
    str
        A title or beginning in quotation marks, or the id.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> name_document(as_documents(["a glass of wine"], "pile"), 0)
    "'a glass of wine'"
    """
    name, column = str(documents.ids[place]), find_title_column(documents)
    cells = pl.Series([""]) if column is None else to_strings(documents.table[column][place : place + 1]).fill_null("")
    title = str(shorten(strip_markup(cells))[0])
    if not title and name.lstrip("#").isdigit():
        title = str(shorten(documents.text[place : place + 1])[0])
    return f"'{title}'" if title else name


def shorten(texts: pl.Series, longest: int = LONGEST) -> pl.Series:
    """Cut texts to one line each, between words where that can be.

    Parameters
    ----------
    texts : polars.Series
        Strings.
    longest : int, default=LONGEST
        Characters.

    Returns
    -------
    polars.Series
        A text that is cut ends in "…".

    Examples
    --------
    >>> shorten(pl.Series(["red wine and  tea", "tea"]), 10).to_list()
    ['red wine …', 'tea']
    """
    lines = texts.str.slice(0, 4 * longest).str.replace_all(r"\s+", " ").str.strip_chars()
    cut = lines.str.slice(0, longest - 1).str.replace(r" \S{0,30}$", "") + " …"
    return pl.select(pl.when(lines.str.len_chars() > longest).then(cut).otherwise(lines)).to_series().alias("title")
