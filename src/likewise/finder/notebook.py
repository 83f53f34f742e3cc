"""A result in a notebook: its summary with the first documents, and a frame of pandas."""

from html import escape
from typing import TYPE_CHECKING, Any

import polars as pl

from likewise.errors import UserError
from likewise.writers.line_chart import line_chart

if TYPE_CHECKING:
    from likewise.finder.result import Result

#: Documents that a notebook shows, and characters of each.
_SHOWN, _LENGTH = 10, 80
#: Points of a line.
_N_POINTS = 60


def result_html(summary: str, table: pl.DataFrame, texts: pl.Series) -> str:
    """Write the summary and the first documents of a result.

    Parameters
    ----------
    summary : str
        How many there are.
    table : polars.DataFrame
        The ranked pile.
    texts : polars.Series
        Texts in the order of the table.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> Finder("centroid").find(["red wine"], ["tea & milk", "wine"])._repr_html_().startswith("<p><strong>")
    True
    """
    first = table.head(_SHOWN).drop("id", "lower", "upper", "group")
    beginnings = [" ".join(text.split())[:_LENGTH] for text in texts.head(_SHOWN)]
    shown = first.insert_column(1, pl.Series("document", beginnings, dtype=pl.String))
    return f"<p><strong>{escape(summary)}</strong></p>{shown._repr_html_()}"


class Picture(str):
    """An SVG that a notebook draws; as a string it is the SVG itself.

    Examples
    --------
    >>> Picture("<svg/>")._repr_svg_()
    '<svg/>'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw_outlook(result: "Result") -> Picture:
    """Draw how many are expected to be found by reading on, with the interval.

    Parameters
    ----------
    result : Result
        Of a method that estimates how many there are.

    Returns
    -------
    Picture
        A chart.

    Raises
    ------
    UserError
        If nothing is estimated, or the examples cannot tell.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> pile = ["wine glasses", "wine, red", "green tea", "tea pot", "black tea", "tea leaf"] * 3
    >>> Finder().find(["red wine, a glass", "a glass of fine wine"], pile).plot().startswith("<svg")
    True
    """
    places = sorted({round(result.n_ranked * part / _N_POINTS) for part in range(_N_POINTS + 1)})
    pairs = [(place, result.at(place)) for place in places]
    start = pairs[0][1]
    return Picture(
        line_chart(
            "How many are found by reading on",
            {
                "expected": [(float(place), at.good) for place, at in pairs],
                "at least": [(float(place), max(start.missed_low - at.missed_high, 0.0)) for place, at in pairs],
                "at most": [(float(place), max(start.missed_high - at.missed_low, at.good)) for place, at in pairs],
            },
            x_label="documents read, from the top",
            y_label="documents like the examples",
        )
    )


def as_pandas(table: pl.DataFrame) -> Any:
    """Make a frame of pandas; nothing else needs to be installed.

    Parameters
    ----------
    table : polars.DataFrame
        Any table.

    Returns
    -------
    pandas.DataFrame
        The same columns.

    Raises
    ------
    UserError
        If pandas is not installed.

    Examples
    --------
    >>> as_pandas(pl.DataFrame({"id": ["a"]})).shape  # doctest: +SKIP
    (1, 1)
    """
    try:
        import pandas as pd
    except ImportError:
        raise UserError("pandas is not installed; install it, or use Result.table, a frame of polars") from None
    return pd.DataFrame(table.to_dict(as_series=False))
