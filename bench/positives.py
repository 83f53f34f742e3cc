"""Examples only: the first ranking and its cut-off on criteria and on one-line texts (``python -m bench positives``).

Nine systematic reviews with 5 and 10 examples, and twenty intents of one-line requests with 3, 10 and 50; nobody has
answered anything. The centroid has the same draws. No constant was chosen by the draws of this page.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bench.rows import make_stamp, measure_trials, read_rows, write_page, write_rows
from likewise.datasets import load
from likewise.evaluate import simulate
from likewise.papers.trials import Trial
from likewise.text.static_vectors import has_static_vectors

ROWS = Path(__file__).parent.parent / "docs" / "positives.csv"
#: Records and included records of reviews, as they are published by github.com/asreview/synergy-dataset: those of its
#: first overview and the others of its release 1, and the first of its later ones by name, but for reviews that are
#: measured here, which Cohen et al. 2006 have under the names of drugs.
SIZES = Path(__file__).parent / "review_sizes.csv"
#: Who searches. Where the extra ``embed`` is installed, texts of one line are linked by their meaning, too.
SIDES = ("likewise", "likewise with vectors", "centroid")
#: Numbers of examples, by corpus, and draws of each class.
EXAMPLES = {"reviews_synergy": (5, 10), "banking77": (3, 10, 50)}
STARTS = {"reviews_synergy": 20, "banking77": 3}
N_INTENTS, FIRST_SEED = 20, 900
FIGURES = ("f1", "f1_oracle", "ap", "count", "count_low", "count_high", "covered", "n_positive", "n_pile")
TITLES = {
    "reviews_synergy": "## Criteria: nine systematic reviews",
    "banking77": "## One-line texts: twenty intents of BANKING77",
}
FOUND = """
## What limits it

- How many are expected before looking depends on the number of records ({sizes}). On sixteen other draws a
  review, the median of |ln(count / truth)| is .49 and .35 with 5 and 10 examples by that, and .55 and .56 by one guess
  for all, whose halving and doubling, and 53 random variations of all constants of the evidence, gave no more
  than .007 of F1. What is left are reviews whose words show little: of one with four records to find among 1,600 the
  count is ten times too high from any five examples.
- Taking .5 to 1.5 times as many documents, the estimated count of them, or as many as the centroid changes F1 by −.03
  to +.007.
- One-line texts, 50 examples: most have near-copies, among the examples and in the pile. They were taken for copies of
  one text, whose ranks mean nothing; now only if the pile has few as near. .041 is lost against the best cut-off
  instead of .069, and the count is 1.2 times the truth, in the geometric mean, instead of 1.4 times.
- With 3 and 10 examples it is the number that is missing, as for [all few examples](few.md). [Wide topics](wide.md) has
  how much less would be lost if it were known that intents are searched for one by one. On 24 other intents, .090 and
  .047 are lost against the best cut-off, and .084 to .117 and .040 to .050 if the expected separation, what it depends
  on, its spread or the power of the ranks are changed, in 13 ways. What gains there costs classes of 3 to 20 intents as
  much or more. On 16 others, a guess that is half as unsure loses .052 instead of .085 with 3 examples. It was not
  taken: groups of intents that are 1 to 33 % of the pile lose .30 instead of .21, subject lines of newsgroups .05
  instead of .02.
- Where the examples do not show how many there are, the most similar records are suggested all the same: in 25 of 25
  such searches of three dense reviews, these matched 1.6 to 2.8 times as often as records at large.
