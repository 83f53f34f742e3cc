"""Topic-sensitive pLSA: topics that keep the examples together and apart from most of the rest."""

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.base import ClassifierMixin, _fit_context
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_is_fitted

from likewise.errors import UserError
from likewise.fitting import BlockStep, CountBlock, Monitor, Progress, State, best_of, generator, iterate
from likewise.fitting.randomness import RandomState
from likewise.models.topic.constraints import FLOOR, cannot_link, must_link, satisfied
from likewise.models.topic.em import colnorm, fold_in, random_topics, rownorm, uniform
from likewise.models.topic.left_out import choose_n_topics
from likewise.models.topic.topic_model import TopicModel
from likewise.models.validation import count_matrix, documents_and_labels

Array = np.ndarray[Any, np.dtype[Any]]

#: Iterations of the fits that choose the number of topics: enough to see where the examples go.
CHOICE_ITER = 40
#: Documents of the pile that these fits see at most.
CHOICE_ROWS = 6000


@dataclass(frozen=True)
class Shared:
    """What every block sees: the topics, and the mixtures of the few labelled documents."""

    topics: Array
    labelled: Array


@dataclass(frozen=True)
class ConstrainedSums:
    """What a block returns; labelled rows that are not its own are zero, so that everything adds up."""

    words: Array
    loglik: float
    labelled_rows: Array
    pull: Array
    log_unlike: float


@dataclass(frozen=True)
class LabelledBlock:
    """Documents of a block, and where its labelled ones and their weights are."""

    counts: CountBlock
    labelled: Array  # rows of this block that are labelled
    index: Array  # the same documents among all labelled ones
    others: Array  # rows on the cannot-link side: unlabelled and negative, none of them empty
    weights: Array  # of the others


