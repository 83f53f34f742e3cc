"""The list of documents in a report: the beginning of each, with its most telling words highlighted, and why."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from likewise.documents import Documents
from likewise.documents.documents import to_strings
from likewise.documents.markup import strip_markup
from likewise.finder.result import Result
from likewise.finder.titles import find_title_column, list_titles
from likewise.report.bibliography import describe_origin, find_meanings
from likewise.report.page import Fact, ListedDocument, Piece
from likewise.text.spans import Span

#: Characters of a text that stand in the list, and that can be unfolded in all.
_BEGINNING, _MOST = 600, 3000
_OF_A_TITLE = 300
#: What stands between a title and what follows it.
_BETWEEN = re.compile(r"[\s.:;,–—-]*")


def list_documents(result: Result, n_documents: int) -> tuple[ListedDocument, ...]:
    """Take the first documents of a ranking for the list of a report.

    Parameters
    ----------
    result : Result
        The ranking.
    n_documents : int
        Most documents.

    Returns
    -------
    tuple of ListedDocument
        In order of rank.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> result = Finder("centroid").find(["red wine, a glass", "a glass of fine wine"], ["tea", "wine glasses"])
    >>> list_documents(result, 1)[0].beginning
    (('wine', True), (' ', False), ('glasses', True))
    """
    first = result.table.filter(pl.col("rank").is_not_null()).head(n_documents)
    wanted = set(first["id"])
    places = {name: place for place, name in enumerate(result.pile.ids) if name in wanted}
    name = find_title_column(result.pile)
    titles = None if name is None else strip_markup(to_strings(result.pile.table[name]).fill_null(""))
    examples, origins = _beginnings(result.examples), find_meanings(result.pile)
    listed = (_shown(result, row, places[row["id"]], titles, examples) for row in first.iter_rows(named=True))
    return tuple(
        replace(document, byline=byline, doi=doi, link=link)
        for document in listed
        for byline, doi, link in [describe_origin(origins, places[document.id])]
    )


def cut_pieces(text: str, spans: Iterable[Span], start: int, stop: int) -> tuple[Piece, ...]:
    """Cut a part of a text where highlighted words begin and end.

    Parameters
    ----------
    text : str
        All of it.
    spans : iterable of (int, int, str)
        Start and end of each word, in order and apart.
    start, stop : int
        The part.

    Returns
    -------
    tuple of (str, bool)
        The pieces, highlighted ones with True.

    Examples
    --------
    >>> cut_pieces("a fine red wine", [(2, 6, "fine"), (11, 15, "wine")], 4, 15)
    (('ne', True), (' red ', False), ('wine', True))
    """
    cut: list[Piece] = []
    at = start
    for begin, end, _ in spans:
        begin, end = max(begin, at), min(end, stop)
        if begin < end:
            cut += [(text[at:begin], False), (text[begin:end], True)]
            at = end
    return tuple(piece for piece in (*cut, (text[at:stop], False)) if piece[0])


def _shown(
    result: Result, row: Mapping[str, Any], place: int, titles: pl.Series | None, examples: Mapping[str, str]
) -> ListedDocument:
    whole = str(result.pile.text[place])
    # Words are looked for in what is shown alone: a document may be a book.
    text = whole[: _word_end(whole, _MOST)]
    # As `Result.explain` does, which would look the document up in all of the table.
    spans = result.evidence.of(place, text)[1] if result.evidence is not None else []
    start = len(text) - len(text.lstrip())
    title: tuple[Piece, ...] = ()
    if titles is not None and (name := (titles[place] or "").strip()[:_OF_A_TITLE]):
        title = ((name, False),)
        if text.startswith(name, start):
            title = cut_pieces(text, spans, start, start + len(name))
            between = _BETWEEN.match(text, start + len(name))
            start = between.end() if between else start
    stop = _word_end(text, start + _BEGINNING)
    return ListedDocument(
        rank=row["rank"],
        id=row["id"],
        beginning=cut_pieces(text, spans, start, stop),
        rest=cut_pieces(text, spans, stop, len(text)),
        title=title,
        n_left_out=len(whole) - len(text),
        probability=row["probability"],
        lower=row["lower"],
        upper=row["upper"],
        taken=row["suggestion"] == "yes",
        facts=tuple(_facts(row, examples)),
    )


def _facts(row: Mapping[str, Any], examples: Mapping[str, str]) -> Iterable[Fact]:
    if row["why"]:
        yield "why", row["why"]
    if row["nearest"] is not None:
        text = examples.get(row["nearest"])
        yield "nearest example", text or row["nearest"]
    if row["group"] is not None:
        yield "near-copies", f"group {row['group']}"
    if row["flag"]:
        yield "flag", row["flag"]


def _beginnings(examples: Documents | None) -> dict[str, str]:
    """Map each example to its title or the beginning of its text."""
    return {} if examples is None else dict(zip(examples.ids, list_titles(examples), strict=True))


def _word_end(text: str, most: int) -> int:
    """Return where to cut a text so that a word stays whole, if there is a gap between words not too far before."""
    if len(text) <= most:
        return len(text)
    gap = max(text.rfind(" ", most - 80, most), text.rfind("\n", most - 80, most))
    return gap if gap > 0 else most
