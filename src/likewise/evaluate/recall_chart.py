"""Pictures of simulations: how much is found while a person reads down the ranking."""

from collections.abc import Mapping
from typing import Any

from likewise.writers.line_chart import line_chart

# More lines than this cannot be told apart, nor have their names beside them.
_MOST_LINES = 6


def draw_recall(outcome: Mapping[str, Any], title: str) -> str:
    """Draw recall against the share of documents read, with the line that a random order would follow.

    Parameters
    ----------
    outcome : mapping
        As `likewise.evaluate.simulate` returns it.
    title : str
        What it shows.

    Returns
    -------
    str
        SVG. There is a line for each repeat or, of many repeats, for their mean and for the lowest and the highest at
        each place; an upright line shows the method's own cut-off, on average.

    Examples
    --------
    >>> from likewise.evaluate import simulate
    >>> outcome = simulate(["red wine", "fine wine", "tea"], ["wine", "wine", "tea"], "wine", 1, "centroid")
    >>> picture = draw_recall(outcome, "Searching for wine")
    >>> picture.startswith("<svg"), "random order" in picture
    (True, True)
    """
    repeats = outcome.get("repeats", [outcome])
    lines = {
        outcome["method"] if len(repeats) == 1 else f"seed {repeat['seed']}": repeat["recall_curve"]
        for repeat in repeats
    }
    if len(repeats) > _MOST_LINES:
        places = list(zip(*lines.values(), strict=True))
        lines = {
            f"mean of {len(repeats)}": outcome["recall_curve"],
            "lowest": [min(points) for points in places],
            "highest": [max(points) for points in places],
        }
    taken = outcome["n_predicted"] / outcome["n_pile"]
    return _draw(title, lines, {"cut-off": [(taken, 0.0), (taken, outcome["recall"])]})


def draw_loop(outcome: Mapping[str, Any], title: str) -> str:
    """Draw recall against the share of documents read in a screening loop, a line for each method.

    Parameters
    ----------
    outcome : mapping
        As `likewise.evaluate.simulate_loop` returns it.
    title : str
        What it shows.

    Returns
    -------
    str
        SVG. The lines are means over the starts, if there are several.

    Examples
    --------
    >>> from likewise.evaluate import simulate_loop
    >>> outcome = simulate_loop(["red wine", "fine wine", "tea"], ["wine", "wine", "tea"], "wine", 1, ["centroid"])
    >>> "centroid" in draw_loop(outcome, "Screening for wine")
    True
    """
    lines = {one["method"]: one["recall_curve"] for one in outcome.get("methods", [outcome])}
    return _draw(title, lines, {})


def _draw(title: str, lines: Mapping[str, Any], others: Mapping[str, Any]) -> str:
    return line_chart(
        title,
        {**lines, "random order": [(0.0, 0.0), (1.0, 1.0)], **others},
        x_label="share of the documents read",
        y_label="share found (recall)",
        y_range=(0.0, 1.0),
        percent=True,
    )
