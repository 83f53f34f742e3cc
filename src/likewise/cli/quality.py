"""How well a search went, for people: every figure with what it means."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import Console

_MEANINGS = (
    ("precision", "precision", "of what it found, so much is right"),
    ("recall", "recall", "of what there is, so much was found"),
    ("F1", "f1", "both in one number"),
    ("F1, best cut-off", "f1_oracle", "had it known where to cut its ranking"),
    ("average precision", "ap", "how good the ranking is, without a cut-off"),
    ("WSS@95", "wss95", "reading saved over a random order, to find 95 of 100"),
    ("ATD", "atd", "how far down the ranking they stand on average; lower is better"),
)


def print_quality(console: "Console", quality: "Mapping[str, Any]") -> None:
    """Print how good a search is: each figure that is there, its spread over draws, and what it means.

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
    for name, key, meaning in _MEANINGS:
        if key in quality:
            yield name, with_spread(quality[key], spread.get(key)), meaning
    for k, value in quality.get("recall_at", {}).items():
        found = with_spread(value, spread.get("recall_at", {}).get(k))
        yield f"recall at {int(k):,}", found, f"of what there is, so much is among the first {int(k):,}"
    if quality.get("count") is None:
        return
    count, low, high = (f"{quality[key]:,.0f}" for key in ("count", "count_low", "count_high"))
    yield "count", f"{count} ({low}–{high})", f"it says that there are so many; there are {quality['n_positive']:,}"
    yield (
        "count error",
        with_spread(quality["count_error"], spread.get("count_error")),
        "how far off that is, as a share of the true number",
    )
    if "draws" in quality:
        yield "coverage", f"{quality['covered']:.3f}", "in so many of the draws the interval holds the true number"
    else:
        yield "covered", "yes" if quality["covered"] else "no", "whether the interval holds the true number"
    yield "verdict", str(quality["verdict"]), "whether there are any like the examples, by its own account"


def with_spread(value: float, spread: float | None) -> str:
    """Write a figure with its standard deviation, if there is one.

    Examples
    --------
    >>> with_spread(0.8, 0.02), with_spread(0.8, None)
    ('0.800 ± 0.020', '0.800')
    """
    return f"{value:.3f}" if spread is None else f"{value:.3f} ± {spread:.3f}"


def print_classes(console: "Console", outcome: "Mapping[str, Any]") -> None:
    """Print how well each class was told, and all of them.

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
    table.add_row("[bold]micro-F1, every document alike[/bold]", "", "", f"[bold]{outcome['micro_f1']:.3f}[/bold]")
    table.add_row("[bold]macro-F1, every class alike[/bold]", "", "", f"[bold]{outcome['macro_f1']:.3f}[/bold]")
    console.print()
    console.print(table)
    console.print()
