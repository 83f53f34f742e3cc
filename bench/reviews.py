"""Screening real reviews: does the interval hold what is left, and how much is found (``python -m bench reviews``).

Nine systematic reviews, five starts each: five included records are the examples, the others are the pile; the first
ten of the ranking are decided by the truth, again and again. Nothing is chosen by these labels but what the page says.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bench.rows import make_stamp, measure_trials, write_page, write_rows
from likewise.datasets import load
from likewise.finder import collect, search
from likewise.papers.trials import Trial

ROWS = Path(__file__).parent.parent / "docs" / "reviews.csv"
STARTS, EXAMPLES, BATCH = 5, 5, 10
#: Decisions after which the count is compared with what is left.
LEVELS = (0, 20, 50, 100, 200)
#: The least share of searches whose interval must hold the truth.
TARGET = 0.85


def screen(texts: list[str], truth: list[bool], seed: int, profile: str) -> Iterator[dict[str, Any]]:
    """Screen one review from one start, and say at each level what was estimated and what was left."""
    included = [place for place, is_included in enumerate(truth) if is_included]
    shown = set(random.Random(seed).sample(included, EXAMPLES))
    pile = [place for place in range(len(texts)) if place not in shown]
    collection = collect([texts[place] for place in sorted(shown)], [texts[place] for place in pile])
    right = {str(number): truth[place] for number, place in enumerate(pile, 1)}
    examples = {str(number + 1) for number in np.flatnonzero(collection.twins >= 0)}
    decisions: dict[str, bool] = {}
    for level in range(0, max(LEVELS) + 1, BATCH):
        result = search(collection, decisions, profile=profile)
        estimate = result.estimate
        if level in LEVELS:
            left = sum(is_right for name, is_right in right.items() if name not in decisions and name not in examples)
            yield {
                "level": level, "left": left, "found": sum(decisions.values()), "count": round(estimate.count, 2),
                "low": round(estimate.low, 2), "high": round(estimate.high, 2), "n_pile": len(pile),
            }  # fmt: skip
        ranked = result.table.filter(result.table["rank"].is_not_null())["id"].to_list()
        decisions |= {name: right[name] for name in ranked[:BATCH]}
        if len(decisions) > len(pile) - BATCH:
            return


def covers(row: dict[str, Any]) -> bool:
    """Tell whether the interval, told in whole documents, holds what is left."""
    return float(row["low"]) - 0.5 <= float(row["left"]) <= float(row["high"]) + 0.5


def page(rows: list[dict[str, Any]]) -> str:
    """Write the page."""
    levels = sorted({int(row["level"]) for row in rows})
    lines = [
        "# Screening real reviews",
        "",
        "Nine systematic reviews of SYNERGY, five starts each: five included records are shown, the first ten of the",
        "ranking are decided by the truth, again and again. `python -m bench reviews` makes this page again.",
        "",
        f"The 90 % interval of what is left is to hold the truth in at least {TARGET:.0%} of the searches.",
        "",
        "| decided | searches | interval holds the truth | estimate / truth, median | width, median | found so far |",
        "|--:|--:|--:|--:|--:|--:|",
    ]
    for level in levels:
        some = [row for row in rows if int(row["level"]) == level]
        ratio = np.median([(float(row["count"]) + 1) / (float(row["left"]) + 1) for row in some])
        width = np.median([float(row["high"]) - float(row["low"]) for row in some])
        found = np.mean([float(row["found"]) / max(float(row["found"]) + float(row["left"]), 1) for row in some])
        lines.append(
            f"| {level} | {len(some)} | {np.mean([covers(row) for row in some]):.0%} | {ratio:.2f} | {width:.0f} "
            f"| {found:.0%} |"
        )
    lines += ["", "## By review", "", f"| review | {' | '.join(f'{level} decided' for level in levels)} |"]
    lines.append("|---|" + "--:|" * len(levels))
    for review in sorted({row["review"] for row in rows}):
        cells = [
            f"{np.mean([covers(row) for row in rows if row['review'] == review and int(row['level']) == level]):.0%}"
            for level in levels
        ]
        lines.append(f"| {review} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what can be asked for."""
    parser.add_argument("--profile", default="criteria", help="profile of the engine")
    parser.add_argument("--starts", type=int, default=STARTS, help="starts of each review")


def measure_review(trial: Trial) -> list[dict[str, Any]]:
    """Screen one review from one start."""
    corpus = load("reviews_synergy")
    rows = [row for row, review in enumerate(corpus.extra["review"]) if review == trial.draw["review"]]
    texts, truth = [corpus.texts[row] for row in rows], [corpus.labels[row] == "included" for row in rows]
    return list(screen(texts, truth, trial.draw["start"], trial.draw["profile"]))


def run(options: argparse.Namespace) -> None:
    """Screen every review, and write rows and page."""
    reviews = sorted(set(load("reviews_synergy").extra["review"]))
    draws = [{"review": review, "start": seed} for review in reviews for seed in range(options.starts)]
    trials = [Trial("screening", {**draw, "profile": options.profile}, {"name": "likewise"}, 0) for draw in draws]
    stamp = make_stamp()
    rows = [{**row, **stamp} for row in measure_trials("reviews", trials, measure_review)]
    write_rows(ROWS, rows)
    write_page(ROWS, page(rows))
