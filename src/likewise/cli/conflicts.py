"""``likewise conflicts``: how far two reviewers agree, and what they settled on."""

import json
from typing import Annotated

import typer

from likewise.cli.console import one_line, output
from likewise.cli.options import Json, Quiet
from likewise.cli.project_options import By, ProjectFile
from likewise.errors import UserError
from likewise.plural import count_noun

_Resolve = Annotated[
    list[str] | None,
    typer.Option(
        "--resolve", metavar="ID=ANSWER", help="Settle a conflict with yes, no or unsure; may be given several times."
    ),
]


def conflicts_cli(
    project: ProjectFile, resolve: _Resolve = None, by: By = None, as_json: Json = False, quiet: Quiet = False
) -> None:
    """Say how far reviewers agree (Cohen's kappa), list the documents on which they differ, and settle them."""
    from likewise.app.agreement import agreement_as_json, find_agreement
    from likewise.app.agreement import resolve as settle

    if resolve:
        settle(project, dict(map(_split, resolve)), by)
    report = find_agreement(project)
    if as_json:
        typer.echo(json.dumps(agreement_as_json(report)))
        return
    console = output()
    if not report.agreements:
        console.print("No two reviewers have decided on the same document.", markup=False)
    for each in report.agreements:
        kappa = "no kappa, since both said the same of everything" if each.kappa is None else f"kappa {each.kappa:.2f}"
        both = f"{each.n_same:,} of {count_noun(each.n_both, 'document')} alike"
        console.print(f"{' and '.join(each.reviewers)}: {both}; {kappa}.", markup=False)
    resolved = f"; {report.n_resolved:,} settled" if report.n_resolved else ""
    console.print(f"{count_noun(len(report.conflicts), 'conflict')} open{resolved}.", markup=False)
    for conflict in report.conflicts:
        said = ", ".join(f"{who} {what}" for who, what in conflict.said.items())
        console.print(f"  {one_line(conflict.id)}  {one_line(conflict.title)} ({said})", markup=False)
    if report.conflicts and not quiet:
        first = one_line(report.conflicts[0].id)
        console.print(f"Settle one with: --resolve {first}=yes", style="dim", markup=False)


def _split(given: str) -> tuple[str, str]:
    name, equals, answer = given.rpartition("=")
    if not equals or not name:
        raise UserError(f"{given!r} settles nothing; give an id and an answer, such as 12=yes", parameter="resolve")
    return name, answer.strip().lower()
