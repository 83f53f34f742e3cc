"""Names of written files as links, in terminals that are known to show them (OSC 8)."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

#: Variables that terminals with links set for their programs.
_VARIABLES = ("KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "WEZTERM_PANE", "GHOSTTY_RESOURCES_DIR", "DOMTERM")
_PROGRAMS = ("iTerm.app", "WezTerm", "vscode", "Hyper", "ghostty", "rio", "tabby")
_TERMS = ("xterm-kitty", "xterm-ghostty", "foot", "alacritty", "contour", "wezterm")
#: The first version of GNOME's terminal library that shows links without a fault.
_VTE = 5000


def shows_links(environment: Mapping[str, str]) -> bool:
    """Say whether a terminal is known to show links, by what it tells its programs.

    Parameters
    ----------
    environment : mapping of str to str
        As `os.environ`.

    Returns
    -------
    bool
        False for any terminal that is not known, and where ``NO_COLOR`` is set.

    Examples
    --------
    >>> shows_links({"TERM_PROGRAM": "vscode"}), shows_links({"TERM": "linux"})
    (True, False)
    >>> shows_links({"TERM_PROGRAM": "vscode", "NO_COLOR": "1"})
    False
    """
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR") or term == "dumb":
        return False
    version = environment.get("VTE_VERSION", "0")
    return (
        any(environment.get(name) for name in _VARIABLES)
        or environment.get("TERM_PROGRAM") in _PROGRAMS
        or term.startswith(_TERMS)
        or (version.isdigit() and int(version) >= _VTE)
    )


def print_path(console: "Console", what: str, path: str | os.PathLike[str]) -> None:
    """Print what a file is, and its name; a link to it where somebody can follow it.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    what : str
        What stands before the name.
    path : str or path-like
        The file.

    Examples
    --------
    >>> from likewise.cli.console import output
    >>> print_path(output(), "Report", "found.html")
    Report: found.html
    """
    from rich.style import Style
    from rich.text import Text

    line = Text(f"{what}: ")
    is_link = console.is_terminal and not console.is_dumb_terminal and shows_links(os.environ)
    line.append(str(path), style=Style(link=Path(path).resolve().as_uri()) if is_link else "")
    console.print(line, soft_wrap=True)
