"""Routes: what only looks, and what writes, which none does without the token of its form."""

import secrets
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from likewise.errors import UserError
from likewise.web.guard import MOST_OF_FORM
from likewise.web.once import Once
from likewise.web.pages import show_error
from likewise.web.uploads import receive_files
from likewise.web.workspace import Opened, Workspace

Look: TypeAlias = Callable[[Request], Response]
Write: TypeAlias = Callable[[Request, FormData], Response]
#: Files and fields of one form.
_MOST_FILES, _MOST_FIELDS = 20_000, 5_000


def get_workspace(request: Request) -> Workspace:
    """Return what the server works on."""
    workspace: Workspace = request.app.state.workspace
    return workspace


def open_project(request: Request, form: FormData | None = None) -> Opened:
    """Return the project that the address names, with the answers of other programs.

    Parameters
    ----------
    request : starlette.requests.Request
        Whose page may say which project of that name it shows.
    form : starlette.datastructures.FormData or None, default=None
        Which may say so, too.

    Returns
    -------
    Opened
        At work.

    Raises
    ------
    UserError
        If there is none, or the page shows another one: its ids would mean other documents here.
    """
    opened = get_workspace(request).open(request.path_params["name"])
    shown = request.headers.get("x-stamp") or (get_text(form, "stamp") if form is not None else "")
    if shown and shown != opened.stamp:
        raise UserError(
            f"{opened.name} is another project than the one that this page shows; load the page again",
            parameter="project",
        )
    opened.session.catch_up()
    request.state.seen = opened.session.version[0]  # whatever comes later is news to the page
    return opened


def look(path: str, handler: Look) -> Route:
    """Make a route that changes nothing; its handler runs in a thread.

    Parameters
    ----------
    path : str
        The address.
    handler : callable
        Takes the request.

    Returns
    -------
    starlette.routing.Route
        For GET.
    """

    async def endpoint(request: Request) -> Response:
        try:
            return await run_in_threadpool(handler, request)
        except UserError as error:
            return show_error(request, str(error), 404 if error.parameter in ("project", "id", "draft") else 400)

    return Route(path, endpoint, methods=["GET"], name=path)


def write(path: str, handler: Write) -> Route:
    """Make a route that changes something: only for forms that carry the token of the login.

    Parameters
    ----------
    path : str
        The address.
    handler : callable
        Takes the request and the form; runs in a thread.

    Returns
    -------
    starlette.routing.Route
        For POST.
    """

    async def endpoint(request: Request) -> Response:
        expected = request.state.login.csrf
        given = request.headers.get("x-csrf-token")
        if given is not None and not secrets.compare_digest(given.encode(), expected.encode()):
            return show_error(request, "this form is too old; load the page again", 403)
        try:
            async with _read_form(request) as form:
                field = form.get("csrf")
                if given is None and not (
                    isinstance(field, str) and secrets.compare_digest(field.encode(), expected.encode())
                ):
                    return show_error(request, "this form is too old; load the page again", 403)
                sent = request.headers.get("x-once")
                key = (request.url.path, expected, sent[:64]) if sent else None
                once: Once = request.app.state.once
                return await once.do(key, lambda: run_in_threadpool(handler, request, form))
        except UserError as error:
            return show_error(request, str(error))
        except ClientDisconnect:  # whoever sent it has left
            return Response(status_code=400)

    return Route(path, endpoint, methods=["POST"], name=path)


def _read_form(request: Request) -> AbstractAsyncContextManager[FormData]:
    if request.headers.get("content-type", "").startswith("multipart/form-data"):
        return receive_files(request, get_workspace(request).drafts.folder, _MOST_FILES, _MOST_FIELDS)
    return request.form(max_files=0, max_fields=_MOST_FIELDS, max_part_size=MOST_OF_FORM)


def get_text(form: FormData, name: str, default: str = "") -> str:
    """Return a field of a form that is a text."""
    value = form.get(name)
    return value if isinstance(value, str) else default


def get_number(value: str | None, default: int) -> int:
    """Read a whole number from an address; anything else is the default.

    Examples
    --------
    >>> get_number("12", 0), get_number("many", 0), get_number("-3", 0)
    (12, 0, 0)
    """
    return int(value) if value is not None and value.isascii() and value.isdigit() and len(value) < 10 else default


def get_known(request: Request) -> int | None:
    """Return the last answer that a page knew of when it first sent a write that it sends again; None for a new one."""
    after = request.headers.get("x-again-after", "")
    return get_number(after, 0) if after else None


def wants_json(request: Request) -> bool:
    """Tell whether a script asks, rather than a person."""
    return "application/json" in request.headers.get("accept", "")
