"""A finder and a result in a notebook: a sentence, the first documents, a chart; and a frame of pandas."""

from typing import TYPE_CHECKING, Any

import polars as pl

from likewise.errors import UserError
from likewise.finder.titles import list_titles
from likewise.writers.html_parts import html_picture, html_sentence, html_table
from likewise.writers.line_chart import line_chart

if TYPE_CHECKING:
    from likewise.finder.finder import Finder
    from likewise.finder.result import Result

#: Documents that a notebook shows, characters of each, and notes.
_SHOWN, _LENGTH, _MOST_NOTES = 8, 60, 3
#: Points of a line.
_N_POINTS = 60


def result_html(result: "Result") -> str:
    """Write what a result says, its first documents, and how many reading on is expected to bring.

    Parameters
    ----------
    result : Result
        Any.

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
    parts = [html_sentence(result.summary, strong=True)]
    if result.recall is not None and result.recall.found > result.n_examples:
        parts.append(html_sentence(result.recall.describe()))
    first = result.table.head(_SHOWN)
    titles = list_titles(result.pile.take(result.positions.head(_SHOWN).to_list()), _LENGTH)
    likely = [None if probability is None else f"{probability:.2f}" for probability in first["probability"]]
    rows = zip(first["rank"], first["id"], likely, titles, first["why"], strict=True)
    parts.append(html_table(("rank", "id", "probability", "document", "why"), rows))
    if result.estimate is not None and result.estimate.verdict == "found" and result.n_ranked > 1:
        parts.append(html_picture(draw_outlook(result)))
    parts += [html_sentence(f"Note: {note}") for note in result.notes[:_MOST_NOTES]]
    return "".join(parts)


def finder_html(finder: "Finder") -> str:
    """Write how a finder searches: its method in a sentence, and what was set.

    Parameters
    ----------
    finder : Finder
        Any.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> "another profile" in finder_html(Finder(profile="another profile"))
    True
    """
    from likewise import registry

    known = registry.describe(finder.method) if finder.method in registry.names() else None
    said = "no method of this name is registered" if known is None else known.summary
    meanings = {} if known is None else known.meanings
    settings = {name: getattr(finder, name) for name in ("profile", "language", "random_state", "n_jobs")}
    rows = [(name, value, "") for name, value in settings.items() if value is not None]
    rows += [(name, value, meanings.get(name, "")) for name, value in (finder.params or {}).items()]
    parts = [html_sentence(f"Finder: {finder.method}", strong=True), html_sentence(f"{said}.")]
    if known is not None and known.paper:
        parts.append(html_sentence(known.paper))
    return "".join([*parts, html_table(("setting", "value", "meaning"), rows)])


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
