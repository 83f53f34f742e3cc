"""Make each peer an environment of its own under .bench, once, from package names and pinned versions."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".bench"


class NotInstallable(RuntimeError):
    """No Python on the PATH takes the peer's packages."""


def interpreter(name: str, python: Sequence[str], packages: Sequence[str], folder: Path = FOLDER) -> Path:
    """Return the Python of a peer's environment, made now if it is not there with these very packages."""
    home = folder / name
    program, stamp = home / "bin" / "python", home / "packages.txt"
    wanted = "\n".join(packages) + "\n"
    if program.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return program
    tried = []
    for candidate in python:
        # A name on the PATH may be a version manager's stand-in for a Python that is not installed: ask it.
        if shutil.which(candidate) is None or _run(candidate, "-c", "pass"):
            tried.append(f"{candidate} is not here")
            continue
        failure = _run(candidate, "-m", "venv", "--clear", str(home)) or _run(
            str(program), "-m", "pip", "install", "--quiet", *packages
        )
        if not failure:
            stamp.write_text(wanted, encoding="utf-8")
            return program
        tried.append(f"{candidate}: {failure}")
    raise NotInstallable(f"{name} could not be installed ({'; '.join(tried)})")


def _run(*command: str) -> str:
    """Run a command and return its last line of complaint, or nothing when it succeeded."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stderr.strip().splitlines()
    return "" if done.returncode == 0 else (lines[-1] if lines else f"exit {done.returncode}")
