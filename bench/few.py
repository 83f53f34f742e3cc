"""Two to four examples: how far the engine's own cut-off is from the best one, and what it says it cannot tell.

python -m bench few     writes docs/few.csv and docs/few.md; some minutes, needs the corpora
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import gamma

from bench.engine import text_of
from bench.evidence_limit import fit_and_try, look_at
from bench.rows import make_stamp, read_rows, write_page, write_rows
from likewise.engine import Prepared, judge, prepare
from likewise.labels import read_labels
from likewise.metrics import best_f1, precision_recall_f1
from likewise.papers.protocols import counted_as, mix

ROWS = Path(__file__).parent.parent / "docs" / "few.csv"
#: Examples of a search, and searches of each number of them in a pile.
NUMBERS, DRAWS = (2, 3, 4), 5
#: Mixes as of zhou2010, of another draw than its protocol and all that the engine was chosen on; and single classes of
#: whole corpora, in piles of at most so many documents.
MIXED, N_MIXES, DRAW = ("20newsgroups", "reuters21578", "webdir"), 16, 4711
WHOLE, N_CLASSES, MOST, FEWEST = ("20newsgroups", "reuters21578", "webkb"), 12, 4_000, 20
#: By how much the logarithm of a size is off that as many draws of an exponential distribution tell, at quantiles. The
#: shift was chosen on the searches of the page, in favour of this column.
SHIFT = 0.2
CHANCE = {k: np.log(gamma.ppf((np.arange(40) + 0.5) / 40, k) / k) + SHIFT for k in NUMBERS}
FIELDS = (
    "pile", "corpus", "topic", "examples", "f1", "f1_best", "f1_known", "f1_chance", "f1_fitted", "f1_carried",
    "suggested", "truth", "verdict", *make_stamp(),
)  # fmt: skip


def measure(prepared: Prepared, truth: np.ndarray, rng: np.random.Generator) -> Iterator[dict[str, Any]]:
    """Search with two, three and four examples, and compare what is suggested with the best cut-off in hindsight.

    What each search shows is in the row, too, under "search": `run` takes it out.
    """
    for number in NUMBERS * DRAWS:
        yield measure_one(prepared, truth, rng.choice(np.flatnonzero(truth), number, replace=False))


def measure_one(prepared: Prepared, truth: np.ndarray, examples: np.ndarray) -> dict[str, Any]:
    """Search with these examples."""
    labels = np.full(len(truth), -1)
    labels[examples] = 1
    judgement, is_pile = judge(prepared, read_labels(labels, who="bench few")), labels < 0
    scores, right = judgement.scores[is_pile], truth[is_pile]
    taken = scores > judgement.cut_off
    return {
        "examples": len(examples),
        "f1": round(precision_recall_f1(right, taken)[2], 4),
        "f1_best": round(best_f1(right, scores), 4),
        "f1_known": round(f1_of_first(right, scores, np.zeros(1)), 4),
        "f1_chance": round(f1_of_first(right, scores, CHANCE.get(len(examples), np.zeros(1))), 4),
        "suggested": int(taken.sum()),
        "truth": int(right.sum()),
        "n_pile": len(right),
        "verdict": judgement.estimate.verdict,
        "search": look_at(prepared, judgement, truth),
    }


def f1_of_first(right: np.ndarray, scores: np.ndarray, errors: np.ndarray) -> float:
    """Return the mean F1 of the first documents, as many as there are to find but for these errors of the logarithm."""
    n_right = int(right.sum())
    hits = np.concatenate([[0], np.cumsum(right[np.argsort(-scores, kind="stable")])])
    taken = np.clip(np.round(n_right * np.exp(errors)), 1, len(right)).astype(int)
    return float(np.mean(2 * hits[taken] / (taken + n_right)))


def search_mixes(corpus: str, n_mixes: int = N_MIXES) -> Iterator[dict[str, Any]]:
    """Search mixes of six topics, of which some are searched for."""
    X, labels, *_ = counted_as(corpus, text_of(corpus))
    for number in range(n_mixes):
        drawn = mix(labels, 0.02, number, draw=DRAW)
        found = measure(prepare(X[drawn.rows]), drawn.truth.astype(bool), np.random.default_rng([number, DRAW]))
        yield from ({"pile": "mixes", "corpus": corpus, "topic": str(number), **row} for row in found)


def search_classes(corpus: str, n_classes: int = N_CLASSES) -> Iterator[dict[str, Any]]:
    """Search single classes in a pile of all."""
    X, labels, *_ = counted_as(corpus, text_of(corpus))
    rng = np.random.default_rng(DRAW)
    rows = np.sort(rng.choice(len(labels), min(MOST, len(labels)), replace=False))
    names = np.asarray(labels).astype(str)[rows]
    prepared = prepare(X[rows])
    known, sizes = np.unique(names, return_counts=True)
    known = known[sizes >= FEWEST]
    for name in rng.choice(known, min(n_classes, len(known)), replace=False):
        found = measure(prepared, names == name, rng)
        yield from ({"pile": "classes", "corpus": corpus, "topic": str(name), **row} for row in found)


def page(rows: list[dict[str, Any]]) -> str:
    """Write the page."""
    lines = [
        HEAD,
        "| pile | examples | searches | F1 | best | difference | known | by chance | in hindsight | carried over |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    kinds = dict.fromkeys((row["pile"], row["corpus"]) for row in rows)
    groups = [(f"{pile} of {corpus}", number, (pile, corpus)) for pile, corpus in kinds for number in NUMBERS]
    for name, number, kind in [*groups, *(("all", number, None) for number in NUMBERS), ("all", 0, None)]:
        of_it = [
            row for row in rows if kind in (None, (row["pile"], row["corpus"])) and number in (0, int(row["examples"]))
        ]
        best, own, *others = (
            np.mean([float(row[key]) for row in of_it])
            for key in ("f1_best", "f1", "f1_known", "f1_chance", "f1_fitted", "f1_carried")
        )
        losses = " | ".join(f"{best - each:.3f}" for each in (own, *others))
        shown = str(number) if number else "2–4"
        lines.append(f"| {name} | {shown} | {len(of_it)} | {own:.3f} | {best:.3f} | {losses} |")
    unsure = [row for row in rows if row["verdict"] == "cannot tell"]
    lost, kept = (np.mean([float(row[key]) for row in unsure] or [0.0]) for key in ("f1_best", "f1"))
    return "\n".join(
        [
            *lines,
            "",
            f"The verdict is “cannot tell” in {len(unsure)} of the {len(rows)} searches. There the most similar are",
            f"suggested without a count, with an F1 of {kept:.3f}; the best cut-off has {lost:.3f}, and to suggest",
            "nothing would have none.",
            "",
        ]
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--page", action="store_true", help="only write the page again")


def run(options: argparse.Namespace) -> None:
    """Measure, and write the rows and the page."""
    if not options.page:
        rows = []
        for search, corpora in ((search_mixes, MIXED), (search_classes, WHOLE)):
            for corpus in corpora:
                rows += [row | make_stamp() for row in search(corpus)]
                print(corpus, len(rows), flush=True)
        tried = fit_and_try([row.pop("search") for row in rows], [row["corpus"] for row in rows])
        for row, fitted, carried in zip(rows, *tried, strict=True):
            row |= {"f1_fitted": round(fitted, 4), "f1_carried": round(carried, 4)}
        write_rows(ROWS, rows, FIELDS)
    write_page(ROWS, page(read_rows(ROWS)))


HEAD = f"""# Two to four examples

