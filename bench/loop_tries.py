"""What was tried instead of the rule that learns from answers (``python -m bench loop-tries``).

Nine reviews, other starts than those of ``python -m bench loop``, read as far as a fifth of the pile. Everything ranks
by the votes of the examples and by a rule, blended as the engine blends them; only the rule differs. Links between
documents, which the engine adds while there are few answers, are left out. Rows are docs/loop-tries.csv.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from bench.loop import BATCH, Review, read_reviews
from bench.loop_rules import RULES, Rule, fit_least_squares, list_similar
from bench.rows import make_stamp, measure_trials, read_rows, write_page, write_rows
from likewise.engine import Prepared
from likewise.engine.answers import score_with_answers
from likewise.engine.learning import choose_weight, learn
from likewise.engine.votes import hear
from likewise.evaluate.simulation import choose_examples
from likewise.finder.collecting import collect_texts
from likewise.fitting.blas_threads import one_blas_thread
from likewise.labels import read_labels
from likewise.papers.trials import Trial
from likewise.sklearn_api import Array, normalize
from likewise.text.static_vectors import has_static_vectors, static_vectors

ROWS = Path(__file__).parent.parent / "docs" / "loop-tries.csv"
FIRST_SEED, STARTS, EXAMPLES = 100, 10, 5
#: The largest share of the pile that is read, and shares at which is looked at what is found.
SHARES = (0.1, 0.2)
VECTORS = "… static vectors beside words"
#: What least squares would find if the answers to a share of all other records were known from the start.
HINDSIGHT = {
    "least squares, a tenth of all other answers known": 0.1,
    "least squares, a fifth of all other answers known": 0.2,
    "least squares, a third of all other answers known": 1 / 3,
    "least squares, half of all other answers known": 0.5,
    "least squares, all other answers known": 1.0,
}
#: Parts into which records are dealt; each is ranked by answers to records of the others.
_PARTS = 10


def list_trials(only: list[str] | None = None) -> Iterator[Trial]:
    """Yield every start of every review, for all rules or one."""
    for name in sorted(review.name for review in read_reviews()):
        for seed in range(FIRST_SEED, FIRST_SEED + STARTS):
            yield Trial("loop-tries", {"review": name, "start": seed}, {"name": "likewise", "rule": only}, seed)


def measure(trial: Trial) -> list[dict[str, Any]]:
    """Screen a review by every rule, or by one, from one start."""
    review = next(review for review in read_reviews() if review.name == trial.draw["review"])
    with one_blas_thread():
        return [{"rule": name, **found} for name, found in try_rules(review, trial.seed, trial.method["rule"])]


def try_rules(review: Review, seed: int, only: list[str] | None = None) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield what each rule finds, or one."""
    truth, shown, hidden = choose_examples(review.labels, "included", EXAMPLES, seed)
    rows = np.concatenate([shown, hidden])
    texts = [review.texts[row] for row in rows]
    collection = collect_texts(texts[: len(shown)], texts[len(shown) :])
    prepared = collection.prepare(profile="criteria")
    place = np.flatnonzero(collection.counted.has_words)[prepared.order]
    right, known = truth[rows][place], place < len(shown)
    for name, rule in RULES.items():
        if only is None or name in only:
            yield name, read_by(prepared, rule, right, known)
    for name, share in HINDSIGHT.items():
        if only is None or name in only:
            yield name, read_in_hindsight(prepared, right, known, share, seed)
    if (only is None or VECTORS in only) and has_static_vectors():
        vectors = normalize(static_vectors(texts)[place])
        vectors -= vectors.mean(axis=0)
        longer = sparse.hstack([prepared.phrases, sparse.csr_array(0.3 * vectors)], format="csr")
        yield VECTORS, read_by(replace(prepared, phrases=longer, _memory={}), learn, right, known)


def read_by(prepared: Prepared, rule: Rule, right: Array, known: Array) -> dict[str, float]:
    """Read the first ten, answer them with the truth, and rank again, to the last of the shares."""
    labels = np.where(known, 1, -1)
    heard, read = hear(prepared, np.flatnonzero(known), "criteria", 7), np.empty(0, dtype=np.intp)
    n_pile = int((~known).sum())
    while len(read) < SHARES[-1] * n_pile:
        scores = heard.scores
        if len(read):
            now = read_labels(labels, who="bench loop-tries")
            scores = score_with_answers(prepared, now, heard, 7)
            if now.negative.any():
                learned = rule(prepared, now, len(read), int(right[read].sum()))
                share = choose_weight(scores, learned, now, prepared.constants.learning)
                scores = (1 - share) * scores + share * learned
        open_ones = np.flatnonzero(labels == -1)
        batch = open_ones[np.argsort(-scores[open_ones], kind="stable")[:BATCH]]
        labels[batch] = right[batch]
        read = np.concatenate([read, batch])
    return _recalls(right, known, read)


