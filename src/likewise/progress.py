"""Where a long job is: what reading, counting, fitting and the papers' trials report, all in one form."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any, Self, TypeAlias

#: What each stage is called before a person.
TITLES = {
    "compiling": "Preparing compiled code for the first run; later runs start faster",
    "reading": "Reading",
    "counting": "Counting words",
    "fitting": "Learning from your examples",
    "explaining": "Collecting reasons",
    "writing": "Writing",
    "trials": "Trials",
}


@dataclass(frozen=True)
class Stage:
    """What a `Progress` is called with.

    Parameters
    ----------
    name : str
        "compiling", "reading", "counting", "fitting", "explaining", "writing" or "trials".
    done, total : int, default=0
        Files read, iterations or trials made, and how many there are at most; 0 where this is not known.

    Examples
    --------
    >>> Stage("fitting", done=3, total=50).name
    'fitting'
    """

    name: str
    done: int = 0
    total: int = 0


#: Called with each `Stage`; a true answer stops an iteration or a series of trials, where the method can be stopped.
Progress: TypeAlias = Callable[[Stage], object]


def report_stage(callback: Progress | None, name: str) -> None:
    """Report that a part of the work begins, if anybody listens.

    Parameters
    ----------
    callback : callable or None
        Who listens.
    name : str
        Name of the part, as of `Stage`.

    Examples
    --------
    >>> report_stage(print, "reading")
    Stage(name='reading', done=0, total=0)
    """
    if callback is not None:
        callback(Stage(name))


class NotebookBar:
    """A `Progress` that shows a bar in a notebook, with nothing to install; elsewhere it shows nothing.

    The bar is there inside the block, and gone behind it.

    Parameters
    ----------
    seconds : float, default=0.1
        Least time between two pictures of the bar.

    Examples
    --------
    >>> from likewise import Finder
    >>> with NotebookBar() as bar:
    ...     result = Finder("centroid", callback=bar).find(["red wine"], ["green tea", "a glass of wine"])
    >>> result.table["id"][0]
    '2'
    """

    def __init__(self, seconds: float = 0.1) -> None:
        self.seconds = seconds
        self._handle: Any = None
        self._last = ("", 0.0)

    def __call__(self, stage: Stage) -> None:
        """Show where the job is, unless it was shown a moment ago.

        Parameters
        ----------
        stage : Stage
            Where it is.
        """
        name, at = self._last
        now = time.monotonic()
        if stage.name == name and now - at < self.seconds:
            return
        self._last = (stage.name, now)
        of = f' value="{stage.done}" max="{stage.total}"' if stage.total else ""
        title = escape(TITLES.get(stage.name, stage.name))
        self._show(f'<progress{of} aria-label="{title}"></progress> {title}')

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            self._show("")

    def _show(self, page: str) -> None:
        # Who runs a notebook has loaded it; loading it elsewhere would only take time.
        shell = sys.modules.get("IPython")
        if shell is None or shell.get_ipython() is None:
            return
        from importlib import import_module

        display = import_module("IPython.display")
        if self._handle is None:
            self._handle = display.display(display.HTML(page), display_id=True)
        else:
            self._handle.update(display.HTML(page))
