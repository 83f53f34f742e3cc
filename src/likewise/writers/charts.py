"""What every chart shares: round numbers on its axes, colours, and the frame of a picture that stands alone.

Charts are `line_chart` and `shaded_table`, which return SVG for a page of their own, and `band_chart` and `bar_chart`,
which return where things stand, for the template and the style of a report. None of them needs a drawing library.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

#: Colours that people with any colour vision can tell apart, and that print as different greys.
COLOURS = ("#0b6e99", "#d1495b", "#3a7d44", "#8f5db7", "#b7791f", "#444444", "#00897b", "#c2185b")
FONT = 'font-family="system-ui, sans-serif" font-size="14"'


@dataclass(frozen=True)
class Tick:
    """A place on an axis and the text there.

    Examples
    --------
    >>> Tick(58.0, "0").text
    '0'
    """

    place: float
    text: str


def round_step(width: float, n_steps: int = 5) -> float:
    """Return a round number that goes into a width about so many times.

    Parameters
    ----------
    width : float
        Above 0.
    n_steps : int, default=5
        How many times.

    Returns
    -------
    float
        1, 2, 2.5, 5 or 10 times a power of ten.

    Examples
    --------
    >>> round_step(4200.0), round_step(4200.0, 10)
    (1000.0, 500.0)
    """
    power = 10.0 ** math.floor(math.log10(width / n_steps))
    return float(next(power * times for times in (1, 2, 2.5, 5, 10) if power * times * 1.1 * n_steps >= width))


def ticks_between(low: float, high: float) -> list[float]:
    """Return about five round numbers between two others.

    Parameters
    ----------
    low, high : float
        The others.

    Returns
    -------
    list of float
        In order.

    Examples
    --------
    >>> ticks_between(0.0, 4200.0)
    [0.0, 1000.0, 2000.0, 3000.0, 4000.0]
    """
    step = round_step(max(high - low, 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [round(number * step, 10) for number in range(first, math.floor(high / step + 1e-9) + 1)]


def make_picture(width: float, height: float, title: str, description: str, parts: Sequence[str]) -> str:
    """Put the parts of a chart into an SVG picture, with a title and a description for those who cannot see it.

    Parameters
    ----------
    width, height : float
        The size of the picture.
    title, description : str
        What it shows.
    parts : sequence of str
        Elements of SVG.

    Returns
    -------
    str
        The picture.

    Examples
    --------
    >>> make_picture(10, 10, "Tea", "Nothing yet.", []).startswith("<svg")
    True
    """
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" {FONT}>\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n"
        f'<rect width="100%" height="100%" fill="#fff"/>\n{inside}\n</svg>\n'
    )
