"""Where to print: the terminal as wide as it is, a file or a pipe without colours and without being cut short."""

import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

_WIDTH_OF_A_PIPE = 160


def output(**options: Any) -> "Console":
    """Return the console that results are printed to.

    Parameters
    ----------
    **options : object
        Options of `rich.console.Console`.

    Returns
    -------
    rich.console.Console
        On stdout.

    Examples
    --------
    >>> output(width=40).width
    40
    """
    from rich.console import Console

    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        options.setdefault("width", _WIDTH_OF_A_PIPE)
    # Numbers and paths stay as plain as the rest: colour is for what matters.
    return Console(highlight=False, **options)


def one_line(text: str, most: int = 300) -> str:
    r"""Write the beginning of a text on one line that is safe to print: no control characters, no line ends.

    Parameters
    ----------
    text : str
        Any text, of any length.
    most : int, default=300
        Characters to look at.

    Returns
    -------
    str
        The beginning.

    Examples
    --------
    >>> one_line("Red\n  wine\x1b[31m")
    'Red wine [31m'
    """
    beginning = "".join(letter if letter.isprintable() else " " for letter in text[:most])
    return " ".join(beginning.split())
