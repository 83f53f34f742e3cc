"""A square table of shares as shades, as an SVG picture that stands alone."""

from collections.abc import Sequence
from html import escape

from likewise.writers.charts import COLOURS, make_picture


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
    description = f"In per cent. Most off the diagonal: {rows} {worst[1]}, {columns} {worst[2]}, {100 * worst[0]:.0f}."
    return make_picture(left + size + 20, top + size + 20, title, description, parts)


def _shade(value: float) -> str:
    """Return a colour from white to the first of `COLOURS`."""
    deep = tuple(int(COLOURS[0][start : start + 2], 16) for start in (1, 3, 5))
    share = min(max(value, 0.0), 1.0) ** 0.6  # small shares are what one looks for
    return "#" + "".join(f"{round(255 + share * (part - 255)):02x}" for part in deep)
