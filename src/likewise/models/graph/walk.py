"""A random walk from the examples over the graph of documents that share words."""

from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from joblib import effective_n_jobs
from scipy import sparse

from likewise.estimate.rank_posterior.model import RankPrior
from likewise.labels import Labels
from likewise.models.base import PUClassifier
from likewise.models.graph.neighbours import document_graph, score_by_neighbours
from likewise.models.graph.votes import Votes, left_out_ranks, voters
from likewise.sklearn_api import N_JOBS, Array, Constraints, Interval, StrOptions, fit_context
from likewise.text.weighting import SCHEMES, Weighting


@dataclass(frozen=True)
class WalkConstants:
    """What a walk does besides stepping.

    Parameters
    ----------
    floor : float
        Added to the lift before its logarithm is taken: documents that the walk hardly reaches are all alike.
    restart : float
        Share of the walk that starts anew at each step. It keeps the examples at the top; half or twice is as good.
    least_degree : float
        Least degree of a document, in mean degrees: one with hardly a link must not be lifted by dividing by nothing.

    Examples
    --------
    >>> WalkConstants().restart
    0.01
    """

    floor: float = 0.02
    restart: float = 0.01
    least_degree: float = 0.001


DEFAULT = WalkConstants()
#: From so many documents on, where they lie matters more than to lay them elsewhere costs.
_MANY = 20_000


@dataclass(frozen=True, eq=False)
class Steps:
    """A graph made ready to be walked on.

    Parameters
    ----------
    spread : csr_array of shape (n_documents, n_documents)
        D^-½ W D^-½ of the graph W with the degrees D: of the same spectrum as the walk.
    degrees : ndarray of shape (n_documents,)
        Sums of links, none of them too small.
    constants : WalkConstants
        Of the walk.
    order : ndarray of int of shape (n_documents,) or None, default=None
        The document of each row of `spread`, in both directions, where these lie in another order.

    Examples
    --------
    >>> make_steps(sparse.csr_array([[0.0, 2.0], [2.0, 0.0]])).spread.toarray().round(1).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """

    spread: sparse.csr_array
    degrees: Array
    constants: WalkConstants
    order: Array | None = None


def make_steps(graph: sparse.csr_array, constants: WalkConstants = DEFAULT) -> Steps:
    """Make a graph ready to be walked on.

    Parameters
    ----------
    graph : csr_array of shape (n_documents, n_documents)
        Symmetric, with non-negative links.
    constants : WalkConstants, optional
        Of the walk.

    Returns
    -------
    Steps
        The same for every start.

    Examples
    --------
    >>> make_steps(sparse.csr_array([[0.0, 2.0], [2.0, 0.0]])).degrees.tolist()
    [2.0, 2.0]
    """
    degrees = np.asarray(graph.sum(axis=1), dtype=np.float64).ravel()
    degrees = np.maximum(degrees, constants.least_degree * degrees.mean() or 1.0)
    root = 1 / np.sqrt(degrees)
    spread = sparse.csr_array(sparse.diags_array(root) @ graph @ sparse.diags_array(root))
    if len(degrees) < _MANY:
        return Steps(spread, degrees, constants)
    laid, order = _lay_together(spread)
    return Steps(laid, degrees, constants, order)


def _lay_together(spread: sparse.csr_array) -> tuple[sparse.csr_array, Array]:
    """Lay linked documents near each other, where a step finds them in the cache; return their order, too.

    Links of a document stay in their order, so that their sums are the same to the last bit.
    """
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    order = reverse_cuthill_mckee(spread, symmetric_mode=True).astype(np.intp)
    rows, place = spread[order], np.argsort(order)
    indices = place[rows.indices].astype(rows.indices.dtype)
    return sparse.csr_array((rows.data, indices, rows.indptr), spread.shape), order


