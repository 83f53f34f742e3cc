"""``likewise doctor``: what was understood of a file, before anything runs."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.app.check import CheckResult, check
from likewise.app.request import CheckRequest
from likewise.cli.console import one_line, output
from likewise.cli.options import FollowLinks, Id, Json, Label, Quiet, Table, Text
from likewise.cli.progress import show_progress
from likewise.cli.report import print_notes
from likewise.plural import count_noun

if TYPE_CHECKING:
    from rich.console import Console

    from likewise.app.check import Checkup

_MOST_UNREAD = 20

_Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE", help="A file or folder; of two, say how many documents are in both."),
]


def doctor_cli(
    files: _Files,
    text: Text = None,
    label: Label = None,
    id: Id = None,  # noqa: A002
    table: Table = None,
    follow_links: FollowLinks = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say what was read: columns guessed, encodings, empty documents, copies, language, and what could not be read."""
    with show_progress(quiet=quiet or as_json) as progress:
        request = CheckRequest(
            files=tuple(files), text=text, label=label, id=id, table=table, follow_links=follow_links
        )
        result = check(request, progress)
    if as_json:
        from likewise.app.as_json import check_as_json

        typer.echo(json.dumps(check_as_json(result)))
        return
    print_check(output(), result)


def print_check(console: "Console", result: CheckResult) -> None:
    """Print what there is to say of each file, and of two together.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    result : CheckResult
        What there is to say.
    """
    for place, checkup in enumerate(result.checkups):
        if place:
            console.print()
        print_checkup(console, checkup)
    if result.n_in_both is not None:
        console.print()
        examples, pile = result.checkups
        documents = count_noun(result.n_in_both, "document") if result.n_in_both else "No documents"
        is_ranked = "; `likewise find` does not rank documents that are examples" if result.n_in_both else ""
        verb = "is" if result.n_in_both == 1 else "are"
        sentence = f"{documents} of {pile.source} {verb} also in {examples.source}{is_ranked}."
        console.print(one_line(sentence), markup=False, soft_wrap=True)
        if result.n_in_both > examples.n_documents:
            known = count_noun(examples.n_documents, "document")
            warning = (
                f"that is more than the {known} of {examples.source}; look for values such as NA in columns of ids"
            )
            print_notes(console, [warning])


def print_checkup(console: "Console", checkup: "Checkup") -> None:
    """Print what there is to say of one file.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    checkup : Checkup
        What there is to say.

    Examples
    --------
    >>> from likewise.app.check import check_documents
    >>> from likewise.finder.inputs import as_documents
    >>> print_checkup(output(width=80), check_documents(as_documents(["red wine"], "pile")))
    <BLANKLINE>
    1 document
    ...
    """
    from rich.text import Text

    def line(name: str, value: str) -> None:
        console.print(Text.assemble((f"  {name:<12}", "bold"), one_line(value, 2000)), soft_wrap=True)

    console.print(Text(one_line(checkup.source), style="bold"))
    documents = count_noun(checkup.n_documents, "document")
    empty = f", {checkup.n_empty:,} without text" if checkup.n_empty else ""
    file = ", ".join(part for part in (checkup.kind, checkup.encoding) if part)
    console.print(f"{documents}{empty}{f' ({file})' if file else ''}", markup=False)
    for role in ("text", "id", "label"):
        names = checkup.columns.get(role)
        line(role, ", ".join(names) if names else {"id": "none: rows are numbered"}.get(role, "none"))
    if checkup.other_columns:
        line("also kept", ", ".join(checkup.other_columns))
    if checkup.n_words:
        shortest, median, longest = checkup.n_words
        line("words", f"median {median:,}; from {shortest:,} to {longest:,}")
    line("language", checkup.language or "not detected; English is assumed")
    copies = f"{count_noun(checkup.n_copies, 'document')}, in {count_noun(checkup.n_groups, 'group')}"
    line("copies", copies if checkup.n_copies else "none")
    if checkup.labels:
        line("labels", ", ".join(f"{name} ({number:,})" for name, number in checkup.labels.items()))
    for name, text in checkup.beginnings:
        line("for example", f"{one_line(name, 60)}: {one_line(text, 90)}")
    for note in checkup.notes:
        if not note.startswith("not read"):
            console.print(Text(f"  Note: {one_line(note, 2000)}", style="yellow"), soft_wrap=True)
    for name, reason in checkup.unread[:_MOST_UNREAD]:
        console.print(Text(f"  Not read: {one_line(name)}: {one_line(reason)}", style="red"), soft_wrap=True)
    if len(checkup.unread) > _MOST_UNREAD:
        console.print(Text(f"  Not read: {len(checkup.unread) - _MOST_UNREAD:,} more", style="red"))
