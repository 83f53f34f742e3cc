"""Keys from a terminal as they are pressed, without a line end: on Unix by termios, on Windows by msvcrt."""

import codecs
import os
import sys
from contextlib import suppress
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
        #: What signals did before, and a pipe by which they wake whoever waits for a key.
        self._handlers: dict[int, Any] = {}
        self._pipe = (-1, -1)

    def __enter__(self) -> Self:
        if sys.platform != "win32" and sys.stdin.isatty():
            import signal
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin.fileno())
            tty.setcbreak(sys.stdin.fileno())
            self._pipe = os.pipe()
            os.set_blocking(self._pipe[1], False)
            # Whichever thread the system tells of a signal, the one that waits for a key is woken.
            signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
            for number in (signal.SIGWINCH, signal.SIGCONT):
                self._handlers[number] = signal.signal(number, self._hear)
            for number in (signal.SIGTERM, signal.SIGHUP):
                if signal.getsignal(number) is signal.SIG_DFL:
                    self._handlers[number] = signal.signal(number, self._end)
        return self

    def __exit__(self, *_: object) -> None:
        if sys.platform != "win32" and self._before is not None:
            import signal
            import termios

            for number, handler in self._handlers.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(-1)
            for end in self._pipe:
                os.close(end)
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)

    def _hear(self, *_: object) -> None:
        """Take the terminal again: it was a shell's if this was stopped by Ctrl-Z; the screen is drawn anew then."""
        if sys.platform != "win32":
            import termios
            import tty

            tty.setcbreak(sys.stdin.fileno(), termios.TCSADRAIN)  # which keeps what was typed meanwhile

    def _end(self, number: int, _: object) -> None:
        """Give the terminal back as it was, and end as the signal wants it."""
        if sys.platform != "win32" and self._before is not None:
            import signal
            import termios

            with suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self._before)
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    def read(self) -> str:
        """Wait for a key; none is left out, however fast they come.

        Returns
        -------
        str
            One character; or "up", "down", "page up", "page down", "escape", "enter", "delete" or "end", which is the
            end of the input. Other keys without a letter are "", and so is a reason to draw the screen anew.

        Raises
        ------
        KeyboardInterrupt
            On Ctrl-C.
        """
        if sys.platform == "win32":
            key = self._read_windows()
        else:
            if not self._waiting and not self._fetch():
                return ""
            if self._waiting == _ESCAPE and self._has_more():
                self._fetch()
            key, self._waiting = split_key(self._waiting)
        if key == _INTERRUPT:
            raise KeyboardInterrupt
        return _SEQUENCES.get(key, key if len(key) == 1 and key.isprintable() else "")

    def _fetch(self) -> bool:
        """Take what was typed; an incomplete character waits for its end, and nothing is the end of the input.

        Returns
        -------
        bool
            Whether it is the keyboard that says something, rather than a signal.
        """
        import select

        while True:
            ready = select.select([sys.stdin, *self._pipe[: bool(self._handlers)]], [], [])[0]
            if sys.stdin not in ready:
                os.read(self._pipe[0], 1024)
                return False
            typed = os.read(sys.stdin.fileno(), 1024)
            self._waiting += self._decoder.decode(typed)
            if self._waiting or not typed:
                return True

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
