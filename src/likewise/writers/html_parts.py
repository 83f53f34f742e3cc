"""Parts of what a notebook shows: a sentence, a small table, a bar of shares; every text in them is escaped."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from likewise.writers.charts import COLOURS, make_picture

_WIDTH, _HEIGHT, _LINE = 480, 18, 20
_CELL = "text-align: left; vertical-align: top; padding: 0.15em 0.8em 0.15em 0"


def html_sentence(text: str, *, strong: bool = False) -> str:
    """Write a sentence as a paragraph.

    Parameters
    ----------
    text : str
        Any text.
    strong : bool, default=False
        Whether it is what matters most.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> html_sentence("tea & milk", strong=True)
    '<p><strong>tea &amp; milk</strong></p>'
    """
    return f"<p><strong>{escape(text)}</strong></p>" if strong else f"<p>{escape(text)}</p>"


def html_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table.

    Parameters
    ----------
    header : sequence of str
        Names of the columns.
    rows : iterable of sequences
        Cells; None is an empty one.

    Returns
    -------
    str
        HTML on one line, so that nothing in it is taken for Markdown.

    Examples
    --------
    >>> html_table(["id"], [["<b>"]]).count("&lt;b&gt;")
    1
    """
    head = "".join(f'<th scope="col" style="{_CELL}">{escape(name)}</th>' for name in header)
    body = "".join(f"<tr>{''.join(_cell(value) for value in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    text = "" if value is None else " ".join(str(value).split())
    return f'<td style="{_CELL}">{escape(text)}</td>'


def share_bar(title: str, parts: Mapping[str, int]) -> str:
    """Draw numbers as parts of one bar, with a key below it.

    Parameters
    ----------
    title : str
        What all of them are.
    parts : mapping of str to int
        Names and numbers; at least one is above 0.

    Returns
    -------
    str
        SVG.

    Examples
    --------
    >>> share_bar("answers", {"yes": 3, "no": 1}).count("<rect")
    5
    """
    total = sum(parts.values())
    drawn, place = [], 0.0
    for number, (name, count) in enumerate(parts.items()):
        colour, width = COLOURS[number % len(COLOURS)], _WIDTH * count / total
        drawn.append(f'<rect x="{place:.1f}" width="{width:.1f}" height="{_HEIGHT}" fill="{colour}"/>')
        below = _HEIGHT + 8 + number * _LINE
        drawn.append(f'<rect x="0" y="{below}" width="12" height="12" fill="{colour}"/>')
        drawn.append(f'<text x="20" y="{below + 11}" fill="#222">{escape(name)}: {count:,}</text>')
        place += width
    told = ", ".join(f"{name} {count:,}" for name, count in parts.items())
    return make_picture(_WIDTH, _HEIGHT + 12 + len(parts) * _LINE, title, told, drawn)


def html_picture(picture: str) -> str:
    r"""Put a picture on a page of a notebook, no wider than is good to read.

    Parameters
    ----------
    picture : str
        SVG.

    Returns
    -------
    str
        HTML on one line.

    Examples
    --------
    >>> html_picture("<svg>\n</svg>")
    '<div style="max-width: 36em"><svg> </svg></div>'
    """
    return f'<div style="max-width: 36em">{" ".join(picture.split())}</div>'
