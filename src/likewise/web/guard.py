"""What stands before every route: who is heard, how much is read, and what is sent along."""

import ipaddress
from collections.abc import Collection, MutableMapping
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from likewise.web.logins import Logins

#: Bytes of a form, and of a form with files.
MOST_OF_FORM, MOST_OF_UPLOAD = 2**20, 2**31
UPLOAD = "/upload/"
#: Paths that a browser without a login may see: nothing on them tells anything of a project.
_OPEN = ("/enter", "/login", "/static/")
_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


class TooLarge(ValueError):
    """More was sent than is read."""


def name_cookie(port: int) -> str:
    """Name the cookie of a server, since cookies do not tell ports apart.

    Examples
    --------
    >>> name_cookie(8123)
    'likewise-8123'
    """
    return f"likewise-{port}"


def is_allowed_host(host: str, port: int, names: Collection[str], *, any_address: bool = False) -> bool:
    """Tell whether a Host header is one of ours: a name that somebody else made point here is not.

    Parameters
    ----------
    host : str
        The header.
    port : int
        Of the server.
    names : collection of str
        Names of the server, in small letters.
    any_address : bool, default=False
        Whether any address in numbers is allowed, which no name server can make point here.

    Returns
    -------
    bool
        Whether it is heard.

    Examples
    --------
    >>> is_allowed_host("127.0.0.1:80", 80, {"127.0.0.1"}), is_allowed_host("evil.example:80", 80, {"127.0.0.1"})
    (True, False)
    """
    name, _, given = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not name:
        name, given = given, ""
    if given and (not given.isdigit() or int(given) != port):
        return False
    if not given and port != 80:
        return False
    name = name.lower().removeprefix("[").removesuffix("]")
    if name in names:
        return True
    if not any_address:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Hears only who may be heard, and sends the same strict headers with every answer.

    Parameters
    ----------
    app : callable
        What is guarded.
    logins : Logins
        Who was let in.
    port : int
        Of the server.
    names : collection of str
        Names of the server.
    any_address : bool, default=False
        As of `is_allowed_host`.
    """

    def __init__(
        self, app: ASGIApp, *, logins: Logins, port: int, names: Collection[str], any_address: bool = False
    ) -> None:
        self._app, self._logins, self._port = app, logins, port
        self._names = frozenset(name.lower() for name in names)
        self._any_address = any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hear a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # nothing here speaks WebSocket
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        send = _with_headers(send)
        refused = self._refuse(scope, headers)
        if refused is not None:
            await refused(scope, receive, send)
            return
        limit = MOST_OF_UPLOAD if scope["path"].startswith(UPLOAD) else MOST_OF_FORM
        if int(headers.get("content-length") or 0) > limit:
            await _too_large()(scope, receive, send)
            return
        try:
            await self._app(scope, _limited(receive, limit), send)
        except TooLarge:
            await _too_large()(scope, receive, send)

    def _refuse(self, scope: Scope, headers: Headers) -> Response | None:
        """Return what is answered instead, or None for a request that is heard."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not is_allowed_host(hosts[0], self._port, self._names, any_address=self._any_address):
            return _deny("This page is not known by that name.", 421)
        if not _is_number(headers.get("content-length")):
            return _deny("That length is not a number.", 400)
        method = scope["method"]
        if method not in ("GET", "HEAD", "POST"):
            return _deny("That cannot be done here.", 405)
        if not _is_from_here(headers, scope, hosts[0]):
            return _deny("Another page may not ask for this.", 403)
        login = self._logins.find(_read_cookie(headers, name_cookie(self._port)))
        scope.setdefault("state", {})["login"] = login
        if login is None and not scope["path"].startswith(_OPEN):
            if method == "GET" and "text/html" in headers.get("accept", ""):
                return RedirectResponse("/login", 303)
            return _deny("Open the link that likewise printed when it was started.", 401)
        return None


def _is_from_here(headers: Headers, scope: Scope, host: str) -> bool:
    """Tell whether a request comes from our own page, or from a person who typed or followed an address."""
    site, is_write = headers.get("sec-fetch-site"), scope["method"] == "POST"
    origin = headers.get("origin")
    if origin is not None and origin != f"{scope.get('scheme', 'http')}://{host}":
        return False
    if is_write:
        return site == "same-origin" if site is not None else origin is not None
    if site in (None, "same-origin", "none"):
        return True
    return headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"


def _is_number(length: str | None) -> bool:
    return length is None or (length.isascii() and length.isdigit() and len(length) < 16)


def _read_cookie(headers: Headers, name: str) -> str | None:
    # As browsers write them: other servers of this machine may have set some that Python's own reader gives up at.
    return cookie_parser(headers.get("cookie", "")).get(name)


def _limited(receive: Receive, limit: int) -> Receive:
    read = 0

    async def receive_some() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > limit:
            raise TooLarge
        return message

    return receive_some


def _with_headers(send: Send) -> Send:
    async def send_more(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            there = {name.lower() for name, _ in message["headers"]}
            more = [(name.encode(), value.encode()) for name, value in _HEADERS.items() if name.encode() not in there]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return send_more


def _deny(sentence: str, status: int) -> Response:
    return PlainTextResponse(f"{sentence}\n", status)


def _too_large() -> Response:
    return _deny("That is too large.", 413)
