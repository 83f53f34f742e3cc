"""Records that have one abstract and nearly one title: with a subtitle or without, with "&" or "and"."""

from __future__ import annotations

import re

from likewise.documents.columns import normalise
from likewise.documents.documents import Documents, to_strings
from likewise.documents.identity import TITLES, find_name
from likewise.documents.spelling import fold

#: Characters that an abstract has at least, and that it is known by.
_BEGINNING = 300
#: Of the words of the shorter title, so many are in the other.
_SAME_TITLE = 0.8
#: Words of a title that make it that of another paper: parts, years and numbers do, too.
_NOTICES = frozenset(
    (
        *("erratum", "errata", "corrigendum", "corrigenda", "correction", "corrections", "addendum", "retraction"),
        *("comment", "comments", "commentary", "reply", "response", "rejoinder", "letter", "editorial", "protocol"),
        *("abstract", "poster", "supplement", "supplementary", "summary", "update", "updated", "part", "withdrawn"),
    )
)
_NUMBER = re.compile(r"\w*\d\w*|[ivx]+|[a-z]")


def list_abstracts(documents: Documents) -> list[str | None]:
    r"""Return how the abstract of each record begins, written as `fold` does.

    Parameters
    ----------
    documents : Documents
        From anywhere.

    Returns
    -------
    list of str or None
        None for a document without a title in a column of its own, or with only a few words behind it.

    Examples
    --------
    >>> import polars as pl
    >>> table = pl.DataFrame({"title": ["On wine", "On tea"], "abstract": ["We taste forty bottles. " * 20, "Leaves."]})
    >>> texts = table["title"] + "\n" + table["abstract"]
    >>> [each and each[:8] for each in list_abstracts(Documents(table=table, text=texts, ids=table["title"]))]
    ['we taste', None]
    """
    column = find_name({normalise(name): name for name in reversed(documents.table.columns)}, TITLES)
    if column is None:
        return [None] * len(documents)
    titles = fold(to_strings(documents.table[column])).to_list()
    rests = [
        text[len(title) + 1 :] if title and text.startswith(f"{title} ") else ""
        for title, text in zip(titles, documents.folded, strict=True)
    ]
    return [rest[:_BEGINNING] if len(rest) >= _BEGINNING else None for rest in rests]


def have_near_titles(one: str, other: str) -> bool:
    """Tell whether two folded titles may be of one paper, of which nothing but the abstract is the same.

    Parameters
    ----------
    one, other : str
        As `fold` writes them.

    Returns
    -------
    bool
        Whether most words of the shorter are in the other, and no word that only one of them has says otherwise.

    Examples
    --------
    >>> title = "barrels and the taste of wine"
    >>> have_near_titles(title, f"{title} a randomised trial"), have_near_titles(title, f"erratum to {title}")
    (True, False)
    >>> have_near_titles(f"{title} part i", f"{title} part ii")
    False
    """
    words, others = one.split(), other.split()
    if not words or not others or _differ(set(words) ^ set(others)):
        return False
    return len({*words} & {*others}) >= _SAME_TITLE * min(len({*words}), len({*others}))


def _differ(extra: set[str]) -> bool:
    return any(word in _NOTICES or (_NUMBER.fullmatch(word) and word != "a") for word in extra)
