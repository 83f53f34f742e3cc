"""Compare the time to the same held-out perplexity, for methods whose iterations differ in kind."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from bench.corpus import Data
from bench.heldout import Split, perplexity, split
from bench.peers import Comparison, Peers
from bench.result import Result, joined
from bench.worker import Worker

Curve = list[tuple[float, float]]


def checkpoints(budget: int, most: int = 14) -> list[int]:
    """Return iterations at which to look, spread evenly on a logarithmic scale up to the budget.

    Examples
    --------
    >>> checkpoints(200, most=6)
    [1, 3, 8, 24, 69, 200]
    """
    return [int(n) for n in np.unique(np.geomspace(1, budget, min(most, budget)).round().astype(int))]


def reached(curve: Curve, target: float) -> float:
    """Return the seconds at which a curve of (seconds, perplexity) first meets the target, straight between its points.

    Examples
    --------
    >>> reached([(1.0, 900.0), (2.0, 500.0), (4.0, 450.0)], 700.0)
    1.5
    """
    for i, (seconds, value) in enumerate(curve):
        if value <= target:
            before, worse = curve[i - 1] if i else (seconds, value)
            share = (worse - target) / (worse - value) if worse > value else 1.0
            return before + share * (seconds - before)
    return float("inf")


def caution(target: float, ours: float, theirs: float) -> str:
    """Say where the ratio was taken and where each side ends: a side that stops early at a bad value looks fast.

    Examples
    --------
    >>> caution(3338.0, 3338.0, 2619.0)
    'at 3338; ours ends at 3338, theirs at 2619'
    """
    return f"at {target:.0f}; ours ends at {ours:.0f}, theirs at {theirs:.0f}"


def compare(row: Comparison, peers: Peers, data: Data, folder: Path, *, repeats: int) -> Result:
    """Run one comparison of kind "reach"; the target is the worst of all final perplexities, so that all reach it."""
    parts = split(data.X, seed=peers.settings["seed"])
    matrix = folder / "train.npz"
    sp.save_npz(matrix, parts.train)
    curves: tuple[list[Curve], list[Curve]] = ([], [])
    budgets = [row.ours["budget"], row.theirs["budget"]]
    with peers.worker(row.ours, matrix) as ours, peers.worker(row.theirs, matrix) as theirs:
        for _ in range(row.repeats or repeats):
            for worker, budget, kept in zip((ours, theirs), budgets, curves, strict=True):
                kept.append(_curve(worker, budget, parts, folder))
        versions = joined(ours.versions, theirs.versions)
    target = max(curve[-1][1] for kept in curves for curve in kept)
    medians = [statistics.median(reached(curve, target) for curve in kept) for kept in curves]
    return Result(
        row.name,
        row.title,
        row.peer,
        data=str(data),
        settings=f"K={peers.settings['n_components']}, α=η=1/K, seed {peers.settings['seed']}, 10 % of the documents "
        f"held out, {row.repeats or repeats} run(s) in turn",
        rows=[
            (f"seconds to perplexity {target:.0f}", *(f"{value:.2f}" for value in medians)),
            ("final perplexity", *(f"{statistics.median(c[-1][1] for c in kept):.0f}" for kept in curves)),
            ("seconds to that end", *(f"{statistics.median(c[-1][0] for c in kept):.1f}" for kept in curves)),
            ("iterations to that end", *(str(budget) for budget in budgets)),
            ("perplexity by seconds", *(_sketch(kept[0]) for kept in curves)),
        ],
        ratio=medians[1] / medians[0],
        caution=caution(target, *(statistics.median(c[-1][1] for c in kept) for kept in curves)),
        versions=versions,
        note=row.note,
    )


def _curve(worker: Worker, budget: int, parts: Split, folder: Path) -> Curve:
    points = worker.ask("curve", checkpoints=checkpoints(budget), folder=str(folder))["points"]
    curve = [(float(point["seconds"]), perplexity(np.load(point["topics"]), parts)) for point in points]
    for point in points:
        Path(point["topics"]).unlink()
    return curve


def _sketch(curve: Curve, most: int = 6) -> str:
    """Write a few points of a curve."""
    chosen: Sequence[int] = np.unique(np.linspace(0, len(curve) - 1, most).round().astype(int)).tolist()
    return ", ".join(f"{curve[i][0]:.1f} s {curve[i][1]:.0f}" for i in chosen)
