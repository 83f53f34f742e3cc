"""What a system that shuts down, or a scheduler of jobs, ends is cleaned up as after Ctrl-C."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def clean_up_when_terminated() -> Iterator[None]:
    """Let SIGTERM and SIGHUP interrupt what runs, so that temporary files are removed; a second one ends it at once.

    Examples
    --------
    >>> with clean_up_when_terminated():
    ...     print("searching")
    searching
    """
    names = ("SIGTERM", "SIGHUP")  # Windows has only one of them
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []  # only the main thread may choose
    changed = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]

    def interrupt(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        raise KeyboardInterrupt

    for number in changed:
        signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)
