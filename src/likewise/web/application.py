"""All routes together, behind the guard."""

from collections.abc import Collection
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import FormData
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from likewise.web import bringing, overview, results, review, start
from likewise.web.guard import Guard, name_cookie
from likewise.web.logins import Login, Logins
from likewise.web.once import Once
from likewise.web.pages import show, show_error
from likewise.web.workspace import Workspace

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def make_application(
    workspace: Workspace,
    logins: Logins,
    port: int,
    *,
    names: Collection[str] = LOOPBACK,
    any_address: bool = False,
) -> Starlette:
    """Make the application.

    Parameters
    ----------
    workspace : Workspace
        What it works on.
    logins : Logins
        Who may use it.
    port : int
        Of the server.
    names : collection of str, default=LOOPBACK
        Names of the server that are heard.
    any_address : bool, default=False
        Whether addresses in numbers are heard as well.

    Returns
    -------
    starlette.applications.Starlette
        For any ASGI server.
    """
    cookie = name_cookie(port)

    def admit(login: Login | None, target: str) -> Response:
        response = RedirectResponse(target, 303)
        if login is not None:
            response.set_cookie(cookie, login.cookie, httponly=True, samesite="strict", path="/")
        return response

    async def enter(request: Request) -> Response:
        login = logins.enter(request.query_params.get("token", ""))
        if login is None and request.state.login is None:
            return RedirectResponse("/login?used", 303)
        target = request.query_params.get("to", "/")
        return admit(login, target if target.startswith("/") and not target.startswith(("//", "/\\")) else "/")

    async def show_login(request: Request) -> Response:
        if request.state.login is not None:
            return RedirectResponse("/", 303)
        is_used = "used" in request.query_params
        return show("login.html.jinja", request, 401, has_password=logins.has_password, is_used=is_used, is_wrong=False)

    async def log_in(request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool

        form: FormData
        async with request.form(max_files=0, max_fields=5) as form:
            password = form.get("password")
        typed, address = password if isinstance(password, str) else "", request.client.host if request.client else ""
        login = await run_in_threadpool(logins.enter_by_password, typed, address)
        if login is None:
            has = logins.has_password
            return show("login.html.jinja", request, 401, has_password=has, is_used=False, is_wrong=True)
        return admit(login, "/")

    async def not_found(request: Request, _: Exception) -> Response:
        return show_error(request, "there is nothing at this address", 404)

    app = Starlette(
        routes=[
            Route("/enter", enter, methods=["GET"]),
            Route("/login", show_login, methods=["GET"]),
            Route("/login", log_in, methods=["POST"]),
            *start.ROUTES,
            *results.ROUTES,
            *review.ROUTES,
            *overview.ROUTES,
            *bringing.ROUTES,
            Mount("/static", StaticFiles(directory=Path(__file__).with_name("static"))),
        ],
        middleware=[Middleware(Guard, logins=logins, port=port, names=names, any_address=any_address)],
        exception_handlers={404: not_found},
    )
    app.state.workspace, app.state.once = workspace, Once()
    return app
