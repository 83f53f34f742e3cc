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
    positive: Annotated[str, typer.Option(help="The label to search for.", show_default=False)],
    examples: Annotated[int, typer.Option(help="How many documents of that label to show.")] = 10,
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
    with watching(quiet=quiet or as_json) as callback:
        outcome = simulate(
            labelled,
            positive,
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
    console.print(
        f"{outcome['method']} was shown {examples:,} documents labelled {positive} and searched for the other "
        f"{outcome['n_positive']:,}; it found {outcome['n_predicted']:,} documents in {outcome['seconds']:.1f} s.",
        markup=False,
    )
    print_quality(console, outcome)


def simulate(
    labelled: str,
    positive: str,
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
    positive : str
        The label to search for.
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
        As `likewise.finder.simulate`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "drinks.csv")
    ...     _ = path.write_text("label,text\nwine,a glass of wine\nwine,wine in a glass\ntea,a pot of tea\n")
    ...     simulate(str(path), "wine", 1, method="centroid")["n_positive"]
    1
    """
    from likewise.finder import DEFAULT_METHOD, Stage
    from likewise.finder import simulate as simulated
    from likewise.finder.estimators import make_estimator
    from likewise.readers import read

    make_estimator(method or DEFAULT_METHOD, params)  # a misspelt name should not wait for the file to be read
    if callback is not None:
        callback(Stage("reading"))
    documents = read(labelled, text=text, label=label)
    if documents.label is None:
        columns = ", ".join(documents.table.columns)
        raise UserError(f"no column of {labelled} looks like labels; name one with --label: {columns}")
    return simulated(
        documents.text.to_list(),
        documents.label.to_list(),
        positive,
        n_examples,
        method or DEFAULT_METHOD,
        seed,
        params=params,
        n_jobs=-1,
        callback=callback,
    )


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
