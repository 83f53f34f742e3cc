"""Read bench/peers.toml: the comparisons, and the environment that each side runs in."""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.environments import interpreter
from bench.worker import Worker

FILE = Path(__file__).with_name("peers.toml")


@dataclass(frozen=True)
class Comparison:
    """One row of the file: our side, the peer's side, and how they are compared."""

    name: str
    kind: str
    title: str
    peer: str
    note: str
    ours: dict[str, Any]
    theirs: dict[str, Any]
    iterations: tuple[int, ...] = ()
    repeats: int | None = None


@dataclass(frozen=True)
class Peers:
    """Everything in the file."""

    settings: dict[str, Any]
    environments: dict[str, dict[str, list[str]]]
    comparisons: tuple[Comparison, ...]

    def worker(self, side: dict[str, Any], matrix: Path) -> Worker:
        """Start one side of a comparison on a matrix; a side without an environment is ours and runs in this one."""
        name = side.get("environment")
        python = Path(sys.executable) if name is None else interpreter(name, **self.environments[name])
        prior = 1.0 / self.settings["n_components"]
        settings = self.settings | {"alpha": prior, "eta": prior, "threads": side["threads"]}
        return Worker(python, side["runner"], matrix, settings)


def read(file: Path = FILE) -> Peers:
    """Read the file; an unknown or missing key is an error."""
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    rows = tuple(Comparison(**row) for row in content["comparison"])
    for row in rows:
        for side in (row.ours, row.theirs):
            if "environment" in side and side["environment"] not in content["environments"]:
                raise ValueError(f"{row.name} names the environment {side['environment']}, which {file.name} has not")
    return Peers(content["settings"], content["environments"], rows)
