"""Documents that one tool gives with more text than another: found by title and abstract within a longer text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from likewise.documents.columns import normalise
from likewise.documents.documents import Documents, to_strings
from likewise.documents.identity import ABSTRACTS, PLACEHOLDERS, TITLES, find_doi, find_name
from likewise.documents.spelling import fold

#: A title so short may be that of many documents: "Editorial", "Letter to the editor".
SHORTEST_TITLE, FEWEST_TITLE_WORDS = 25, 4
#: Titles and DOIs stand on the first page.
_FIRST_PAGE_WORDS, _FIRST_PAGE_CHARACTERS = 500, 4_000
#: An abstract with fewer words proves nothing.
_FEWEST_WORDS = 12
#: Words that an abstract begins with, and shares of its different words, which are in the other text.
_BEGINNING, _SOME, _MOST = 10, 0.6, 0.85
#: A title has so many lines at most; before one that is only named stand words such as "Comment on".
_MOST_LINES = 6
_ABOUT = frozenset({"on", "to", "of", "for", "re", "zu", "sur", "a"})
_NOTICES = frozenset({"erratum", "corrigendum", "correction", "retraction", "comment", "reply", "response", "letter"})
#: Words by which titles are looked up.
_ANCHOR = 4
#: A first line with more words is no title.
_LONGEST_TITLE = 40


class Parts(NamedTuple):
    r"""Title and abstract of a document, folded, and the whole text.

    Examples
    --------
    >>> Parts("on wine", "we drink", "On wine\nWe drink.", "on wine we drink", is_named=True).title
    'on wine'
    """

    title: str
    abstract: str
    text: str
    folded: str
    #: Whether a column of the file says what the title is.
    is_named: bool


def split_parts(documents: Documents, places: Sequence[int]) -> list[Parts]:
    r"""Find title and abstract of some documents: in columns, or in the first line and the others.

    Parameters
    ----------
    documents : Documents
        From anywhere.
    places : sequence of int
        Which of them.

    Returns
    -------
    list of Parts
        One for each place.

    Examples
    --------
    >>> import polars as pl
    >>> texts = pl.Series(["On wine\nWe drink."])
    >>> split_parts(Documents(table=texts.to_frame("text"), text=texts, ids=pl.Series(["1"])), [0])[0].abstract
    'we drink'
    """
    chosen = documents.table[list(places)]
    texts = documents.text.gather(list(places)).to_list()
    columns = {normalise(name): name for name in reversed(chosen.columns)}
    empty = [""] * len(texts)
    title, abstract = find_name(columns, TITLES), find_name(columns, ABSTRACTS)
    titles = fold(to_strings(chosen[title])).to_list() if title is not None else empty
    abstracts = fold(to_strings(chosen[abstract])).to_list() if abstract is not None else empty
    abstracts = ["" if abstract in PLACEHOLDERS else abstract for abstract in abstracts]
    lines = [text.strip().partition("\n")[0] for text in texts]
    first = fold(pl.Series(lines, dtype=pl.String)).to_list()
    parts = []
    folded = documents.folded
    for place, text in enumerate(texts):
        whole = folded[places[place]]
        # A file may say of itself what its text does not: "Microsoft Word - draft3".
        is_named = bool(titles[place]) and (bool(abstracts[place]) or first[place].startswith(titles[place]))
        if is_named:
            parts.append(Parts(titles[place], abstracts[place], text, whole, is_named=True))
        else:
            rest = whole[len(first[place]) :].strip()
            parts.append(Parts(first[place], rest, text, whole, is_named=False))
    return parts


def match_contained(records: Sequence[Parts], dois: Sequence[str | None], texts: Sequence[Parts]) -> list[int]:
    r"""Find for each text the record whose title and abstract it contains.

    Parameters
    ----------
    records : sequence of Parts
        Documents with a title.
    dois : sequence of str or None
        DOI of each record, if it has one.
    texts : sequence of Parts
        Documents to look in.

    Returns
    -------
    list of int
        The place of the record; -1 for a text that contains none, or several.

    Examples
    --------
    >>> from likewise.documents.spelling import fold_one
    >>> abstract = "we store wine in barrels of oak and of steel and ask forty people how it tastes"
    >>> record = Parts("the effect of barrels on wine", abstract, "", "", is_named=True)
    >>> text = f"Journal of Wine\n\nThe effect of barrels on wine.\n{abstract}. Introduction. Wine is old."
    >>> match_contained([record], [None], [Parts("journal of wine", "", text, fold_one(text), is_named=False)])
    [0]
    """
    if not records or not texts:
        return [-1] * len(texts)
    anchors = _index_titles(records)
    by_doi = {doi: place for place, doi in enumerate(dois) if doi is not None}
    return [_find(text, records, anchors, by_doi) for text in texts]


def _find(text: Parts, records: Sequence[Parts], anchors: dict[str, list[int]], dois: dict[str, int]) -> int:
    whole = text.folded
    start = whole[:_FIRST_PAGE_CHARACTERS].split()[:_FIRST_PAGE_WORDS]
    page = f" {' '.join(start)} "
    if len(anchors) < len(start):
        beginnings = {anchor for anchor in anchors if f" {anchor} " in page}
    else:
        beginnings = {" ".join(start[at : at + _ANCHOR]) for at in range(len(start))}
    titled = {
        place
        for beginning in beginnings & anchors.keys()
        for place in anchors[beginning]
        if f" {records[place].title} " in page
    }
    doi = find_doi(text.text[:_FIRST_PAGE_CHARACTERS])
    if doi in dois and (dois[doi] in titled or _contains(whole, records[dois[doi]].abstract)):
        return dois[doi]
    strong = [place for place in titled if _contains(whole, records[place].abstract)]
    if strong:
        # Of several titles that stand there, the longest: "Wine, part two" rather than "Wine".
        return max(strong, key=lambda place: (len(records[place].title), -place))
    bare = [place for place in titled if not records[place].abstract and records[place].is_named]
    lines = fold(pl.Series(text.text[:_FIRST_PAGE_CHARACTERS].splitlines(), dtype=pl.String)).to_list() if bare else []
    same = [place for place in bare if _has_lines(lines, records[place].title)]
    return same[0] if len(same) == 1 else -1


def _has_lines(lines: Sequence[str], title: str) -> bool:
    """Tell whether some lines are a title and nothing else, unless the line before says what is about it."""
    for at, line in enumerate(lines):
        if not line or not title.startswith(line):
            continue
        before = next((line for line in reversed(lines[:at]) if line), "")
        joined = line
        for following in lines[at + 1 : at + _MOST_LINES]:
            if len(joined) >= len(title):
                break
            joined = f"{joined} {following}".strip()
        if joined == title:
            return before.rpartition(" ")[2] not in _ABOUT and not set(before.split()) & _NOTICES
    return False


def _contains(whole: str, abstract: str) -> bool:
    """Tell whether a text has the beginning and many words of an abstract, or nearly all of its words."""
    words = abstract.split()
    if len(words) < _FEWEST_WORDS:
        return False
    there, different = set(whole.split()), set(words)
    share = len(there & different) / len(different)
    if share >= _MOST:
        return True
    # One of the two may be cut off.
    of_shorter = len(there & different) / min(len(there), len(different))
    return of_shorter >= _SOME and f" {' '.join(words[:_BEGINNING])} " in f" {whole} "


def _index_titles(records: Sequence[Parts]) -> dict[str, list[int]]:
    """List titles by the words that they begin with."""
    anchors: dict[str, list[int]] = {}
    for place, record in enumerate(records):
        words = record.title.split()
        if is_long_title(record.title) and len(words) <= _LONGEST_TITLE:
            anchors.setdefault(" ".join(words[:_ANCHOR]), []).append(place)
    return anchors


def is_long_title(title: str) -> bool:
    """Tell whether a folded title is so long that hardly two documents share it.

    Parameters
    ----------
    title : str
        As `likewise.documents.spelling.fold` writes it.

    Returns
    -------
    bool
        Whether it is; scripts without spaces need fewer characters.

    Examples
    --------
    >>> is_long_title("editorial"), is_long_title("the effect of barrels on wine")
    (False, True)
    """
    if re.search(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]", title):
        return len(title) >= 10
    return len(title) >= SHORTEST_TITLE and title.count(" ") + 1 >= FEWEST_TITLE_WORDS
