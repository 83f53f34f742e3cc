"""A comparison of methods, for people and for files."""

from typing import TYPE_CHECKING, Any

from likewise.cli.console import one_line
from likewise.cli.quality import with_spread

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl
    from rich.console import Console

_HEADINGS = {
    "f1": "F1",
    "f1_oracle": "best F1",
    "ap": "AP",
    "wss95": "WSS@95",
    "count_error": "count error",
    "covered": "covered",
    "seconds": "seconds",
    "p_f1": "p, F1",
    "p_ap": "p, AP",
}
_MEANINGS = {
    "f1": "F1 is that of a method's own cut-off, ± its standard deviation over the draws.",
    "f1_oracle": "Best F1 is that of the cut-off that is best in hindsight; AP is how good the ranking is without one.",
    "wss95": "WSS@95 is the reading saved over a random order, to find 95 of 100.",
    "count_error": "Count error is how far off the estimated number is, as a share of the true one.",
    "covered": "Covered is the share of draws in which its interval holds the true number.",
}
_USUAL_LEVEL = 0.05


def print_comparison(console: "Console", answer: "Mapping[str, Any]") -> None:
    """Print the methods from the best to the worst, what the figures mean, and which methods do not work.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    answer : mapping
        As `likewise.evaluate.compare` returns it.

    Examples
    --------
    >>> from likewise.cli.console import output
    >>> from likewise.evaluate import compare
    >>> answer = compare(["wine", "wine", "tea"], ["w", "w", "t"], "w", 1, ["centroid"], draws=1)
    >>> print_comparison(output(), answer)  # doctest: +ELLIPSIS
    1 method, each shown ...
    """
    from rich.table import Table
    from rich.text import Text

    rows, n_draws = answer["methods"], answer["n_draws"]
    console.print(
        f"{_number(len(rows), 'method')}, each shown the same {_number(answer['n_examples'], 'document')} labelled "
        f"{answer['positive']}, in {_number(n_draws, 'draw')}:",
        markup=False,
    )
    working = [row for row in rows if row["problem"] is None]
    told = [key for key in _HEADINGS if any(row[key] is not None for row in working)]
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for heading in ("method", *(_HEADINGS[key] for key in told)):
        table.add_column(heading, justify="left" if heading == "method" else "right")
    for row in working:
        table.add_row(Text(row["method"], style="bold"), *(_cell(row, key) for key in told))
    console.print()
    console.print(table)
    console.print()
    for row in rows:
        if row["problem"] is not None:
            console.print(Text(f"{row['method']} does not work here: {one_line(row['problem'], 2000)}", style="yellow"))
    meanings = [meaning for key, meaning in _MEANINGS.items() if key in told]
    if "p_f1" in told:
        least = 2.0 ** (1 - n_draws)
        meanings.append(
            f"p is how likely so large a difference to {answer['reference']} is by luck with the examples, by paired "
            f"Wilcoxon tests" + (f"; of {n_draws} draws it is at least {least:.2g}." if least > _USUAL_LEVEL else ".")
        )
    console.print(" ".join(meanings), style="dim", markup=False)


def _number(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _cell(row: "Mapping[str, Any]", key: str) -> str:
    """Write a figure; the spread only of the two that matter most, since a terminal is narrow."""
    if row[key] is None:
        return ""
    if key == "seconds":
        return f"{row[key]:.1f}"
    return with_spread(row[key], row["spread"].get(key) if key in ("f1", "ap") else None)


def as_table(answer: "Mapping[str, Any]") -> "pl.DataFrame":
    """Make a table of a comparison: a row for each method, each figure beside its standard deviation.

    Parameters
    ----------
    answer : mapping
        As `likewise.evaluate.compare` returns it.

    Returns
    -------
    polars.DataFrame
        Columns `method`, the measures and their `…_spread`, `p_f1`, `p_ap` and `problem`.

    Examples
    --------
    >>> from likewise.evaluate import compare
    >>> as_table(compare(["wine", "wine", "tea"], ["w", "w", "t"], "w", 1, ["centroid"], draws=1)).columns[:3]
    ['method', 'f1', 'f1_spread']
    """
    import polars as pl

    from likewise.evaluate.comparison import MEASURES

    columns: dict[str, list[Any]] = {"method": [row["method"] for row in answer["methods"]]}
    for key in MEASURES:
        columns[key] = [row[key] for row in answer["methods"]]
        if key != "covered":
            columns[f"{key}_spread"] = [(row["spread"] or {}).get(key) for row in answer["methods"]]
    for key in ("p_f1", "p_ap"):
        columns[key] = [row[key] for row in answer["methods"]]
    # Six digits are more than anybody can tell apart, and files stay readable.
    figures = {
        name: pl.Series(values, dtype=pl.Float64).round(6) for name, values in columns.items() if name != "method"
    }
    problems = pl.Series([row["problem"] for row in answer["methods"]], dtype=pl.String)
    return pl.DataFrame({"method": columns["method"], **figures, "problem": problems})
