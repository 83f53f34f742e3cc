"""``likewise simulate``: hide labels, search, and compare with the truth."""

import json
from typing import Annotated

import typer

from likewise.app.evaluate import simulate
from likewise.app.request import SimulateRequest
from likewise.cli.console import output
from likewise.cli.options import (
    Examples,
    Jobs,
    Json,
    Label,
    Labelled,
    Method,
    Positive,
    Quiet,
    Repeats,
    Seed,
    Settings,
    Text,
)
from likewise.cli.parameters import parse_parameters
from likewise.cli.progress import show_progress
from likewise.cli.quality import print_simulation

_Classes = Annotated[bool, typer.Option("--classes", help="Tell all classes apart, instead of searching for one.")]
_Share = Annotated[
    float, typer.Option("--share", metavar="SHARE", help="With --classes: share of each class whose labels are kept.")
]
_Plot = Annotated[
    str | None, typer.Option("--plot", metavar="FILE", help="Draw recall against reading into this .svg file.")
]


def simulate_cli(
    labelled: Labelled,
    positive: Positive = None,
    n_examples: Examples = 10,
    repeats: Repeats = 1,
    classes: _Classes = False,
    share: _Share = 0.05,
    method: Method = None,
    text: Text = None,
    label: Label = None,
    seed: Seed = 0,
    plot: _Plot = None,
    n_jobs: Jobs = -1,
    as_json: Json = False,
    quiet: Quiet = False,
    params: Settings = None,
) -> None:
    """Hide all labels but a few, search for the rest, and say how well it went."""
    request = SimulateRequest(
        labelled=labelled,
        positive=positive,
        classes=classes,
        share=share,
        n_examples=n_examples,
        repeats=repeats,
        method=method,
        text=text,
        label=label,
        seed=seed,
        plot=plot,
        n_jobs=n_jobs,
        params=parse_parameters(params or []),
    )
    with show_progress(quiet=quiet or as_json) as progress:
        outcome = simulate(request, progress)
    if as_json:
        typer.echo(json.dumps(outcome))
    else:
        print_simulation(output(), request, outcome)
