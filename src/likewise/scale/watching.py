"""How far a cluster is, told to whoever listens."""

from typing import Any

from likewise.progress import Progress, Stage


def watch(parts: Any, callback: Progress | None, name: str = "counting") -> None:
    """Wait until every part is there, and report each one that is; parts in memory are there already.

    Parameters
    ----------
    parts : parts
        As of `likewise.fitting.executors`.
    callback : callable or None
        Called with a `likewise.progress.Stage`: files done, of how many.
    name : str, default="counting"
        Of the stage.

    Examples
    --------
    >>> watch(["in memory"], print)
    """
    futures = getattr(parts, "futures", None)
    if futures is None or callback is None:
        return
    from distributed import as_completed

    sizes, done = dict(zip(futures, parts.sizes, strict=True)), 0
    callback(Stage(name, done=0, total=len(parts)))
    for future in as_completed(futures):
        done += sizes[future]
        callback(Stage(name, done=done, total=len(parts)))
