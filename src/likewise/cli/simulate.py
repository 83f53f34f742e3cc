"""``likewise simulate``: hide labels, search, and compare with the truth."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.console import output
from likewise.cli.parameters import parse_parameters
from likewise.cli.progress import watching
from likewise.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from likewise.finder.stages import Callback


def simulate_cli(
    labelled: Annotated[
        str, typer.Argument(metavar="LABELLED", help="Labelled documents: a folder or a file.", show_default=False)
    ],
    positive: Annotated[str | None, typer.Option(help="The label to search for.", show_default=False)] = None,
    examples: Annotated[int, typer.Option(help="How many documents of that label to show.")] = 10,
    classes: Annotated[
        bool, typer.Option("--classes", help="Tell all classes apart, instead of searching for one.")
    ] = False,
    share: Annotated[float, typer.Option(help="With --classes: share of each class whose labels are kept.")] = 0.05,
    method: Annotated[str | None, typer.Option(help="How to search: a name of `likewise methods`.")] = None,
    text: Annotated[str | None, typer.Option(help="Text columns, with commas between them.")] = None,
    label: Annotated[str | None, typer.Option(help="Column of labels.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the choice of examples and of the method.")] = 0,
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
    with watching(quiet=quiet or as_json) as callback:
        outcome = simulate(
            labelled,
            share if positive is None else positive,
            examples,
            method=method,
            text=text,
            label=label,
            seed=seed,
            params=params,
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
        f"{outcome['n_positive']:,}; it found {outcome['n_predicted']:,} documents in {outcome['seconds']:.1f} s.",
        markup=False,
    )
    print_quality(console, outcome)


def simulate(
    labelled: str,
    wanted: str | float,
    n_examples: int,
    *,
    method: str | None = None,
    text: str | None = None,
    label: str | None = None,
    seed: int = 0,
    params: "Mapping[str, Any] | None" = None,
    callback: "Callback | None" = None,
) -> dict[str, Any]:
    r"""Read labelled documents and simulate a search.

    Parameters
    ----------
    labelled : str
        A path for `likewise.readers.read`.
    wanted : str or float
        The label to search for; or, to tell all classes apart, the share of each whose labels are kept.
    n_examples : int
        How many documents of that label to show.
    method : str or None, default=None
        A registered name; None takes the default.
    text, label : str or None, default=None
        Columns; None guesses.
    seed : int, default=0
        Of the choice and of the method.
    params : mapping or None, default=None
        Parameters of the method.
    callback : callable or None, default=None
        Called with a `Stage`.

    Returns
    -------
    dict
        As `likewise.finder.simulate`, or `likewise.finder.simulate_classes`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "drinks.csv")
    ...     _ = path.write_text("label,text\nwine,a glass of wine\nwine,wine in a glass\ntea,a pot of tea\n")
    ...     simulate(str(path), "wine", 1, method="centroid")["n_positive"]
    1
    """
    from likewise.finder import DEFAULT_FOR_CLASSES, DEFAULT_METHOD, Stage, simulate_classes
    from likewise.finder import simulate as simulated
    from likewise.finder.estimators import make_estimator
    from likewise.readers import read

    if method is None:
        method = DEFAULT_METHOD if isinstance(wanted, str) else DEFAULT_FOR_CLASSES
    make_estimator(method, params)  # a misspelt name should not wait for the file to be read
    if callback is not None:
        callback(Stage("reading"))
    documents = read(labelled, text=text, label=label)
    if documents.label is None:
        columns = ", ".join(documents.table.columns)
        raise UserError(f"no column of {labelled} looks like labels; name one with --label: {columns}")
    texts, labels = documents.text.to_list(), documents.label.to_list()
    if isinstance(wanted, str):
        return simulated(texts, labels, wanted, n_examples, method, seed, params=params, n_jobs=-1, callback=callback)
    return simulate_classes(texts, labels, wanted, method, seed, params=params, n_jobs=-1, callback=callback)


def print_quality(console: "Console", quality: "Mapping[str, float]") -> None:
    """Print precision, recall, F1 and average precision, each with what it means.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    quality : mapping
        Has the keys `precision`, `recall`, `f1` and `ap`.

    Examples
    --------
    >>> print_quality(output(), {"precision": 1, "recall": 0.5, "f1": 0.667, "ap": 0.9})  # doctest: +ELLIPSIS
    <BLANKLINE>
      precision          1.000 ...
    """
    from rich.table import Table

    table = Table(box=None, show_header=False, padding=(0, 2))
    for name, key, meaning in (
        ("precision", "precision", "of what it found, so much is right"),
        ("recall", "recall", "of what there is, so much was found"),
        ("F1", "f1", "both in one number"),
        ("average precision", "ap", "how good the ranking is, without a cut-off"),
    ):
        table.add_row(name, f"[bold]{quality[key]:.3f}[/bold]", f"[dim]{meaning}[/dim]")
    console.print()
    console.print(table)
    console.print()


def print_classes(console: "Console", outcome: "Mapping[str, Any]") -> None:
    """Print how well each class was told, and all of them.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    outcome : mapping
        As `likewise.finder.simulate_classes` returns it.

    Examples
    --------
    >>> figures = {"precision": 1, "recall": 0.5, "f1": 0.667}
    >>> print_classes(output(), {"classes": {"tea": figures}, "micro_f1": 0.7, "macro_f1": 0.6})  # doctest: +ELLIPSIS
    <BLANKLINE>
      class ...
    """
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2), header_style="dim")
    for heading in ("class", "precision", "recall", "F1"):
        table.add_column(heading, justify="left" if heading == "class" else "right")
    for name, figures in outcome["classes"].items():
        table.add_row(Text(name), *(f"{figures[key]:.3f}" for key in ("precision", "recall", "f1")))
    table.add_row("[bold]micro-F1, every document alike[/bold]", "", "", f"[bold]{outcome['micro_f1']:.3f}[/bold]")
    table.add_row("[bold]macro-F1, every class alike[/bold]", "", "", f"[bold]{outcome['macro_f1']:.3f}[/bold]")
    console.print()
    console.print(table)
    console.print()
