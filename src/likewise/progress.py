"""Where a long job is, told to whoever draws the progress bar."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Stage:
    """What a finder's callback is told.

    Parameters
    ----------
    name : str
        "reading", "counting", "fitting", "explaining" or "writing".
    n_iter, max_iter : int, default=0
        Files read, or iterations made, and how many there are at most; 0 where nobody can say.

    Examples
    --------
    >>> Stage("fitting", n_iter=3, max_iter=50).name
    'fitting'
    """

    name: str
    n_iter: int = 0
    max_iter: int = 0


#: A true answer stops the fit, where the method can be stopped.
Callback: TypeAlias = Callable[[Stage], object]
