"""Pictures without a drawing library: lines over a number, and a shaded table, as SVG that stands alone.

They are read on a phone, in print and in black and white: lines differ by dash and mark as well as by colour, every
line has its name beside its end, and text is text. A title and a description are inside for those who cannot see them.
"""

import math
from collections.abc import Mapping, Sequence
from html import escape

#: Colours that people with any colour vision tell apart, and that print as different greys.
COLOURS = ("#0b6e99", "#d1495b", "#3a7d44", "#8f5db7", "#b7791f", "#444444", "#00897b", "#c2185b")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 3", "4 4", "1 2", "6 2 1 2")
WIDTH, LEFT, TOP, BOTTOM = 720, 64, 44, 52
FONT = 'font-family="system-ui, sans-serif" font-size="14"'


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
    low, high = _rounded(min(ys), max(ys)) if y_range is None else y_range
    right, height = 150, 400
    across, down = WIDTH - LEFT - right, height - TOP - BOTTOM
    left_x, width_x = min(xs), max(max(xs) - min(xs), 1e-12)

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + (place(x) - left_x) / width_x * across, TOP + (high - y) / (high - low) * down

    parts = [f'<text x="{LEFT}" y="24" font-weight="bold">{escape(title)}</text>']
    for tick in ticks_between(low, high):
        y = at(points[0][0], tick)[1]
        parts.append(f'<path d="M{LEFT} {y:.1f}h{across}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{tick:g}</text>')
    every = sorted({x for x, _ in points})
    free = -1.0
    between = _powers_between if x_log else ticks_between
    for x in every if len(every) <= 8 else between(every[0], every[-1]):
        here = at(x, low)[0]
        told = f"{100 * x:g} %" if percent else f"{x:g}"
        parts.append(f'<path d="M{here:.1f} {TOP + down}v5" stroke="#444"/>')
        half = 4.5 * len(told)
        if here - half < free:  # it would stand on the one before
            continue
        free = here + half
        parts.append(f'<text x="{here:.1f}" y="{TOP + down + 20}" text-anchor="middle">{told}</text>')
    parts.append(f'<text x="{LEFT + across / 2:.0f}" y="{height - 8}" text-anchor="middle">{escape(x_label)}</text>')
    middle = TOP + down / 2
    parts.append(
        f'<text x="16" y="{middle:.0f}" text-anchor="middle" transform="rotate(-90 16 {middle:.0f})">'
        f"{escape(y_label)}</text>"
    )
    ends = _apart([at(*line[-1])[1] for line in series.values()], TOP, TOP + down)
    for number, (name, line) in enumerate(series.items()):
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (at(*point) for point in line))
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in (at(*p) for p in line)]
        parts.append(f'<text x="{WIDTH - right + 10}" y="{ends[number] + 5:.1f}" fill="{colour}">{escape(name)}</text>')
    told = "; ".join(f"{name} from {line[0][1]:.3g} to {line[-1][1]:.3g}" for name, line in series.items())
    return _svg(WIDTH, height, title, f"{y_label} over {x_label}: {told}.", parts)


def shaded_table(
    title: str, names: Sequence[str], values: Sequence[Sequence[float]], *, rows: str, columns: str
) -> str:
    """Draw a square table of shares as shades, each written in its cell in per cent.

    Parameters
    ----------
    title : str
        What it shows.
    names : sequence of str
        Of the rows and of the columns.
    values : sequence of sequences of float
        Row by row, from 0 to 1.
    rows, columns : str
        What they are.

    Returns
    -------
    str
        The picture.

    Examples
    --------
    >>> picture = shaded_table("Mix-ups", ["a", "b"], [[0.9, 0.2], [0.1, 0.8]], rows="said", columns="true")
    >>> ">90<" in picture
    True
    """
    longest = max(len(name) for name in names)
    cell, left = 34, 20 + 8 * longest
    top = 52 + 8 * longest
    size = cell * len(names)
    parts = [f'<text x="12" y="24" font-weight="bold">{escape(title)}</text>']
    parts.append(f'<text x="12" y="{top - 10}" fill="#444">{escape(rows)} ↓ {escape(columns)} →</text>')
    for place, name in enumerate(names):
        middle = cell * place + cell / 2
        parts.append(f'<text x="{left - 6}" y="{top + middle + 5:.0f}" text-anchor="end">{escape(name)}</text>')
        x, y = left + middle + 5, top - 8
        parts.append(f'<text x="{x:.0f}" y="{y}" transform="rotate(-90 {x:.0f} {y})">{escape(name)}</text>')
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            x, y = left + cell * column, top + cell * row
            parts.append(f'<rect x="{x}" y="{y}" width="{cell}" height="{cell}" fill="{_shade(value)}"/>')
            if value >= 0.005:
                ink = "#fff" if value > 0.5 else "#222"
                parts.append(
                    f'<text x="{x + cell / 2:.0f}" y="{y + cell / 2 + 5:.0f}" text-anchor="middle" font-size="12" '
                    f'fill="{ink}">{100 * value:.0f}</text>'
                )
    worst = max(
        (
            (line[column], names[row], names[column])
            for row, line in enumerate(values)
            for column in range(len(line))
            if row != column
        ),
        default=(0.0, "", ""),
    )
    told = f"In per cent. Most off the diagonal: {rows} {worst[1]}, {columns} {worst[2]}, {100 * worst[0]:.0f}."
    return _svg(left + size + 20, top + size + 20, title, told, parts)


def _svg(width: float, height: float, title: str, description: str, parts: Sequence[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" {FONT}>\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n"
        f'<rect width="100%" height="100%" fill="#fff"/>\n{inside}\n</svg>\n'
    )


def _rounded(low: float, high: float) -> tuple[float, float]:
    """Widen a range to round numbers."""
    step = _step(max(high - low, 1e-9))
    return math.floor(low / step) * step, math.ceil(high / step) * step if high > low else low + step


def _step(width: float) -> float:
    """Return a round number that goes about five times into a width."""
    power = 10.0 ** math.floor(math.log10(width / 5))
    return float(next(power * times for times in (1, 2, 2.5, 5, 10) if power * times * 5.5 >= width))


def _powers_between(low: float, high: float) -> list[float]:
    """Return 1, 10, 100, … as far as they lie between two numbers, or round numbers if fewer than two do."""
    powers = [10.0**power for power in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)]
    return powers if len(powers) > 1 else ticks_between(low, high)


def ticks_between(low: float, high: float) -> list[float]:
    """Return some five round numbers between two others.

    Examples
    --------
    >>> ticks_between(0.0, 4200.0)
    [0.0, 1000.0, 2000.0, 3000.0, 4000.0]
    """
    step = _step(max(high - low, 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [round(number * step, 10) for number in range(first, math.floor(high / step + 1e-9) + 1)]


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


def _shade(value: float) -> str:
    """Return a colour from white to the first of `COLOURS`."""
    deep = tuple(int(COLOURS[0][start : start + 2], 16) for start in (1, 3, 5))
    share = min(max(value, 0.0), 1.0) ** 0.6  # small shares are what one looks for
    return "#" + "".join(f"{round(255 + share * (part - 255)):02x}" for part in deep)
