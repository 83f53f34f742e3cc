"""Every registered method on one task: find the rest of a group of 20 Newsgroups from 50 of its messages.

python -m bench simulations                  all methods, three groups, one seed; writes docs/simulations.*
python -m bench simulations --only METHOD    one method, printed only

Each search is a call of ``likewise.evaluate.simulate`` in a process of its own: all messages but the examples are the
pile, one group against nineteen. Nothing is chosen by the labels that are scored: methods run with their defaults, once
with their own cut-off and, where they can, once with the one that is estimated from the examples' ranks.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.rows import make_stamp, write_page, write_rows
from bench.worker import THREAD_VARIABLES
from likewise import registry
from likewise.datasets import load_20newsgroups
from likewise.errors import UserError
from likewise.evaluate import simulate
from likewise.finder.estimators import make_estimator

ROWS = Path(__file__).parent.parent / "docs" / "simulations.csv"
PAGE = ROWS.with_suffix(".md")
CLASSES = ("comp.graphics", "rec.autos", "sci.space")
SEEDS = 1
EXAMPLES = 50
SECONDS, GIGABYTES = 60, 10
MEASURED = ("f1", "precision", "recall", "ap", "n_predicted", "seconds", "process_seconds", "peak_gb")
VERSIONS = ("likewise", "numpy", "scipy", "scikit-learn", "numba")


def search(method: str, label: str, seed: int, threshold: str) -> dict[str, Any]:
    """Simulate one search here and now, and say how good, how long and how large it was.

    A search that takes too long ends the process; one that takes too much memory fails like any other.
    """
    corpus = load_20newsgroups()
    # The default action ends the process in the middle of anything, compiled loops included.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(SECONDS)
    resource.setrlimit(resource.RLIMIT_DATA, (GIGABYTES << 30, GIGABYTES << 30))
    params = {} if threshold == "own" else {"threshold": threshold}
    start = time.perf_counter()
    result = simulate(corpus.texts, corpus.labels, label, EXAMPLES, method, seed, params=params)
    seconds = time.perf_counter() - start
    signal.alarm(0)
    return result | {"seconds": seconds, "peak_gb": peak_gb()}


def peak_gb() -> float:
    """Return the most memory that this process has had, in gigabytes of 10⁹ bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e9


