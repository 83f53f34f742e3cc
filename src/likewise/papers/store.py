"""Rows of trials in files that only grow: stopped in the middle nothing is lost, and two runs add to the same file."""

import contextlib
import csv
import io
import json
import os
import platform
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from likewise.papers.trials import Outcome, Trial

VERSIONS = ("likewise", "numpy", "scipy", "scikit-learn", "numba")
FIELDS = (
    "paper", "table", "cell", "seed", "value", "seconds", "hash", "data", "values", "problem", "settings", "python",
    *VERSIONS, "commit",
)  # fmt: skip


@dataclass(frozen=True)
class Store:
    """The rows below one folder, a file for each paper.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store(Path(folder))
    ...     trial = Trial("mixes", {}, {"name": "nb"}, 0)
    ...     store.add("zhou2010/table2", "a cell", trial, Outcome({"F": 0.5}, 1.0, "0123"), "abc")
    ...     store.read("zhou2010")[trial.hash].values
    {'F': 0.5}
    """

    folder: Path

    def file(self, paper: str) -> Path:
        """Return the file of a paper's rows."""
        return self.folder / "rows" / f"{paper}.csv"

    def read(self, paper: str) -> dict[str, Outcome]:
        """Return the outcome of every trial that has a row, by its hash; a line that was cut short is no row."""
        found = {}
        for row in self.rows(paper):
            values = json.loads(row["values"])
            found[row["hash"]] = Outcome(values, float(row["seconds"]), row["data"], row["problem"])
        return found

    def rows(self, paper: str) -> list[dict[str, Any]]:
        """Return all whole rows of a paper."""
        file = self.file(paper)
        if not file.exists():
            return []
        # A row is one line, so that one cut short, inside quotes or inside a letter, ends with its line.
        lines = file.read_bytes().decode(errors="replace").split("\n")[:-1]
        rows = [dict(zip(FIELDS, next(csv.reader([line]), []), strict=False)) for line in lines]
        return [row for row in rows if len(row) == len(FIELDS) and row["hash"] != "hash"]

    def add(self, table: str, cell: str, trial: Trial, outcome: Outcome, commit: str) -> None:
        """Add a row by one write to the end of the file, which two runs can do at once."""
        paper, name = table.split("/")
        main = next(iter(outcome.values.values())) if "F" not in outcome.values else outcome.values["F"]
        row = {
            "paper": paper, "table": name, "cell": cell, "seed": trial.seed, "value": main, "seconds": outcome.seconds,
            "hash": trial.hash, "data": outcome.data, "values": json.dumps(dict(outcome.values), sort_keys=True),
            "problem": " ".join(outcome.problem.split()), "settings": trial.settings,
            "python": platform.python_version(), "commit": commit,
            **_versions(),
        }  # fmt: skip
        file = self.file(paper)
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            _begin(file)
        with file.open("rb") as last:
            last.seek(-1, os.SEEK_END)
            cut_short = last.read() != b"\n"
        handle = os.open(file, os.O_WRONLY | os.O_APPEND)
        try:
            os.write(handle, ("\n" * cut_short + _line(row)).encode())
        finally:
            os.close(handle)


def _begin(file: Path) -> None:
    """Make a file of the header alone; of several writers one does, and no one ever sees it empty."""
    with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".new") as new:
        new.write(_line(dict(zip(FIELDS, FIELDS, strict=True))).encode())
        new.flush()
        Path(new.name).chmod(0o644)
        with contextlib.suppress(FileExistsError):
            os.link(new.name, file)


@cache
def _versions() -> dict[str, str]:
    return {package: version(package) for package in VERSIONS}


def commit() -> str:
    """Return the commit that the code is of, with a plus sign if files differ from it; "release" outside a clone."""
    here = Path(__file__).parent

    def git(*words: str) -> str:
        try:
            ran = subprocess.run(["git", *words], cwd=here, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            return ""
        return ran.stdout.strip() if ran.returncode == 0 else ""

    head = git("rev-parse", "--short", "HEAD")
    return head + ("+" if git("status", "--porcelain", "--", str(here.parent)) else "") if head else "release"


def _line(row: Mapping[str, Any]) -> str:
    line = io.StringIO()
    csv.DictWriter(line, FIELDS, lineterminator="\n").writerow(row)
    return line.getvalue()
