"""Neighbours that are not exact: what shortened lists and others' methods miss, and what that costs.

python -m bench approximate    writes docs/approximate.csv and docs/approximate.md; needs the corpora and the network
"""

import argparse
import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.metrics import average_precision_score

from bench import environments
from bench.engine import recombined
from bench.rows import make_stamp, read_rows, write_page, write_rows
from likewise.engine import Prepared, judge, prepare
from likewise.finder.counting import count_words
from likewise.labels import read_labels
from likewise.models.graph.neighbours import linked, nearest
from likewise.models.graph.postings import MOST_WORK

ROWS = Path(__file__).parent.parent / "docs" / "approximate.csv"
RUNNER = Path(__file__).parent / "runners" / "approximate_peers.py"
#: What each peer needs, and what it is given: the heaviest words of documents, or their latent topics.
PEERS = {
    "sparse_dot_topn": (("sparse_dot_topn==1.2.0", "scipy", "numpy"), "kept"),
    "pynndescent": (("pynndescent==0.7.0", "numpy"), "latent"),
    "usearch": (("usearch==2.26.6", "numpy"), "latent"),
}
GIVEN = {"kept": "the same words", "latent": "latent topics"}
SIZES, N_NEIGHBOURS, N_EXAMPLES = (19_997, 100_000, 300_000), 30, 20
#: Entries looked at for each document, in the mean, before lists are shortened to half of them; None keeps them whole.
WORK = (None, MOST_WORK, MOST_WORK // 2, MOST_WORK // 4)
GROUP = "sci.space"
FIELDS = (
    "documents", "method", "seconds", "processor", "peak_gb", "recall", "ap", "f1", "load",
    "likewise", "numpy", "scipy", "numba", "commit",
)  # fmt: skip


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES, help="the rows of others are kept")
    parser.add_argument("--page", action="store_true", help="only write the page again")


def run(options: argparse.Namespace) -> None:
    """Measure, and write the rows and the page."""
    stamp = make_stamp(("likewise", "numpy", "scipy", "numba"))
    rows = read_rows(ROWS)
    for size in [] if options.page else options.sizes:
        rows = [row for row in rows if int(row["documents"]) != size]
        for row in compare(size):
            rows.append({name: str({**row, **stamp}.get(name, "")) for name in FIELDS})
            print(rows[-1], flush=True)
            write_rows(ROWS, rows, FIELDS)
    write_page(ROWS, page(rows))


def compare(size: int) -> Iterator[dict[str, Any]]:
    """Yield a row for each way to find neighbours."""
    texts, labels = recombined(size)
    truth = labels == GROUP
    y = np.where(truth & (np.cumsum(truth) <= N_EXAMPLES), 1, -1)
    prepared = prepare(count_words(texts[:1000], texts[1000:], n_jobs=-1).counts, n_jobs=-1)
    exact: np.ndarray | None = None
    for work in WORK:
        load, wall, cpu = os.getloadavg()[0], time.perf_counter(), time.process_time()
        found = nearest(prepared.kept, prepared.kept, N_NEIGHBOURS, 2, work)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        exact = found[0] if exact is None else exact
        name = "whole lists" if work is None else f"whole lists up to {work:,} entries a document, then half of it"
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        yield {
            "documents": size, "method": name, "seconds": round(wall, 1), "processor": round(cpu, 1),
            "peak_gb": round(peak, 2), "load": round(load, 1), **_quality(prepared, *found, exact, y, truth),
        }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder, name) for name in ("latent.npy", "kept.npz", "found.npz")}
        np.save(files["latent.npy"], np.ascontiguousarray(prepared.latent, dtype=np.float32))
        sparse.save_npz(files["kept.npz"], sparse.csr_matrix(prepared.kept))
        for peer, (packages, given) in PEERS.items():
            python = environments.interpreter(peer.replace("_", "-"), ["python3.11", "python3"], packages)
            path = files["kept.npz" if given == "kept" else "latent.npy"]
            load = os.getloadavg()[0]
            command = [str(python), str(RUNNER), peer, str(path), str(N_NEIGHBOURS), str(files["found.npz"])]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            wall, cpu, peak = (float(figure) for figure in done.stdout.split()[-3:])
            found = np.load(files["found.npz"])
            yield {
                "documents": size, "method": f"{peer} on {GIVEN[given]}", "seconds": round(wall, 1),
                "processor": round(cpu, 1), "peak_gb": round(peak, 2), "load": round(load, 1),
                **_quality(prepared, found["neighbours"], found["likeness"], exact, y, truth),
            }  # fmt: skip


def _quality(
    prepared: Prepared, neighbours: Any, likeness: Any, exact: Any, y: np.ndarray, truth: np.ndarray
) -> dict[str, float]:
    """Return how many of the exact neighbours are found, and how well the engine does with those found."""
    shared = [
        len(np.intersect1d(one[one >= 0], other)) for one, other in zip(exact[::50], neighbours[::50], strict=True)
    ]
    graph: sparse.csr_array = linked(neighbours, likeness)
    judged = judge(replace(prepared, graph=graph, _memory={}), read_labels(y, who="bench"))
    pile = y < 0
    taken = (judged.scores > judged.cut_off)[pile]
    f1 = 2 * float((taken & truth[pile]).sum()) / float(taken.sum() + truth[pile].sum())
    return {
        "recall": round(float(np.sum(shared) / (exact[::50] >= 0).sum()), 3),
        "ap": round(float(average_precision_score(truth[pile], judged.scores[pile])), 4),
        "f1": round(f1, 4),
    }


def page(rows: list[dict[str, str]]) -> str:
    """Return the page of these rows."""
    names = ("documents", "neighbours by", "seconds", "processor", "peak", "recall", "AP", "F1")
    lines = [HEAD, f"| {' | '.join(names)} |", "|---" * len(names) + "|"]
    for row in rows:
        size, peak = f"{int(row['documents']):,}", f"{row['peak_gb']} GB"
        cells = (size, row["method"], row["seconds"], row["processor"], peak, row["recall"], row["ap"], row["f1"])
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", NOTE, ""])


HEAD = f"""# Neighbours that are not exact

Made by `python -m bench approximate`; do not edit. Every line is a row of [approximate.csv](approximate.csv).

The {N_NEIGHBOURS} nearest documents of each document of 20 Newsgroups, and of documents made of halves of two
messages: how long it takes with two threads, which share of the neighbours by whole lists is found, and average
precision and F1 of the engine with these links, searching for {GROUP} with {N_EXAMPLES} examples.
"""
_PINNED = sorted({package for packages, _ in PEERS.values() for package in packages if "==" in package})
NOTE = f"""By shortened lists, three times as many documents as wanted are found, and their likeness is worked out in
full. In `likewise`, lists are whole until {MOST_WORK:,} entries would be looked at for each document in the mean, which
is at about 85,000 documents of 160 words, and then shortened to half of that.

sparse_dot_topn gets the same matrix, the heaviest words of each document, and is exact as well. pynndescent and usearch
get the vectors of latent topics that the engine makes, of 100 dimensions, and have their default settings. Each of them
runs in a process of its own, and its peak memory is that of this process; the peak of `likewise` includes counting, and
the sizes before. Packages: {", ".join(_PINNED)}."""