def trial(method: str, label: str, seed: int, threshold: str) -> dict[str, Any]:
    """Return the row of one search, done in a process of its own; one that failed says why in ``problem``."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "bench", "simulations", "--search", method, label, str(seed), threshold],
        env=dict(os.environ) | dict.fromkeys(THREAD_VARIABLES, "1"),
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    row: dict[str, Any] = {"method": method, "class": label, "seed": seed, "threshold": threshold}
    row |= dict.fromkeys(MEASURED, "") | {"problem": problem(done.returncode, done.stderr)}
    if not row["problem"]:
        answer = json.loads(done.stdout.splitlines()[-1])
        answer["process_seconds"] = time.perf_counter() - start
        row |= {key: answer[key] if key == "n_predicted" else round(answer[key], 6) for key in MEASURED}
        if row["peak_gb"] > GIGABYTES:
            row["problem"] = f"over {GIGABYTES} GB"
    return row


def problem(returncode: int, complaints: str) -> str:
    """Say in a few words why a process ended as it did; nothing if it ended well.

    Examples
    --------
    >>> problem(-signal.SIGALRM, ""), problem(1, "Traceback\\n  ...\\nMemoryError: no room")
    ('over 60 s', 'over 10 GB')
    >>> problem(1, "Traceback\\n  ...\\nlikewise.errors.UserError: give more"), problem(0, "a warning")
    ('likewise.errors.UserError: give more', '')
    """
    if returncode == 0:
        return ""
    if returncode == -signal.SIGALRM:
        return f"over {SECONDS} s"
    if returncode < 0:
        return f"ended by {signal.Signals(-returncode).name}"
    said = (complaints.strip().splitlines() or [f"exit {returncode}"])[-1]
    return f"over {GIGABYTES} GB" if "MemoryError" in said else said[:200]


def takes_prior(method: str) -> bool:
    """Say whether the cut-off of a method can come from the estimated share of positives.

    Examples
    --------
    >>> isinstance(takes_prior("centroid"), bool)
    True
    """
    try:
        make_estimator(method, {"threshold": "prior"})
    except UserError:
        return False
    return True


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--only", choices=registry.names(), metavar="METHOD", help="one method, printed only")
    parser.add_argument("--classes", nargs="+", default=list(CLASSES), metavar="GROUP", help="groups to search for")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="choices of examples for each group")
    parser.add_argument("--no-prior", action="store_true", help="only the methods' own cut-offs")
    parser.add_argument("--search", nargs=4, help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> None:
    """Run all searches, print them, and write the page and its rows."""
    if options.search:
        method, label, seed, threshold = options.search
        print(json.dumps(search(method, label, int(seed), threshold)))
        return
    stamp = make_stamp(VERSIONS)
    rows: list[dict[str, Any]] = []
    print("\n".join(HEADER), flush=True)
    for method in [options.only] if options.only else registry.names():
        thresholds = ["own"] if options.no_prior or not takes_prior(method) else ["own", "prior"]
        rows += [
            trial(method, label, seed, threshold) | stamp
            for threshold in thresholds
            for label in options.classes
            for seed in range(options.seeds)
        ]
        print(table(rows)[-1], flush=True)
    if options.only:
        print("docs/simulations.* are written only with all methods")
        return
    write_rows(ROWS, rows)
    write_page(ROWS, page(rows))


HEADER = ["| method | F1 | AP | seconds | peak GB | F1, cut by prior | mind |", "|---|---|---|---|---|---|---|"]


def table(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Return a line for each method: means over its searches, and what went wrong."""
    lines = []
    for method in dict.fromkeys(row["method"] for row in rows):
        own, prior = (
            [row for row in rows if row["method"] == method and row["threshold"] == threshold]
            for threshold in ("own", "prior")
        )
        cells = [_mean(own, "f1", ".3f"), _mean(own, "ap", ".3f"), _mean(own, "seconds", ".1f")]
        cells += [_mean(own, "peak_gb", ".2f"), _mean(prior, "f1", ".3f"), _mind(own, prior)]
        lines.append(f"| {method} | {' | '.join(cells)} |")
    return lines


def _mean(rows: Sequence[dict[str, Any]], key: str, form: str) -> str:
    """Average a figure, if every search has it: a mean over the easier ones would flatter."""
    values = [row[key] for row in rows if row[key] != ""]
    return (
        format(float(np.mean([float(value) for value in values])), form) if values and len(values) == len(rows) else "–"
    )


def _mind(own: Sequence[dict[str, Any]], prior: Sequence[dict[str, Any]]) -> str:
    """Say what went wrong, and in how many searches."""
    parts = []
    for rows, what in ((own, ""), (prior, "cut by prior: ")):
        problems = [row["problem"].replace("|", "/") for row in rows if row["problem"]]
        parts += [f"{what}{said} ({problems.count(said)} of {len(rows)})" for said in dict.fromkeys(problems)]
    return "; ".join(parts)


def page(rows: Sequence[dict[str, Any]]) -> str:
    """Return the page of these rows."""
    labels = ", ".join(dict.fromkeys(str(row["class"]) for row in rows))
    n_seeds = len({str(row["seed"]) for row in rows})
    stamp = ", ".join(f"{name} {rows[0][name]}" for name in ("python", *VERSIONS, "commit"))
    head = HEAD.format(
        examples=EXAMPLES, labels=labels, n_seeds=n_seeds, seconds=SECONDS, gigabytes=GIGABYTES, stamp=stamp
    )
    return head + "\n".join([*HEADER, *table(rows)]) + "\n"


HEAD = """# Every method on one task

Made by `python -m bench simulations`; do not edit. Every search is a row of [simulations.csv](simulations.csv).

20 Newsgroups without headers, {examples} messages of one group as examples, all other 19,947 messages as the pile;
groups: {labels}; choices of examples for each: {n_seeds}. Figures are means, of F1 and average precision on the pile.
"F1" is that of the method's own cut-off, "F1, cut by prior" that of `threshold="prior"`. Seconds are those of the call
of `simulate` alone, counting words included, on one thread and without imports and reading; memory is the most that the
whole process had, the corpus included. A search that takes over {seconds} s or {gigabytes} GB is given up, and a mean
that lacks a search is not given.

Versions: {stamp}.

"""
