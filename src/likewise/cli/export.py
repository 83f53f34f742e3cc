"""``likewise export``: the documents of a project as a table."""

import json
from typing import Annotated

import typer

from likewise.cli.completion import complete_kind
from likewise.cli.console import output
from likewise.cli.links import print_path
from likewise.cli.options import Json, Quiet
from likewise.cli.progress import show_progress
from likewise.cli.project_options import ProjectFile
from likewise.plural import count_noun

_Out = Annotated[
    str | None,
    typer.Option("-o", "--out", metavar="FILE", help="Where to write: .csv, .xlsx, .ris, .jsonl, .parquet, …"),
]
_Format = Annotated[
    str | None,
    typer.Option(
        "-f",
        "--format",
        metavar="KIND",
        help="Kind of the file; without -o it is named after the project.",
        autocompletion=complete_kind,
    ),
]
_Only = Annotated[
    str | None,
    typer.Option(
        "--only",
        metavar="PART",
        help="yes, no or undecided: these documents only; audit: the random sample; decisions: a table of the answers.",
        autocompletion=lambda: ["yes", "no", "undecided", "decisions", "audit"],
    ),
]
_Force = Annotated[bool, typer.Option("--force", help="Replace FILE even if it holds answers that would be lost.")]
_Safe = Annotated[
    bool,
    typer.Option(
        "--spreadsheet-safe", help="In .csv and .tsv, put a ' before cells that a spreadsheet would run as a formula."
    ),
]


def export_cli(
    project: ProjectFile,
    out: _Out = None,
    format: _Format = None,  # noqa: A002 the name of the option
    only: _Only = None,
    force: _Force = False,
    spreadsheet_safe: _Safe = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write the documents of a project to a table: every original column, and rank, probability, decision and why."""
    from likewise.app.project_export import export_project
    from likewise.app.project_requests import ExportRequest

    request = ExportRequest(
        project=project, out=out, format=format, only=only, force=force, spreadsheet_safe=spreadsheet_safe
    )
    with show_progress(quiet=quiet or as_json) as progress:
        written = export_project(request, progress)
    if as_json:
        told = {"path": str(written.path), "n_documents": written.n_documents, "notes": list(written.notes)}
        typer.echo(json.dumps(told))
        return
    console = output()
    noun = "answer" if only == "decisions" else "document"
    print_path(console, count_noun(written.n_documents, noun), written.path)
    if not quiet:
        from likewise.cli.report import print_notes

        print_notes(console, written.notes)
