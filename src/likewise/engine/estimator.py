"""The default engine: from a handful of examples to an order, a cut-off, a count, and how sure all of it is.

Four ideas, each in its own room, are put together here. Every example *votes* on every document, by a random walk over
documents that share words (`likewise.models.graph`) and by likeness in two spaces, so that leaving an example out costs
nothing (`likewise.models.graph.votes`). Where left-out examples stand tells how many there are, together with what the
pile shows of where to cut (`likewise.estimate`). And documents are what their neighbours are: probabilities are
smoothed over the links.
"""

from collections.abc import Sequence
from dataclasses import replace
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from joblib import effective_n_jobs
from scipy import sparse
from scipy.special import expit, logit

from likewise.engine.diagnostics import AGREED, CHANCE, are_copies, by_chance, odd_ones
from likewise.engine.similarity import centroid_votes, latent_rows
from likewise.estimate import CutEvidence, Estimate, RankPrior
from likewise.labels import Labels
from likewise.models.base import PUClassifier
from likewise.models.graph.neighbours import document_graph, leaving, score_by_neighbours, smoothed
from likewise.models.graph.votes import Votes, agreement, clearly_best, left_out_ranks, voters, weighted
from likewise.models.graph.walk import log_against, log_lift, walk
from likewise.selection.ranks import ranks_among
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions, fit_context
from likewise.text.weighting import Weighting

#: How much likeness to the examples' mean counts beside the walk, in the space of latent topics and in that of words.
#: The first was chosen on AP over 13 collections, which is flat from half to twice of it; another takes its place only
#: if left-out examples stand clearly higher. Criteria, as of a review, want more likeness whatever few examples say.
PROFILES = {"topics": ((0.3, 0.15), (0.0, 0.0), (1.0, 0.5)), "criteria": ((1.0, 0.5),)}
#: Prior of the share before looking, as fitted with `CutEvidence`; power of the ranks' likelihood.
GUESS, GUESS_SPREAD, POWER = 0.045, 1.34, 0.45
#: Smoothing of probabilities: share of its own that a document keeps at each step, and steps; and how near to 0 and 1
#: a smoothed probability may come. Chosen on the best F1 of 206 searches of 13 collections.
KEPT, SMOOTHING_STEPS, _UNSURE = 0.05, 3, 0.001
#: Places at which a cut is looked at: evenly in logits of the share, from half a document to nearly all of them.
_N_SHARES, _LAST_LOGIT = 60, 3.0
#: Fewer than so many are about none.
_NONE = 1.0

#: What a count rests on where the examples are no fair sample.
COPIES = "the examples are near-copies of each other, so that only the groups in the pile tell where to stop"
ONE_EXAMPLE = "one example says little, so that the groups in the pile tell where to stop"
CRITERIA = "words show criteria badly, so that this is the most there may be; decide on some of the first to be surer"
NOTHING_TOLD = "the examples have no more in common with each other than with the pile"


