"""How well the share of positives is estimated, by every method on the same scores (``python -m bench priors``).

Tasks are the six-topic mixes of bench/zhou2010.py, with a number of labelled documents instead of a share, and one
group of 20 Newsgroups against the other nineteen. The truth is the share of positives among the unlabelled documents.
"""

import argparse
import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy import sparse

from bench.rows import make_stamp, measure_trials, write_page, write_rows
from bench.zhou2010 import counted, mixes
from likewise.estimate import METHODS, left_out_scores, prior_from
from likewise.papers.trials import Trial

ROWS = Path(__file__).parent.parent / "docs" / "priors.csv"
PAGE = ROWS.with_suffix(".md")
#: Corpus and kind of task.
TASKS = (("20newsgroups", "six topics"), ("reuters21578", "six topics"), ("20newsgroups", "one of twenty"))
POSITIVES = (50, 20, 10)
DRAW, MIXES = 2010, 20  # those of the page; any other number draws other mixes
TITLES = {
    ("20newsgroups", "six topics"): "20 Newsgroups, six topics",
    ("reuters21578", "six topics"): "Reuters, six topics",
    ("20newsgroups", "one of twenty"): "20 Newsgroups, one group against nineteen",
}


class Task(NamedTuple):
    """Which rows take part, and which of them are positive, in the order in which they are labelled."""

    rows: np.ndarray
    truth: np.ndarray
    members: np.ndarray

    def labels(self, n_positive: int) -> np.ndarray:
        """Return y with so many positives; fewer are among more."""
        y = np.full(len(self.rows), -1)
        y[self.members[:n_positive]] = 1
        return y


def tasks(labels: np.ndarray, kind: str, n_mixes: int, draw: int) -> Iterator[Task]:
    """Draw the tasks: the same draw gives the same ones."""
    if kind == "six topics":
        drawn = [(mix.rows, mix.truth) for mix in mixes(labels, 0.01, n_mixes, draw)]
    else:
        # Every group at most once, in an order that the draw decides.
        groups = np.random.default_rng([draw, 20]).permutation(np.unique(labels))[:n_mixes]
        drawn = [(np.arange(len(labels)), labels == group) for group in groups]
    for number, (rows, truth) in enumerate(drawn):
        rng = np.random.default_rng([draw, number, 1])
        yield Task(rows, truth, rng.permutation(np.flatnonzero(truth)))


def trial(X: sparse.csr_array, task: Task, n_positive: int) -> list[dict[str, object]]:
    """Return a row for each method, all of them on the same scores."""
    y = task.labels(n_positive)
    fitted = left_out_scores(X[task.rows], y)
    found = [prior_from(fitted, method) for method in METHODS]
    truth = float(task.truth[y == -1].mean())
    return [
        {"method": one.method, "truth": round(truth, 6), "prior": round(one.prior, 6),
         "low": round(one.low, 6), "high": round(one.high, 6)}
        for one in found
    ]  # fmt: skip


def measure_task(trial_: Trial) -> list[dict[str, object]]:
    """Draw a task, and estimate its prior by each method."""
    at = trial_.draw
    X, labels, data = counted(at["corpus"])
    drawn = list(tasks(labels, at["task"], at["mix"] + 1, at["draw"]))[at["mix"]]
    return [{**row, "data": data} for row in trial(X, drawn, at["n_positive"])]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--mixes", type=int, default=MIXES)
    parser.add_argument("--draw", type=int, default=DRAW, help="which mixes; other than the default writes no page")
    parser.add_argument("--jobs", type=int, default=-1)


def run(options: argparse.Namespace) -> None:
    """Run all tasks, print what comes out, and write the page and its rows."""
    stamp = make_stamp(("likewise", "numpy", "scipy", "scikit-learn"))
    rows: list[dict[str, object]] = []
    for corpus, kind in TASKS:
        n_tasks = len(list(tasks(counted(corpus)[1], kind, options.mixes, options.draw)))
        draws = [
            {"corpus": corpus, "task": kind, "n_positive": n, "draw": options.draw, "mix": number}
            for n in POSITIVES
            for number in range(n_tasks)
        ]
        trials = [Trial("priors", draw, {"name": "all"}, 0) for draw in draws]
        rows += [{**row, **stamp} for row in measure_trials("priors", trials, measure_task, options.jobs)]
        print("\n".join(section(rows, corpus, kind)), flush=True)
    if (options.draw, options.mixes) == (DRAW, MIXES):
        write_rows(ROWS, rows)
        write_page(ROWS, page(rows))