"""


def choose_intents(labels: list[str]) -> list[str]:
    """Return the intents that are searched for, drawn at random."""
    names = sorted(set(labels))
    return sorted(np.random.default_rng(FIRST_SEED).choice(names, N_INTENTS, replace=False).tolist())


def list_sides(corpus: str) -> tuple[str, ...]:
    """Return who can search here: with vectors only short texts are, and without them only where there are none."""
    if not has_static_vectors():
        return ("likewise", "centroid")
    return ("likewise with vectors",) if corpus == "banking77" else ("likewise", "centroid")


def list_draws(corpus: str) -> Iterator[dict[str, Any]]:
    """Yield what is searched for, from how many examples, with which seed."""
    data = load(corpus)
    topics = sorted(set(data.extra["review"])) if corpus == "reviews_synergy" else choose_intents(data.labels)
    for topic in topics:
        for n_examples in EXAMPLES[corpus]:
            for seed in range(FIRST_SEED, FIRST_SEED + STARTS[corpus]):
                for side in list_sides(corpus):
                    yield {"corpus": corpus, "topic": topic, "n": n_examples, "start": seed, "side": side}


def measure(trial: Trial) -> list[dict[str, Any]]:
    """Search once, and return the figures."""
    draw = trial.draw
    data = load(draw["corpus"])
    texts, labels, positive = data.texts, data.labels, draw["topic"]
    if draw["corpus"] == "reviews_synergy":
        rows = [row for row, review in enumerate(data.extra["review"]) if review == draw["topic"]]
        texts, labels, positive = [texts[row] for row in rows], [labels[row] for row in rows], "included"
        if labels.count(positive) <= draw["n"]:
            return []
    found = simulate(texts, labels, positive, draw["n"], draw["side"].split()[0], draw["start"])
    return [{name: round(value, 4) if isinstance(value := found[name], float) else value for name in FIGURES}]


def count_error(row: dict[str, Any]) -> float:
    """Return how many times too many or too few were estimated, as a logarithm.

    Examples
    --------
    >>> round(count_error({"count": 20.0, "n_positive": 10}), 2)
    0.67
    """
    return abs(float(np.log((float(row["count"]) + 0.5) / (float(row["n_positive"]) + 0.5))))


def make_table(rows: list[dict[str, Any]]) -> list[str]:
    """Return the table of one corpus: means over classes of the means over their draws."""
    lines = [
        "| examples | | F1 | best cut-off | average precision | count: median \\|ln error\\| | interval holds it |",
        "|--:|---|--:|--:|--:|--:|--:|",
    ]
    for n in sorted({int(row["n"]) for row in rows}):
        for side in SIDES:
            some = [row for row in rows if int(row["n"]) == n and row["side"] == side]
            if not some:
                continue
            means = [_mean_over_topics(some, name) for name in ("f1", "f1_oracle", "ap")]
            counted = [row for row in some if row["count"] not in ("", None)]
            tail = (
                [
                    f"{np.median([count_error(row) for row in counted]):.2f}",
                    f"{_mean_over_topics(counted, 'covered'):.0%}",
                ]
                if counted
                else ["–", "–"]
            )
            lines.append(f"| {n} | {side} | {' | '.join([*(f'{mean:.3f}' for mean in means), *tail])} |")
    return lines


def _mean_over_topics(rows: list[dict[str, Any]], name: str) -> float:
    by_topic: dict[str, list[float]] = {}
    for row in rows:
        value = row[name] == "True" if row[name] in ("True", "False") else row[name]
        by_topic.setdefault(row["topic"], []).append(float(value))
    return float(np.mean([np.mean(values) for values in by_topic.values()]))


def fit_sizes() -> tuple[float, float, float]:
    """Fit how the logit of the share that a review includes falls with its records; see `RecordsConstants`.

    Returns
    -------
    tuple of float
        Logit in a thousand records, slope for each ln(records / 1000), and the standard deviation of what is left.
    """
    sizes = np.array([[float(row["records"]), float(row["included"])] for row in read_rows(SIZES)])
    n_records, n_included = sizes.T
    known = np.column_stack([np.ones(len(sizes)), np.log(n_records / 1_000)])
    share = np.log(n_included / (n_records - n_included))
    fitted, *_ = np.linalg.lstsq(known, share, rcond=None)
    return float(fitted[0]), float(fitted[1]), float(np.std(share - known @ fitted, ddof=2))


def describe_sizes() -> str:
    """Say what the sizes of reviews show."""
    at_thousand, slope, spread = fit_sizes()
    return (
        f"of {len(read_rows(SIZES))} other reviews, the logit of\n  the share that is included is {at_thousand:.2f} "
        f"in 1,000 records and changes by {slope:.2f} with each ln(records),\n  with a standard deviation of "
        f"{spread:.2f}"
    )


def make_page(rows: list[dict[str, Any]]) -> str:
    """Write the page."""
    lines = [
        "# From examples alone",
        "",
        "The first ranking, before anybody has answered: F1 at the method's own cut-off, F1 at the best cut-off",
        "in hindsight, and how well the count is estimated. Figures are means over the classes of the means over their",
        f"draws: {STARTS['reviews_synergy']} of each review, {STARTS['banking77']} of each intent. `python -m bench",
        "positives` makes this page again from the corpora, and the lines with vectors where the extra `embed` is",
        "installed. [The rows](positives.csv) have every search.",
    ]
    for corpus, title in TITLES.items():
        lines += ["", title, "", *make_table([row for row in rows if row["corpus"] == corpus])]
    return "\n".join(lines) + "\n" + FOUND.format(sizes=describe_sizes())


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what can be asked for."""
    parser.add_argument("--corpus", choices=list(EXAMPLES), action="append", help="only this one; may be given again")
    parser.add_argument("--jobs", type=int, default=-1, help="processes; -1 is one per core")


def run(options: argparse.Namespace) -> None:
    """Search, and write rows and page; rows of a corpus that was left out, or of who cannot search here, are kept."""
    chosen = options.corpus or list(EXAMPLES)
    sides = {corpus: list_sides(corpus) for corpus in chosen}
    draws = [draw for corpus in chosen for draw in list_draws(corpus)]
    trials = [Trial("positives", draw, {"name": draw["side"].split()[0]}, draw["start"]) for draw in draws]
    stamp = make_stamp()
    kept = [row for row in read_rows(ROWS) if row["side"] not in sides.get(row["corpus"], ())]
    rows = [*kept, *({**row, **stamp} for row in measure_trials("positives", trials, measure, options.jobs))]
    write_rows(ROWS, rows)
    write_page(ROWS, make_page(read_rows(ROWS)))
