"""Keys from a terminal as they are pressed, without a line end: on Unix by termios, on Windows by msvcrt."""

import codecs
import os
import sys
from typing import Any, Self

#: What keys without a letter send, and what they are called here; the end of the input is one of them.
_SEQUENCES = {
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[5~": "page up",
    "\x1b[6~": "page down",
    "\x1b": "escape",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\xe0H": "up",
    "\xe0P": "down",
    "\xe0I": "page up",
    "\xe0Q": "page down",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "delete",
    "\b": "delete",
    "\x04": "end",
    "": "end",
}
_INTERRUPT, _ESCAPE = "\x03", "\x1b"
#: Seconds within which the rest of a sequence comes, also over a slow line.
_SOON = 0.05


class Keyboard:
    """The keys of a terminal, which is as it was when this is left, whatever happens.

    Examples
    --------
    >>> with Keyboard() as keyboard:  # doctest: +SKIP
    ...     keyboard.read()
    'y'
    """

    def __init__(self) -> None:
        self._waiting = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._before: list[Any] | None = None

    def __enter__(self) -> Self:
        if sys.platform != "win32" and sys.stdin.isatty():
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin.fileno())
            tty.setcbreak(sys.stdin.fileno())
        return self

    def __exit__(self, *_: object) -> None:
        if sys.platform != "win32" and self._before is not None:
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)

    def read(self) -> str:
        """Wait for a key; none is left out, however fast they come.

        Returns
        -------
        str
            One character; or "up", "down", "page up", "page down", "escape", "enter", "delete" or "end", which is the
            end of the input. Other keys without a letter are "".

        Raises
        ------
        KeyboardInterrupt
            On Ctrl-C.
        """
        if sys.platform == "win32":
            key = self._read_windows()
        else:
            if not self._waiting:
                self._fetch()
            if self._waiting == _ESCAPE and self._has_more():
                self._fetch()
            key, self._waiting = split_key(self._waiting)
        if key == _INTERRUPT:
            raise KeyboardInterrupt
        return _SEQUENCES.get(key, key if len(key) == 1 and key.isprintable() else "")

    def _fetch(self) -> None:
        """Take what was typed; an incomplete character waits for its end, and nothing is the end of the input."""
        while True:
            typed = os.read(sys.stdin.fileno(), 1024)
            self._waiting += self._decoder.decode(typed)
            if self._waiting or not typed:
                return

    def _has_more(self) -> bool:
        import select

        return bool(select.select([sys.stdin], [], [], _SOON)[0])

    def _read_windows(self) -> str:
        import msvcrt

        getwch = msvcrt.getwch  # type: ignore[attr-defined, unused-ignore]
        key: str = getwch()
        return f"\xe0{getwch()}" if key in ("\x00", "\xe0") else key


def split_key(typed: str) -> tuple[str, str]:
    r"""Tell the first key of what was typed from the rest.

    Parameters
    ----------
    typed : str
        As the terminal sent it.

    Returns
    -------
    (str, str)
        A character, or a whole sequence; and the rest.

    Examples
    --------
    >>> split_key("\x1b[5~yn"), split_key("yn")
    (('\x1b[5~', 'yn'), ('y', 'n'))
    """
    if typed[:1] != _ESCAPE or typed[1:2] not in ("[", "O"):
        return typed[:1], typed[1:]
    end = 2
    while end < len(typed) and not (typed[end].isalpha() or typed[end] == "~"):
        end += 1
    return typed[: end + 1], typed[end + 1 :]
