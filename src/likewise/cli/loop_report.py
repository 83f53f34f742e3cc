"""How a screening loop went, for people: a column for each method, and where rules would have stopped."""

from typing import TYPE_CHECKING, Any

from likewise.plural import count_noun

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from likewise.app.evaluate_request import LoopRequest

#: Figures, how they are written, and what they mean.
_FIGURES = (
    ("wss95", "WSS@95", 3, "reading saved over a random order, to find 95 %"),
    ("recall10", "recall at 10 %", 3, "share found after a tenth of the pile is read"),
    ("recall20", "recall at 20 %", 3, "share found after a fifth of the pile is read"),
    ("atd", "ATD", 3, "mean place of what is relevant, as a share"),
    ("n95", "read for 95 %", 0, "documents read until 95 % are found"),
    ("n_last", "read for all", 0, "documents read until the last one is found"),
    ("rerank_seconds", "seconds", 3, "median time of a ranking after an answer"),
)


def print_loop(console: "Console", request: "LoopRequest", outcome: "Mapping[str, Any]") -> None:
    """Print what a loop did, how well each method did, and where rules would have stopped.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    request : LoopRequest
        What was asked for.
    outcome : mapping
        As `likewise.app.loop.simulate_loop` returns it.

    Examples
    --------
    >>> from likewise.app.evaluate_request import LoopRequest
    >>> from likewise.cli.console import output
    >>> figures = dict.fromkeys((key for key, *_ in _FIGURES), 0.5)
    >>> outcome = {**figures, "method": "likewise", "n_positive": 8, "n_pile": 90, "stops": []}
    >>> print_loop(output(), LoopRequest(labelled="a.csv", positive="1", n_examples=2), outcome)  # doctest: +ELLIPSIS
    2 documents labelled 1 were known, the other 8 were to be found among 90, and 10 were answered at a time...
    """
    starts = f"; means of {request.repeats:,} starts, ± their standard deviation" if request.repeats > 1 else ""
    console.print(
        f"{count_noun(request.n_examples, 'document')} labelled {request.positive} were known, the other "
        f"{outcome['n_positive']:,} were to be found among {outcome['n_pile']:,}, and {request.batch:,} were answered "
        f"at a time{starts}.",
        markup=False,
    )
    _print_figures(console, outcome)
    for one in outcome.get("methods", [outcome]):
        _print_stops(console, one)


def _print_figures(console: "Console", outcome: "Mapping[str, Any]") -> None:
    from rich.table import Table

    columns = outcome.get("methods", [outcome])
    table = Table(box=None, padding=(0, 2), header_style="dim")
    table.add_column("")
    for one in columns:
        table.add_column(one["method"], justify="right")
    table.add_column("")
    for key, name, digits, meaning in _FIGURES:
        values = [_with_spread(one[key], one.get("spread", {}).get(key), digits) for one in columns]
        table.add_row(name, *(f"[bold]{value}[/bold]" for value in values), f"[dim]{meaning}[/dim]")
    console.print()
    console.print(table)
    console.print()


def _print_stops(console: "Console", one: "Mapping[str, Any]") -> None:
    from rich.table import Table

    if not one["stops"]:
        return
    console.print(f"Where rules would have stopped, reading by {one['method']}:", markup=False)
    console.print()
    table = Table(box=None, padding=(0, 2), header_style="dim")
    for heading in ("rule", "answers", "recall", "found enough"):
        table.add_column(heading, justify="left" if heading == "rule" else "right")
    for stop in one["stops"]:
        enough = stop["enough"]
        answers = f"{stop['n_answers']:,.0f}" + ("" if stop["stopped"] else " (all)")
        share = f"{100 * enough:.0f} %" if "repeats" in one else ("yes" if enough else "no")
        table.add_row(stop["rule"], answers, f"{stop['recall']:.3f}", share)
    console.print(table)
    console.print()


def _with_spread(value: float, spread: float | None, digits: int) -> str:
    return f"{value:,.{digits}f}" if spread is None else f"{value:,.{digits}f} ± {spread:,.{digits}f}"
