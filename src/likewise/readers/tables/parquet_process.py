"""Parquet files decoded in a process of their own, since a damaged one can end the process that decodes it.

polars decodes in threads of its own. There, a damaged file may make it ask for more memory than there is, which ends
the process at once, or panic, which prints to the terminal; of 4,000 damaged files, polars 2.1.0 ended the process for
one and panicked for four. The first cannot be caught, and the second cannot be silenced. A process that has answered is
kept for the next file; threads that read at the same time have one each.
"""

from __future__ import annotations

import atexit
import io
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import polars as pl

_CHILD = Path(__file__).with_name("parquet_child.py")
_MOST_IDLE = 2


class DamagedParquetError(ValueError):
    """A file that cannot be decoded, with what polars says of it; "" if it ended the process."""


class _Child:
    """A process that decodes one file after the other."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(_CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # It imports what this process can import, and is not stopped by Ctrl-C but by the end of its input.
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "RUST_BACKTRACE": "0"},
            start_new_session=True,
        )

    def is_usable(self) -> bool:
        return self.owner == os.getpid() and self._process.poll() is None

    def ask(self, data: bytes) -> tuple[bytes, bytes]:
        """Return the kind and the content of the answer; both are empty if the process ended."""
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        try:
            requests.write(len(data).to_bytes(8, "little"))
            requests.write(data)
            requests.flush()
            header = answers.read(9)
            content = answers.read(int.from_bytes(header[1:], "little"))
        except BrokenPipeError:
            return b"", b""
        return header[:1], content

    def stop(self) -> None:
        if self.owner != os.getpid():  # a copy of this process has no say in it
            return
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):  # what was still to be written is of no use any more
                    stream.close()
        self._process.wait()


_idle: list[_Child] = []
_idle_lock = threading.Lock()


def decode_parquet(data: bytes) -> pl.DataFrame:
    """Decode a Parquet file.

    Parameters
    ----------
    data : bytes
        What the file holds.

    Returns
    -------
    polars.DataFrame
        Its table.

    Raises
    ------
    DamagedParquetError
        If it cannot be decoded.
    OSError
        If no process can be started.

    Examples
    --------
    >>> file = io.BytesIO()
    >>> pl.DataFrame({"text": ["red wine"]}).write_parquet(file)
    >>> decode_parquet(file.getvalue()).rows()
    [('red wine',)]
    """
    child = _take()
    try:
        kind, content = child.ask(data)
    except BaseException:  # Ctrl-C too: an answer that nobody reads would be taken for the next one
        child.stop()
        raise
    if not kind:
        child.stop()
        raise DamagedParquetError("")
    _give_back(child)
    if kind == b"T":
        return pl.read_ipc_stream(io.BytesIO(content))
    raise DamagedParquetError(content.decode("utf-8", "replace") if kind == b"E" else "")


def _take() -> _Child:
    with _idle_lock:
        while _idle:
            child = _idle.pop()
            if child.is_usable():
                return child
            child.stop()
    return _Child()


def _give_back(child: _Child) -> None:
    with _idle_lock:
        if len(_idle) < _MOST_IDLE:
            _idle.append(child)
            return
    child.stop()


@atexit.register
def _stop_all() -> None:
    while _idle:
        _idle.pop().stop()
