"""Trials of the papers' tables that are run again: does the code of today give the rows that the verdicts rest on?

python -m bench papers-again --seconds 600     writes docs/papers-again.csv and docs/papers-again.md; needs the corpora

Rows are drawn at random, first one of each method in each table, then a second one and so on, until the time is up.
Trials that took longer than `LONGEST` seconds are left out.
"""

import argparse
import json
import math
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bench.rows import make_stamp, read_rows, write_page, write_rows
from likewise.papers.store import Store
from likewise.papers.trials import Trial, run_trial

ROOT = Path(__file__).parent.parent / "docs"
ROWS = ROOT / "papers-again.csv"
LONGEST = 20.0
#: Values that differ by no more are the same.
TOLERANCE = 1e-9


def draw_rows(rows: Iterable[dict[str, Any]], seed: int) -> list[dict[str, Any]]:
    """Return rows in the order in which they are run again."""
    chance = random.Random(seed)
    drawn = [row for row in rows if float(row["seconds"]) <= LONGEST]
    chance.shuffle(drawn)
    seen: Counter[tuple[str, ...]] = Counter()
    turns = []
    for row in drawn:
        key = (row["paper"], row["table"], json.loads(row["settings"])["method"]["name"])
        turns.append(seen[key])
        seen[key] += 1
    order = sorted(range(len(drawn)), key=lambda at: (turns[at], chance.random()))
    return [drawn[at] for at in order]


def run_again(row: dict[str, Any]) -> dict[str, Any]:
    """Run the trial of a row again, and compare what comes out."""
    settings = json.loads(row["settings"])
    trial = Trial(settings["protocol"], settings["draw"], settings["method"], settings["seed"])
    before, now = json.loads(row["values"]), run_trial(trial).values
    gaps = [abs(now[name] - value) for name, value in before.items() if not math.isnan(value)]
    return {
        **{name: row[name] for name in ("paper", "table", "hash")},
        "method": settings["method"]["name"],
        "commit_before": row["commit"],
        "largest_difference": max(gaps, default=0.0),
    }


def run_for(seconds: float, seed: int) -> Iterator[dict[str, Any]]:
    """Run trials again until the time is up."""
    store, end = Store(ROOT / "papers"), time.monotonic() + seconds
    papers = sorted(path.stem for path in (ROOT / "papers" / "rows").glob("*.csv"))
    for row in draw_rows((row for paper in papers for row in store.rows(paper)), seed):
        if time.monotonic() > end:
            return
        yield run_again(row)


def make_page(rows: list[dict[str, Any]]) -> str:
    """Write the page."""
    lines = [
        "# Trials of the papers, run again",
        "",
        "Made by `python -m bench papers-again`; do not edit. Every trial is a row of",
        "[papers-again.csv](papers-again.csv).",
        "",
        "A [verdict](papers/index.md) rests on rows that were made when the table was run; code has changed since.",
        "Here trials were run again that are drawn at random, every method of every table in turn, but for those that",
        f"take longer than {LONGEST:.0f} s. The same means that no value differs by more than {TOLERANCE:g}.",
        "",
        "| table | methods | trials run again | the same | largest difference |",
        "|---|--:|--:|--:|--:|",
    ]
    tables = sorted({(row["paper"], row["table"]) for row in rows})
    for paper, table in [*tables, ("", "all")]:
        some = [row for row in rows if table == "all" or (row["paper"], row["table"]) == (paper, table)]
        gaps = [float(row["largest_difference"]) for row in some]
        name = f"{paper}/{table}" if paper else f"**{table}**"
        methods = len({(row["paper"], row["table"], row["method"]) for row in some})
        same = sum(gap <= TOLERANCE for gap in gaps)
        lines.append(f"| {name} | {methods} | {len(some)} | {same} | {max(gaps):.2g} |")
    return "\n".join([*lines, ""])


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--seconds", type=float, default=600.0, help="how long")
    parser.add_argument("--seed", type=int, default=0, help="random seed of the draw")


def run(options: argparse.Namespace) -> None:
    """Run trials again, and write rows and page."""
    stamp = make_stamp()
    write_rows(ROWS, [{**row, **stamp} for row in run_for(options.seconds, options.seed)])
    write_page(ROWS, make_page(read_rows(ROWS)))
