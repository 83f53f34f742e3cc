"""A runner in a process of its own, asked one question at a time, so that two sides can take turns on one machine."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

RUNNERS = Path(__file__).parent / "runners"

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class RunnerFailed(RuntimeError):
    """A runner ended before it answered; ``runner`` names it."""

    def __init__(self, runner: str, message: str) -> None:
        super().__init__(f"{runner} ended without an answer: {message}")
        self.runner = runner


class Worker:
    """One side of a comparison: start it, ask it, and it stops at the end of the ``with`` block."""

    def __init__(self, python: Path, runner: str, matrix: Path, settings: dict[str, Any]) -> None:
        environment = dict(os.environ) | dict.fromkeys(THREAD_VARIABLES, str(settings["threads"]))
        command = [str(python), str(RUNNERS / f"{runner}.py"), str(matrix), json.dumps(settings)]
        self.name = runner
        self._complaints = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - closed in __exit__
        self._process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
        )

    def __enter__(self) -> Self:
        self.versions = self._answer()["versions"]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ask(self, question: str, **details: Any) -> dict[str, Any]:
        """Ask one question and wait for the answer; the other side is idle meanwhile."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"question": question, **details}) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it has died: reading its answer says why
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line:
            return dict(json.loads(line))
        self._complaints.seek(0)
        lines = self._complaints.read().strip().splitlines()
        self.close()
        raise RunnerFailed(self.name, lines[-1] if lines else "no message")

    def close(self) -> None:
        """End the process, by force if it does not end by itself."""
        try:
            # Closes its input, which ends its loop; what it still says is dropped.
            self._process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
        except ValueError:
            pass  # closed before
        self._complaints.close()
