"""``likewise simulate``: hide labels, search, and compare with the truth."""

import json
from typing import Annotated, Any

import typer

from likewise.app.evaluate import simulate
from likewise.app.evaluate_request import LoopRequest, SimulateRequest
from likewise.app.loop import simulate_loop
from likewise.cli.completion import complete_method
from likewise.cli.console import output
from likewise.cli.loop_report import print_loop
from likewise.cli.options import (
    Examples,
    Jobs,
    Json,
    Label,
    Labelled,
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
from likewise.errors import UserError

_Classes = Annotated[bool, typer.Option("--classes", help="Tell all classes apart, instead of searching for one.")]
_Share = Annotated[
    float, typer.Option("--share", metavar="SHARE", help="With --classes: share of each class whose labels are kept.")
]
_Plot = Annotated[
    str | None, typer.Option("--plot", metavar="FILE", help="Draw recall against reading into this .svg file.")
]
_Methods = Annotated[
    list[str] | None,
    typer.Option(
        "--method",
        metavar="NAME",
        help="How to search: a name that `likewise methods` lists. With --loop it may be given several times.",
        autocompletion=complete_method,
    ),
]
_Loop = Annotated[
    bool, typer.Option("--loop", help="Screen in a loop: rank, answer the first documents with the truth, rank again.")
]
_Batch = Annotated[
    int | None,
    typer.Option("--batch", metavar="N", help="With --loop: documents answered between two rankings; 10 by default."),
]
_Audit = Annotated[
    float | None,
    typer.Option(
        "--audit",
        metavar="SHARE",
        help="With --loop: share of the pile that is answered at random, to know when to stop.",
    ),
]


def simulate_cli(
    labelled: Labelled,
    positive: Positive = None,
    n_examples: Examples = 10,
    repeats: Repeats = 1,
    loop: _Loop = False,
    batch: _Batch = None,
    audit: _Audit = None,
    classes: _Classes = False,
    share: _Share = 0.05,
    method: _Methods = None,
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
    shared: dict[str, Any] = {
        "labelled": labelled,
        "n_examples": n_examples,
        "repeats": repeats,
        "text": text,
        "label": label,
        "seed": seed,
        "plot": plot,
        "n_jobs": n_jobs,
        "params": parse_parameters(params or []),
    }
    show: dict[str, bool] = {"as_json": as_json, "quiet": quiet}
    if loop:
        if classes or positive is None:
            raise UserError("a loop searches for one label; name it, and leave --classes out", parameter="positive")
        methods = tuple(method) if method else None
        batch = 10 if batch is None else batch
        _loop(LoopRequest(positive=positive, batch=batch, audit=audit, method=methods, **shared), **show)
        return
    for name, value in (("batch", batch), ("audit", audit)):
        if value is not None:
            raise UserError(f"{name} is for screening in a loop; add --loop, or leave it out", parameter=name)
    if len(method or []) > 1:
        raise UserError("one method is simulated at a time; add --loop, or use likewise compare", parameter="method")
    one = method[0] if method else None
    _search(SimulateRequest(positive=positive, classes=classes, share=share, method=one, **shared), **show)


def _loop(request: LoopRequest, *, as_json: bool, quiet: bool) -> None:
    with show_progress(quiet=quiet or as_json, title="Screening") as progress:
        outcome = simulate_loop(request, progress)
    typer.echo(json.dumps(outcome)) if as_json else print_loop(output(), request, outcome)


def _search(request: SimulateRequest, *, as_json: bool, quiet: bool) -> None:
    with show_progress(quiet=quiet or as_json) as progress:
        outcome = simulate(request, progress)
    typer.echo(json.dumps(outcome)) if as_json else print_simulation(output(), request, outcome)
