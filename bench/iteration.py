"""Compare seconds per iteration: both sides in turn on one matrix, medians, and the peak memory of a fit."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Any

from bench.corpus import Data
from bench.peers import Comparison, Peers
from bench.result import Result, joined


def compare(row: Comparison, peers: Peers, data: Data, matrix: Path, *, repeats: int) -> Result:
    """Run one comparison of kind "iteration"."""
    short, long = row.iterations
    with peers.worker(row.ours, matrix) as ours, peers.worker(row.theirs, matrix) as theirs:
        memory = [side.ask("memory") for side in (ours, theirs)]
        seconds: tuple[list[float], list[float]] = ([], [])
        for _ in range(row.repeats or repeats):
            for side, kept in zip((ours, theirs), seconds, strict=True):
                kept.append(side.ask("seconds", iterations=[short, long])["seconds"])
        objective = [side.ask("objective", n_iter=long)["objective"] for side in (ours, theirs)]
        versions = joined(ours.versions, theirs.versions)
    medians = [statistics.median(kept) for kept in seconds]
    tokens = float(data.X.sum())
    return Result(
        row.name,
        row.title,
        row.peer,
        data=str(data),
        settings=f"K={peers.settings['n_components']}, seed {peers.settings['seed']}, "
        f"fits of {long} and of {short} iterations, difference divided by {long - short}, "
        f"median of {len(seconds[0])} in turn",
        rows=[
            ("milliseconds per iteration", *(f"{1e3 * value:.1f}" for value in medians)),
            ("fastest and slowest run", *(f"{1e3 * min(kept):.1f} to {1e3 * max(kept):.1f}" for kept in seconds)),
            ("nanoseconds per non-zero", *(f"{1e9 * value / data.X.nnz:.1f}" for value in medians)),
            (f"log-likelihood per word after {long}", *(f"{value / tokens:.4f}" for value in objective)),
            ("peak memory of a fit, with the matrix", *(_megabytes(side) for side in memory)),
            ("… over matrix and parameters", *(_multiple(side) for side in memory)),
        ],
        ratio=medians[1] / medians[0],
        caution=f"log-likelihood per word after {long}: ours {objective[0] / tokens:.3f}, "
        f"theirs {objective[1] / tokens:.3f}",
        versions=versions,
        note=row.note,
    )


def _megabytes(memory: dict[str, Any]) -> str:
    return "not measured here" if memory["bytes"] is None else f"{memory['bytes'] / 1e6:.0f} MB"


def _multiple(memory: dict[str, Any]) -> str:
    return "not measured here" if memory["ratio"] is None else f"{memory['ratio']:.2f} ×"
