"""Templates: every value is escaped, and nothing that a document holds is ever taken for markup."""

from collections.abc import Sequence
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from likewise.app.card import Card
from likewise.app.page_templates import make_page_environment
from likewise.plural import about, count_noun

#: Characters of a text in a list, and before the first word that stands out.
_SNIPPET, _BEFORE = 320, 60
PICKS = {
    "top": ("Likeliest", "It is among the likeliest documents that nobody has read."),
    "uncertain": ("Uncertain", "It is near the cut-off: your answer teaches most here."),
    "different": (
        "Different but likely",
        "It is likely, and unlike what you have accepted: a way out of one sub-topic.",
    ),
    "audit": ("Random check", "It is one of a random sample, by which the audit says how much was found."),
}


@cache
def get_environment() -> Environment:
    """Return the one environment of all templates."""
    environment = make_page_environment("likewise.web")
    environment.globals["picks"] = PICKS
    environment.filters |= {
        "sentence": as_sentence,
        "lead": split_lead,
        "about": about,
        "documents": lambda number: count_noun(number, "document"),
        "percent": percent,
        "pieces": card_pieces,
        "title": title_pieces,
        "snippet": snippet_pieces,
    }
    return environment


def percent(value: float | None) -> str:
    """Write a share as a whole percentage.

    Examples
    --------
    >>> percent(0.934), percent(None)
    ('93 %', '–')
    """
    if value is None:
        return "–"
    return "> 99 %" if 0.995 <= value < 1 else f"{100 * value:.0f} %"


def as_sentence(words: str) -> str:
    """Begin with a capital and end with a full stop.

    Examples
    --------
    >>> as_sentence("about 190 like these"), as_sentence("")
    ('About 190 like these.', '')
    """
    return f"{words[:1].upper()}{words[1:].removesuffix('.')}." if words else ""


def split_lead(words: str) -> tuple[str, str]:
    """Tell the number that a sentence begins with from what qualifies it; `static/server.js` does the same.

    Examples
    --------
    >>> split_lead("about 62 like these (53–79): decide on some; 61 suggested")
    ('About 62 like these (53–79)', ': decide on some; 61 suggested.')
    """
    sentence = as_sentence(words)
    at = next((place for place, letter in enumerate(sentence) if letter in ":;,."), len(sentence))
    return sentence[:at], sentence[at:]


def cut_pieces(
    text: str, spans: Sequence[tuple[int, int, str]], start: int = 0, end: int | None = None
) -> list[tuple[str, bool]]:
    """Cut a text where words stand out.

    Parameters
    ----------
    text : str
        Any.
    spans : sequence of (int, int, str)
        Start, end and word.
    start, end : int and int or None, default=0 and None
        Which part of the text.

    Returns
    -------
    list of (str, bool)
        Pieces, and whether they stand out; together they are the text.

    Examples
    --------
    >>> cut_pieces("red wine", [(4, 8, "wine")])
    [('red ', False), ('wine', True)]
    """
    end = len(text) if end is None else min(end, len(text))
    pieces, at = [], start
    for first, last, _ in sorted(spans):
        if first < at or last > end:
            continue
        if first > at:
            pieces.append((text[at:first], False))
        pieces.append((text[first:last], True))
        at = last
    if at < end:
        pieces.append((text[at:end], False))
    return pieces


def card_pieces(card: Card) -> list[tuple[str, bool]]:
    """Return the text of a card in pieces, without the title that stands above it, and without what is too long."""
    return cut_pieces(card.text, card.words, card.body_start, card.read_end)


def title_pieces(card: Card) -> list[tuple[str, bool]]:
    """Return the title of a card in pieces."""
    return cut_pieces(card.text, card.words, 0, card.title_length) if card.title_length else [(card.title, False)]


def snippet_pieces(card: Card) -> list[tuple[str, bool]]:
    """Return the part of a card's text that a list shows: around the first word that stands out."""
    body = card.body_start
    first = next((start for start, _, _ in sorted(card.words) if start >= body), body)
    start = body if first - body < _SNIPPET - _BEFORE else max(first - _BEFORE, body)
    pieces = cut_pieces(card.text, card.words, start, start + _SNIPPET)
    return pieces if start == body else [("… ", False), *pieces]


def render(template: str, request: Request, **values: Any) -> str:
    """Fill a template in.

    Parameters
    ----------
    template : str
        Name of the template.
    request : starlette.requests.Request
        Whose login the page's forms carry.
    **values : Any
        What the template names.

    Returns
    -------
    str
        HTML.
    """
    login = getattr(request.state, "login", None)
    seen = getattr(request.state, "seen", 0)
    shared = {"csrf": "" if login is None else login.csrf, "opened": None, "view": "", "seen": seen}
    return get_environment().get_template(template).render(shared | values)


def show(template: str, request: Request, status: int = 200, **values: Any) -> Response:
    """Answer with a page."""
    return HTMLResponse(render(template, request, **values), status)


def _find_way_back(request: Request) -> str:
    """Return the page of ours that a form was sent from; nothing if it is not known."""
    came = urlsplit(request.headers.get("referer", ""))
    is_ours = request.method == "POST" and came.netloc == request.headers.get("host") and came.path.startswith("/")
    return f"{came.path}{'?' if came.query else ''}{came.query}" if is_ours and came.path[1:2] != "/" else ""


def show_error(request: Request, sentence: str, status: int = 400) -> Response:
    """Answer with a sentence that says what is wrong, as the one who asked can read it."""
    if "text/html" in request.headers.get("accept", ""):
        return show("error.html.jinja", request, status, sentence=sentence, back=_find_way_back(request))
    return JSONResponse({"error": sentence}, status)
