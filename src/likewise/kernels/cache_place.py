"""A place for compiled kernels where there is none: an installation that is read-only, for a user without a home."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

import numba  # noqa: F401 whole, before a part of it
from numba.core.caching import FunctionCache


def ensure_cache_place() -> None:
    """Let numba keep compiled code for as long as this process runs, if it can be kept nowhere else.

    A folder of its own for each process, which only its user may enter: numba runs what it finds in its cache, so a
    name that others can guess, in a folder where others can write, would let them run code.

    Examples
    --------
    >>> ensure_cache_place()
    """
    try:
        FunctionCache(ensure_cache_place)
    except RuntimeError:  # no place can be written to
        place = tempfile.mkdtemp(prefix="likewise-kernels-")
        os.environ["NUMBA_CACHE_DIR"] = place
        from numba.core import config

        config.CACHE_DIR = place
        atexit.register(shutil.rmtree, place, ignore_errors=True)
