"""``likewise new``: a project of examples and a pile."""

import json
from typing import Annotated

import typer

from likewise.cli.console import output
from likewise.cli.find import place_examples
from likewise.cli.find_options import (
    Decisions,
    Embed,
    Ids,
    KeepCopies,
    Language,
    Marked,
    Profile,
    TextOrColumns,
    Top,
)
from likewise.cli.links import print_path
from likewise.cli.options import FollowLinks, Id, Json, Method, Quiet, Seed, Settings, Table
from likewise.cli.parameters import parse_parameters
from likewise.cli.progress import show_progress
from likewise.cli.project_options import By, NewProject

_Examples = Annotated[
    str | None,
    typer.Argument(
        metavar="EXAMPLES", help="Documents you like, as of `likewise find`; - for pasted text.", show_default=False
    ),
]
_Pile = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PILE", help="Documents to search: folders, zips or files; several are one pile.", show_default=False
    ),
]


def new_cli(
    project: NewProject,
    examples: _Examples = None,
    pile: _Pile = None,
    marked: Marked = None,
    ids: Ids = None,
    text: TextOrColumns = None,
    id: Id = None,  # noqa: A002
    table: Table = None,
    follow_links: FollowLinks = False,
    keep_copies: KeepCopies = False,
    decisions: Decisions = None,
    method: Method = None,
    profile: Profile = None,
    language: Language = None,
    embed: Embed = None,
    by: By = None,
    top: Top = 10,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
    params: Settings = None,
) -> None:
    """Make a project: documents, examples and every answer to come in one file; rank the pile for the first time."""
    from likewise.app.new_project import new_project
    from likewise.app.project_requests import NewRequest

    request = NewRequest(
        project=project,
        by=by,
        **place_examples(examples, tuple(pile or ()), text=text, marked=marked, ids=ids),
        id=id,
        table=table,
        follow_links=follow_links,
        keep_copies=keep_copies,
        decisions=tuple(decisions) if decisions else None,
        method=method,
        profile=profile,
        language=language,
        embed=embed,
        seed=seed,
        params=parse_parameters(params or []),
    )
    with show_progress(quiet=quiet or as_json) as progress:
        made = new_project(request, progress)
    if as_json:
        from likewise.app.as_json import search_as_json

        found = search_as_json(made.search.result, top)
        typer.echo(json.dumps({"project": str(made.project), "n_answers": made.n_answers, **found}))
        return
    from likewise.cli.report import print_notes, print_result

    console = output()
    print_result(console, made.search.result, top)
    if not quiet:
        print_notes(console, made.search.result.notes)
    print_path(console, "Project", made.project)
    if not quiet:
        console.print(f"Next: likewise review {made.project}", style="dim", markup=False, soft_wrap=True)