def walk(steps: Steps, examples: Array, groups: Array, n_steps: int) -> Array:
    """Let a random walk start from each group of examples, and see how often it is at each document.

    Parameters
    ----------
    steps : Steps
        The graph.
    examples : ndarray of int
        Where walks start.
    groups : ndarray of int of the same length
        The walk that an example starts.
    n_steps : int
        Steps.

    Returns
    -------
    ndarray of shape (n_documents, n_groups)
        Lifts: how much more often a walk is at a document than a walk from anywhere would be, summed over the examples
        of a group.

    Examples
    --------
    >>> chain = make_steps(sparse.csr_array(np.diag([1.0, 1.0], 1) + np.diag([1.0, 1.0], -1)))
    >>> walk(chain, np.array([0]), np.array([0]), 2).ravel().round(2).tolist()
    [1.02, 1.0, 0.98]
    """
    root, restart, order = np.sqrt(steps.degrees), steps.constants.restart, steps.order
    start = np.zeros((len(root), int(groups.max()) + 1), dtype=np.float64)
    np.add.at(start, (examples, groups), steps.degrees.sum() / root[examples])
    start = start if order is None else start[order]
    # The first step leads from the examples to what they are linked with, and nowhere else.
    linked = np.unique(steps.spread[np.flatnonzero(start.any(axis=1))].indices)
    moved = np.zeros_like(start)
    moved[linked] = steps.spread[linked] @ start
    now, before = (1 - restart) * moved + restart * start, start
    for _ in range(n_steps - 1):
        now, before = (1 - restart) * (steps.spread @ now) + restart * start, now
    # The mean of the last two steps, since a walk along a chain or between two groups is on one side at a time.
    lifts = now + before
    if order is not None:
        lifts[order] = lifts.copy()
    return lifts / (2 * root[:, None])


def log_lift(lift: Array, floor: float = DEFAULT.floor) -> Array:
    """Turn a mean lift into a score; 0 is a document that the walk meets no more often than any other.

    Examples
    --------
    >>> log_lift(np.array([0.98, 0.0])).round(2).tolist()
    [0.0, -3.91]
    """
    return np.log(lift + floor)


def log_against(steps: Steps, negative: Array, n_steps: int) -> Array:
    """Return what documents that are known not to match take from the score of each document.

    Parameters
    ----------
    steps, n_steps
        As of `walk`.
    negative : ndarray of int
        Documents known not to match, at least one.

    Examples
    --------
    >>> pairs = make_steps(sparse.csr_array(np.kron(np.eye(2), [[0.0, 1.0], [1.0, 0.0]])))
    >>> log_against(pairs, np.array([0]), 3).round(2).tolist()
    [1.11, 1.09, 0.0, 0.0]
    """
    lift = walk(steps, negative, np.zeros(len(negative), dtype=np.intp), n_steps)[:, 0] / len(negative)
    # From 0 for documents that it does not reach: few are looked at, and the others must not rise for it.
    return np.log1p(lift)


