"""Results: the ranked list, what a cut-off brings, and answers on several documents at once."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from likewise.app.bulk import answer_several, describe_numbers, undo_several
from likewise.app.listing import ORDERS, SHOWN, ListRequest
from likewise.app.overview import describe_cut_off
from likewise.app.sent_again import find_written
from likewise.plural import count_noun
from likewise.web.forms import get_known, get_number, get_text, look, open_project, wants_json, write
from likewise.web.pages import render, show
from likewise.web.workspace import Opened

_PAGE = 50


def read_list_request(request: Request) -> ListRequest:
    """Read from the address which part of the list is wanted."""
    query = request.query_params
    return ListRequest(
        query=query.get("q", "")[:500],
        shown=query.get("show", SHOWN[0]),
        order=query.get("sort", ORDERS[0]),
        offset=get_number(query.get("from"), 0),
        limit=get_number(query.get("n"), _PAGE),
    )


def show_results(request: Request) -> Response:
    """Show the first page of the list, which works without a script."""
    opened = open_project(request)
    wanted = read_list_request(request)
    page = opened.listing.list(wanted)
    total = int(opened.session.outcome.get("n_ranked") or 0)
    cut = min(get_number(request.query_params.get("cut"), int(opened.session.outcome.get("n_taken") or 0)), total)

    def address(**changes: Any) -> str:
        values = {"q": wanted.query, "show": wanted.shown, "sort": wanted.order, "from": wanted.offset} | changes
        usual = {"q": "", "show": SHOWN[0], "sort": ORDERS[0], "from": 0}
        return "?" + urlencode({key: value for key, value in values.items() if value != usual.get(key)})

    return show(
        "results.html.jinja",
        request,
        view="results",
        opened=opened,
        page=page,
        wanted=wanted,
        shown=SHOWN,
        orders=ORDERS,
        address=address,
        cut=cut,
        n_ranked=total,
        sentence=describe_cut_off(opened.session, cut),
        undo=request.query_params.get("undo", "")[:40],
    )


def send_rows(request: Request) -> Response:
    """Send a part of the list to the script that scrolls it: the one that is asked for, or that has some document."""
    opened = open_project(request)
    wanted = read_list_request(request)
    sought = request.query_params.get("find")
    place = None if sought is None else opened.listing.find(wanted, sought)
    if place is not None:
        wanted = replace(wanted, offset=place - place % wanted.limit)
    page = opened.listing.list(wanted)
    rows = [
        {
            "id": card.id,
            "html": render("row.html.jinja", request, opened=opened, card=card, number=page.offset + at + 1),
        }
        for at, card in enumerate(page.cards)
    ]
    return JSONResponse({"total": page.total, "from": page.offset, "rows": rows, "place": place})


def send_cut_off(request: Request) -> Response:
    """Send what a cut-off brings."""
    opened = open_project(request)
    n_taken = get_number(request.query_params.get("n"), 0)
    return JSONResponse({"n": n_taken, "sentence": describe_cut_off(opened.session, n_taken)})


def answer_chosen(request: Request, form: FormData) -> Response:
    """Write one answer down for all documents that are chosen, or take the last ones back."""
    opened = open_project(request, form)
    numbers = get_text(form, "undo")
    if numbers:
        undone = undo_several(opened.session, numbers)
        words, numbers = f"{count_noun(len(undone), 'answer')} taken back.", ""
    else:
        ids = [value for value in form.getlist("id") if isinstance(value, str)]
        decision = get_text(form, "decision")
        written = find_written(opened.session, get_known(request), decision, list(dict.fromkeys(ids)))
        given = written or answer_several(opened.session, ids, decision)
        words, numbers = f"{count_noun(len(given), 'document')}: {decision}.", describe_numbers(given)
    opened.rerank()
    if wants_json(request):
        return JSONResponse({"message": words, "undo": numbers, "state": describe_state(opened)})
    back = get_text(form, "back")
    joint = "&" if back.startswith("?") and len(back) > 1 else "?"
    kept = back if back.startswith("?") and len(back) > 1 else ""
    return RedirectResponse(f"{request.url.path.removesuffix('/answers')}/results{kept}{joint}undo={numbers}", 303)


def describe_state(opened: Opened) -> dict[str, Any]:
    """Say how far a project is, for pages that are open."""
    session = opened.session
    counts = session.count_answers()
    return {
        **counts,
        "n_documents": session.n_documents,
        "last": session.version[0],
        "run": session.run,
        "is_current": session.is_current,
        "is_ready": session.result is not None,
        "summary": session.outcome.get("summary") or "",
        "cut": session.outcome.get("n_taken") or 0,
        "n_ranked": session.outcome.get("n_ranked") or 0,
    }


ROUTES = [
    look("/project/{name}/results", show_results),
    look("/project/{name}/rows", send_rows),
    look("/project/{name}/cut-off", send_cut_off),
    write("/project/{name}/answers", answer_chosen),
]
