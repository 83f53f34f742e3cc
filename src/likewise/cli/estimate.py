"""``likewise estimate``: found so far, how many are left, and whether that is enough."""

import json
import textwrap
from typing import TYPE_CHECKING

import typer

from likewise.cli.console import output
from likewise.cli.options import Json, Quiet
from likewise.cli.progress import show_progress
from likewise.cli.project_options import ProjectFile

if TYPE_CHECKING:
    from rich.console import Console

    from likewise.app.project_estimate import ProjectEstimate


def estimate_cli(project: ProjectFile, as_json: Json = False, quiet: Quiet = False) -> None:
    """Say how many are found and how many are left: by the model, by the random sample alone, and by the pace."""
    from likewise.app.project_estimate import estimate_as_json, estimate_project

    with show_progress(quiet=quiet or as_json) as progress:
        estimate = estimate_project(project, progress)
    if as_json:
        typer.echo(json.dumps(estimate_as_json(estimate)))
    else:
        print_estimate(output(), estimate, quiet=quiet)


def print_estimate(console: "Console", estimate: "ProjectEstimate", *, quiet: bool = False) -> None:
    """Print what the model, the random sample and the pace of finds say, each with what it rests on.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    estimate : ProjectEstimate
        What there is to say.
    quiet : bool, default=False
        Whether to leave out what it rests on.
    """
    from likewise.app.audit import describe_audit
    from likewise.app.pace import describe_pace
    from likewise.app.project_estimate import describe_model, describe_progress

    for sentence in describe_progress(estimate):
        console.print(sentence, markup=False)
    for heading, sentences in (
        ("By the model", describe_model(estimate)),
        ("By the audit", describe_audit(estimate.audit)),
        ("By the pace of finds", describe_pace(estimate.pace)),
    ):
        console.print()
        console.print(heading, style="bold")
        for sentence in sentences[: 1 if quiet else None]:
            for line in textwrap.wrap(sentence, console.width - 2):
                console.print(f"  {line}", markup=False)
