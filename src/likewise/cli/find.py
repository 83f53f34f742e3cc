"""``likewise find``: rank a pile by likeness to examples."""

import json
import sys
from typing import Annotated, Any

import typer

from likewise.app.copy_files import Copied, check_copy_target, copy_found
from likewise.app.inputs import check_path, is_table
from likewise.app.pasted import decode_pasted
from likewise.app.request import SearchRequest
from likewise.app.search import SearchResult, search
from likewise.cli.console import output
from likewise.cli.find_options import (
    CopyTo,
    Decisions,
    Embed,
    Ids,
    KeepCopies,
    Language,
    Marked,
    Memory,
    Profile,
    Scheduler,
    TextOrColumns,
    Top,
)
from likewise.cli.options import FollowLinks, Id, Json, Method, Quiet, Seed, Settings, Table
from likewise.cli.parameters import parse_parameters
from likewise.cli.progress import show_progress
from likewise.cli.termination import clean_up_when_terminated
from likewise.errors import UserError
from likewise.plural import count_noun

_Examples = Annotated[
    str | None,
    typer.Argument(
        metavar="EXAMPLES",
        help="Documents you like: a folder, a file of any kind, a list of ids or DOIs; - for pasted text. Left out "
        "with --marked, --ids, or --text alone.",
        show_default=False,
    ),
]
_Pile = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PILE",
        help="Documents to search: folders, zips, or files of any kind; several are one pile.",
        show_default=False,
    ),
]
_Out = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--out",
        metavar="OUT",
        help="Write the full ranking here (.csv, .xlsx, .ris, …, or a folder) and a report (.html) beside it.",
    ),
]
_Report = Annotated[
    str | None, typer.Option("--report", metavar="FILE", help="Write the report here instead of beside OUT.")
]
_NoReport = Annotated[bool, typer.Option("--no-report", help="Write no report.")]
_Force = Annotated[
    bool, typer.Option("--force", help="Replace OUT even if it holds answers or columns that would be lost.")
]
_Safe = Annotated[
    bool,
    typer.Option(
        "--spreadsheet-safe", help="In .csv and .tsv, put a ' before cells that a spreadsheet would run as a formula."
    ),
]

_Project = Annotated[
    str | None,
    typer.Option("--project", metavar="PROJECT", help="Keep it as a project, as `likewise new` does."),
]


def find_cli(
    examples: _Examples = None,
    pile: _Pile = None,
    out: _Out = None,
    report: _Report = None,
    no_report: _NoReport = False,
    copy_to: CopyTo = None,
    force: _Force = False,
    spreadsheet_safe: _Safe = False,
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
    top: Top = 20,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
    params: Settings = None,
    project: _Project = None,
    memory: Memory = None,
    scheduler: Scheduler = None,
) -> None:
    """Rank a pile of documents by how much they are like your examples; say how many there are, and why."""
    fields: dict[str, Any] = {
        **place_examples(examples, tuple(pile or ()), text=text, marked=marked, ids=ids),
        "id": id,
        "table": table,
        "follow_links": follow_links,
        "keep_copies": keep_copies,
        "decisions": tuple(decisions) if decisions else None,
        "method": method,
        "profile": profile,
        "language": language,
        "embed": embed,
        "seed": seed,
        "params": parse_parameters(params or []),
        "out": out,
        "report": report,
        "no_report": no_report,
        "force": force,
        "spreadsheet_safe": spreadsheet_safe,
        "memory": memory,
        "scheduler": scheduler,
    }
    answer, copied = _search(fields, project, copy_to, quiet=quiet or as_json)
    if as_json:
        from likewise.app.as_json import search_as_json

        told = search_as_json(answer.result, top)
        typer.echo(json.dumps(told if copied is None else {**told, "copied": copied.as_json()}))
    else:
        print_search(answer, top, quiet=quiet)
        if copied is not None:
            print_copied(copied)


def _search(
    fields: dict[str, Any], project: str | None, copy_to: str | None, *, quiet: bool
) -> tuple[SearchResult, Copied | None]:
    """Search, keep it as a project and copy files, whichever is wanted."""
    target = None if copy_to is None else check_copy_target(copy_to)
    with clean_up_when_terminated(), show_progress(quiet=quiet) as progress:
        if project is None:
            answer = search(SearchRequest(**fields), progress)
        else:
            from likewise.app.new_project import new_project
            from likewise.app.project_requests import NewRequest

            answer = new_project(NewRequest(**fields, project=project), progress).search
        if target is None:
            return answer, None
        return answer, copy_found(answer.result, SearchRequest(**fields).pile_paths, target)


def place_examples(
    first: str | None, others: tuple[str, ...], *, text: str | None, marked: str | None, ids: str | None
) -> dict[str, Any]:
    """Find out which argument is the pile, and whether a text is an example itself.

    Parameters
    ----------
    first : str or None
        EXAMPLES, or the PILE alone.
    others : tuple of str
        The PILE, if there are EXAMPLES.
    text, marked, ids : str or None
        The options.

    Returns
    -------
    dict
        Fields of `likewise.app.request.SearchRequest`.

    Raises
    ------
    UserError
        If nothing is given, or nothing but one path that is not a table.

    Examples
    --------
    >>> place_examples("pile.csv", (), text="red wine", marked=None, ids=None)["pasted"]
    'red wine'
    """
    if first is None:
        raise UserError("there is nothing to search; give EXAMPLES and a PILE, or try: likewise demo")
    fields: dict[str, Any] = {"pile": first, "text": text, "marked": marked, "ids": ids}
    if not others and marked is None and ids is None:
        if text is None and not is_table(first):
            raise UserError(
                f"there are no examples, only {first}; give EXAMPLES before the PILE, or --marked, --ids or --text"
            )
        if text is None:
            return fields  # an export, with examples and decisions in it
        return {**fields, "text": None, "pasted": text}
    if not others:
        return fields
    if first != "-":
        return {**fields, "pile": others, "examples": first}
    for path in others:
        check_path(path, "pile")  # before anybody pastes anything
    return {**fields, "pile": others, "pasted": decode_pasted(sys.stdin.buffer.read())}


def print_search(answer: SearchResult, top: int, *, quiet: bool = False) -> None:
    """Print the first documents, the count, notes, and which files were written.

    Parameters
    ----------
    answer : SearchResult
        What was found.
    top : int
        How many documents.
    quiet : bool, default=False
        Whether to leave out notes.
    """
    from likewise.cli.links import print_path
    from likewise.cli.report import print_notes, print_result

    console = output()
    print_result(console, answer.result, top)
    if not quiet:
        print_notes(console, answer.result.notes)
    if answer.table is not None:
        number = len(answer.result.pile)
        print_path(console, f"All {number:,} documents, ranked", answer.table)
    if answer.report is not None:
        print_path(console, "Report", answer.report)
    if answer.table is None and answer.report is None and not quiet:
        console.print("Use -o found.csv to save the full ranking and a report.", style="dim")


def print_copied(copied: Copied) -> None:
    """Print where files were copied to, and what could not be copied.

    Parameters
    ----------
    copied : Copied
        As `likewise.app.copy_files.copy_found` returns it.
    """
    from likewise.cli.links import print_path
    from likewise.cli.report import print_notes

    console = output()
    if copied.folder is not None:
        print_path(console, f"{count_noun(copied.n_files, 'file')} copied", copied.folder)
    print_notes(console, copied.notes)
