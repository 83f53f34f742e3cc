"""``likewise mark``: decisions from a file to a project."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from likewise.cli.console import output
from likewise.cli.options import Json, Quiet
from likewise.cli.progress import show_progress
from likewise.cli.project_options import By, ProjectFile

_Decisions = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Decisions by id, DOI, PMID, title or text: an export of likewise, Rayyan, Covidence or ASReview, any "
        "table with a column `included` or `decision`, or another project; of several files later ones win.",
        show_default=False,
    ),
]


def mark_cli(
    project: ProjectFile,
    decisions: _Decisions,
    by: By = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write decisions from a file into a project; each finds its document by whatever identifies it."""
    from likewise.app.mark import describe_marked, mark
    from likewise.app.project_requests import MarkRequest

    request = MarkRequest(project=project, decisions=tuple(decisions), by=by)
    with show_progress(quiet=quiet or as_json) as progress:
        marked = mark(request, progress)
    if as_json:
        typer.echo(json.dumps(asdict(marked)))
        return
    console = output()
    console.print(describe_marked(marked), markup=False)
    if not quiet:
        from likewise.cli.report import print_notes

        print_notes(console, marked.notes)
