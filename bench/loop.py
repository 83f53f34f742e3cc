"""Screening in a loop: likewise beside ASReview on nine reviews (``python -m bench loop``).

Five included records are known at the start; the first ten of the ranking are answered by the truth, and the method
ranks again until every relevant record is found. ASReview runs in an environment of its own, from the same starts, and
is given one excluded record too, since it cannot begin without one. Records known at the start are not counted.
Rows that are there are kept: ``--again SIDE`` makes those of one side new.
"""

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.loop_page import make_page
from bench.peers import read as read_peers
from bench.rows import make_stamp, read_rows, write_page, write_rows
from bench.worker import RUNNERS, THREAD_VARIABLES, RunnerFailed
from likewise.datasets import load
from likewise.evaluate.method_replay import replay_method
from likewise.evaluate.simulation import choose_examples
from likewise.evaluate.stopping import stop_by_estimate
from likewise.metrics.reading_loop import measure_loop

ROWS = Path(__file__).parent.parent / "docs" / "loop.csv"
STARTS, EXAMPLES, BATCH = 10, (5, 1), 10
#: What ranks; "first ranking" is likewise before the first answer.
SIDES = ("asreview", "likewise", "elas-u4", "first ranking")
KEY = ("side", "review", "seed", "n_examples", "batch")
FIGURES = ("wss95", "wss95_asreview", "recall10", "recall20", "atd", "n95", "n_last", "n_pile", "n_positive")
FIELDS = (*KEY, *FIGURES, "n_advised", "rerank_seconds", "places", "version", *make_stamp())


class Review(NamedTuple):
    """A review's records and which of them were included."""

    name: str
    texts: list[str]
    titles: list[str]
    abstracts: list[str]
    truth: list[bool]

    @property
    def labels(self) -> list[str]:
        """The labels, as files of reviews have them."""
        return ["included" if is_included else "excluded" for is_included in self.truth]


def read_reviews() -> list[Review]:
    """Return the nine reviews, by name."""
    corpus = load("reviews_synergy")
    columns = [corpus.texts, corpus.extra["title"], corpus.extra["abstract"], corpus.labels]
    reviews = []
    for name in sorted(set(corpus.extra["review"])):
        rows = [row for row, review in enumerate(corpus.extra["review"]) if review == name]
        texts, titles, abstracts, labels = ([column[row] or "" for row in rows] for column in columns)
        reviews.append(Review(name, texts, titles, abstracts, [label == "included" for label in labels]))
    return reviews


def choose_start(review: Review, n_examples: int, seed: int) -> tuple[list[int], int]:
    """Return the included records that a start knows, as ``likewise simulate`` chooses them, and an excluded one."""
    truth, shown, _ = choose_examples(review.labels, "included", n_examples, seed)
    excluded = np.random.default_rng([seed, 1]).choice(np.flatnonzero(~truth))
    return [int(row) for row in shown], int(excluded)


def run_asreview(review: Review, n_examples: int, seeds: list[int]) -> Iterator[dict[str, Any]]:
    """Let ASReview's own package screen a review from each start."""
    python = read_peers().python("asreview")
    starts = []
    for seed in seeds:
        examples, excluded = choose_start(review, n_examples, seed)
        starts.append({"seed": seed, "known": [*examples, excluded]})
    job = {"titles": review.titles, "abstracts": review.abstracts, "truth": review.truth, "starts": starts}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "job.json")
        path.write_text(json.dumps({**job, "batch": BATCH}), encoding="utf-8")
        done = subprocess.run(
            [str(python), str(RUNNERS / "loop_asreview.py"), str(path)],
            env=dict(os.environ) | dict.fromkeys(THREAD_VARIABLES, "1"),
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RunnerFailed("loop_asreview", done.stderr.strip().splitlines()[-1])
    for start, line in zip(starts, done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        n_pile = len(review.texts) - len(start["known"])
        yield make_row(answer["places"], n_pile, answer["rerank_seconds"]) | {"version": answer["version"]}


def run_ours(side: str, review: Review, n_examples: int, seeds: list[int]) -> Iterator[dict[str, Any]]:
    """Let a registered method screen a review from each start."""
    method = "likewise" if side == "first ranking" else side
    batch = len(review.texts) if side == "first ranking" else BATCH
    for seed in seeds:
        loop = replay_method(
            review.texts, review.labels, "included", n_examples, method, seed,
            batch=batch, until_advised=side == "likewise",
        )  # fmt: skip
        advice = stop_by_estimate(loop) if side == "likewise" else None
        row = make_row(loop.places, loop.n_pile, loop.rerank_seconds)
        yield row | ({} if advice is None else {"n_advised": advice.n_answers})


def make_row(places: list[int], n_pile: int, seconds: float) -> dict[str, Any]:
    """Return the figures of a loop."""
    figures = measure_loop(places, n_pile)._asdict()
    rounded = {name: round(value, 4) if isinstance(value, float) else value for name, value in figures.items()}
    return rounded | {"rerank_seconds": round(seconds, 4), "places": " ".join(map(str, places))}


def make_rows(side: str, review: Review, n_examples: int, seeds: list[int]) -> Iterator[dict[str, Any]]:
    """Screen a review from each start, and return rows."""
    done: Iterable[dict[str, Any]] = (
        run_asreview(review, n_examples, seeds) if side == "asreview" else run_ours(side, review, n_examples, seeds)
    )
    for seed, row in zip(seeds, done, strict=True):
        yield dict(zip(KEY, (side, review.name, seed, n_examples, BATCH), strict=True)) | row | make_stamp()


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what can be asked for."""
    parser.add_argument("--side", choices=SIDES, action="append", help="only this one; may be given again")
    parser.add_argument("--again", choices=SIDES, action="append", default=[], help="make its rows new")
    parser.add_argument("--starts", type=int, default=STARTS, help="starts of each review")


def run(options: argparse.Namespace) -> None:
    """Make the rows that are missing, then the page."""
    rows = [row for row in read_rows(ROWS) if row["side"] not in options.again]
    known = {tuple(str(row[name]) for name in KEY) for row in rows}
    for review in read_reviews():
        for side in options.side or SIDES:
            for n_examples in EXAMPLES:
                seeds = [
                    seed
                    for seed in range(options.starts)
                    if tuple(map(str, (side, review.name, seed, n_examples, BATCH))) not in known
                ]
                if seeds:
                    rows += make_rows(side, review, n_examples, seeds)
                    rows.sort(key=lambda row: tuple(str(row[name]) for name in KEY))
                    write_rows(ROWS, rows, FIELDS)
                    print(f"{review.name}, {side}, {n_examples} known: {len(seeds)} starts", flush=True)
    write_page(ROWS, make_page(read_rows(ROWS)))
