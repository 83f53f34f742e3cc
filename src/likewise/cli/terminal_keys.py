"""One key at a time from a terminal, without a line end: on Unix by termios, on Windows by msvcrt."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

#: What arrow keys and page keys send, and the keys that they stand for.
_SEQUENCES = {"\x1b[A": "k", "\x1b[B": "j", "\x1b[5~": "p", "\x1b[6~": " ", "\x1b": "q"}
_END, _INTERRUPT = "\x04", "\x03"


@contextmanager
def single_keys() -> Iterator[None]:
    """Let keys arrive as they are pressed; the terminal is as it was afterwards, whatever happens."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def read_key() -> str:
    """Wait for a key, and return its letter; the end of the input is "q".

    Returns
    -------
    str
        One character.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C.
    """
    if sys.platform == "win32":
        import msvcrt

        key = msvcrt.getwch()
    else:
        key = os.read(sys.stdin.fileno(), 8).decode("utf-8", errors="ignore")
    if _INTERRUPT in key:
        raise KeyboardInterrupt
    if not key or _END in key:
        return "q"
    return _SEQUENCES.get(key, key[0])
