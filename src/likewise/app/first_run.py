"""Whether compiled code is kept from an earlier run: without it, the first run takes some seconds longer."""

import os
from pathlib import Path

from likewise.progress import Progress, Stage

_KERNELS = Path(__file__).parent.parent / "kernels"
#: A kernel that every search needs, as numba names its file.
_NEEDED = "counting.number_keys-*.nbi"


def is_first_run() -> bool:
    """Say whether kernels must be compiled first, as far as this can be known without loading numba.

    Returns
    -------
    bool
        False as well where numba keeps compiled code in a place of its own choice.

    Examples
    --------
    >>> is_first_run() in (True, False)
    True
    """
    place = os.environ.get("NUMBA_CACHE_DIR")
    if place:
        return not any(Path(place).glob(f"*/{_NEEDED}"))
    return os.access(_KERNELS, os.W_OK) and not any((_KERNELS / "__pycache__").glob(_NEEDED))


def load_engine() -> None:
    """Load what searches need, before other threads do.

    Modules of numba need each other, and two threads that load them at once may each see half of them.

    Examples
    --------
    >>> load_engine()
    """
    import likewise.finder  # noqa: F401 loading it is what this is for


def report_first_run(progress: Progress | None) -> None:
    """Report the stage "compiling" if kernels must be compiled first.

    Parameters
    ----------
    progress : callable or None
        Called with a `likewise.progress.Stage`.

    Examples
    --------
    >>> report_first_run(None)
    """
    if progress is not None and is_first_run():
        progress(Stage("compiling"))