def section(rows: list[dict[str, object]], corpus: str, kind: str) -> list[str]:
    """Return a heading and a table of a task: methods by numbers of positives."""
    own = [row for row in rows if (row["corpus"], row["task"]) == (corpus, kind)]
    numbers = [n for n in POSITIVES if any(int(str(row["n_positive"])) == n for row in own)]
    lines = [
        f"## {TITLES[corpus, kind]}",
        "",
        "| method | " + " | ".join(f"{n}: error | log ratio | covered" for n in numbers) + " |",
        "|---" * (1 + 3 * len(numbers)) + "|",
    ]
    for method in METHODS:
        cells = [cell for n in numbers for cell in summary(own, method, n)]
        lines.append(f"| {method} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def summary(rows: list[dict[str, object]], method: str, n_positive: int) -> tuple[str, str, str]:
    """Return median absolute error, mean |ln(estimate/truth)| and the share of intervals that hold the truth."""
    own = [row for row in rows if row["method"] == method and int(str(row["n_positive"])) == n_positive]
    truth, prior, low, high = (
        np.array([float(str(row[name])) for row in own]) for name in ("truth", "prior", "low", "high")
    )
    covered = math.nan if np.isnan(low).all() else float(np.mean((low <= truth) & (truth <= high)))
    ratio = np.abs(np.log(np.maximum(prior, 1e-4) / truth))
    return (
        f"{np.median(np.abs(prior - truth)):.3f}",
        f"{ratio.mean():.2f}",
        "–" if math.isnan(covered) else f"{covered:.0%}",
    )


def page(rows: list[dict[str, object]]) -> str:
    """Return the page of these rows."""
    return HEAD + "\n".join(line for corpus, kind in TASKS for line in section(rows, corpus, kind)) + "\n" + NOTES


HEAD = """# How many positives there are: estimates of the prior

Made by `python -m bench priors`; do not edit. Every estimate is a row of [priors.csv](priors.csv).

From 50, 20 and 10 labelled positives and a pile: the median absolute error of the estimated share of positives among
the unlabelled documents, the mean of |ln(estimate/truth)|, and how many of the 90 % intervals hold the truth, over 20
tasks each. A sixth of a six-topic mix of 20 Newsgroups is positive, a twentieth where one group is against nineteen; in
Reuters it is from a hundredth to three quarters, and mostly about a twentieth. All methods read the same cross-fitted
scores, those of the default scorer. The constants of "rank", the default of `likewise.estimate.estimate_prior`, were
set on other draws of mixes of the same corpora; the other methods have those of their papers.

"""
NOTES = """## What the default rests on

Tried on other draws of these mixes than the one above, and on WebKB and the web directory, without a look at it:

- **The shape of a ranking.** Normal scores of positives and negatives, so far apart, some positives astray: with a
  prior these three numbers describe rankings by linear models and by walks on neighbour graphs as well as a soft edge
  over ranks with four, and what they expect of a ranking does not depend on the prior. On the same scores of a linear
  model and 50 positives the median error on 20 Newsgroups fell from 0.029 to 0.016, and over all tasks the intervals
  hold the truth in 92 % of the cases instead of 83 %.
- **Examples vouch for each other.** Of two near copies each ranks the other high, so the likelihood of the ranks counts
  with a power of 0.6. With a power of 1 the intervals hold the truth in 84 % of the cases.
- **A gap in the scores** helps most where the ranking is good; the width over which it is looked for hardly matters.
- **A better ranking helps more than a better estimate.** Latent semantics beside the words bring the mean log ratio
  with ten positives from 0.66 to 0.42 on 20 Newsgroups and from 0.30 to 0.21 on Reuters; leaving examples out as
  unlabelled or altogether makes no difference there.
- **Look-alikes cannot be seen.** Where a hundredth of the pile or less is positive and other documents look the same,
  twenty examples or fewer give an estimate that is five times too high in the mean, and intervals that hold the truth
  in two thirds to three quarters of the cases. No other method does better there.
"""
