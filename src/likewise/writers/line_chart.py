"""Lines over a number, as an SVG picture that stands alone.

It is read on a phone, in print and in black and white: lines differ by dash and mark as well as by colour, every line
has its name beside its end, and text is text.
"""

import math
from collections.abc import Mapping, Sequence
from html import escape

from likewise.writers.charts import COLOURS, make_picture, round_step, ticks_between

_DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 3", "4 4", "1 2", "6 2 1 2")
_WIDTH, _LEFT, _TOP, _BOTTOM = 720, 64, 44, 52


def line_chart(
    title: str,
    series: Mapping[str, Sequence[tuple[float, float]]],
    *,
    x_label: str,
    y_label: str,
    x_log: bool = False,
    y_range: tuple[float, float] | None = None,
    percent: bool = False,
) -> str:
    """Draw a line for each series of points.

    Parameters
    ----------
    title : str
        What it shows.
    series : mapping
        From a line's name to its points (x, y), in order of x.
    x_label, y_label : str
        What the axes are.
    x_log : bool
        Whether equal ratios of x are equally far apart.
    y_range : (float, float), optional
        From where to where y goes; as far as the points do by default.
    percent : bool
        Whether x is written in per cent.

    Returns
    -------
    str
        The picture.

    Examples
    --------
    >>> picture = line_chart("Growth", {"tea": [(1, 0.5), (10, 0.9)]}, x_label="labels", y_label="F1", x_log=True)
    >>> picture.startswith("<svg"), "tea" in picture
    (True, True)
    """
    points = [point for line in series.values() for point in line]
    if not points:
        raise ValueError("a chart needs a point")
    place = math.log if x_log else float
    xs, ys = [place(x) for x, _ in points], [y for _, y in points]
    low, high = _round_range(min(ys), max(ys)) if y_range is None else y_range
    right, height = 150, 400
    across, down = _WIDTH - _LEFT - right, height - _TOP - _BOTTOM
    left_x, width_x = min(xs), max(max(xs) - min(xs), 1e-12)

    def at(x: float, y: float) -> tuple[float, float]:
        return _LEFT + (place(x) - left_x) / width_x * across, _TOP + (high - y) / (high - low) * down

    parts = [f'<text x="{_LEFT}" y="24" font-weight="bold">{escape(title)}</text>']
    for tick in ticks_between(low, high):
        y = at(points[0][0], tick)[1]
        parts.append(f'<path d="M{_LEFT} {y:.1f}h{across}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{tick:g}</text>')
    every = sorted({x for x, _ in points})
    free = -1.0
    between = _powers_between if x_log else ticks_between
    for x in every if len(every) <= 8 else between(every[0], every[-1]):
        here = at(x, low)[0]
        label = f"{100 * x:g} %" if percent else f"{x:g}"
        parts.append(f'<path d="M{here:.1f} {_TOP + down}v5" stroke="#444"/>')
        half = 4.5 * len(label)
        if here - half < free:  # it would stand on the one before
            continue
        free = here + half
        parts.append(f'<text x="{here:.1f}" y="{_TOP + down + 20}" text-anchor="middle">{label}</text>')
    parts.append(f'<text x="{_LEFT + across / 2:.0f}" y="{height - 8}" text-anchor="middle">{escape(x_label)}</text>')
    middle = _TOP + down / 2
    parts.append(
        f'<text x="16" y="{middle:.0f}" text-anchor="middle" transform="rotate(-90 16 {middle:.0f})">'
        f"{escape(y_label)}</text>"
    )
    ends = _apart([at(*line[-1])[1] for line in series.values()], _TOP, _TOP + down)
    for number, (name, line) in enumerate(series.items()):
        colour, dash = COLOURS[number % len(COLOURS)], _DASHES[number % len(_DASHES)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (at(*point) for point in line))
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in (at(*p) for p in line)]
        parts.append(
            f'<text x="{_WIDTH - right + 10}" y="{ends[number] + 5:.1f}" fill="{colour}">{escape(name)}</text>'
        )
    ranges = "; ".join(f"{name} from {line[0][1]:.3g} to {line[-1][1]:.3g}" for name, line in series.items())
    return make_picture(_WIDTH, height, title, f"{y_label} over {x_label}: {ranges}.", parts)


def _round_range(low: float, high: float) -> tuple[float, float]:
    """Widen a range to round numbers."""
    step = round_step(max(high - low, 1e-9))
    return math.floor(low / step) * step, math.ceil(high / step) * step if high > low else low + step


def _powers_between(low: float, high: float) -> list[float]:
    """Return 1, 10, 100, … as far as they lie between two numbers, or round numbers if fewer than two do."""
    powers = [10.0**power for power in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)]
    return powers if len(powers) > 1 else ticks_between(low, high)


def _apart(places: Sequence[float], top: float, bottom: float, least: float = 17.0) -> list[float]:
    """Move names that would overlap apart, as little as their order allows."""
    order = sorted(range(len(places)), key=lambda number: places[number])
    moved = [places[number] for number in order]
    for number in range(1, len(moved)):
        moved[number] = max(moved[number], moved[number - 1] + least)
    over = max(0.0, moved[-1] - bottom) if moved else 0.0
    moved = [place - over for place in moved]
    for number in range(len(moved) - 2, -1, -1):
        moved[number] = min(moved[number], moved[number + 1] - least)
    result = [0.0] * len(places)
    for number, place in zip(order, moved, strict=True):
        result[number] = max(place, top) if len(places) * least < bottom - top else place
    return result