class TopicSensitivePLSA(ClassifierMixin, TopicModel):
    """Topics that keep your examples together and the pile apart; the examples' topic is the answer.

    Adds to the log-likelihood of pLSA β₁ Σ log⟨p_i, p_j⟩ over pairs of positive documents (must-link) and
    β₂ κ Σ log(1 − ⟨p_i, p_j⟩) over positive × other documents (cannot-link), p_d = P(z|d), and climbs by
    minorise–maximise steps that never lower the objective.

    Parameters
    ----------
    n_components : int or "auto"
        Number of topics, at least 2; somewhat above the number of topics in the data is best. "auto" takes the number
        under which examples that are left out come back and little else does (`likewise.models.topic.left_out`), 24
        when there are too few examples for that, and never more than a tenth of the documents.
    must_link : float
        β₁, pull between positive documents.
    cannot_link : float
        β₂, push between positive and other documents.
    scaling : {"balanced", "raw"}
        "balanced" has κ = positives / others, so that both terms weigh alike on an example; "raw" has κ = 1, the
        objective as printed, under which examples shrink from everything else.
    self_pairs : bool
        Whether a document is also linked to itself, as in the printed update.
    negative_weight : float
        Weight of a document labelled 0 against that of an unlabelled one on the cannot-link side.
    init : {"seeded", "random"}
        "seeded" starts one topic at the words of the examples.
    seed_smoothing : float
        Share of the background in the seeded topic.
    warmup : int
        Iterations of plain pLSA before the constraints act.
    max_iter : int
        Most iterations, warm-up included.
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
        Called with a `likewise.fitting.Progress` after each iteration; a true answer stops the fit.
    random_state : int, Generator or None
        Seed of the starts.

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

    Examples
    --------
    >>> from likewise.models.topic import TopicSensitivePLSA
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> TopicSensitivePLSA(2, random_state=0).fit(X, [1, -1, -1, -1]).transduction_.tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012 - scikit-learn's name and type
        **TopicModel._parameter_constraints,
        "n_components": [Interval(Integral, 2, None, closed="left"), StrOptions({"auto"})],
        "must_link": [Interval(Real, 0, None, closed="left")],
        "cannot_link": [Interval(Real, 0, None, closed="left")],
        "scaling": [StrOptions({"balanced", "raw"})],
        "self_pairs": ["boolean"],
        "negative_weight": [Interval(Real, 0, None, closed="left")],
        "init": [StrOptions({"seeded", "random"})],
        "seed_smoothing": [Interval(Real, 0, 1, closed="both")],
        "warmup": [Interval(Integral, 0, None, closed="left")],
    }

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        must_link: float = 2.0,
        cannot_link: float = 0.5,
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
        callback: Callable[[Progress], object] | None = None,
        random_state: RandomState = None,
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
        self.must_link = must_link
        self.cannot_link = cannot_link
        self.scaling = scaling
        self.self_pairs = self_pairs
        self.negative_weight = negative_weight
        self.init = init
        self.seed_smoothing = seed_smoothing
        self.warmup = warmup

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any) -> Self:
        """Fit documents × words; y is 1 for the examples, -1 for the pile, and 0 for documents known not to match."""
        X, labels = documents_and_labels(self, X, y)
        if not np.diff(X.indptr)[labels.positive].any():
            raise UserError(f"{type(self).__name__} found no word in the positive documents.")
        self.classes_ = labels.classes
        rng = generator(self.random_state)
        self.n_components_ = (
            self._choose(X, labels.positive, labels.negative, rng)
            if self.n_components == "auto"
            else int(self.n_components)
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
        self.transduction_ = labels.told(self._is_positive(self.doc_topics_))
        self.training_scores_ = self._log_odds(self.doc_topics_)
        self._remember(best.monitor)
        return self

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
        counts: list[CountBlock],
        positive: Array,
        negative: Array,
        n_topics: int,
        monitor: Monitor,
        rng: np.random.Generator,
    ) -> "Fit":
        blocks = self._labelled_blocks(counts, X, positive, negative)
        state = self._run(X, positive, blocks, n_topics, monitor, rng)
        return Fit(_mixtures(X, blocks, state, positive), state.shared.topics, monitor)

    def _labelled_blocks(
        self, blocks: list[CountBlock], X: sparse.csr_array, positive: Array, negative: Array
    ) -> list[LabelledBlock]:
        weights = np.where(negative, self.negative_weight, 1.0)
        weights[positive | (np.diff(X.indptr) == 0)] = 0.0
        labelled_blocks, start, seen = [], 0, 0
        for counts in blocks:
            rows = slice(start, start + counts.shape[0])
            labelled = np.flatnonzero(positive[rows])
            others = np.flatnonzero(weights[rows])
            index = np.arange(seen, seen + len(labelled))
            labelled_blocks.append(LabelledBlock(counts, labelled, index, others, weights[rows][others]))
            start, seen = rows.stop, seen + len(labelled)
        return labelled_blocks

    def _run(
        self,
        X: sparse.csr_array,
        positive: Array,
        blocks: list[LabelledBlock],
        n_topics: int,
        monitor: Monitor,
        rng: np.random.Generator,
    ) -> State[Shared, Array]:
        """Fit once: warm up without constraints, then with them."""
        totals = np.asarray(X.sum(axis=0), dtype=np.float64).ravel()
        topics = random_topics(totals, n_topics, X.dtype, rng)
        if self.init == "seeded":
            words = np.asarray(X[positive].sum(axis=0), dtype=np.float64).ravel()
            smooth = self.seed_smoothing
            topics[:, 0] = (1 - smooth) * words / max(words.sum(), 1.0) + smooth * totals / totals.sum()
        state = State(
            Shared(topics, uniform(int(positive.sum()), n_topics, np.float64)),
            tuple(uniform(block.counts.shape[0], n_topics, X.dtype) for block in blocks),
        )
        must, cannot = self.must_link, self.cannot_link
        if self.scaling == "balanced":
            n_others = sum(block.weights.sum() for block in blocks)
            cannot *= positive.sum() / max(n_others, 1.0)
        if self.warmup and (must or cannot):
            warmup = min(self.warmup, monitor.max_iter - 1)
            state = iterate(self._step(blocks, 0.0, 0.0), state, monitor, max_iter=warmup)
            monitor.new_level()
        return iterate(self._step(blocks, must, cannot), state, monitor)

    def _step(
        self, blocks: list[LabelledBlock], must: float, cannot: float
    ) -> BlockStep[LabelledBlock, Shared, Array, ConstrainedSums]:
        """Make the step of one strength of constraints; with both at 0 it is the step of pLSA, bit for bit."""

        def e_step(block: LabelledBlock, shared: Shared, theta: Array) -> tuple[Array, ConstrainedSums]:
            theta = _with_labelled(block, shared, theta)
            sums = block.counts.expected_counts(theta, shared.topics)
            labelled_rows = np.zeros_like(shared.labelled)
            labelled_rows[block.index] = sums.rows[block.labelled]
            pull, log_unlike = np.zeros_like(shared.labelled), 0.0
            if cannot:
                others = theta[block.others].astype(np.float64)
                pull, push, log_unlike = cannot_link(shared.labelled, others, block.weights)
                sums.rows[block.others] += (cannot * push).astype(sums.rows.dtype)
            theta = rownorm(sums.rows)
            if must or cannot:
                np.maximum(theta, FLOOR, out=theta)
            return theta, ConstrainedSums(sums.words, sums.loglik, labelled_rows, pull, log_unlike)

        def m_step(shared: Shared, sums: ConstrainedSums) -> tuple[Shared, float]:
            rows, objective = sums.labelled_rows, sums.loglik
            if must:
                counts, log_alike = must_link(shared.labelled, self.self_pairs)
                rows = rows + must * counts
                objective += must * log_alike
            if cannot:
                rows = rows + cannot * sums.pull
                objective += cannot * sums.log_unlike
            labelled = rownorm(rows)
            if must or cannot:
                np.maximum(labelled, FLOOR, out=labelled)
            return Shared(colnorm(sums.words, shared.topics), labelled), objective

        return BlockStep(blocks, e_step, m_step)

    def _keep(self, X: sparse.csr_array, fit: "Fit", positive: Array) -> None:
        """Set the learned attributes."""
        theta = fit.theta
        self.topic_prior_ = _prior(X, theta)
        self.doc_topics_ = theta
        self.components_ = np.ascontiguousarray(fit.topics.T)
        self.positive_topic_ = _topic_of(theta, positive)
        topic = theta.argmax(axis=1)
        self.must_link_satisfied_, self.cannot_link_satisfied_ = satisfied(topic[positive], topic[~positive])

    def _is_positive(self, theta: Array) -> Array:
        result: Array = theta.argmax(axis=1) == self.positive_topic_
        return result

    def _topics_of(self, X: Any) -> Array:
        """Fold documents in, without constraints."""
        check_is_fitted(self)
        X = count_matrix(self, X, reset=False)
        topics = np.ascontiguousarray(self.components_.T, dtype=X.dtype)
        return np.concatenate(
            [fold_in(block, topics, self.topic_prior_, self.fold_in_iter)[0] for block in self._blocks(X)]
        )

    def predict(self, X: Any) -> Array:
        """Return each document's class: positive where P(z|d) is largest for the examples' topic."""
        is_positive = self._is_positive(self._topics_of(X))
        return self.classes_[is_positive.astype(np.intp)]

    def predict_proba(self, X: Any) -> Array:
        """Return 1 − P(z*|d) and P(z*|d)."""
        positive = np.clip(self._topics_of(X)[:, self.positive_topic_].astype(np.float64), 0.0, 1.0)
        return np.column_stack([1.0 - positive, positive])

    def decision_function(self, X: Any) -> Array:
        """Return the log-odds of the examples' topic, for ranking."""
        return self._log_odds(self._topics_of(X))

    def _log_odds(self, theta: Array) -> Array:
        wide = theta.astype(np.float64)
        others = np.delete(wide, self.positive_topic_, axis=1).sum(axis=1)
        result: Array = np.log(np.maximum(wide[:, self.positive_topic_], 1e-300)) - np.log(np.maximum(others, 1e-300))
        return result


