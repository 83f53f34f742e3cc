"""Topic-sensitive pLSA: topics that keep the examples together and apart from most of the rest."""

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from likewise.errors import UserError
from likewise.fitting import Iteration, Monitor, Parts, State, best_of, generator, iterate
from likewise.fitting.executors import gather_parts, map_parts, sum_parts
from likewise.fitting.randomness import RandomState
from likewise.labels import Labels
from likewise.models.base import PUClassifier
from likewise.models.topic.base import TopicModel
from likewise.models.topic.constrained_step import LabelledBlock, Shared, constrained_step, labelled_blocks, mixtures
from likewise.models.topic.constraints import satisfied
from likewise.models.topic.em import fold_in, random_topics, start_evenly, uniform, word_totals
from likewise.models.topic.left_out import choose_n_topics
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions, normalize

#: Iterations, after the warm-up, of the fits that choose the number of topics: enough to see where the examples go.
CHOICE_ITER = 30
#: Documents of the pile that these fits see at most.
CHOICE_ROWS = 6000


@dataclass(frozen=True)
class Fit:
    """One finished fit: mixtures of all documents, topics, and how it went."""

    theta: Array
    topics: Array
    monitor: Monitor


class TopicSensitivePLSA(PUClassifier, TopicModel):
    """Topics that keep your examples together and the pile apart; the examples' topic is the answer.

    Adds to the log-likelihood of pLSA β₁ Σ log⟨p_i, p_j⟩ over pairs of positive documents (must-link) and
    β₂ κ Σ log(1 − ⟨p_i, p_j⟩) over positive × other documents (cannot-link), p_d = P(z|d), and climbs by
    minorise–maximise steps that never lower the objective.

    Parameters
    ----------
    n_components : int or "auto"
        Number of topics, 2 at least; somewhat above the number of topics in the data is best. "auto" takes the number
        under which examples that are left out come back and little else does (`likewise.models.topic.left_out`), 24
        when there are too few examples for that, and never more than a tenth of the documents.
    must_link_weight : float
        β₁, pull between positive documents.
    cannot_link_weight : float
        β₂, push between positive and other documents.
    scaling : {"balanced", "raw"}
        "balanced" has κ = positives / others, so that both terms weigh alike on an example; "raw" has κ = 1, the
        objective as printed, under which examples shrink from everything else.
    self_pairs : bool
        Whether a document is also linked to itself, as in the printed update.
    negative_weight : float
        Weight of a document labelled 0 against that of an unlabelled one on the cannot-link side.
    init : {"seeded", "random"}
        "seeded" starts one topic at the words of the examples, each example counting the same.
    seed_smoothing : float
        Share of the background in the seeded topic.
    warmup : int
        Iterations of plain pLSA before the constraints act.
    max_iter : int
        Most iterations after the warm-up.
    tol : float
        Stop when the objective's relative gain is below this.
    n_init : int
        Random starts; the one with the highest objective is kept.
    fold_in_iter : int
        Steps that fit an unseen document to the topics.
    block_rows : int, optional
        Documents in a block; results are the same up to rounding. All in one by default.
    n_jobs : int, optional
        Threads; results are the same bytes for every number.
    callback : callable, optional
        Called with a `likewise.fitting.Iteration` after each iteration; a true answer stops the fit.
    random_state : int, Generator or None
        Seed of the starts.
    threshold : {"default", "prior"}
        Where scores are cut: where z* is the largest topic, or by an estimated share of positives.

    Attributes
    ----------
    n_components_ : int
        Number of topics, as given or chosen.
    positive_topic_ : int
        z*, the topic of most positive documents.
    doc_topics_ : ndarray of shape (n_samples, n_components)
        P(z|d) of the training documents, constraints included.
    transduction_ : ndarray of shape (n_samples,)
        Class of each training document.
    training_scores_ : ndarray of shape (n_samples,)
        Log-odds of z* for each training document.
    components_ : ndarray of shape (n_components, n_features)
        P(w|z); rows sum to 1.
    must_link_satisfied_, cannot_link_satisfied_ : float
        Share of the pairs that share a topic, and that do not.
    n_iter_, history_, stop_reason_
        Steps made, the objective before each, and why the loop ended.

    References
    ----------
    .. [1] K. Zhou, G.-R. Xue, Q. Yang, Y. Yu, Learning with positive and unlabeled examples using topic-sensitive
       PLSA, IEEE TKDE, 2010.

    Notes
    -----
    Assumes : the positives are one topic among a few that share the pile.
    Use it : where a few topics share the pile; it decides well with very few examples.
    Cost : some hundred passes over the counts; seconds for thousands of documents.

    Examples
    --------
    >>> from likewise.models.topic import TopicSensitivePLSA
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> TopicSensitivePLSA(2, random_state=0).fit(X, [1, -1, -1, -1]).transduction_.tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **TopicModel._parameter_constraints,
        **PUClassifier._parameter_constraints,
        "n_components": [Interval(Integral, 1, None, closed="left"), StrOptions({"auto"})],
        "must_link_weight": [Interval(Real, 0, None, closed="left")],
        "cannot_link_weight": [Interval(Real, 0, None, closed="left")],
        "scaling": [StrOptions({"balanced", "raw"})],
        "self_pairs": ["boolean"],
        "negative_weight": [Interval(Real, 0, None, closed="left")],
        "init": [StrOptions({"seeded", "random"})],
        "seed_smoothing": [Interval(Real, 0, 1, closed="both")],
        "warmup": [Interval(Integral, 0, None, closed="left")],
    }

    _takes_blocks = True
    _sorts = False  # nothing here depends on the order of documents

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        must_link_weight: float = 2.0,
        cannot_link_weight: float = 0.5,
        scaling: str = "balanced",
        self_pairs: bool = False,
        negative_weight: float = 1.0,
        init: str = "seeded",
        seed_smoothing: float = 0.3,
        warmup: int = 10,
        max_iter: int = 120,
        tol: float = 1e-4,
        n_init: int = 1,
        fold_in_iter: int = 50,
        block_rows: int | None = None,
        n_jobs: int | None = None,
        callback: Callable[[Iteration], object] | None = None,
        random_state: RandomState = None,
        threshold: str = "default",
    ) -> None:
        super().__init__(
            n_components,
            max_iter=max_iter,
            tol=tol,
            n_init=n_init,
            fold_in_iter=fold_in_iter,
            block_rows=block_rows,
            n_jobs=n_jobs,
            callback=callback,
            random_state=random_state,
        )
        self.must_link_weight = must_link_weight
        self.cannot_link_weight = cannot_link_weight
        self.scaling = scaling
        self.self_pairs = self_pairs
        self.negative_weight = negative_weight
        self.init = init
        self.seed_smoothing = seed_smoothing
        self.warmup = warmup
        self.threshold = threshold

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> Array:
        if not np.diff(X.indptr)[labels.positive].any():
            raise UserError(f"{type(self).__name__} found no word in the positive documents.")
        rng = generator(self.random_state)
        self.n_components_ = (
            self._choose(X, labels.positive, labels.negative, rng)
            if self.n_components == "auto"
            else max(2, int(self.n_components))
        )
        counts = self._blocks(X)
        best = best_of(
            lambda child: self._fit_once(
                X, counts, labels.positive, labels.negative, self.n_components_, self._monitor(X.dtype), child
            ),
            lambda fit: fit.monitor.history[-1],
            self.n_init,
            rng,
        )
        self._keep(X, best, labels.positive)
        self._remember(best.monitor)
        return self._log_odds(self.doc_topics_)

    def _settled(self) -> dict[str, Any]:
        return {"n_components": self.n_components_}

    def _choose(self, X: sparse.csr_array, positive: Array, negative: Array, rng: np.random.Generator) -> int:
        """Choose the number of topics by short fits without some of the examples, on part of a large pile."""
        others = np.flatnonzero(~positive)
        if len(others) > CHOICE_ROWS:
            others = rng.choice(others, CHOICE_ROWS, replace=False)
        rows = np.sort(np.concatenate([np.flatnonzero(positive), others]))
        X, positive, negative = X[rows], positive[rows], negative[rows]
        counts = self._blocks(X)

        def probability(n_topics: int, some: Array) -> Array:
            monitor = self._monitor(X.dtype, max_iter=CHOICE_ITER)
            fit = self._fit_once(X, counts, some, negative, n_topics, monitor, rng.spawn(1)[0])
            return fit.theta[:, _topic_of(fit.theta, some)]

        return choose_n_topics(positive, probability, rng)

    def _fit_once(
        self,
        X: sparse.csr_array,
        counts: Parts,
        positive: Array,
        negative: Array,
        n_topics: int,
        monitor: Monitor,
        rng: np.random.Generator,
    ) -> Fit:
        """Fit from one start: warm up without constraints, then with them."""
        blocks = labelled_blocks(counts, X, positive, negative, self.negative_weight)
        totals = word_totals(X)
        topics = random_topics(totals, n_topics, X.dtype, rng)
        if self.init == "seeded":
            # Each example counts the same: one that is very long, or no prose at all, must not be the topic.
            words = np.asarray(normalize(X[positive], norm="l1").sum(axis=0), dtype=np.float64).ravel()
            smooth = self.seed_smoothing
            topics[:, 0] = (1 - smooth) * words / max(words.sum(), 1e-12) + smooth * totals / totals.sum()
        state: State[Shared, Array] = State(
            Shared(topics, uniform(int(positive.sum()), n_topics, np.float64)),
            start_evenly(counts, n_topics, X.dtype),
        )
        must, cannot = self.must_link_weight, self.cannot_link_weight
        if self.scaling == "balanced":
            n_others = sum_parts(_weight_of_others, blocks)
            cannot *= positive.sum() / max(n_others, 1.0)
        if must or cannot:
            # A monitor of its own: without constraints the objective is another one.
            plain = constrained_step(blocks, 0.0, 0.0, self.self_pairs)
            state = iterate(plain, state, Monitor(max_iter=self.warmup, callback=self.callback))
        state = iterate(constrained_step(blocks, must, cannot, self.self_pairs), state, monitor)
        theta = mixtures(blocks, state)
        # A document without words has the topics' prior, unless it is an example, which the links place.
        theta[(np.diff(X.indptr) == 0) & ~positive] = _prior(X, theta)
        return Fit(theta, state.shared.topics, monitor)

    def _keep(self, X: sparse.csr_array, fit: Fit, positive: Array) -> None:
        """Set the learned attributes."""
        theta = fit.theta
        self.topic_prior_ = _prior(X, theta)
        self.doc_topics_ = theta
        self.components_ = np.ascontiguousarray(fit.topics.T)
        self.positive_topic_ = _topic_of(theta, positive)
        topic = theta.argmax(axis=1)
        self.must_link_satisfied_, self.cannot_link_satisfied_ = satisfied(topic[positive], topic[~positive])

    def _topics_of(self, X: sparse.csr_array) -> Array:
        """Fold documents in, without constraints."""
        topics = np.ascontiguousarray(self.components_.T, dtype=X.dtype)
        folded = map_parts(fold_in, self._blocks(X), shared=(topics, self.topic_prior_, self.fold_in_iter))
        return np.concatenate([theta for theta, _, _ in gather_parts(folded)])

    def _decide(self, X: sparse.csr_array | None) -> Array:
        """Return classes: positive where P(z|d) is largest for the examples' topic, or by the prior."""
        if self.threshold == "prior":
            return super()._decide(X)
        theta = self.doc_topics_ if X is None else self._topics_of(X)
        is_positive = theta.argmax(axis=1) == self.positive_topic_
        return self.classes_[is_positive.astype(np.intp)]

    def _score(self, X: sparse.csr_array) -> Array:
        return self._log_odds(self._topics_of(X))

    def _log_odds(self, theta: Array) -> Array:
        wide = theta.astype(np.float64)
        others = np.delete(wide, self.positive_topic_, axis=1).sum(axis=1)
        return np.log(np.maximum(wide[:, self.positive_topic_], 1e-300)) - np.log(np.maximum(others, 1e-300))


def _weight_of_others(block: LabelledBlock) -> float:
    return float(block.weights.sum())


def _prior(X: sparse.csr_array, theta: Array) -> Array:
    mass = np.asarray(X.sum(axis=1), dtype=np.float64).ravel() @ theta
    return mass / mass.sum()


def _topic_of(theta: Array, positive: Array) -> int:
    """Return z*: most examples decide, and their summed mass settles a tie."""
    votes = np.bincount(theta[positive].argmax(axis=1), minlength=theta.shape[1])
    return int(np.lexsort((theta[positive].sum(axis=0), votes))[-1])
