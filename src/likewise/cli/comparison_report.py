"""A comparison of methods, for people."""

from typing import TYPE_CHECKING, Any

from likewise.cli.console import one_line
from likewise.cli.metrics import METRICS
from likewise.cli.quality import with_spread
from likewise.plural import count_noun

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

_COLUMNS = ("f1", "f1_oracle", "ap", "wss95", "count_error", "covered", "seconds")
_TESTS = {"p_f1": "p, F1", "p_ap": "p, AP"}
_USUAL_LEVEL = 0.05


def print_comparison(console: "Console", comparison: "Mapping[str, Any]") -> None:
    """Print the methods from the best to the worst, what the figures mean, and which methods do not work.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    comparison : mapping
        As `likewise.evaluate.compare` returns it.

    Examples
    --------
    >>> from likewise.cli.console import output
    >>> from likewise.evaluate import compare
    >>> comparison = compare(["wine", "wine", "tea"], ["w", "w", "t"], "w", 1, ["centroid"], repeats=1)
    >>> print_comparison(output(), comparison)  # doctest: +ELLIPSIS
    1 method, each shown ...
    """
    from rich.table import Table
    from rich.text import Text

    rows = comparison["methods"]
    console.print(
        f"{count_noun(len(rows), 'method')}, each shown the same "
        f"{count_noun(comparison['n_examples'], 'document')} labelled {comparison['positive']}, "
        f"in {count_noun(comparison['n_repeats'], 'repeat')}:",
        markup=False,
    )
    working = [row for row in rows if row["problem"] is None]
    headings = {**{key: METRICS[key].heading for key in _COLUMNS}, **_TESTS}
    columns = [key for key in headings if any(row[key] is not None for row in working)]
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for heading in ("method", *(headings[key] for key in columns)):
        table.add_column(heading, justify="left" if heading == "method" else "right")
    for row in working:
        table.add_row(Text(row["method"], style="bold"), *(_cell(row, key) for key in columns))
    console.print()
    console.print(table)
    console.print()
    for row in rows:
        if row["problem"] is not None:
            console.print(Text(f"{row['method']} does not work here: {one_line(row['problem'], 2000)}", style="yellow"))
    for sentence in _explain(columns, comparison):
        console.print(sentence, style="dim", markup=False)


def _explain(columns: list[str], comparison: "Mapping[str, Any]") -> list[str]:
    """Say what the columns mean."""
    meanings = [
        f"{METRICS[key].heading}: {METRICS[key].meaning}." for key in columns if key in METRICS and key != "seconds"
    ]
    n_repeats = comparison["n_repeats"]
    if n_repeats > 1:
        meanings.append("±: standard deviation over the repeats.")
    if "p_f1" in columns:
        least = 2.0 ** (1 - n_repeats)
        bound = f"; with {n_repeats} repeats at least {least:.2g}" if least > _USUAL_LEVEL else ""
        meanings.append(f"p: p-value of a paired Wilcoxon test against {comparison['reference']}{bound}.")
    return meanings


def _cell(row: "Mapping[str, Any]", key: str) -> str:
    """Write a figure; the spread only of the two that matter most, since a terminal is narrow."""
    if row[key] is None:
        return ""
    if key == "seconds":
        return f"{row[key]:.1f}"
    return with_spread(row[key], row["spread"].get(key) if key in ("f1", "ap") else None)
