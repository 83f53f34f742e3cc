"""The server: an address of this machine that nobody else has, until somebody stops it."""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from likewise.errors import UserError

#: Seconds that open connections get when the server stops.
_GRACE = 1
#: Requests at once.
_MOST_AT_ONCE = 256
#: Seconds within which a connection says what it wants.
_WITHIN = 30.0


@dataclass(frozen=True, kw_only=True)
class ServeRequest:
    """What to serve, and to whom.

    Parameters
    ----------
    folder : str, default="."
        Where projects are and are made.
    project : str or None, default=None
        The project to show first, by its name in the folder.
    host : str, default="127.0.0.1"
        The address to listen at.
    port : int, default=0
        0 takes any that is free.
    password : str or None, default=None
        Needed for every address that other machines reach.
    by : str or None, default=None
        Who answers.

    Examples
    --------
    >>> ServeRequest(host="0.0.0.0")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: other machines can reach 0.0.0.0; give a password, or leave the address out
    """

    folder: str = "."
    project: str | None = None
    host: str = "127.0.0.1"
    port: int = 0
    password: str | None = None
    by: str | None = None

    def __post_init__(self) -> None:
        if not is_loopback(self.host) and not self.password:
            raise UserError(
                f"other machines can reach {self.host}; give a password, or leave the address out", parameter="password"
            )
        if self.password is not None and len(self.password) < 8:
            raise UserError("the password is too short; take at least 8 characters", parameter="password")


def is_loopback(host: str) -> bool:
    """Tell whether an address is reached from this machine only.

    Examples
    --------
    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("192.168.0.7")
    (True, True, False)
    """
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def open_socket(host: str, port: int) -> socket.socket:
    """Listen at an address.

    Parameters
    ----------
    host : str
        The address.
    port : int
        0 takes any that is free.

    Returns
    -------
    socket.socket
        Listening.

    Raises
    ------
    UserError
        If the system refuses.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, OverflowError) as error:
        raise UserError(f"cannot listen at {host}: {error}", parameter="host") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise UserError(
            f"cannot listen at port {port}: {error.strerror}; leave the port out, and a free one is taken",
            parameter="port",
        ) from error
    return listening


def make_protocol(seconds: float) -> type:
    """Make the protocol of the server, which closes connections that ask for nothing: they would keep others out.

    Parameters
    ----------
    seconds : float
        Within which the whole head of a request has to come.

    Returns
    -------
    type
        For `uvicorn.Config`.
    """
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Protocol(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.loop.call_later(seconds, self._close_if_silent, None)

        def _close_if_silent(self, last: object) -> None:
            """Close the connection if there was no request after the last one, and that is answered."""
            is_answered = self.cycle is None or self.cycle.response_complete
            if self.cycle is last and is_answered:
                self.transport.close()
            elif not self.transport.is_closing():
                self.loop.call_later(seconds, self._close_if_silent, self.cycle)

    return Protocol


def serve(request: ServeRequest, announce: Callable[[str], object]) -> None:
    """Serve the page until somebody interrupts it.

    Parameters
    ----------
    request : ServeRequest
        What to serve.
    announce : callable
        Called with the address, which has a token that works once, when browsers may come.

    Raises
    ------
    UserError
        If the project or the address cannot be opened.
    """
    import uvicorn

    from likewise.app.first_run import load_engine
    from likewise.web.application import LOOPBACK, make_application
    from likewise.web.logins import Logins
    from likewise.web.workspace import Workspace

    load_engine()
    with Workspace(request.folder, request.by) as workspace:
        if request.project is not None:
            workspace.open(request.project)
        listening = open_socket(request.host, request.port)
        port = int(listening.getsockname()[1])
        logins = Logins(request.password)
        is_local = is_loopback(request.host)
        names = LOOPBACK if is_local else (*LOOPBACK, request.host, socket.gethostname(), socket.getfqdn())
        app = make_application(workspace, logins, port, names=names, any_address=not is_local)
        config = uvicorn.Config(
            app,
            http=make_protocol(_WITHIN),
            log_level="error",
            access_log=False,
            server_header=False,
            lifespan="off",
            ws="none",
            limit_concurrency=_MOST_AT_ONCE,
            timeout_graceful_shutdown=_GRACE,
        )
        announce(make_address(request, port, logins.token))
        with contextlib.closing(listening), contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])


def make_address(request: ServeRequest, port: int, token: str) -> str:
    """Return the address to open.

    Examples
    --------
    >>> make_address(ServeRequest(project="my review"), 8123, "abc")
    'http://127.0.0.1:8123/enter?token=abc&to=/project/my%20review/results'
    """
    host = f"[{request.host}]" if ":" in request.host else request.host
    target = "" if request.project is None else f"&to=/project/{quote(request.project)}/results"
    if request.password is not None:
        return f"http://{host}:{port}/login"
    return f"http://{host}:{port}/enter?token={token}{target}"


def find_folder(project: str) -> tuple[str, str]:
    """Tell the folder and the name of a project's file apart.

    Examples
    --------
    >>> find_folder("work/review.likewise")
    ('work', 'review')
    """
    path = Path(project).expanduser()
    name = path.name[: -len(".likewise")] if path.name.lower().endswith(".likewise") else path.name
    return str(path.parent), name