@dataclass(frozen=True)
class Fit:
    """One finished fit: mixtures of all documents, topics, and how it went."""

    theta: Array
    topics: Array
    monitor: Monitor


def _with_labelled(block: LabelledBlock, shared: Shared, theta: Array) -> Array:
    """Return a block's mixtures with those of its labelled documents in their places."""
    if len(block.labelled):
        theta = theta.copy()
        theta[block.labelled] = shared.labelled[block.index]
    return theta


def _prior(X: sparse.csr_array, theta: Array) -> Array:
    mass = np.asarray(X.sum(axis=1), dtype=np.float64).ravel() @ theta
    prior: Array = mass / mass.sum()
    return prior


def _mixtures(X: sparse.csr_array, blocks: list[LabelledBlock], state: State[Shared, Array], positive: Array) -> Array:
    """Return P(z|d) of all documents; those without words, unless they are examples, have the topics' prior."""
    parts = [_with_labelled(block, state.shared, own) for block, own in zip(blocks, state.own, strict=True)]
    theta = np.concatenate(parts)
    theta[(np.diff(X.indptr) == 0) & ~positive] = _prior(X, theta)
    return theta


def _topic_of(theta: Array, positive: Array) -> int:
    """Return z*: most examples decide, and their summed mass settles a tie."""
    votes = np.bincount(theta[positive].argmax(axis=1), minlength=theta.shape[1])
    return int(np.lexsort((theta[positive].sum(axis=0), votes))[-1])
