"""Answers on topics of news, ten at a time: what is found, and what is suggested and counted after some of them.

python -m bench topics     writes docs/topics.csv and docs/topics.md; some minutes, needs the corpora
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bench.rows import make_stamp, read_rows, write_page, write_rows
from likewise.datasets import load
from likewise.finder.collecting import collect_texts
from likewise.finder.collection import Collection
from likewise.finder.estimators import make_estimator
from likewise.finder.ranking import Ranking, rank

ROWS = Path(__file__).parent.parent / "docs" / "topics.csv"
TOPICS = {
    "20newsgroups": ("sci.space", "rec.autos", "talk.politics.mideast", "comp.graphics", "sci.med"),
    "reuters21578": ("crude", "trade", "interest", "ship", "grain"),
}
SIDES = ("likewise", "elas-u4")
#: Draws of a pile and examples of it: others than those that anything was chosen on, which are 0 and 1.
DRAWS, N_PILE, N_EXAMPLES, BATCH, N_ANSWERS = (2, 3, 4), 2_000, 5, 10, 400
#: Answers after which what is suggested is looked at.
LEVELS = (0, 10, 20, 50, 100)
FIELDS = (
    "side", "corpus", "topic", "draw", "n_positive", "answers", "found", "f1", "f1_best", "left", "count", "low",
    "high", *make_stamp(),
)  # fmt: skip


def read_piles() -> Iterator[tuple[dict[str, Any], Collection, np.ndarray]]:
    """Yield piles, with their examples collected, and which of their documents are of the topic."""
    for corpus, topics in TOPICS.items():
        known = load(corpus)
        labels = [{label} if isinstance(label, str) else {*label} for label in known.labels]
        for topic in topics:
            is_there = np.array([topic in each for each in labels])
            for draw in DRAWS:
                rng = np.random.default_rng([draw, sum(map(ord, topic))])
                rows = rng.choice(len(labels), N_PILE + N_EXAMPLES, replace=False)
                shown = rng.choice(rows[is_there[rows]], N_EXAMPLES, replace=False)
                pile = np.setdiff1d(rows, shown)
                texts = ([known.texts[row] for row in some] for some in (shown, pile))
                name = {"corpus": corpus, "topic": topic, "draw": draw, "n_positive": int(is_there[pile].sum())}
                yield name, collect_texts(*texts), is_there[pile]


def screen(collection: Collection, truth: np.ndarray, side: str) -> Iterator[dict[str, Any]]:
    """Answer what stands first by the truth, and say after every batch what is found, suggested and counted."""
    estimator = make_estimator(side, None, random_state=0)
    answers = np.full(len(truth), -1)
    for n_answers in range(0, N_ANSWERS + 1, BATCH):
        ranking = rank(collection, estimator, answers.copy())
        yield {"answers": n_answers, "found": int((answers == 1).sum()), **describe(ranking, truth, answers < 0)}
        if not truth[answers < 0].any():
            return
        first = [row for row in ranking.order.tolist() if answers[row] < 0][:BATCH]
        answers[first] = truth[first]


def describe(ranking: Ranking, truth: np.ndarray, is_left: np.ndarray) -> dict[str, Any]:
    """Compare what is suggested and counted with what is left."""
    taken, left = ranking.found & is_left, truth & is_left
    right = truth[[row for row in ranking.order.tolist() if is_left[row]]]
    best = 2 * np.cumsum(right) / (np.arange(1, len(right) + 1) + max(right.sum(), 1))
    estimate = ranking.estimate
    counted = () if estimate is None else (("count", estimate.count), ("low", estimate.low), ("high", estimate.high))
    return {
        "f1": round(2 * int((taken & left).sum()) / max(int(taken.sum() + left.sum()), 1), 4),
        "f1_best": round(float(best.max(initial=0.0)), 4),
        "left": int(left.sum()),
        **{name: round(value, 2) for name, value in counted},
    }


def share_found(rows: list[dict[str, Any]], share: float) -> float:
    """Return how much one search has found after reading this share of the pile."""
    return max(int(row["found"]) / int(row["n_positive"]) for row in rows if int(row["answers"]) <= share * N_PILE)


def work_saved(rows: list[dict[str, Any]]) -> float:
    """Return WSS@95 of one search."""
    enough = [int(row["answers"]) for row in rows if int(row["found"]) >= 0.95 * int(row["n_positive"])]
    return 0.95 - min(enough, default=N_PILE) / N_PILE


def page(rows: list[dict[str, Any]]) -> str:
    """Write the page."""
    lines = [HEAD, "| | WSS@95 | recall at 5 % | at 10 % | at 20 % |", "|---|--:|--:|--:|--:|"]
    key = ("side", "corpus", "topic", "draw")
    for side in SIDES:
        searches: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for row in (row for row in rows if row["side"] == side):
            searches.setdefault(tuple(str(row[name]) for name in key), []).append(row)
        of_each = [
            [work_saved(each), *(share_found(each, at) for at in (0.05, 0.1, 0.2))] for each in searches.values()
        ]
        lines.append(f"| `{side}` | " + " | ".join(f"{value:.3f}" for value in np.mean(of_each, axis=0)) + " |")
    lines += ["", MIDDLE, "| answers | F1 | best cut-off | count: median \\|ln error\\| | interval holds it |"]
    lines.append("|--:|--:|--:|--:|--:|")
    for level in LEVELS:
        of_it = [row for row in rows if row["side"] == SIDES[0] and int(row["answers"]) == level and int(row["left"])]
        own, best = (np.mean([float(row[name]) for row in of_it]) for name in ("f1", "f1_best"))
        errors = [abs(np.log((float(row["count"]) + 1) / (int(row["left"]) + 1))) for row in of_it]
        held = [float(row["low"]) - 0.5 <= int(row["left"]) <= float(row["high"]) + 0.5 for row in of_it]
        lines.append(f"| {level} | {own:.3f} | {best:.3f} | {np.median(errors):.2f} | {np.mean(held):.0%} |")
    return "\n".join([*lines, ""])


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--page", action="store_true", help="only write the page again")


def run(options: argparse.Namespace) -> None:
    """Measure, and write the rows and the page."""
    if not options.page:
        rows = []
        for name, collection, truth in read_piles():
            for side in SIDES:
                rows += [{"side": side, **name, **row, **make_stamp()} for row in screen(collection, truth, side)]
            print(name, flush=True)
        write_rows(ROWS, rows, FIELDS)
    write_page(ROWS, page(read_rows(ROWS)))


HEAD = f"""# Answers on topics

Made by `python -m bench topics`; do not edit. The rows are in [topics.csv](topics.csv).

Five groups of 20 Newsgroups and five topics of Reuters-21578, {len(DRAWS)} piles of {N_PILE:,} documents each,
{N_EXAMPLES} examples that are not counted. What stands first is answered by the truth, {BATCH} at a time, up to
{N_ANSWERS} answers. `elas-u4` is our code of ASReview's recipe; it gets no excluded record at the start here.
"""
MIDDLE = "What `likewise` suggests of the documents that are left, and how many of these it counts:\n"
