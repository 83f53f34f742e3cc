"""``likewise audit``: what a random sample alone says, and whether it allows to stop."""

import json
from typing import Annotated

import typer

from likewise.cli.console import output
from likewise.cli.options import Json, Quiet
from likewise.cli.project_options import By, ProjectFile

_Draw = Annotated[
    int | None,
    typer.Option("--draw", metavar="N", help="Draw a sample of N documents from those that nobody has decided."),
]


def audit_cli(
    project: ProjectFile, draw: _Draw = None, by: By = None, as_json: Json = False, quiet: Quiet = False
) -> None:
    """Say what a random sample proves without any model; draw one from what is left when you want to stop."""
    from likewise.app.audit import audit_as_json, audit_project, describe_audit

    audit = audit_project(project, draw, by)
    if as_json:
        typer.echo(json.dumps(audit_as_json(audit)))
        return
    console = output()
    for sentence in describe_audit(audit)[: 1 if quiet else None]:
        console.print(sentence, markup=False)
    if draw is not None and not quiet:
        told = "Answer it in `likewise review`, or in a table: likewise export PROJECT -o audit.xlsx --only audit"
        console.print(told, style="dim", markup=False)
