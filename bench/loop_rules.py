"""Rules that are tried instead of the one that learns from answers; see `bench.loop_tries`."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from likewise.engine import Prepared
from likewise.engine.learning import learn
from likewise.labels import Labels
from likewise.sklearn_api import Array, normalize

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
    similar = list_similar(prepared)

    def nearest(known: Array) -> Array:
        to_known = similar[:, known].copy()
        to_known[known, np.arange(len(known))] = -1.0  # nobody is near to itself
        return np.sort(to_known, axis=1)[:, -3:].mean(axis=1)

    sides = np.flatnonzero(labels.positive), np.flatnonzero(labels.negative)
    return _standardise(nearest(sides[0]) - 0.5 * nearest(sides[1]), labels)


def by_least_squares(kernel: Callable[[Array], Array] = lambda similar: similar, lowest: float = 1.0) -> Rule:
    """Return a rule by least squares, whose presumed negatives are of the lowest share of a first ranking by it."""

    def rule(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
        similar, unlabelled = kernel(list_similar(prepared)) + 1.0, np.flatnonzero(labels.unlabelled)
        scores = fit_least_squares(prepared, similar, labels, unlabelled, n_answers, n_yes)
        if lowest < 1:
            last = _take_lowest(scores, unlabelled, lowest)
            scores = fit_least_squares(prepared, similar, labels, last, n_answers, n_yes)
        return _standardise(scores, labels)

    return rule


def in_two_steps(power: float) -> Rule:
    """Return a rule by least squares that is learned again, from presumed negatives of the lower half.

    In the second step an error costs ten times as much, and presumed negatives weigh twice as much, less the more of
    the pile is read. Documents with an answer stay where the first step puts them, so that the count has the evidence
    that it had.
    """

    def rule(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
        similar, unlabelled = list_similar(prepared) + 1.0, np.flatnonzero(labels.unlabelled)
        first = fit_least_squares(prepared, similar, labels, unlabelled, n_answers, n_yes)
        usual, last = prepared.constants.learning, _take_lowest(first, unlabelled, 0.5)
        share_unread = len(unlabelled) / (len(unlabelled) + n_answers)
        learning = replace(usual, cost=10 * usual.cost, worth=2 * usual.worth * share_unread, power=power)
        again = replace(prepared, constants=replace(prepared.constants, learning=learning))
        scores = fit_least_squares(again, similar, labels, last, n_answers, n_yes)
        order = np.sort(scores[unlabelled])
        places = np.searchsorted(np.sort(first[unlabelled]), first[~labels.unlabelled])
        scores[~labels.unlabelled] = order[np.minimum(places, len(order) - 1)]
        return _standardise(scores, labels)

    return rule


def _take_lowest(scores: Array, unlabelled: Array, share: float) -> Array:
    """Return the documents that a ranking puts last, in their order in the pile."""
    n_lowest = max(int(share * len(unlabelled)), 20)
    return np.sort(unlabelled[np.argsort(scores[unlabelled], kind="stable")[:n_lowest]])


def on_scaled_words(power: float) -> Rule:
    """Return the engine's rule on words and pairs whose weights rise with how rare they are, to a power more."""

    def rule(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
        rows = prepared.phrases
        documents = np.bincount(rows.indices, minlength=rows.shape[1])
        rarity = np.log(rows.shape[0] / np.maximum(documents, 1)) + 1
        scaled = rows.copy()
        scaled.data *= ((rarity / rarity.mean()) ** power).astype(np.float32)[rows.indices]
        return learn(replace(prepared, phrases=normalize(scaled), _memory={}), labels, n_answers, n_yes)

    return rule


def with_doubt(weight: float) -> Rule:
    """Return the engine's rule, and beside it how little the answers tell of a document: a Gaussian process's doubt."""

    def rule(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
        similar, known = list_similar(prepared) + 1.0, np.flatnonzero(~labels.unlabelled)
        inverse = np.linalg.inv(similar[np.ix_(known, known)] + 0.5 * np.eye(len(known)))
        told = np.einsum("ij,jk,ik->i", similar[:, known], inverse, similar[:, known], optimize=True)
        doubt = np.sqrt(np.maximum(np.diag(similar) - told, 0))
        return learn(prepared, labels, n_answers, n_yes) + weight * _standardise(doubt, labels)

    return rule


def fit_least_squares(
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


def list_similar(prepared: Prepared) -> Array:
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
    "… rare words weigh more": on_scaled_words(0.5),
    "… rare words weigh less": on_scaled_words(-0.5),
    "… and what answers tell little of": with_doubt(0.2),
    "… and what answers tell most of": with_doubt(-0.2),
    "least squares": by_least_squares(),
    "… presumed negatives of the lower half": by_least_squares(lowest=0.5),
    "… with squares of similarities": by_least_squares(lambda similar: similar + 3 * similar**2),
    "… in two steps": in_two_steps(4.0),
    "… in two steps, another power": in_two_steps(2.0),
}
