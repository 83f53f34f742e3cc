"""Review: one card, fixed buttons, and the next cards ready before they are asked for."""

from typing import Any
from urllib.parse import quote, urlencode

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from likewise.app.card import Card
from likewise.app.project_explain import answer_as_json
from likewise.app.sent_again import find_written
from likewise.web.forms import get_known, get_number, get_text, look, open_project, wants_json, write
from likewise.web.pages import PICKS, render, show
from likewise.web.results import describe_state
from likewise.web.workspace import Opened

_MOST_CARDS, _MOST_REASONS, _LONGEST_REMARK = 20, 50, 2000


def show_review(request: Request) -> Response:
    """Show the next card, or the one that the address names."""
    opened = open_project(request)
    name = request.query_params.get("id")
    if name is not None:
        pick = request.query_params.get("pick")
        card: Card | None = opened.session.card(name, pick if pick in PICKS else None)
    else:
        card = next(iter(opened.session.next_cards(1)), None)
    return show(
        "review.html.jinja",
        request,
        view="review",
        opened=opened,
        card=card,
        state=describe_state(opened),
        reasons=opened.session.list_reasons()[:_MOST_REASONS],
        last=request.query_params.get("last", ""),
    )


def send_cards(request: Request) -> Response:
    """Send the next cards, or one that is asked for."""
    opened = open_project(request)
    name = request.query_params.get("id")
    if name is not None:
        cards = [opened.session.card(name)]
    else:
        number = min(get_number(request.query_params.get("n"), 5), _MOST_CARDS)
        without = set(request.query_params.getlist("without"))
        cards = opened.session.next_cards(number, without)
    return JSONResponse({"cards": [_card_as_json(request, opened, card) for card in cards], "run": opened.session.run})


def _card_as_json(request: Request, opened: Opened, card: Card) -> dict[str, Any]:
    html = render("card.html.jinja", request, opened=opened, card=card)
    return {"id": card.id, "pick": card.pick, "decision": card.decision, "html": html}


def answer(request: Request, form: FormData) -> Response:
    """Write an answer down; it is on disk before anything is said of it."""
    opened = open_project(request, form)
    name, decision, pick = get_text(form, "id"), get_text(form, "decision"), get_text(form, "pick")
    note, reason = (get_text(form, field).strip()[:_LONGEST_REMARK] or None for field in ("note", "reason"))
    written = find_written(opened.session, get_known(request), decision, [name], note, reason)
    if written:
        given = written[0]
    else:
        pick_or_none = pick if pick in PICKS else None
        given = opened.session.answer(name, decision, pick=pick_or_none, note=note, reason=reason)
    opened.rerank()
    if wants_json(request):
        return JSONResponse({"answer": answer_as_json(given), "state": describe_state(opened)})
    return _back(opened, last=given.document)


def undo(request: Request, form: FormData) -> Response:
    """Take back the last answer, or that on the document which a window answered last."""
    opened = open_project(request, form)
    name = get_text(form, "id")
    written = find_written(opened.session, get_known(request), "undo", [name] if name else None)
    undone = written[0] if written else opened.session.undo(name or None)
    opened.rerank()
    if wants_json(request):
        state = {"undone": None if undone is None else undone.document, "state": describe_state(opened)}
        return JSONResponse(state)
    return _back(opened) if undone is None else _back(opened, id=undone.document)


def send_state(request: Request) -> Response:
    """Send how far the project is, and the answers after a number, of all windows and programs."""
    opened = open_project(request)
    since = request.query_params.get("since")
    new = opened.session.answers_since(get_number(since, 0)) if since is not None else []
    if new and not opened.session.is_current:
        opened.rerank()
    csrf = request.state.login.csrf
    return JSONResponse(
        {
            "state": describe_state(opened),
            "answers": [answer_as_json(each) for each in new],
            "last": max((each.seq for each in opened.session.answers.values()), default=0),
            "csrf": csrf,
        }
    )


def _back(opened: Opened, **query: str) -> Response:
    """Go on with the next card, or with one: `id`; `last` is the document that was answered, for an undo."""
    return RedirectResponse(f"/project/{quote(opened.name)}/review{'?' if query else ''}{urlencode(query)}", 303)


ROUTES = [
    look("/project/{name}/review", show_review),
    look("/project/{name}/cards", send_cards),
    look("/project/{name}/state", send_state),
    write("/project/{name}/answer", answer),
    write("/project/{name}/undo", undo),
]