class GraphWalk(PUClassifier):
    """Ranks documents by how often a random walk from your examples, over documents that share words, meets them.

    Every document is linked with the documents most like it. A walk from the examples soon is where documents like
    them are, even where these share no word with an example but with one another. The score of a document is the
    logarithm of how much more often than by chance the walk is there after a few steps, and 0 is its own cut-off. The
    walk is linear in its starts, so that leaving an example out costs nothing: ``threshold="prior"`` is as fast.

    Parameters
    ----------
    n_neighbors : int
        Documents that each is linked with.
    n_terms : int
        Heaviest words of a document that its neighbours are found by.
    n_steps : int
        Steps of the walk.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    threshold : {"default", "prior"}
        Where scores are cut: at 0, or by an estimated share of positives.
    n_jobs : int or None
        Threads of the search for neighbours; the result does not depend on it.

    Attributes
    ----------
    graph_ : csr_array of shape (n_samples, n_samples)
        The links.
    votes_ : Votes
        What the walk from each example says of each document.

    References
    ----------
    .. [1] D. Zhou, O. Bousquet, T. N. Lal, J. Weston, B. Schölkopf, Learning with local and global consistency, NIPS
       2003.

    Notes
    -----
    Assumes : documents of one kind are linked with one another through words that they share.
    Use it : with few examples of a topic, in a pile that has many more of it.
    Cost : the search for neighbours; the sum of squared document counts of the words kept.

    Examples
    --------
    >>> from likewise.models.graph import GraphWalk
    >>> X = [[4, 4, 0, 0, 0], [0, 2, 3, 0, 0], [0, 0, 3, 1, 0], [0, 0, 0, 0, 5], [0, 0, 0, 1, 4]]
    >>> GraphWalk(n_neighbors=1).fit(X, [1, -1, -1, -1, -1]).transduction_.tolist()
    [1, 1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **PUClassifier._parameter_constraints,
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "n_terms": [Interval(Integral, 1, None, closed="left")],
        "n_steps": [Interval(Integral, 1, None, closed="left")],
        "weighting": [StrOptions(set(SCHEMES))],
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        n_neighbors: int = 30,
        n_terms: int = 40,
        n_steps: int = 7,
        weighting: str = "tfidf-log",
        threshold: str = "default",
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.n_terms = n_terms
        self.n_steps = n_steps
        self.weighting = weighting
        self.threshold = threshold
        self.n_jobs = n_jobs

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, extra_vectors: Any = None) -> Self:
        """Fit documents × words; y is 1 for the examples, -1 for the pile, and 0 for documents known not to match.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Counts.
        y : array-like of shape (n_samples,)
            Labels.
        extra_vectors : array-like of shape (n_samples, n_dimensions), optional
            Dense vectors of the same documents, from anywhere: documents are linked by them as well.
        """
        return self._fit(X, y, extra_vectors=extra_vectors)

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> Array:
        self._weighting = Weighting(self.weighting).fit(X)
        self._rows, self.graph_ = document_graph(
            sparse.csr_array(self._weighting.transform(X)),
            self.n_neighbors,
            self.n_terms,
            vectors=self._beside["extra_vectors"],
            n_threads=effective_n_jobs(self.n_jobs),
        )
        examples = np.flatnonzero(labels.positive)
        groups = voters(len(examples))
        self._group = np.full(X.shape[0], -1)
        self._group[examples] = groups
        steps = make_steps(self.graph_)
        lifts = walk(steps, examples, groups, self.n_steps)
        self.votes_ = Votes(lifts, np.bincount(groups), log_lift)
        scores = self.votes_.scores()
        if labels.negative.any():
            scores = scores - log_against(steps, np.flatnonzero(labels.negative), self.n_steps)
        self._scores = scores
        return scores

    def _put_back(self, order: Array) -> None:
        back = np.argsort(order)
        self.graph_ = self.graph_[back][:, back]
        self.votes_ = replace(self.votes_, votes=self.votes_.votes[back])
        self._group = self._group[back]

    def _prior(self, X: sparse.csr_array, labels: Labels, scores: Array) -> RankPrior:
        examples, pile = np.flatnonzero(labels.positive), np.flatnonzero(labels.unlabelled)
        if not len(pile):
            return super()._prior(X, labels, scores)
        ranks = left_out_ranks([self.votes_], self._group[examples], examples, pile)
        return RankPrior().fit(None, scores, ranks)

    def _score(self, X: sparse.csr_array) -> Array:
        """Score new documents by the scores of their neighbours, each by its likeness."""
        return score_by_neighbours(
            sparse.csr_array(self._weighting.transform(X)),
            self._rows,
            self._scores,
            n_neighbors=self.n_neighbors,
            n_terms=self.n_terms,
            otherwise=float(np.log(DEFAULT.floor)),
            n_threads=effective_n_jobs(self.n_jobs),
        )