def read_in_hindsight(prepared: Prepared, right: Array, known: Array, share: float, seed: int) -> dict[str, float]:
    """Rank each record by a rule that is learned from the answers to a random share of the others.

    An error costs ten times as much as in the engine, and a yes counts as much as a no: of ten such choices, this one
    finds most on four of the starts if all other answers are known, and within .005 of the most for smaller shares.
    """
    learning = replace(prepared.constants.learning, cost=10 * prepared.constants.learning.cost, ratio=1.0)
    prepared = replace(prepared, constants=replace(prepared.constants, learning=learning))
    pile, rng, scores = np.flatnonzero(~known), np.random.default_rng(seed), np.empty(len(right))
    part_of = rng.permutation(len(pile)) % _PARTS
    for part in range(_PARTS) if share < 1 else ():
        others = rng.permutation(pile[part_of != part])[: round(share * len(pile))]
        answers = np.where(known, 1, -1)
        answers[others] = right[others]
        own = pile[part_of == part]
        scores[own] = _learn_from_all(prepared, answers)[own]
    if share == 1:
        scores = _learn_from_all(prepared, right.astype(int))
    return _recalls(right, known, pile[np.argsort(-scores[pile], kind="stable")])


def _learn_from_all(prepared: Prepared, answers: Array) -> Array:
    """Score documents by least squares on answers, without presumed negatives."""
    labels, nothing = read_labels(answers, who="bench loop-tries"), np.empty(0, dtype=np.intp)
    n_yes, n_answers = int(labels.positive.sum()), int((~labels.unlabelled).sum())
    return fit_least_squares(prepared, list_similar(prepared) + 1.0, labels, nothing, n_answers, n_yes)


def _recalls(right: Array, known: Array, read: Array) -> dict[str, float]:
    """Say what is found in the first shares of the pile."""
    n_pile, n_right = int((~known).sum()), int(right[~known].sum())
    found = {share: float(right[read[: int(share * n_pile)]].sum() / n_right) for share in SHARES}
    return {f"recall{100 * share:.0f}": round(recall, 4) for share, recall in found.items()}


def make_page(rows: list[dict[str, Any]]) -> str:
    """Write the page."""
    lines = [*HEAD, "| rule | recall@10 % | recall@20 % | difference | ± | worst review | best review |"]
    lines.append("|---|--:|--:|--:|--:|--:|--:|")
    found = {(row["rule"], row["review"], row["start"]): row for row in rows}
    reviews = sorted({row["review"] for row in rows})
    starts = sorted({row["start"] for row in rows})
    first = next(iter(RULES))

    def table(rule: str, figure: str) -> Array:
        return np.array([[float(found[rule, review, start][figure]) for start in starts] for review in reviews])

    places = {rule: place for place, rule in enumerate((*RULES, VECTORS, *HINDSIGHT))}
    for rule in sorted({row["rule"] for row in rows}, key=places.__getitem__):
        gain = table(rule, "recall20") - table(first, "recall20")
        error = np.sqrt((gain.var(axis=1, ddof=1) / len(starts)).sum()) / len(reviews) if len(starts) > 1 else 0.0
        means = " | ".join(f"{table(rule, figure).mean():.3f}" for figure in ("recall10", "recall20"))
        ends = gain.mean(axis=1)
        lines.append(f"| {rule} | {means} | {gain.mean():+.3f} | {error:.3f} | {ends.min():+.3f} | {ends.max():+.3f} |")
    return "\n".join([*lines, ""])


HEAD = (
    "# What was tried for screening in a loop",
    "",
    "Made by `python -m bench loop-tries`; do not edit. Every loop is a row of [loop-tries.csv](loop-tries.csv).",
    "",
    f"The nine reviews of [Screening in a loop](loop.md), {STARTS} other starts each from {EXAMPLES} known records,",
    "read as far as a fifth of the pile in batches of ten. All rank by the votes of the examples and by a rule that is",
    "learned from the answers, blended as the engine blends them, without its links; only the rule differs. Given are",
    "differences from the engine's rule in recall@20 %, their standard errors over starts, and the means of reviews",
    "that lose and gain most. The last lines are not loops: each record is ranked by least squares on the answers to",
    "other records of the review, chosen at random, which nobody has while reading. A loop knows the answers to a",
    "fifth of the pile when it ends, and to fewer before.",
    "",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what can be asked for."""
    parser.add_argument("--jobs", type=int, default=-1, help="processes; -1 is one per core")
    parser.add_argument(
        "--rule", choices=(*RULES, *HINDSIGHT, VECTORS), action="append",
        help="only this one; may be given again; rows of others are kept",
    )  # fmt: skip
    parser.add_argument("--page", action="store_true", help="only write the page again")


def run(options: argparse.Namespace) -> None:
    """Measure, and write rows and page."""
    if not options.page:
        stamp = make_stamp()
        made = measure_trials("loop-tries", list(list_trials(options.rule)), measure, options.jobs)
        kept = [] if options.rule is None else [row for row in read_rows(ROWS) if row["rule"] not in options.rule]
        write_rows(ROWS, [*kept, *({**row, **stamp} for row in made)])
    write_page(ROWS, make_page(read_rows(ROWS)))
