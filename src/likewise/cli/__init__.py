"""The command line: one file for each command. Heavy imports are inside functions, so that help answers at once."""

import gc
import io
import sys

# Loaded with scikit-learn and numba, and hardly used by anybody; scipy.stats alone is a quarter of the time of a small
# search.
_DEFERRED = ("scipy.stats", "numpy.f2py", "numpy.testing", "asyncio", "pycparser")
# Loading libraries makes a quarter of a million objects that stay: with Python's own threshold of 700, looking for
# cycles among them takes a tenth of the time of a small search.
_OBJECTS_BETWEEN_COLLECTIONS = 100_000


def main() -> None:
    """Run the command line; the entry point of the program ``likewise``.

    Examples
    --------
    >>> import sys
    >>> sys.argv = ["likewise", "--version"]
    >>> main()
    Traceback (most recent call last):
        ...
    SystemExit: 0
    """
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    try:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A terminal that cannot show a character shows "?" instead of ending the program.
                stream.reconfigure(errors="replace")
        # Inside, so that an interrupt while they load is caught, too.
        from likewise.cli.deferred import defer_import
        from likewise.cli.program import app

        for name in _DEFERRED:
            defer_import(name)
        app()
    except KeyboardInterrupt:
        sys.stderr.write("\nlikewise: stopped\n")
        sys.exit(130)
    finally:
        gc.freeze()  # the process ends: nobody needs the cycles that are left
