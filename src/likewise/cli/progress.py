"""Progress bars on stderr, where somebody sees them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from likewise.progress import Progress, Stage


@contextmanager
def show_progress(*, quiet: bool = False, title: str | None = None) -> Iterator["Progress | None"]:
    """Show a line that says what is being done, with a bar where it is known how much there is to do.

    Parameters
    ----------
    quiet : bool, default=False
        Show nothing.
    title : str or None, default=None
        Name of a job of many equal parts, whose number and remaining time are shown; None shows the name of each stage
        and the time since the beginning.

    Yields
    ------
    callable or None
        Call it with a `likewise.progress.Stage`; None if stderr is not a terminal, or `quiet` is set.

    Examples
    --------
    >>> with show_progress(quiet=True) as progress:
    ...     print(progress)
    None
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich import progress as rich_progress
    from rich.console import Console

    from likewise.progress import TITLES

    description, bar = rich_progress.TextColumn("{task.description}"), rich_progress.BarColumn()
    columns = (
        (rich_progress.SpinnerColumn(), description, bar, rich_progress.TimeElapsedColumn())
        if title is None
        else (description, bar, rich_progress.MofNCompleteColumn(), rich_progress.TimeRemainingColumn())
    )
    with rich_progress.Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("Starting" if title is None else title, total=None)

        def show(stage: "Stage") -> None:
            if stage.name == "compiling":
                # On a terminal only: programs that read stderr take any line for trouble.
                bars.console.print(f"{TITLES['compiling']}.")
                return
            # Most fits end before their last iteration, so the bar may jump to its end, but never goes back.
            bars.update(
                task,
                description=title or TITLES.get(stage.name, stage.name),
                completed=stage.done,
                total=stage.total or None,
            )

        yield show
