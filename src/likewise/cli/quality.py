"""How well a search went, for people: every figure with what it means."""

from typing import TYPE_CHECKING, Any

from likewise.cli.metrics import METRICS
from likewise.plural import count_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import Console

    from likewise.app.evaluate_request import SimulateRequest

_LISTED = ("precision", "recall", "f1", "f1_oracle", "ap", "wss95", "atd")


def print_simulation(console: "Console", request: "SimulateRequest", outcome: "Mapping[str, Any]") -> None:
    """Print what a simulation did, and how well.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    request : SimulateRequest
        What was asked for.
    outcome : mapping
        As `likewise.app.evaluate.simulate` returns it.
    """
    seconds = f"in {outcome['seconds']:.1f} s"
    if request.classes:
        documents = count_noun(outcome["n_labelled"], "document")
        console.print(
            f"{outcome['method']} was shown the classes of {documents} and predicted those of the other "
            f"{outcome['n_predicted']:,} {seconds}.",
            markup=False,
        )
        print_classes(console, outcome)
        return
    shown = count_noun(request.n_examples, "document")
    marked = f"{outcome['n_predicted']:,.0f} documents"
    repeats = f"; means of {request.repeats:,} repeats, ± their standard deviation" if request.repeats > 1 else ""
    console.print(
        f"{outcome['method']} was shown {shown} labelled {request.positive} and searched for the other "
        f"{outcome['n_positive']:,}; it marked {marked} yes {seconds}{repeats}.",
        markup=False,
    )
    print_quality(console, outcome)


def print_quality(console: "Console", quality: "Mapping[str, Any]") -> None:
    """Print how good a search is: each figure that is there, its spread over repeats, and what it means.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    quality : mapping
        Has the keys `precision`, `recall`, `f1` and `ap`, and may have the others of `likewise.evaluate.simulate`.

    Examples
    --------
    >>> from likewise.cli.console import output
    >>> print_quality(output(), {"precision": 1, "recall": 0.5, "f1": 0.667, "ap": 0.9})  # doctest: +ELLIPSIS
    <BLANKLINE>
      precision          1.000 ...
    """
    from rich.table import Table

    table = Table(box=None, show_header=False, padding=(0, 2))
    for name, value, meaning in _rows(quality):
        table.add_row(name, f"[bold]{value}[/bold]", f"[dim]{meaning}[/dim]")
    console.print()
    console.print(table)
    console.print()


def _rows(quality: "Mapping[str, Any]") -> "Iterator[tuple[str, str, str]]":
    """Yield a name, a value and a meaning for each figure."""
    spread = quality.get("spread", {})
    for key in _LISTED:
        if key in quality:
            yield METRICS[key].name, with_spread(quality[key], spread.get(key)), METRICS[key].meaning
    for k, value in quality.get("recall_at", {}).items():
        recall = with_spread(value, spread.get("recall_at", {}).get(k))
        yield f"recall at {int(k):,}", recall, f"share of the right documents that are among the first {int(k):,}"
    if quality.get("count") is None:
        return
    estimate, low, high = (f"{quality[key]:,.0f}" for key in ("count", "count_low", "count_high"))
    yield "count", f"{estimate} ({low}–{high})", f"estimated; the true number is {quality['n_positive']:,}"
    error = METRICS["count_error"]
    yield error.name, with_spread(quality[error.key], spread.get(error.key)), error.meaning
    if "repeats" in quality:
        yield METRICS["covered"].name, f"{quality['covered']:.3f}", METRICS["covered"].meaning
    else:
        yield "covered", "yes" if quality["covered"] else "no", "whether the interval holds the true number"
    yield "verdict", str(quality["verdict"]), "its verdict on whether there are any"


def with_spread(value: float, spread: float | None) -> str:
    """Write a figure with its standard deviation, if there is one.

    Examples
    --------
    >>> with_spread(0.8, 0.02), with_spread(0.8, None)
    ('0.800 ± 0.020', '0.800')
    """
    return f"{value:.3f}" if spread is None else f"{value:.3f} ± {spread:.3f}"


def print_classes(console: "Console", outcome: "Mapping[str, Any]") -> None:
    """Print how well each class was predicted, and all of them.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    outcome : mapping
        As `likewise.evaluate.simulate_classes` returns it.

    Examples
    --------
    >>> from likewise.cli.console import output
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
    table.add_row("[bold]micro-F1 (documents weigh the same)[/bold]", "", "", f"[bold]{outcome['micro_f1']:.3f}[/bold]")
    table.add_row("[bold]macro-F1 (classes weigh the same)[/bold]", "", "", f"[bold]{outcome['macro_f1']:.3f}[/bold]")
    console.print()
    console.print(table)
    console.print()
