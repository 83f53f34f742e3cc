"""Where a long job is: what reading, counting, fitting and the papers' trials report, all in one form."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


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
