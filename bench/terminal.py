"""A real command on a pseudo-terminal of a stated size: keys go in, and the screen comes out."""

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

#: What a terminal sends before the screen is drawn anew.
_CLEAR = re.compile(r"\x1b\[H\x1b\[2J|\x1b\[2J\x1b\[H")
_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PROGRAM = (sys.executable, "-c", "import sys; from likewise.cli import main; sys.argv[0] = 'likewise'; main()")


class Terminal:
    """`likewise` on a pseudo-terminal.

    Parameters
    ----------
    *arguments : str
        Of the command.
    size : (int, int), default=(80, 24)
        Columns and lines.
    environment : mapping of str to str or None, default=None
        Added to that of this process.
    folder : path-like or None, default=None
        Where the command runs.
    """

    def __init__(
        self,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        import pty

        self.master, slave = pty.openpty()
        self.resize(*size)
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env={
                **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")},
                "TERM": "xterm-256color",
                **(environment or {}),
            },
        )
        os.close(slave)
        #: Everything that was written so far.
        self.output = ""

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window; a command that runs is told, as by a real terminal."""
        import fcntl
        import termios

        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        if hasattr(self, "process"):
            self.process.send_signal(signal.SIGWINCH)

    def read(self, seconds: float) -> bool:
        """Take what the command writes within some seconds; tell whether it wrote anything."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            more = os.read(self.master, 65536).decode(errors="replace")
        except OSError:  # the other side is closed
            return False
        self.output += more
        return bool(more)

    def read_until(self, words: str, seconds: float = 180) -> str:
        """Take what the command writes until it has written some words, and return it.

        Raises
        ------
        TimeoutError
            If they did not come.
        """
        first, end = len(self.output), time.monotonic() + seconds
        while words not in self.output[first:]:
            if time.monotonic() > end:
                raise TimeoutError(f"{words!r} did not come: {self.output[first:][-2000:]!r}")
            if not self.read(0.05) and self.process.poll() is not None and not self.read(0):
                break
        return self.output[first:]

    def type(self, keys: str) -> None:
        """Type some keys at once."""
        os.write(self.master, keys.encode())

    @property
    def screen(self) -> str:
        """What was written since the screen was cleared last, with its colours."""
        return _CLEAR.split(self.output)[-1].replace("\r", "")

    def close(self) -> None:
        """Kill the command if it still runs, and wait for its end."""
        self.process.kill()
        self.process.wait()
        while self.read(0):
            pass
        os.close(self.master)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def strip_styles(text: str) -> str:
    r"""Return a text without the sequences that style it.

    Examples
    --------
    >>> strip_styles("\x1b[1mwine\x1b[0m")
    'wine'
    """
    return _STYLE.sub("", text)
