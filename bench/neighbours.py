"""The nearest documents of each document: our kernel beside sparse_dot_topn, on the same matrices.

python -m bench neighbours    writes docs/neighbours.csv and docs/neighbours.md; some minutes, and needs the corpora
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from bench import environments
from bench.engine import recombined
from bench.rows import make_stamp, read_rows, write_page, write_rows
from likewise.finder.counting import count_words
from likewise.models.graph.neighbours import heaviest_terms
from likewise.text.weighting import Weighting

ROWS = Path(__file__).parent.parent / "docs" / "neighbours.csv"
PAGE = ROWS.with_suffix(".md")
RUNNERS = Path(__file__).parent / "runners"
PACKAGES = ("sparse_dot_topn==1.2.0", "scipy", "numpy")
SIZES, THREADS = (19_997,), (1, 2)
REPEATS = 3
N_TERMS, N_NEIGHBOURS = 40, 30
#: Sums of float32 in another order.
TOLERANCE = 1e-5
FIELDS = (
    "documents", "threads", "seconds", "peer_seconds", "cpu_seconds", "peer_cpu_seconds", "unequal", "load",
    "likewise", "numpy", "scipy", "numba", "commit",
)  # fmt: skip


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES, help="the rows of others are kept")


def run(options: argparse.Namespace) -> None:
    """Measure, and write the rows and the page."""
    stamp = make_stamp(("likewise", "numpy", "scipy", "numba"))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for size in options.sizes:
            for row in compare(size, Path(folder)):
                rows.append({name: str({**row, **stamp}.get(name, "")) for name in FIELDS})
                print(rows[-1], flush=True)
    rows += [row for row in read_rows(ROWS) if int(row["documents"]) not in options.sizes]
    rows.sort(key=lambda row: (int(row["documents"]), int(row["threads"])))
    write_rows(ROWS, rows, FIELDS)
    write_page(ROWS, page(rows))


def heaviest_words(size: int) -> sparse.csr_matrix:
    """Return the documents as the engine compares them."""
    texts, _ = recombined(size)
    counts = count_words(texts[:1000], texts[1000:], n_jobs=-1).counts
    weighted = sparse.csr_array(Weighting("tfidf-log").fit(counts).transform(counts))
    return sparse.csr_matrix(heaviest_terms(weighted, N_TERMS, 2))


def compare(size: int, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield a row for each number of threads, the sides taking turns, the best of three."""
    python = environments.interpreter("sparse-dot-topn", ["python3.11", "python3"], PACKAGES)
    matrix = folder / f"{size}.npz"
    sparse.save_npz(matrix, heaviest_words(size))
    for n_threads in THREADS:
        load = os.getloadavg()[0]
        best = {"ours": [np.inf] * 2, "theirs": [np.inf] * 2}
        for _ in range(REPEATS):
            for side, program, runner in (("ours", sys.executable, "nearest"), ("theirs", str(python), "topn")):
                command = [program, str(RUNNERS / f"{runner}.py"), str(matrix), str(N_NEIGHBOURS), str(n_threads)]
                done = subprocess.run(
                    [*command, str(folder / f"{side}.npy")], capture_output=True, text=True, check=True
                )
                figures = [float(figure) for figure in done.stdout.split()[-2:]]
                best[side] = [min(pair) for pair in zip(best[side], figures, strict=True)]
        ours, theirs = (np.load(folder / f"{side}.npy") for side in best)
        (seconds, cpu), (peer_seconds, peer_cpu) = best["ours"], best["theirs"]
        yield {
            "documents": size, "threads": n_threads, "seconds": round(seconds, 2),
            "peer_seconds": round(peer_seconds, 2), "cpu_seconds": round(cpu, 2),
            "peer_cpu_seconds": round(peer_cpu, 2),
            "unequal": int((np.abs(ours - theirs) > TOLERANCE).any(axis=1).sum()), "load": round(load, 1),
        }  # fmt: skip


def page(rows: list[dict[str, str]]) -> str:
    """Return the page of these rows."""
    names = ("documents", "threads", "seconds", "peer", "processor seconds", "peer", "unequal", "load")
    lines = [HEAD, f"| {' | '.join(names)} |", "|---" * len(names) + "|"]
    for row in rows:
        cells = [f"{int(row['documents']):,}", *(row[name] for name in FIELDS[1:8])]
        lines.append("| " + " | ".join(cells) + " |")
    stamp = ", ".join(f"{name} {rows[-1][name]}" for name in FIELDS[8:-1])
    return "\n".join(lines) + f"\n\n{NOTE}\n\nVersions: {stamp}; {PACKAGES[0]}; commits are in the rows.\n"


HEAD = f"""# The nearest documents of each document

Made by `python -m bench neighbours`; do not edit. Every line is a row of [neighbours.csv](neighbours.csv).

The {N_NEIGHBOURS} nearest of each document of 20 Newsgroups by the products of its {N_TERMS} heaviest words. The peer
is sparse_dot_topn. Both sides get the same matrix, in processes of their own that take turns. Figures are the best of
three. "Unequal" is how many documents have neighbours of another likeness; the load is that before, other work
included. `--sizes 100000` measures more documents, made of halves of two messages; the rows of others are kept.
"""
NOTE = """Both are exact. Of documents that are equally near, `likewise.models.graph.neighbours.nearest` takes the
first, whatever the number of threads, and a document is not its own neighbour; sparse_dot_topn takes any of them."""