class Likewise(PUClassifier):
    """Finds the others like your examples, and says how many there are and how sure it is: the default.

    A random walk over documents that share words, blended with likeness to the examples' mean, ranks; where examples
    that are left out stand in the ranking, how far the examples agree and where few links would be cut tell how many
    there are; probabilities are smoothed over the links; the cut-off has the best F1 to be expected.

    Parameters
    ----------
    profile : {"topics", "criteria"}
        What the examples have in common: a topic, or criteria as in a review of literature, where likeness to the
        examples' mean counts more.
    n_neighbors : int
        Documents that each is linked with.
    n_terms : int
        Heaviest words of a document that its neighbours are found by.
    n_steps : int
        Steps of the walk.
    n_components : int
        Dimensions of the space of latent topics.
    n_jobs : int or None
        Threads of the search for neighbours; the result does not depend on it.

    Attributes
    ----------
    estimate_ : Estimate
        How many of the pile are like the examples, and what every cut-off brings.
    ranks_ : ndarray of shape (n_examples,)
        Where each example stands in the pile when it is left out, as a share, in the order of the examples; empty if
        there is one example.
    odd_ : ndarray of bool of shape (n_examples,)
        Which examples are unlike the rest.
    chance_ : float
        How probable it is that examples stand as high by chance.
    are_copies_ : bool
        Whether most examples are near-copies of each other.

    Notes
    -----
    Assumes : the examples are a fair sample of what is searched for.
    Use it : first.
    Cost : the search for neighbours, and one truncated singular value decomposition.

    Examples
    --------
    >>> from likewise.engine.estimator import Likewise
    >>> X = [[4, 4, 0, 0, 0], [0, 2, 3, 0, 0], [0, 1, 3, 1, 0], [0, 0, 0, 0, 5], [0, 0, 0, 1, 4]]
    >>> Likewise().fit(X, [1, -1, -1, -1, -1]).training_scores_.argsort().tolist()
    [3, 4, 2, 1, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "profile": [StrOptions(set(PROFILES))],
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "n_terms": [Interval(Integral, 1, None, closed="left")],
        "n_steps": [Interval(Integral, 1, None, closed="left")],
        "n_components": [Interval(Integral, 1, None, closed="left")],
        "n_jobs": [Integral, None],
    }
    #: It cuts by an estimated share in its own way.
    threshold = "own"

    def __init__(
        self,
        *,
        profile: str = "topics",
        n_neighbors: int = 30,
        n_terms: int = 40,
        n_steps: int = 7,
        n_components: int = 100,
        n_jobs: int | None = None,
    ) -> None:
        self.profile = profile
        self.n_neighbors = n_neighbors
        self.n_terms = n_terms
        self.n_steps = n_steps
        self.n_components = n_components
        self.n_jobs = n_jobs

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, extra_vectors: Any = None, decided: Any = None) -> Self:
        """Fit documents × words; y is 1 for the examples, -1 for the pile, and 0 for documents known not to match.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Counts.
        y : array-like of shape (n_samples,)
            Labels.
        extra_vectors : array-like of shape (n_samples, n_dimensions), optional
            Dense vectors of the same documents, from anywhere: documents are linked by them as well.
        decided : array-like of bool of shape (n_samples,), optional
            Which documents were found in the pile and then looked at, rather than given as examples.
        """
        return self._fit(X, y, extra_vectors=extra_vectors, decided=decided)

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> Array:
        self._weighting = Weighting("tfidf-log").fit(X)
        rows = self._weighted(X)
        self._rows, graph = document_graph(
            rows,
            self.n_neighbors,
            self.n_terms,
            vectors=self._beside["extra_vectors"],
            n_threads=effective_n_jobs(self.n_jobs),
        )
        spaces = latent_rows(rows, self.n_components), rows
        decided = self._beside["decided"]
        given = labels.positive if decided is None else labels.positive & ~decided.astype(bool)
        given = given if given.any() else labels.positive
        examples, pile = np.flatnonzero(given), np.flatnonzero(~given)
        groups = voters(len(examples))
        parts = self._votes(graph, spaces, examples, groups, pile)
        blends = [[parts[0], *map(weighted, parts[1:], blend)] for blend in PROFILES[self.profile]]
        ranks = [left_out_ranks(blend, groups, examples, pile) for blend in blends]
        best = clearly_best(ranks)
        self._blend, self.ranks_, self._places = PROFILES[self.profile][best], ranks[best], examples
        scores = np.sum([part.scores() for part in blends[best]], axis=0)
        self.are_copies_ = are_copies(rows[examples])
        self.chance_ = by_chance(self.ranks_)
        known = None
        looked_at = np.flatnonzero(~given & ~labels.unlabelled)
        if len(looked_at):
            known = ranks_among(scores[looked_at], scores[pile]), labels.positive[looked_at]
            scores = self._after_decisions(graph, spaces, labels, pile)
        shares = expit(np.linspace(-np.log(2 * len(pile) + 1), _LAST_LOGIT, _N_SHARES))
        agreed = agreement(parts[0].votes, pile, shares)

        def share_of_positives(scores: Array) -> RankPrior:
            order = np.concatenate([examples, pile[np.argsort(-scores[pile], kind="stable")]])
            at = len(examples) - 1 + np.clip((shares * len(pile)).astype(np.intp), 1, len(pile))
            evidence = CutEvidence(shares, leaving(graph, order)[at], agreed, len(examples))
            prior = RankPrior(guess=GUESS, guess_spread=GUESS_SPREAD, power=POWER, gap_power=0.0)
            ranks = self.ranks_[:0] if self.are_copies_ else self.ranks_
            return prior.fit(None, scores[pile], ranks, evidence=evidence, decided=known)

        probability = np.where(labels.positive, 1.0, 0.0)
        unknown = labels.unlabelled
        probability[unknown] = share_of_positives(scores).probability(scores[unknown])
        smooth = smoothed(graph, probability, 1 - KEPT, SMOOTHING_STEPS)
        scores = _standard(scores, pile) + _standard(logit(np.clip(smooth, _UNSURE, 1 - _UNSURE)), pile)
        scores[looked_at] = np.where(labels.positive[looked_at], scores.max() + 1, scores.min() - 1)
        self.rank_prior_ = share_of_positives(scores)
        self.odd_ = odd_ones(self.ranks_, self.rank_prior_.high_)
        self.estimate_ = self._estimate(int(labels.positive[looked_at].sum()), len(looked_at), shares, agreed)
        self._has_pile = bool(unknown.any())
        if not self._has_pile:
            self._cut = _between(scores, labels)
        elif self.estimate_.verdict == "cannot tell":
            self._cut = float(scores[unknown].max())
        else:
            self._cut = self.rank_prior_.cut_off_
        self._scores = scores - self._cut
        return self._scores

    def _votes(
        self, graph: sparse.csr_array, spaces: Sequence[Any], examples: Array, groups: Array, pile: Array
    ) -> list[Votes]:
        walked = Votes(walk(graph, examples, groups, self.n_steps), np.bincount(groups), log_lift)
        return [walked, *(centroid_votes(space, examples, groups, pile) for space in spaces)]

    def _after_decisions(self, graph: sparse.csr_array, spaces: Sequence[Any], labels: Labels, pile: Array) -> Array:
        """Score again, with all that are known to match for the documents and all that are known not to against."""
        positive, negative = np.flatnonzero(labels.positive), np.flatnonzero(labels.negative)
        parts = self._votes(graph, spaces, positive, np.zeros(len(positive), dtype=np.intp), pile)
        scores: Array = np.sum([part.scores() for part in (parts[0], *map(weighted, parts[1:], self._blend))], axis=0)
        return scores - log_against(graph, negative, self.n_steps) if len(negative) else scores

    def _estimate(self, n_yes: int, n_decided: int, shares: Array, agreed: Array | None) -> Estimate:
        """Say how many are left in the pile, and whether that means anything."""
        estimate = self.rank_prior_.estimate_.after(n_yes, n_decided)
        agree = agreed is None or np.interp(self.rank_prior_.prior_, shares, agreed) > AGREED
        if not (self.are_copies_ or agree or self.chance_ < CHANCE):
            return replace(estimate, verdict="cannot tell", assumption=NOTHING_TOLD)
        if estimate.count < _NONE:
            estimate = replace(estimate, verdict="none")
        if self.are_copies_:
            return replace(estimate, assumption=COPIES)
        if self.profile == "criteria" and not n_decided:
            return replace(estimate, assumption=CRITERIA)
        return estimate if len(self.ranks_) else replace(estimate, assumption=ONE_EXAMPLE)

    def _put_back(self, order: Array) -> None:
        # Examples stand in the order of the rows that came, as their ranks must.
        came = np.argsort(order[self._places])
        if len(self.ranks_):
            self.ranks_, self.odd_ = self.ranks_[came], self.odd_[came]

    def _score(self, X: sparse.csr_array) -> Array:
        """Score new documents by the scores of their neighbours, each by its likeness."""
        return score_by_neighbours(
            self._weighted(X),
            self._rows,
            self._scores,
            n_neighbors=self.n_neighbors,
            n_terms=self.n_terms,
            otherwise=float(self._scores.min()),
            n_threads=effective_n_jobs(self.n_jobs),
        )

    def _weighted(self, X: sparse.csr_array) -> sparse.csr_array:
        return sparse.csr_array(self._weighting.transform(X)).astype(np.float32)

    def _probability(self, scores: Array) -> Array:
        # Where everything is known there is no pile to stand in.
        return self.rank_prior_.probability(scores + self._cut) if self._has_pile else np.asarray(expit(scores))


def _standard(values: Array, pile: Array) -> Array:
    """Bring values to mean 0 and standard deviation 1 over the pile."""
    standard: Array = (values - values[pile].mean()) / (values[pile].std() or 1.0)
    return standard


def _between(scores: Array, labels: Labels) -> float:
    """Return a cut halfway between those known to match and those known not to."""
    return float((scores[labels.positive].mean() + scores[labels.negative].mean()) / 2)
