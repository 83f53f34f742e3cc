"""What was tried instead of the rule that learns from answers (``python -m bench loop-tries``).

Nine reviews, other starts than those of ``python -m bench loop``, read as far as a fifth of the pile. Everything ranks
by the votes of the examples and by a rule, blended as the engine blends them; only the rule differs. Links between
documents, which the engine adds while there are few answers, are left out. Rows are docs/loop-tries.csv.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from bench.loop import BATCH, Review, read_reviews
from bench.rows import make_stamp, measure_trials, read_rows, write_page, write_rows
from likewise.engine import Prepared
from likewise.engine.answers import score_with_answers
from likewise.engine.learning import choose_weight, learn
from likewise.engine.votes import hear
from likewise.evaluate.simulation import choose_examples
from likewise.finder.collecting import collect_texts
from likewise.fitting.blas_threads import one_blas_thread
from likewise.labels import Labels, read_labels
from likewise.papers.trials import Trial
from likewise.sklearn_api import Array, normalize
from likewise.text.static_vectors import has_static_vectors, static_vectors

ROWS = Path(__file__).parent.parent / "docs" / "loop-tries.csv"
FIRST_SEED, STARTS, EXAMPLES = 100, 10, 5
#: The largest share of the pile that is read, and shares at which is looked at what is found.
SHARES = (0.1, 0.2)
#: Scores documents, in standard deviations, by what is prepared, labels, and how many answers and yeses there are.
Rule: TypeAlias = Callable[[Prepared, Labels, int, int], Array]


def with_constants(**changes: Any) -> Rule:
    """Return the engine's rule with other constants, each made of the usual one."""

    def rule(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
        usual = prepared.constants.learning
        learning = replace(usual, **{name: change(getattr(usual, name)) for name, change in changes.items()})
        other = replace(prepared, constants=replace(prepared.constants, learning=learning), _memory={})
        return learn(other, labels, n_answers, n_yes)

    return rule


def with_rising_cost(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
    """Let an error cost more the more answers there are: twice as much after 20, six times as much after 100."""
    rising = with_constants(cost=lambda cost: cost * (1 + n_answers / 20))
    return rising(prepared, labels, n_answers, n_yes)


def beside(weight: float, second: Rule) -> Rule:
    """Return the engine's rule, and another one beside it."""
    return lambda prepared, *known: learn(prepared, *known) + weight * second(prepared, *known)


def on_latent_topics(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
    """Learn from latent topics instead of words."""
    rows = sparse.csr_array(prepared.latent.astype(np.float32))
    return learn(replace(prepared, phrases=rows, _memory={}), labels, n_answers, n_yes)


def on_words(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
    """Learn from words that tell topics, without stop words and pairs."""
    return learn(prepared, labels, n_answers, n_yes, by_phrases=False)


def on_telling_words(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
    """Let words count more the more frequent they are in what matches than in the pile, at most twice as much."""
    rows = prepared.phrases
    positive = np.flatnonzero(labels.positive)
    expected = rows.sum(axis=0) * len(positive) / rows.shape[0]
    lift = np.log((rows[positive].sum(axis=0) + 0.1) / (expected + 0.1))
    scaled = rows.copy()
    scaled.data *= (1 + 0.5 * np.clip(lift, 0, 2)).astype(np.float32)[rows.indices]
    return learn(replace(prepared, phrases=normalize(scaled), _memory={}), labels, n_answers, n_yes)


def nearest_matches(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
    """Score by likeness to the three nearest that match, less half of that to the three nearest that do not."""
    similar = _similar(prepared)

    def nearest(known: Array) -> Array:
        to_known = similar[:, known].copy()
        to_known[known, np.arange(len(known))] = -1.0  # nobody is near to itself
        return np.sort(to_known, axis=1)[:, -3:].mean(axis=1)

    sides = np.flatnonzero(labels.positive), np.flatnonzero(labels.negative)
    return _standardise(nearest(sides[0]) - 0.5 * nearest(sides[1]), labels)


def by_least_squares(kernel: Callable[[Array], Array] = lambda similar: similar, lowest: float = 1.0) -> Rule:
    """Return a rule by least squares, whose presumed negatives are of the lowest share of a first ranking by it."""

    def rule(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
        similar, unlabelled = kernel(_similar(prepared)) + 1.0, np.flatnonzero(labels.unlabelled)
        scores = _least_squares(prepared, similar, labels, unlabelled, n_answers, n_yes)
        if lowest < 1:
            last = unlabelled[np.argsort(scores[unlabelled], kind="stable")[: max(int(lowest * len(unlabelled)), 20)]]
            scores = _least_squares(prepared, similar, labels, np.sort(last), n_answers, n_yes)
        return _standardise(scores, labels)

    return rule


def _least_squares(
    prepared: Prepared, similar: Array, labels: Labels, others: Array, n_answers: int, n_yes: int
) -> Array:
    """Fit by least squares with the engine's costs; labelled documents are scored without their own labels."""
    constants = prepared.constants.learning
    positive, negative = np.flatnonzero(labels.positive), np.flatnonzero(labels.negative)
    some = others[np.linspace(0, len(others) - 1, min(len(others), constants.n_presumed)).astype(np.intp)]
    known = np.concatenate([positive, negative, some])
    worth = constants.worth * (1 - (n_yes + 0.5) / (n_answers + 5)) ** constants.power
    presumed = worth * max(len(negative), constants.fewest) / max(len(some), 1)
    weights = np.repeat([1.0, 1.0, presumed], [len(positive), len(negative), len(some)])
    sides = np.arange(len(known)) < len(positive)
    near, far = weights[sides].sum(), weights[~sides].sum()
    share = constants.ratio / (1 + constants.ratio)
    costs = 2 * constants.cost * weights * np.where(sides, share / near, (1 - share) / far) * (near + far)
    inverse = np.linalg.inv(similar[np.ix_(known, known)] + np.diag(1 / costs))
    target = np.where(sides, 1.0, -1.0)
    dual = inverse @ target
    scores = similar[:, known] @ dual
    n_labelled = len(positive) + len(negative)
    scores[known[:n_labelled]] = (target - dual / np.diag(inverse))[:n_labelled]
    return scores


def _similar(prepared: Prepared) -> Array:
    """Return the cosine of every two documents; remembered, as rules are tried on the same documents."""
    if "similar" not in prepared._memory:
        prepared._memory["similar"] = (prepared.phrases @ prepared.phrases.T).toarray().astype(np.float64)
    return prepared._memory["similar"]


def _standardise(scores: Array, labels: Labels) -> Array:
    chosen = scores[labels.unlabelled]
    return (scores - chosen.mean()) / (chosen.std() or 1.0)


#: What is tried, by the words of the page.
RULES: dict[str, Rule] = {
    "the engine's rule": learn,
    "… an error costs a third": with_constants(cost=lambda cost: cost / 3),
    "… an error costs three times as much": with_constants(cost=lambda cost: 3 * cost),
    "… an error costs five times as much": with_constants(cost=lambda cost: 5 * cost),
    "… an error costs more with every answer": with_rising_cost,
    "… a yes weighs half as much": with_constants(ratio=lambda ratio: ratio / 2),
    "… a yes weighs twice as much": with_constants(ratio=lambda ratio: 2 * ratio),
    "… 50 presumed negatives": with_constants(n_presumed=lambda _: 50),
    "… 500 presumed negatives": with_constants(n_presumed=lambda _: 500),
    "… presumed negatives weigh half as much": with_constants(worth=lambda worth: worth / 2),
    "… presumed negatives weigh twice as much": with_constants(worth=lambda worth: 2 * worth),
    "… latent topics beside it": beside(0.3, on_latent_topics),
    "… words without pairs beside it": beside(0.5, on_words),
    "… the nearest answers beside it": beside(0.2, nearest_matches),
    "… on words weighted by how they tell": on_telling_words,
    "least squares": by_least_squares(),
    "… presumed negatives of the lower half": by_least_squares(lowest=0.5),
    "… with squares of similarities": by_least_squares(lambda similar: similar + 3 * similar**2),
}
VECTORS = "… static vectors beside words"
#: What least squares would find if the answers to all other records were known from the start.
HINDSIGHT = "least squares, all other answers known"


def list_trials(only: str | None = None) -> Iterator[Trial]:
    """Yield every start of every review, for all rules or one."""
    for name in sorted(review.name for review in read_reviews()):
        for seed in range(FIRST_SEED, FIRST_SEED + STARTS):
            yield Trial("loop-tries", {"review": name, "start": seed}, {"name": "likewise", "rule": only}, seed)


def measure(trial: Trial) -> list[dict[str, Any]]:
    """Screen a review by every rule, or by one, from one start."""
    review = next(review for review in read_reviews() if review.name == trial.draw["review"])
    with one_blas_thread():
        return [{"rule": name, **found} for name, found in try_rules(review, trial.seed, trial.method["rule"])]


def try_rules(review: Review, seed: int, only: str | None = None) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield what each rule finds, or one."""
    truth, shown, hidden = choose_examples(review.labels, "included", EXAMPLES, seed)
    rows = np.concatenate([shown, hidden])
    texts = [review.texts[row] for row in rows]
    collection = collect_texts(texts[: len(shown)], texts[len(shown) :])
    prepared = collection.prepare(profile="criteria")
    place = np.flatnonzero(collection.counted.has_words)[prepared.order]
    right, known = truth[rows][place], place < len(shown)
    for name, rule in RULES.items():
        if only in (None, name):
            yield name, read_by(prepared, rule, right, known)
    if only in (None, HINDSIGHT):
        yield HINDSIGHT, read_in_hindsight(prepared, right, known)
    if only in (None, VECTORS) and has_static_vectors():
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


def read_in_hindsight(prepared: Prepared, right: Array, known: Array) -> dict[str, float]:
    """Rank each record by a rule that is learned from the answers to all the others.

    An error costs ten times as much as in the engine, and a yes counts as much as a no: of ten such choices, this one
    finds most on four of the starts.
    """
    learning = replace(prepared.constants.learning, cost=10 * prepared.constants.learning.cost, ratio=1.0)
    prepared = replace(prepared, constants=replace(prepared.constants, learning=learning))
    labels, nothing = read_labels(right.astype(int), who="bench loop-tries"), np.empty(0, dtype=np.intp)
    n_yes = int(right[~known].sum())
    scores = _least_squares(prepared, _similar(prepared) + 1.0, labels, nothing, int((~known).sum()), n_yes)
    pile = np.flatnonzero(~known)
    return _recalls(right, known, pile[np.argsort(-scores[pile], kind="stable")])


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

    places = {rule: place for place, rule in enumerate((*RULES, VECTORS, HINDSIGHT))}
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
    "that lose and gain most. No rule was chosen by this page. One line is not a loop: each record is ranked by least",
    "squares on the answers to all other records of the review, which nobody has while reading.",
    "",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what can be asked for."""
    parser.add_argument("--jobs", type=int, default=-1, help="processes; -1 is one per core")
    parser.add_argument("--rule", choices=(*RULES, HINDSIGHT, VECTORS), help="only this one; rows of others are kept")
    parser.add_argument("--page", action="store_true", help="only write the page again")


def run(options: argparse.Namespace) -> None:
    """Measure, and write rows and page."""
    if not options.page:
        stamp = make_stamp()
        made = measure_trials("loop-tries", list(list_trials(options.rule)), measure, options.jobs)
        kept = [] if options.rule is None else [row for row in read_rows(ROWS) if row["rule"] != options.rule]
        write_rows(ROWS, [*kept, *({**row, **stamp} for row in made)])
    write_page(ROWS, make_page(read_rows(ROWS)))
