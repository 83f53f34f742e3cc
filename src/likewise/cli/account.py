"""``likewise report`` and ``likewise prisma``: the account of a project."""

import json
from typing import Annotated

import typer

from likewise.cli.console import one_line, output
from likewise.cli.links import print_path
from likewise.cli.options import Json, Quiet
from likewise.cli.progress import show_progress
from likewise.cli.project_options import ProjectFile

_Page = Annotated[str, typer.Option("-o", "--out", metavar="FILE", help="The page to write (.html).")]
_Out = Annotated[
    str | None,
    typer.Option("-o", "--out", metavar="FILE", help="Also write it: a picture (.svg), a text (.txt) or a table."),
]
_Force = Annotated[bool, typer.Option("--force", help="Replace FILE even if likewise did not write it.")]


def report_cli(
    project: ProjectFile, out: _Page, force: _Force = False, as_json: Json = False, quiet: Quiet = False
) -> None:
    """Write the report of a project: the count, the flow diagram, who decided, the documents, and the methods."""
    from likewise.app.account import write_report

    with show_progress(quiet=quiet or as_json) as progress:
        path = write_report(project, out, progress, force=force)
    if as_json:
        typer.echo(json.dumps({"path": str(path)}))
    else:
        print_path(output(), "Report", path)


def prisma_cli(project: ProjectFile, out: _Out = None, as_json: Json = False, quiet: Quiet = False) -> None:
    """Print the numbers of a PRISMA 2020 flow diagram: identified, duplicates, screened, excluded, included."""
    from likewise.app.account import prisma_as_json, write_prisma

    with show_progress(quiet=quiet or as_json) as progress:
        answer = write_prisma(project, out, progress)
    if as_json:
        typer.echo(json.dumps(prisma_as_json(answer.prisma)))
        return
    from rich.table import Table

    from likewise.app.account import list_prisma

    console = output()
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="dim")
    table.add_column()
    table.add_column(justify="right")
    before = ""
    for part, what, number in list_prisma(answer.prisma):
        table.add_row("" if part == before else part, one_line(what), f"{number:,}")
        before = part
    console.print(table)
    if answer.path is not None:
        print_path(console, "Written", answer.path)
