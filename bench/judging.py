"""How long it takes to rank again after an answer, in piles of topics, of criteria and of one-line texts.

python -m bench judging     writes docs/judging.csv and docs/judging.md; some minutes, needs the corpora
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from bench.loop import read_reviews
from bench.rows import make_stamp, read_rows, write_page, write_rows
from bench.scale import write_pile
from likewise.datasets import load
from likewise.finder.collecting import collect_texts
from likewise.finder.estimators import make_estimator
from likewise.finder.ranking import rank

ROWS = Path(__file__).parent.parent / "docs" / "judging.csv"
SIZES = (2_000, 10_000, 100_000)
#: Examples; answers, each followed by a ranking; and how many of these are before those that are measured.
N_EXAMPLES, N_ANSWERS, N_BEFORE = 5, 60, 10
#: Milliseconds that a person may wait.
WANTED = {2_000: 50, 10_000: 300, 100_000: 3_000}
FIELDS = ("size", "documents", "kind", "profile", "median_ms", "most_ms", "n_yes", "load", *make_stamp())


def read_topics(n_documents: int) -> tuple[list[str], list[str], list[bool]]:
    """Return examples, a pile of halves of messages, and which of these are of the examples' group."""
    with tempfile.TemporaryDirectory() as folder:
        examples, pile, truth = write_pile(Path(folder), n_documents, 0)
        shown, texts = (pl.read_parquet(path)["text"].to_list() for path in (examples, pile))
    return shown[:N_EXAMPLES], texts, truth.tolist()


def read_criteria(n_documents: int) -> tuple[list[str], list[str], list[bool]]:
    """Return records that one review included, and a pile of it and of records of the others."""
    reviews = sorted(read_reviews(), key=lambda review: review.name != "Jeyaraman_2020")
    truth = [is_included and review is reviews[0] for review in reviews for is_included in review.truth]
    return _deal([text for review in reviews for text in review.texts], truth, n_documents)


def read_lines(n_documents: int) -> tuple[list[str], list[str], list[bool]]:
    """Return requests of one intent, and a pile of requests of all."""
    corpus = load("banking77")
    labels = np.array(corpus.labels).astype(str)
    order = np.random.default_rng(0).permutation(len(labels))
    truth = (labels == np.unique(labels)[0])[order].tolist()
    return _deal([corpus.texts[row] for row in order], truth, n_documents)


def _deal(texts: list[str], truth: list[bool], n_documents: int) -> tuple[list[str], list[str], list[bool]]:
    shown = np.flatnonzero(truth)[:N_EXAMPLES].tolist()
    pile = np.setdiff1d(np.arange(len(texts)), shown)[:n_documents].tolist()
    return [texts[row] for row in shown], [texts[row] for row in pile], [truth[row] for row in pile]


KINDS = {"topics": read_topics, "criteria": read_criteria, "lines": read_lines}


def measure(kind: str, n_documents: int) -> dict[str, Any] | None:
    """Answer what stands first, again and again, and say how long the rankings took; None if there is no such pile."""
    examples, pile, truth = KINDS[kind](n_documents)
    if len(pile) < n_documents / 2:
        return None
    collection = collect_texts(examples, pile, n_jobs=2)
    estimator = make_estimator("likewise", None, random_state=0, n_jobs=2)
    answers = np.full(len(pile), -1)
    ranking = rank(collection, estimator, answers)
    seconds = []
    for _ in range(N_ANSWERS):
        first = next(int(row) for row in ranking.order if answers[row] < 0)
        answers[first] = int(truth[first])
        start = time.perf_counter()
        ranking = rank(collection, estimator, answers.copy())
        seconds.append(time.perf_counter() - start)
    spent = 1000 * np.array(seconds[N_BEFORE:])
    return {
        "size": n_documents,
        "documents": len(pile),
        "kind": kind,
        "profile": collection.prepared.profile,
        "median_ms": round(float(np.median(spent)), 1),
        "most_ms": round(float(np.quantile(spent, 0.95)), 1),
        "n_yes": int((answers == 1).sum()),
        "load": round(os.getloadavg()[0], 1),
    }


def measure_all(kinds: list[str], sizes: list[int]) -> Iterator[dict[str, Any]]:
    """Yield a row for each kind and size."""
    for kind in kinds:
        for size in sizes:
            if (row := measure(kind, size)) is not None:
                yield row | make_stamp()


def page(rows: list[dict[str, Any]]) -> str:
    """Write the page."""
    lines = [HEAD, "| pile | documents | median | 95 % are within | wanted |", "|---|---|---|---|---|"]
    for row in sorted(rows, key=lambda row: (list(KINDS).index(row["kind"]), int(row["size"]))):
        times = (f"{float(row[name]):.0f} ms" for name in ("median_ms", "most_ms"))
        lines.append(
            f"| {row['kind']} | {int(row['documents']):,} | {' | '.join(times)} | {WANTED[int(row['size'])]} ms |"
        )
    return "\n".join([*lines, ""])


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=list(KINDS))
    parser.add_argument("--sizes", nargs="*", type=int, choices=SIZES, default=SIZES)


def run(options: argparse.Namespace) -> None:
    """Measure, and write the rows and the page; the rows of what is not measured are kept."""
    rows = {(row["kind"], str(row["size"])): row for row in read_rows(ROWS)}
    for row in measure_all(options.kinds, options.sizes):
        print(row, flush=True)
        rows[row["kind"], str(row["size"])] = row
        write_rows(ROWS, list(rows.values()), FIELDS)
    write_page(ROWS, page(list(rows.values())))


HEAD = f"""# The wait after an answer

Made by `python -m bench judging`; do not edit. Every line of the table is a row of [judging.csv](judging.csv).

{N_EXAMPLES} examples; then whatever stands first is answered by the truth, {N_ANSWERS} times, and all documents are
ranked again after each answer. Told is the time of a ranking on two cores after the first {N_BEFORE} answers: scores,
probabilities, cut-off and count. The documents are counted and linked once, before.

Topics are documents of halves of two messages of 20 Newsgroups; criteria, the records of nine systematic reviews in one
pile, of which those are searched for that one review included; lines, requests of banking77. Of the latter two there
are 7,234 and 13,083.
"""
