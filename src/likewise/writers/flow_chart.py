"""A flow diagram: boxes one below the other, each with what leaves it at its side."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from likewise.writers.charts import make_picture

#: Units of the picture, of a box, between boxes, of a line of text, and around the text of a box.
WIDTH, BOX, GAP, LINE, PADDING = 640, 300, 28, 18, 10
_RIGHT = WIDTH - BOX
_MOST_CHARACTERS = 40


@dataclass(frozen=True)
class Box:
    """A box of a flow diagram.

    Parameters
    ----------
    x, y, height : float
        Where it stands.
    lines : tuple of (float, str)
        Where each line of its text stands, and the text.

    Examples
    --------
    >>> flow_chart("Flow", [(["Read (n = 3)"], [])]).boxes[0].lines[0][1]
    'Read (n = 3)'
    """

    x: float
    y: float
    height: float
    lines: tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class FlowChart:
    """Where the boxes and arrows of a flow diagram stand.

    Parameters
    ----------
    title, description : str
        For those who cannot see it.
    boxes : tuple of Box
        From the top.
    arrows, heads : tuple of str
        Paths of the lines, and of the triangles at their ends.
    height : float
        Of the picture.
    """

    title: str
    description: str
    boxes: tuple[Box, ...]
    arrows: tuple[str, ...]
    heads: tuple[str, ...]
    height: float


def flow_chart(title: str, rows: Sequence[tuple[Sequence[str], Sequence[str]]]) -> FlowChart:
    """Lay out a flow diagram.

    Parameters
    ----------
    title : str
        What it shows.
    rows : sequence of (sequence of str, sequence of str)
        The lines of a box, and the lines of the box at its side; no lines for no box there.

    Returns
    -------
    FlowChart
        For a template, or for `draw_flow_chart`.

    Examples
    --------
    >>> len(flow_chart("Flow", [(["Read"], ["Copies"]), (["Included"], [])]).arrows)
    2
    """
    boxes: list[Box] = []
    arrows: list[str] = []
    heads: list[str] = []
    top, before = 1.0, None
    for left, right in rows:
        sides = [_make_box(x, top, lines) for x, lines in ((1.0, left), (_RIGHT - 1.0, right)) if lines]
        height = max(box.height for box in sides)
        if before is not None:
            arrows.append(f"M{BOX / 2:.0f} {before.y + before.height:.0f}V{top - 8:.0f}")
            heads.append(f"M{BOX / 2:.0f} {top:.0f}l-4 -8h8z")
        if right:
            middle = top + min(box.height for box in sides) / 2
            arrows.append(f"M{BOX + 1:.0f} {middle:.0f}H{_RIGHT - 9:.0f}")
            heads.append(f"M{_RIGHT - 1:.0f} {middle:.0f}l-8 -4v8z")
        boxes += sides
        before = sides[0]
        top += height + GAP
    told = "; ".join(" ".join(text for _, text in box.lines) for box in boxes)
    return FlowChart(title, told, tuple(boxes), tuple(arrows), tuple(heads), top - GAP + 1)


def draw_flow_chart(chart: FlowChart) -> str:
    """Draw a flow diagram as a picture that stands alone.

    Parameters
    ----------
    chart : FlowChart
        What `flow_chart` laid out.

    Returns
    -------
    str
        SVG.

    Examples
    --------
    >>> draw_flow_chart(flow_chart("Flow", [(["Read <3>"], [])])).count("&lt;3&gt;")
    2
    """
    parts: list[str] = []
    for box in chart.boxes:
        parts.append(
            f'<rect x="{box.x:.0f}" y="{box.y:.0f}" width="{BOX}" height="{box.height:.0f}" rx="3" fill="#fff" '
            'stroke="#444"/>'
        )
        parts += [f'<text x="{box.x + PADDING:.0f}" y="{y:.0f}">{escape(text)}</text>' for y, text in box.lines]
    parts += [f'<path d="{arrow}" stroke="#444" fill="none"/>' for arrow in chart.arrows]
    parts += [f'<path d="{head}" fill="#444"/>' for head in chart.heads]
    return make_picture(WIDTH, chart.height, chart.title, chart.description, parts)


def _make_box(x: float, top: float, lines: Sequence[str]) -> Box:
    wrapped = [part for line in lines for part in _wrap(line)]
    first = top + PADDING + LINE * 0.75
    return Box(
        x,
        top,
        2 * PADDING + LINE * len(wrapped),
        tuple((first + LINE * at, text) for at, text in enumerate(wrapped)),
    )


def _wrap(line: str) -> list[str]:
    return textwrap.wrap(line, _MOST_CHARACTERS, subsequent_indent="   ", break_long_words=True) or [""]
