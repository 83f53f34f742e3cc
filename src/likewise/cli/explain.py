"""``likewise explain``: why a document stands where it does."""

import json
from typing import TYPE_CHECKING

import typer

from likewise.cli.console import one_line, output
from likewise.cli.options import Json, Quiet
from likewise.cli.progress import show_progress
from likewise.cli.project_options import DocumentId, ProjectFile

if TYPE_CHECKING:
    from rich.console import Console

    from likewise.app.project_explain import Explanation


def explain_cli(
    project: ProjectFile,
    id: DocumentId,  # noqa: A002 the name of the column
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say why a document stands where it does: its words, the examples most like it, and what was said of it."""
    from likewise.app.project_explain import explain_document, explanation_as_json

    with show_progress(quiet=quiet or as_json) as progress:
        explanation = explain_document(project, id, progress)
    if as_json:
        typer.echo(json.dumps(explanation_as_json(explanation)))
    else:
        print_explanation(output(), explanation)


def print_explanation(console: "Console", explanation: "Explanation") -> None:
    """Print what there is to say of a document, its words highlighted.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    explanation : Explanation
        What there is to say.
    """
    from rich.text import Text

    reasons = explanation.reasons
    console.print(Text(one_line(explanation.title), style="bold"))
    console.print(Text(f"{one_line(reasons.id)}: {_describe_place(explanation)}"))
    if reasons.words:
        console.print(Text(f"Words: {', '.join(f'{word} ({weight:.2f})' for word, weight in reasons.words)}."))
    for (name, likeness), title in zip(reasons.nearest, explanation.nearest_titles, strict=True):
        console.print(Text(f"Like the example {one_line(name)} ({likeness:.2f}): {one_line(title)}"))
    if explanation.topic:
        console.print(Text(f"Topic among those found: {', '.join(explanation.topic)}."))
    if explanation.copies:
        console.print(Text(f"Near-copies: {', '.join(map(one_line, explanation.copies[:5]))}."))
    if explanation.is_audit:
        console.print(Text("It is in the random sample."))
    for answer in explanation.answers:
        said = f"took back answer {answer.undoes}" if answer.decision == "undo" else f"said {answer.decision}"
        reason = f": {one_line(answer.reason)}" if answer.reason else ""
        console.print(Text(f"{answer.at}  {answer.by} {said}{reason}"))
    text = Text(reasons.text)
    for start, end, _ in reasons.spans:
        text.stylize("bold underline", start, end)
    console.print()
    for line in text.split():
        line.plain = "".join(letter if letter.isprintable() else " " for letter in line.plain)
        console.print(line)


def _describe_place(explanation: "Explanation") -> str:
    reasons = explanation.reasons
    if reasons.rank is None:
        return "an example" if reasons.decision == "example" else f"decided: {reasons.decision}"
    place = f"rank {reasons.rank:,}"
    if reasons.probability is None:
        return place
    between = "" if explanation.lower is None else f" ({explanation.lower:.2f}–{explanation.upper:.2f})"
    unsure = "; you are unsure of it" if reasons.decision == "unsure" else ""
    return f"{place}, probability {reasons.probability:.2f}{between}, suggestion {reasons.suggestion}{unsure}"
