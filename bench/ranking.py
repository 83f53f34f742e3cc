"""Compare the wait for a first ranking of a pile, and for the next ones after answers."""

from __future__ import annotations

import json
import statistics
from pathlib import Path

import numpy as np
import polars as pl

from bench.peers import Comparison, Peers
from bench.result import Result, joined
from bench.scale import N_EXAMPLES, write_pile

#: Answers before the second ranking; before the third there is one more.
N_ANSWERS = 20
#: Documents of a quick run.
FEW = 2000


def compare(row: Comparison, peers: Peers, folder: Path, *, repeats: int, quick: bool) -> Result:
    """Run one comparison of kind "ranking": both sides in turn on the texts of a pile."""
    n_documents = FEW if quick else row.documents
    place = folder / row.name
    place.mkdir()
    job = write_job(place, n_documents)
    seconds: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in ("first", "again", "more")}
    with peers.worker(row.ours, job) as ours, peers.worker(row.theirs, job) as theirs:
        for _ in range(min(repeats, row.repeats or repeats)):
            for question, kept in seconds.items():
                for side, values in zip((ours, theirs), kept, strict=True):
                    values.append(side.ask(question)["seconds"])
        versions = joined(ours.versions, theirs.versions)
    first, again, more = ([statistics.median(values) for values in kept] for kept in seconds.values())
    return Result(
        row.name,
        row.title,
        row.peer,
        data=f"20newsgroups, {n_documents:,} documents of halves of two messages, {N_EXAMPLES} examples",
        settings=f"one thread each, median of {len(seconds['first'][0])} in turn",
        rows=[
            ("seconds to the first ranking", *(f"{value:.2f}" for value in first)),
            (f"seconds to rank again after the first {N_ANSWERS} answers", *(f"{value:.3f}" for value in again)),
            ("seconds to rank again after one more answer", *(f"{value:.3f}" for value in more)),
        ],
        ratio=first[1] / first[0],
        caution=f"to rank again after an answer: ours {more[0]:.2f} s, theirs {more[1]:.2f} s",
        versions=versions,
        note=row.note,
    )


def write_job(folder: Path, n_documents: int) -> Path:
    """Write the texts of a pile, examples, a document known not to match, and answers."""
    examples, pile, truth = write_pile(folder, n_documents, 0)
    rng = np.random.default_rng(0)
    chosen = rng.choice(min(n_documents, 500), N_ANSWERS + 1, replace=False)
    job = folder / "job.json"
    content = {
        "examples": pl.read_parquet(examples)["text"].to_list(),
        "pile": pl.read_parquet(pile)["text"].to_list(),
        "excluded": int(np.flatnonzero(~truth)[0]),
        "answers": {int(place): bool(truth[place]) for place in chosen},
    }
    job.write_text(json.dumps(content), encoding="utf-8")
    return job
