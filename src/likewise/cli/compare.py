"""``likewise compare``: several methods on the same examples, with paired tests."""

import json
from typing import Annotated

import typer

from likewise.app.evaluate import compare
from likewise.app.evaluate_request import CompareRequest
from likewise.cli.comparison_report import print_comparison
from likewise.cli.completion import complete_methods
from likewise.cli.console import output
from likewise.cli.options import Examples, Jobs, Json, Label, Labelled, Positive, Quiet, Repeats, Seed, Text
from likewise.cli.progress import show_progress
from likewise.errors import UserError

_Methods = Annotated[
    str | None,
    typer.Option(
        "--methods",
        metavar="NAMES",
        help="Names that `likewise methods` lists, comma-separated; the others are tested against the first.",
        autocompletion=complete_methods,
    ),
]
_Out = Annotated[
    str | None,
    typer.Option("-o", "--out", metavar="OUT", help="Write the table here: .csv, .xlsx, .jsonl or another kind."),
]


def compare_cli(
    labelled: Labelled,
    positive: Positive = None,
    n_examples: Examples = 10,
    repeats: Repeats = 5,
    methods: _Methods = None,
    text: Text = None,
    label: Label = None,
    seed: Seed = 0,
    out: _Out = None,
    n_jobs: Jobs = -1,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the same examples to several methods, and say which of them finds the rest best."""
    if positive is None:
        raise UserError("name the label to search for", parameter="positive")
    names = None if methods is None else tuple(name.strip() for name in methods.split(",") if name.strip())
    request = CompareRequest(
        labelled=labelled,
        positive=positive,
        n_examples=n_examples,
        repeats=repeats,
        methods=names,
        text=text,
        label=label,
        seed=seed,
        out=out,
        n_jobs=n_jobs,
    )
    with show_progress(quiet=quiet or as_json, title="Searching") as progress:
        comparison = compare(request, progress)
    if as_json:
        typer.echo(json.dumps(comparison))
    else:
        print_comparison(output(), comparison)
