"""The command line: one file for each command. Heavy imports are inside functions, so that help answers at once."""

import io
import sys


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
    try:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A terminal that cannot show a character shows "?" instead of ending the program.
                stream.reconfigure(errors="replace")
        # Inside, so that an interrupt while they load is caught, too.
        from likewise.cli.deferred import defer_import
        from likewise.cli.program import app

        defer_import("scipy.stats")
        app()
    except KeyboardInterrupt:
        sys.stderr.write("\nlikewise: stopped\n")
        sys.exit(130)
