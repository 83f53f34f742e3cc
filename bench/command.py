"""Run `likewise` in a process of its own, and measure what that takes."""

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, NamedTuple

#: Seconds between two looks at the memory of a process.
_PAUSE = 0.02


class Usage(NamedTuple):
    """What a command took: processor seconds of all threads, seconds on the clock, and peak memory in GB."""

    processor: float
    seconds: float
    peak_gb: float


def run_command(
    command: Sequence[str], *, exit_code: int = 0, cache: Path | None = None, out: IO[bytes] | None = None
) -> Usage:
    """Run the program and return what it took.

    Compiled code is kept in the folder ``cache``, or where it always is; what is printed goes to the file ``out``.
    """
    program = [sys.executable, "-c", "from likewise.cli import main; main()", *command]
    environment = os.environ if cache is None else {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        child = subprocess.Popen(program, stdout=out or subprocess.DEVNULL, stderr=errors, env=environment)
        watch = _Watch(child.pid)
        watch.start()
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        watch.join()
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != exit_code:
            errors.seek(0)
            said = errors.read().decode().strip().splitlines()[-1:]
            raise RuntimeError(" ".join([*command, "ended with", str(child.returncode), *said]))
    return Usage(usage.ru_utime + usage.ru_stime, seconds, round(watch.peak_gb, 2))


class _Watch(threading.Thread):
    """Reads the peak memory of a process until it ends; `wait4` would also count what its parent had when it began."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.status = Path(f"/proc/{pid}/status")
        self.peak_gb = 0.0

    def run(self) -> None:
        while (peak := self._read()) is not None:
            self.peak_gb = peak
            time.sleep(_PAUSE)

    def _read(self) -> float | None:
        try:
            found = re.search(r"VmHWM:\s+(\d+) kB", self.status.read_text(encoding="utf-8"))
        except OSError:
            return None
        return None if found is None else int(found[1]) / 1e6
