"""``likewise add``: more documents or examples for a project."""

import json
from typing import Annotated

import typer

from likewise.cli.console import output
from likewise.cli.find_options import KeepCopies
from likewise.cli.options import FollowLinks, Id, Json, Quiet, Table, Text
from likewise.cli.progress import show_progress
from likewise.cli.project_options import By, ProjectFile

_Files = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Documents: files, folders or zips.", show_default=False)
]
_Examples = Annotated[bool, typer.Option("--examples", help="These are more examples, not more of the pile.")]


def add_cli(
    project: ProjectFile,
    files: _Files,
    examples: _Examples = False,
    text: Text = None,
    id: Id = None,  # noqa: A002
    table: Table = None,
    follow_links: FollowLinks = False,
    keep_copies: KeepCopies = False,
    by: By = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Add documents or examples to a project; those that it has already are recognised and not added again."""
    from likewise.app.add import add, describe_added
    from likewise.app.project_requests import AddRequest

    request = AddRequest(
        project=project,
        files=tuple(files),
        examples=examples,
        text=text,
        id=id,
        table=table,
        follow_links=follow_links,
        keep_copies=keep_copies,
        by=by,
    )
    with show_progress(quiet=quiet or as_json) as progress:
        added = add(request, progress)
    if as_json:
        numbers = {name: getattr(added, name) for name in ("n_records", "n_new", "n_known", "n_decided")}
        typer.echo(json.dumps({**numbers, "notes": list(added.notes)}))
        return
    console = output()
    for sentence in describe_added(added, "example" if examples else "document"):
        console.print(sentence, markup=False)
    if not quiet:
        from likewise.cli.report import print_notes

        print_notes(console, added.notes)
