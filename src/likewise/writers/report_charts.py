"""Where lines, bands, bars and ticks of a report's charts stand; a template draws them.

Nothing here is markup, so that every text in a chart is escaped where all other text is. Colours and the size of
letters belong to the page's style, which knows whether it is dark, narrow, or printed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from likewise.writers.charts import Tick, ticks_between

#: Units of a picture; letters are between 10 and 17 of them high, as the screen is wide or narrow.
WIDTH, HEIGHT = 480, 270
LEFT, RIGHT, TOP, BOTTOM = 58, 20, 28, 52
#: Height that a bar and the words above it take.
BAR_STEP = 50
#: Longest words above a bar.
_MOST_CHARACTERS = 46


@dataclass(frozen=True)
class BandChart:
    """A line of shares over a number, with a band around it.

    Parameters
    ----------
    title, description : str
        For those who cannot see it.
    x_label, y_label : str
        What the axes are.
    x_ticks, y_ticks : tuple of Tick
        On the axes.
    line, band : str
        Paths; the band is empty if there is none.
    cut : Tick or None
        Where an upright line stands, and its name.

    Examples
    --------
    >>> band_chart("Recall", [(0, 0.0, None, None), (10, 1.0, None, None)], x_label="read", y_label="found").band
    ''
    """

    title: str
    description: str
    x_label: str
    y_label: str
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    line: str
    band: str
    cut: Tick | None = None
    kind: str = "band"
    height: int = HEIGHT


@dataclass(frozen=True)
class Bar:
    """One bar: its name, how long it is, and the number that it stands for.

    Examples
    --------
    >>> Bar("cellar, cork", 120.0, "30").number
    '30'
    """

    name: str
    length: float
    number: str


@dataclass(frozen=True)
class BarChart:
    """Bars from the left, one below the other.

    Examples
    --------
    >>> bar_chart("Topics", [("tea", 3), ("wine", 6)]).height
    100
    """

    title: str
    description: str
    bars: tuple[Bar, ...]
    height: int
    kind: str = "bars"


def band_chart(
    title: str,
    points: Sequence[tuple[float, float, float | None, float | None]],
    *,
    x_label: str,
    y_label: str,
    cut: tuple[float, str] | None = None,
) -> BandChart:
    """Place a line of shares and the band around it.

    Parameters
    ----------
    title : str
        What it shows.
    points : sequence of (x, y, low, high)
        In order of x; y from 0 to 1, low and high None where there is no band.
    x_label, y_label : str
        What the axes are.
    cut : (float, str) or None, default=None
        Where to draw an upright line, and its name.

    Returns
    -------
    BandChart
        To be drawn.

    Raises
    ------
    ValueError
        If there is no point.

    Examples
    --------
    >>> chart = band_chart("Recall", [(0, 0.0, 0.0, 0.0), (10, 0.8, 0.7, 0.9)], x_label="read", y_label="found")
    >>> chart.line, [tick.text for tick in chart.y_ticks][-1]
    ('M58.0 218.0L460.0 66.0', '100 %')
    """
    if not points:
        raise ValueError("a chart needs a point")
    first, last = points[0][0], points[-1][0]
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at_x(x: float) -> float:
        return LEFT + (x - first) / ((last - first) or 1.0) * across

    def at_y(y: float) -> float:
        return TOP + (1.0 - min(max(y, 0.0), 1.0)) * down

    def path(corners: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{at_x(x):.1f} {at_y(y):.1f}" for x, y in corners)

    banded = [(x, low, high) for x, _, low, high in points if low is not None and high is not None]
    around = [(x, high) for x, _, high in banded] + [(x, low) for x, low, _ in reversed(banded)]
    # One point is no line: draw it as long as its mark is wide.
    line = path([(x, y) for x, y, _, _ in points]) + ("h4" if len(points) == 1 else "")
    start, end = f"{points[0][1]:.0%} at {first:,.0f}", f"{points[-1][1]:.0%} at {last:,.0f}"
    description = f"{y_label} over {x_label}: from {start} to {end}."
    return BandChart(
        title=title,
        description=description + (f" {cut[1]} at {cut[0]:,.0f}." if cut else ""),
        x_label=x_label,
        y_label=y_label,
        x_ticks=tuple(Tick(round(at_x(x), 1), f"{x:,g}") for x in _whole_ticks(first, last)),
        y_ticks=tuple(Tick(round(at_y(y), 1), f"{100 * y:.0f} %") for y in (0.0, 0.25, 0.5, 0.75, 1.0)),
        line=line,
        band=f"{path(around)}Z" if len(banded) > 1 else "",
        cut=Tick(round(at_x(cut[0]), 1), cut[1]) if cut is not None and first <= cut[0] <= last else None,
    )


def _whole_ticks(first: float, last: float) -> list[float]:
    """Return round whole numbers on an axis, few enough to stand side by side on a telephone."""
    ticks = [tick for tick in ticks_between(first, last) if tick == int(tick)]
    return ticks if len(ticks) <= 5 else ticks[::2]


def bar_chart(title: str, numbers: Sequence[tuple[str, int]]) -> BarChart:
    """Place a bar for each number.

    Parameters
    ----------
    title : str
        What it shows.
    numbers : sequence of (str, int)
        Name and number of each bar, from above.

    Returns
    -------
    BarChart
        To be drawn; long names are cut.

    Examples
    --------
    >>> [bar.length for bar in bar_chart("Topics", [("tea", 5), ("wine", 10)]).bars]
    [210.0, 420.0]
    """
    most = max((number for _, number in numbers), default=0) or 1
    room = WIDTH - 60  # the number stands behind its bar
    return BarChart(
        title=title,
        description="; ".join(f"{name}: {number:,}" for name, number in numbers) + ".",
        bars=tuple(Bar(_cut(name), round(number / most * room, 1), f"{number:,}") for name, number in numbers),
        height=BAR_STEP * len(numbers),
    )


def _cut(name: str) -> str:
    return name if len(name) <= _MOST_CHARACTERS else f"{name[: _MOST_CHARACTERS - 1]}…"