Made by `python -m bench few`; do not edit. Every search is a row of [few.csv](few.csv).

Mixes of topics as in the protocol of zhou2010, {N_MIXES} a corpus, but of another draw than that and than all that the
engine's constants were chosen on; and up to {N_CLASSES} single classes of a corpus in a pile of up to {MOST:,} of its
documents; {DRAWS} draws of examples each. F1 at the engine's own cut-off, at the best one in hindsight, and the
difference. The last four columns are differences from the best cut-off too, of the same rankings:

- known: for somebody who knows how many there are to find;
- by chance: for somebody who knows it only as well as two, three or four draws of an exponential distribution tell
  its scale, and takes e^{SHIFT} times as many. That factor is the best of 13, from e^−0.6 to e^0.6, for these very
  searches, so this column is the least that such a guess loses;
- in hindsight: for the engine, if what a pile shows at each cut were weighed in the way that suits these very
  searches best, by maximum likelihood of their true sizes. Beside the two things that the engine weighs these are the
  share itself, how links, agreement and scores change half a logit and a logit before and after it, and how far the
  first 10 and 30 documents agree, 27 things in all (`bench/evidence_limit.py`);
- carried over: the same, with weights that suit the searches of the other corpora best.

So it is the number that is missing, far more than the order: with it, a quarter to a third of the difference is left.
Weights that know the truth just reach .08; of what they gain, a third holds for other corpora.
"""
