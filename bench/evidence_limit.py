"""How much better a cut-off could be if what is seen of a pile were weighed otherwise, in favour of the attempt.

The engine weighs two things that the pile shows at every cut: links that leave, and examples that agree. Here two dozen
are weighed, by weights that are fitted to the true sizes of the very searches that they are then tried on. What still
is lost so, no linear weighing of these things gains; and what weights from other corpora lose shows how much of that
carries over.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logit, logsumexp

from likewise.engine import Judgement, Prepared
from likewise.engine.constants import Constants
from likewise.engine.votes import collect_votes, hear
from likewise.estimate.rank_posterior.evidence import CutEvidence
from likewise.estimate.rank_posterior.model import RankPrior
from likewise.models.graph.cuts import conductance
from likewise.models.graph.votes import agreement

Floats = NDArray[np.float64]
#: First documents that vote as if they were examples.
_PRESUMED = (10, 30)
#: Steps, in logits of the share, over which a curve is compared with itself.
_STEPS = (-1.0, -0.5, 0.5, 1.0)
#: Keeps weights finite where a thing tells nothing.
_RIDGE = 0.005


@dataclass(frozen=True, eq=False)
class Search:
    """What a search shows: scores of the pile in their order, which are right, and curves over shares of the pile.

    Beside them, the share that is expected before looking, and the standard deviation of its logit.
    """

    scores: Floats
    hits: NDArray[np.int64]
    ranks: Floats
    seen: CutEvidence
    curves: list[Floats]
    expected: tuple[float, float]


@dataclass(frozen=True, eq=False)
class _Reweighed(CutEvidence):
    """The same evidence with other weights of the shares; without any, all shares weigh the same."""

    weights: Floats | None = None

    def log_weight(self, priors: Floats) -> Floats:
        return np.zeros_like(priors) if self.weights is None else self.weights


def look_at(prepared: Prepared, judgement: Judgement, truth: NDArray[np.bool_]) -> Search:
    """Remember what a search shows, and the truth, all in the order of the documents."""
    examples = np.sort(prepared.place[judgement.examples])
    heard = hear(prepared, examples, prepared.profile, 7)
    scores, right = judgement.scores[prepared.order], truth[prepared.order]
    order = heard.pile[np.argsort(-scores[heard.pile], kind="stable")]
    taken = np.clip((heard.shares * len(order)).astype(np.intp), 1, len(order))
    leaving = conductance(prepared.links, np.concatenate([examples, order]))[len(examples) + taken - 1]
    falling = (scores[order] - np.median(scores[order])) / (scores[order].std() or 1.0)
    curves = [-np.log(np.maximum(leaving, 0.02)), heard.agreement, falling[taken - 1]]
    for n_presumed in _PRESUMED:
        voting = np.sort(order[:n_presumed])
        voices = collect_votes(prepared, voting, np.arange(len(voting)), heard.pile, heard.to_pile, 7)
        curves.append(agreement(voices[0].votes, heard.pile, heard.shares, n_presumed))
    constants = prepared.constants
    evidence = constants.lines_evidence if prepared.profile == "lines" else constants.evidence
    seen = CutEvidence(heard.shares, leaving, heard.agreement, len(examples), evidence)
    ranks = heard.ranks[:0] if heard.are_copies else heard.ranks
    expected = judgement.rank_prior.guess, judgement.rank_prior.guess_spread
    return Search(scores[order], np.cumsum(right[order]), ranks, seen, curves, expected)


def fit_and_try(
    searches: Sequence[Search], groups: Sequence[str], *, n_things: int | None = None
) -> tuple[list[float], list[float]]:
    """Return the F1 of each search if everything is weighed as suits all searches best, or those of the other groups.

    With `n_things`, only so many of the things count; the first two are the share itself and its square.

    Examples
    --------
    >>> fit_and_try([], [])
    ([], [])
    """
    data = [(base, features[:n_things], at) for base, features, at in map(_prepare, searches)]
    names = np.asarray(groups)
    everywhere = _fit(data)
    elsewhere = {name: _fit([data[at] for at in np.flatnonzero(names != name)]) for name in dict.fromkeys(groups)}
    tried = [
        (_f1_of(search, everywhere @ features), _f1_of(search, elsewhere[group] @ features))
        for search, group, (_, features, _) in zip(searches, groups, data, strict=True)
    ]
    return [first for first, _ in tried], [second for _, second in tried]


def _fit(data: Sequence[tuple[Floats, Floats, int]]) -> Floats:
    """Return the weights that make the true shares likeliest."""

    def lose(weights: Floats) -> tuple[float, Floats]:
        loss, slope = _RIDGE * weights @ weights / 2, _RIDGE * weights
        for base, features, at in data:
            score = base + weights @ features
            total = logsumexp(score)
            loss -= (score[at] - total) / len(data)
            slope = slope - (features[:, at] - features @ np.exp(score - total)) / len(data)
        return float(loss), slope

    start = np.zeros(len(data[0][1]) if data else 0)
    fitted: Floats = minimize(lose, start, jac=True, method="L-BFGS-B").x if data else start
    return fitted


def _posterior(search: Search, weights: Floats | None) -> RankPrior:
    seen = search.seen
    evidence = _Reweighed(seen.shares, seen.leaving, seen.agreement, seen.n_examples, seen.constants, weights=weights)
    guess, spread = search.expected
    prior = RankPrior(guess=guess, guess_spread=spread, power=Constants().rank_power, gap_power=0.0)
    return prior.fit(None, search.scores, search.ranks, evidence=evidence)


def _prepare(search: Search) -> tuple[Floats, Floats, int]:
    """Return what ranks alone say of each share, all that is seen at it, and which share is true."""
    posterior = _posterior(search, None)
    logits = posterior._grid.logits
    places = logit(search.seen.shares)
    rows = [logits, (logits + 3) ** 2]
    for curve in search.curves:
        here = np.interp(logits, places, curve)
        rows += [here, *(here - np.interp(logits + step, places, curve) for step in _STEPS)]
    n_right = search.hits[-1]
    at = int(np.argmin(np.abs(logits - logit(n_right / len(search.hits)))))
    return np.log(posterior._weight.sum(axis=(1, 2)) + 1e-300), np.array(rows), at


def _f1_of(search: Search, weights: Floats) -> float:
    n_taken = _posterior(search, weights).n_taken_
    return float(2 * search.hits[n_taken - 1] / (n_taken + search.hits[-1]))
