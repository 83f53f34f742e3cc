"""``likewise simulate``: hide labels, search, and compare with the truth."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.app.labelled import read_labelled
from likewise.cli.console import output
from likewise.cli.parameters import parse_parameters
from likewise.cli.progress import show_progress
from likewise.cli.quality import print_classes, print_quality
from likewise.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from likewise.progress import Progress

__all__ = ["print_quality", "simulate", "simulate_cli"]


def simulate_cli(
    labelled: Annotated[
        str, typer.Argument(metavar="LABELLED", help="Labelled documents: a folder or a file.", show_default=False)
    ],
    positive: Annotated[str | None, typer.Option(help="The label to search for.", show_default=False)] = None,
    examples: Annotated[int, typer.Option(help="How many documents of that label to show.")] = 10,
    draws: Annotated[int, typer.Option(help="How many times to choose them anew and search.")] = 1,
    classes: Annotated[
        bool, typer.Option("--classes", help="Tell all classes apart, instead of searching for one.")
    ] = False,
    share: Annotated[float, typer.Option(help="With --classes: share of each class whose labels are kept.")] = 0.05,
    method: Annotated[str | None, typer.Option(help="How to search: a name of `likewise methods`.")] = None,
    text: Annotated[str | None, typer.Option(help="Text columns, with commas between them.")] = None,
    label: Annotated[str | None, typer.Option(help="Column of labels.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the choice of examples and of the method.")] = 0,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw recall against reading into this .svg file.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Processors; -1 is all of them.")] = -1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the method; repeatable.")
    ] = None,
) -> None:
    """Hide all labels but a few, search for the rest, and say how well it went."""
    params = parse_parameters(settings or [])
    if classes == (positive is not None):
        raise UserError(
            "say which label to search for with --positive LABEL, or tell all classes apart with --classes"
            + (", not both" if classes else "")
        )
    if classes and (draws != 1 or plot is not None):
        raise UserError("--draws and --plot are for one label; leave them out, or say --positive LABEL")
    with show_progress(quiet=quiet or as_json) as callback:
        outcome = simulate(
            labelled,
            share if positive is None else positive,
            examples,
            draws=draws,
            method=method,
            text=text,
            label=label,
            seed=seed,
            params=params,
            plot=plot,
            n_jobs=jobs,
            callback=callback,
        )
    if as_json:
        typer.echo(json.dumps(outcome))
        return
    console = output()
    if classes:
        console.print(
            f"{outcome['method']} was shown the classes of {outcome['n_labelled']:,} documents and told those of the "
            f"other {outcome['n_predicted']:,} in {outcome['seconds']:.1f} s.",
            markup=False,
        )
        print_classes(console, outcome)
        return
    console.print(
        f"{outcome['method']} was shown {examples:,} documents labelled {positive} and searched for the other "
        f"{outcome['n_positive']:,}; it found {outcome['n_predicted']:,.0f} documents in {outcome['seconds']:.1f} s"
        + (f": means of {draws:,} draws, ± their standard deviation." if draws > 1 else "."),
        markup=False,
    )
    print_quality(console, outcome)


def simulate(
    labelled: str,
    wanted: str | float,
    n_examples: int,
    *,
    draws: int = 1,
    method: str | None = None,
    text: str | None = None,
    label: str | None = None,
    seed: int = 0,
    params: "Mapping[str, Any] | None" = None,
    plot: Path | None = None,
    n_jobs: int = -1,
    callback: "Progress | None" = None,
) -> dict[str, Any]:
    r"""Read labelled documents, simulate a search, and draw a picture of it if asked to.

    Parameters
    ----------
    labelled : str
        A path for `likewise.readers.read`.
    wanted : str or float
        The label to search for; or, to tell all classes apart, the share of each whose labels are kept.
    n_examples : int
        How many documents of that label to show.
    draws : int, default=1
        How many times to choose examples and search for a label.
    method : str or None, default=None
        A registered name; None takes the default.
    text, label : str or None, default=None
        Columns; None guesses.
    seed : int, default=0
        Of the choice and of the method.
    params : mapping or None, default=None
        Parameters of the method.
    plot : pathlib.Path or None, default=None
        File for the recall curve of a label.
    n_jobs : int, default=-1
        Processors.
    callback : callable or None, default=None
        Called with a `Stage`.

    Returns
    -------
    dict
        As `likewise.evaluate.simulate`, or `likewise.evaluate.simulate_classes`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "drinks.csv")
    ...     _ = path.write_text("label,text\nwine,a glass of wine\nwine,wine in a glass\ntea,a pot of tea\n")
    ...     simulate(str(path), "wine", 1, method="centroid")["n_positive"]
    1
    """
    from likewise.atomic_write import write_whole
    from likewise.evaluate import DEFAULT_FOR_CLASSES, simulate_classes
    from likewise.evaluate import simulate as simulated
    from likewise.evaluate.recall_chart import recall_picture
    from likewise.evaluate.repeats import check_n_jobs
    from likewise.finder import DEFAULT_METHOD
    from likewise.finder.estimators import make_estimator
    from likewise.progress import Stage

    check_n_jobs(n_jobs)
    if plot is not None:
        _check_picture(plot)
    if method is None:
        method = DEFAULT_METHOD if isinstance(wanted, str) else DEFAULT_FOR_CLASSES
    make_estimator(method, params)  # a misspelt name should not wait for the file to be read
    if callback is not None:
        callback(Stage("reading"))
    texts, labels = read_labelled(labelled, text=text, label=label)
    options: dict[str, Any] = {"params": params, "n_jobs": n_jobs, "callback": callback}
    if not isinstance(wanted, str):
        return simulate_classes(texts, labels, wanted, method, seed, **options)
    outcome = simulated(texts, labels, wanted, n_examples, method, seed, draws=draws, **options)
    if plot is not None:
        picture = recall_picture(outcome, f"{method} shown {n_examples:,} documents labelled {wanted}")
        write_whole(picture.encode(), plot)
    return outcome


def _check_picture(path: Path) -> None:
    """Refuse a place for a picture before any work is done for it."""
    if path.suffix.lower() != ".svg":
        raise UserError(f"a picture is an .svg file, and {path} is not; give --plot a name that ends in .svg")
    if path.is_dir():
        raise UserError(f"{path} is a folder; name a file to draw into")
    if not path.absolute().parent.is_dir():
        raise UserError(f"cannot write {path}: there is no folder {path.absolute().parent}; make it first")
