"""``likewise log``, ``copy`` and ``repair``: the history of a project, and its file."""

import json
from typing import Annotated

import typer

from likewise.cli.console import one_line, output
from likewise.cli.options import Json, Quiet
from likewise.cli.project_options import ProjectFile
from likewise.plural import count_noun

_To = Annotated[str, typer.Argument(metavar="TO", help="The new file; .likewise is added.", show_default=False)]


_Last = Annotated[int | None, typer.Option("--last", metavar="N", min=1, help="Only what happened last.")]


def log_cli(project: ProjectFile, last: _Last = None, as_json: Json = False, quiet: Quiet = False) -> None:
    """Print what was added, said and ranked in a project, in order; nothing in it is ever erased."""
    from likewise.app.history import history_as_json, list_events, read_history

    history = read_history(project)
    if as_json:
        typer.echo(json.dumps(history_as_json(history)))
        return
    for when, who, what in list_events(history)[-last if last else 0 :]:
        typer.echo(f"{when[:19].replace('T', ' ')}  {one_line(who)}  {one_line(what, 2000)}")


def copy_cli(project: ProjectFile, to: _To, as_json: Json = False, quiet: Quiet = False) -> None:
    """Copy a project as it is at one moment, also while it is open elsewhere."""
    from likewise.app.project_files import copy

    path = copy(project, to)
    typer.echo(json.dumps({"path": str(path)}) if as_json else f"Copy: {path}")


def repair_cli(project: ProjectFile, to: _To, as_json: Json = False, quiet: Quiet = False) -> None:
    """Say what is damaged in a project, and recover every answer that can still be read into a new file."""
    from likewise.app.project_files import repair

    repaired = repair(project, to)
    if as_json:
        told = {"path": str(repaired.path), "damage": list(repaired.damage), "is_whole": repaired.is_whole}
        typer.echo(json.dumps({**told, **{f"n_{name}": number for name, number in repaired.rows.items()}}))
        return
    console = output()
    for damage in repaired.damage:
        console.print(f"Damaged: {one_line(damage)}", markup=False)
    if not repaired.damage:
        console.print("Nothing is damaged.", markup=False)
    answers = count_noun(repaired.rows.get("answers", 0), "answer")
    documents = count_noun(repaired.rows.get("documents", 0), "document")
    console.print(f"Recovered {answers} and {documents}: {repaired.path}", markup=False, soft_wrap=True)
    if not repaired.is_whole and not quiet:
        console.print(
            "Documents are missing: make the project again from the files that it was made of, and bring the answers "
            f"into it with: likewise mark PROJECT {repaired.path}",
            markup=False,
        )
