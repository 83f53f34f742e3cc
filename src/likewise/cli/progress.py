"""Progress bars on stderr, where somebody sees them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from likewise.progress import Callback, Stage

_TITLES = {
    "reading": "Reading",
    "counting": "Counting words",
    "fitting": "Learning from your examples",
    "explaining": "Collecting reasons",
    "writing": "Writing",
}


@contextmanager
def watching(*, quiet: bool = False) -> Iterator["Callback | None"]:
    """Show a line that says what is being done, with a bar while something is fitted.

    Parameters
    ----------
    quiet : bool, default=False
        Show nothing.

    Yields
    ------
    callable or None
        Call it with a `likewise.progress.Stage`; None when stderr is not a terminal, or quiet is asked for.

    Examples
    --------
    >>> with watching(quiet=True) as callback:
    ...     print(callback)
    None
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("Starting", total=None)

        def callback(stage: "Stage") -> None:
            title = _TITLES.get(stage.name, stage.name)
            # Most fits end before their last iteration, so the bar may jump to its end, but never goes back.
            bars.update(task, description=title, completed=stage.n_iter, total=stage.max_iter or None)

        yield callback


@contextmanager
def counting(title: str) -> Iterator["Callable[[int, int], object] | None"]:
    """Show how many trials are made, and the time left.

    Parameters
    ----------
    title : str
        What is being run.

    Yields
    ------
    callable or None
        Call it with how many are made, and of how many; None when stderr is not a terminal.

    Examples
    --------
    >>> with counting("zhou2010/table2") as callback:
    ...     print(callback)
    None
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(title, total=None)

        def callback(done: int, of: int) -> None:
            bars.update(task, completed=done, total=of)

        yield callback
