"""``likewise open``: the local page."""

import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from likewise.cli.options import Quiet
from likewise.cli.progress import show_progress
from likewise.cli.project_options import By, complete_project
from likewise.errors import UserError

_Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATH",
        help="PROJECT; or EXAMPLES and PILE, of which a project is made; or nothing, to choose on the page.",
        show_default=False,
        autocompletion=complete_project,
    ),
]


def open_cli(
    paths: _Paths = None,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="The project to make of EXAMPLES and PILE; else named after PILE."),
    ] = None,
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="0 takes any that is free.")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address, and open no browser.")] = False,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; others than this need a password.")
    ] = "127.0.0.1",
    password: Annotated[
        str | None,
        typer.Option(
            "--password",
            metavar="WORD",
            envvar="LIKEWISE_PASSWORD",
            help="For other machines; better in LIKEWISE_PASSWORD, since others see what you type here.",
        ),
    ] = None,
    by: By = None,
    quiet: Quiet = False,
) -> None:
    """Open the page: drop files, read, decide, and see how many are left, all in the browser and on this machine."""
    # The one place where the command line starts the other face; it is loaded when it is wanted.
    from likewise.web.server import ServeRequest, find_folder, serve

    given = list(paths or [])
    ServeRequest(host=host, port=port, password=password)  # mistakes first
    folder, project = ".", None
    if len(given) == 1:
        folder, project = find_folder(given[0])
        if not Path(folder, f"{project}.likewise").is_file():
            raise UserError(
                f"there is no project {Path(folder, project)}.likewise; give examples and a pile to make one, or "
                "nothing to choose files on the page",
                parameter="paths",
            )
    elif given:
        folder, project = find_folder(_make_project(given[0], given[1:], name, by, quiet=quiet))

    def announce(address: str) -> None:
        if not quiet:
            typer.echo("The page is at the address below, for this browser alone; Ctrl-C stops it.", err=True)
        typer.echo(address)
        if not no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    request = ServeRequest(folder=folder, project=project, host=host, port=port, password=password, by=by)
    serve(request, announce)
    if not quiet:
        typer.echo("Stopped; every answer is saved.", err=True)


def _make_project(examples: str, pile: list[str], name: str | None, by: str | None, *, quiet: bool) -> str:
    from likewise.app.new_project import new_project
    from likewise.app.project_requests import NewRequest

    wanted = name or Path(pile[0]).name.partition(".")[0] or "review"
    request = NewRequest(project=wanted, examples=examples, pile=tuple(pile), by=by)
    with show_progress(quiet=quiet) as progress:
        return str(new_project(request, progress).project)
