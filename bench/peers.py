"""Read bench/peers.toml: the comparisons of speed and of quality, and the environment that each side runs in."""

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
    documents: int = 0


@dataclass(frozen=True)
class Run:
    """Estimators of a package that get the same form of documents, and the true share of positives or not."""

    input: str
    estimators: tuple[str, ...]
    words: int | None = None
    prior: bool = False

    def __str__(self) -> str:
        parts = [self.input, f"{self.words:,} words" if self.words else "", "true prior" if self.prior else ""]
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True)
class Package:
    """One package in a comparison on mixes; without an environment it is ours and runs in this one."""

    name: str
    runner: str
    runs: tuple[Run, ...]
    environment: str | None = None


@dataclass(frozen=True)
class Mixes:
    """One comparison on six-topic mixes: what is drawn, what a fit may take, and who takes part."""

    name: str
    title: str
    corpora: tuple[str, ...]
    share: float
    draw: int
    mixes: int
    seconds: int
    gigabytes: int
    note: str
    packages: tuple[Package, ...]


@dataclass(frozen=True)
class Peers:
    """Everything in the file."""

    settings: dict[str, Any]
    environments: dict[str, dict[str, list[str]]]
    comparisons: tuple[Comparison, ...]
    mixes: tuple[Mixes, ...] = ()

    def python(self, environment: str | None) -> Path:
        """Return the Python of an environment, made now if need be; ours is this one."""
        return (
            Path(sys.executable) if environment is None else interpreter(environment, **self.environments[environment])
        )

    def worker(self, side: dict[str, Any], matrix: Path) -> Worker:
        """Start one side of a comparison on a matrix; a side without an environment is ours and runs in this one."""
        python = self.python(side.get("environment"))
        prior = 1.0 / self.settings["n_components"]
        settings = self.settings | {"alpha": prior, "eta": prior, "threads": side["threads"]}
        return Worker(python, side["runner"], matrix, settings)


def read(file: Path = FILE) -> Peers:
    """Read the file; an unknown or missing key is an error."""
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    rows = tuple(Comparison(**row) for row in content["comparison"])
    mixes = tuple(_mixes(**row) for row in content.get("mixes", ()))
    named = [(row.name, side.get("environment")) for row in rows for side in (row.ours, row.theirs)]
    named += [(row.name, package.environment) for row in mixes for package in row.packages]
    for name, environment in named:
        if environment is not None and environment not in content["environments"]:
            raise ValueError(f"{name} names the environment {environment}, which {file.name} has not")
    return Peers(content["settings"], content["environments"], rows, mixes)


def _mixes(packages: list[dict[str, Any]], **row: Any) -> Mixes:
    runs = [
        tuple(Run(**run | {"estimators": tuple(run["estimators"])}) for run in given.pop("runs")) for given in packages
    ]
    return Mixes(
        **row | {"corpora": tuple(row["corpora"])},
        packages=tuple(Package(runs=own, **given) for own, given in zip(runs, packages, strict=True)),
    )
