"""What the semi-supervised pLSAs share: topics that belong to classes, a start from the labelled, and fold-in."""

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import ClassVar

import numpy as np
from scipy import sparse

from likewise.errors import UserError
from likewise.fitting import CountBlock, Iteration, Monitor, Parts, State, best_of, generator, iterate
from likewise.fitting.executors import gather_parts, map_parts
from likewise.fitting.randomness import RandomState
from likewise.labels import Labels
from likewise.models.base import PartlyLabelled
from likewise.models.row_order import put_back
from likewise.models.topic.base import TopicModel
from likewise.models.topic.em import fold_in, random_topics, start_evenly, word_totals
from likewise.models.topic.supervised_topics import LabelledTopics, fixed, labelled_step, tagged_blocks
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions
from likewise.text.lengths import longest_length, shorten

Fitted = State[LabelledTopics, Array]

#: Labelled documents that each class needs for two topics of its own where nothing is said; with fewer one is better.
ENOUGH_FOR_TWO = 100
#: Steps on the labelled documents alone that the start is made of.
START_ITER = 30
#: Share of the background in the topics of that start: words that only unlabelled documents have need a topic.
START_SMOOTHING = 0.1


@dataclass(frozen=True)
class Given:
    """The documents of one fit: their blocks, labels, the topics' classes, and the share of each word in all."""

    blocks: Parts
    labels: Labels
    class_of: Array
    background: Array

    @property
    def class_table(self) -> Array:
        """P(class|topic), classes × topics: 1 in the class of the topic."""
        return np.equal(np.arange(len(self.labels.classes))[:, None], self.class_of).astype(np.float64)

    @property
    def first_topic(self) -> Array:
        """The first topic of each class."""
        return np.searchsorted(self.class_of, np.arange(len(self.labels.classes)))


@dataclass(frozen=True)
class Run:
    """One finished fit, how its last climb went, and how many rounds came before."""

    fitted: Fitted
    monitor: Monitor
    n_rounds: int = 0


class SemiSupervisedPLSA(PartlyLabelled, TopicModel):
    """Base of pLSA with topics that belong to classes; a subclass says what an unlabelled document is (`_climb`)."""

    _parameter_constraints: ClassVar[Constraints] = {
        **TopicModel._parameter_constraints,
        **PartlyLabelled._parameter_constraints,
        "n_components": [Interval(Integral, 1, None, closed="left"), StrOptions({"auto"})],
        "label_weight": [StrOptions({"document", "token"})],
        "init": [StrOptions({"labeled", "random"})],
        "smoothing": [Interval(Real, 0, 1, closed="left")],
        "max_length": [Interval(Real, 0, None, closed="neither"), None],
    }

    _takes_blocks = True

    def __init__(
        self,
        n_components: int | str,
        *,
        label_weight: str,
        init: str,
        smoothing: float,
        max_length: float | None,
        max_iter: int,
        tol: float,
        n_init: int,
        fold_in_iter: int,
        block_rows: int | None,
        n_jobs: int | None,
        callback: Callable[[Iteration], object] | None,
        random_state: RandomState,
        threshold: str,
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
        self.label_weight = label_weight
        self.init = init
        self.smoothing = smoothing
        self.max_length = max_length
        self.threshold = threshold

    def _climb(self, given: Given, topics: Array, monitor: Monitor) -> Run:
        """Learn from labelled and unlabelled documents, from the topics to start with."""
        raise NotImplementedError

    def _keep_labels(self, given: Given, run: Run) -> None:
        """Set the learned attributes that tell of labels."""
        raise NotImplementedError

    def _class_given_topic(self) -> Array:
        """Return what a topic says for each class, classes × topics."""
        raise NotImplementedError

    def _learn_labelled(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        for code, name in enumerate(labels.classes):
            if not np.diff(X.indptr)[labels.codes == code].any():
                raise UserError(f"{type(self).__name__} found no word in the labelled documents of class {name!s}.")
        X = shorten(X, longest_length(X, self.max_length))
        totals = word_totals(X)
        n_classes = len(labels.classes)
        if self.n_components == "auto":
            fewest = np.bincount(labels.codes[~labels.unlabelled], minlength=n_classes).min()
            per_class = 2 if fewest >= ENOUGH_FOR_TWO else 1
        else:
            per_class = max(int(self.n_components) // n_classes, 1)
        given = Given(self._blocks(X), labels, np.repeat(np.arange(n_classes), per_class), totals / totals.sum())
        best = best_of(
            lambda child: self._fit_once(X, given, child),
            lambda run: run.monitor.history[-1],
            self.n_init,
            generator(self.random_state),
        )
        theta = np.concatenate(gather_parts(best.fitted.own))
        mass = np.asarray(X.sum(axis=1), dtype=np.float64).ravel() @ theta
        self.topic_prior_ = mass / mass.sum()
        theta[np.diff(X.indptr) == 0] = self.topic_prior_
        self.doc_topics_ = theta
        self.components_ = np.ascontiguousarray(best.fitted.shared.topics.T)
        self.class_of_topic_ = labels.classes[given.class_of]
        self.word_shares_ = given.background
        self._keep_labels(given, best)
        self._remember(best.monitor)

    def _fit_once(self, X: sparse.csr_array, given: Given, rng: np.random.Generator) -> Run:
        """Fit from one start; with a label on every document it is supervised pLSA."""
        topics = random_topics(given.background, len(given.class_of), X.dtype, rng)
        monitor = self._monitor(X.dtype)
        labelled = ~given.labels.unlabelled
        if labelled.all():
            return Run(self._supervised(given.blocks, given.labels.codes, given, topics, monitor), monitor)
        if self.init == "labeled":
            first = Monitor(max_iter=START_ITER, callback=self.callback)
            start = self._supervised(self._blocks(X[labelled]), given.labels.codes[labelled], given, topics, first)
            topics = smoothed(start.shared.topics, given.background, START_SMOOTHING)
        return self._climb(given, topics, monitor)

    def _supervised(self, blocks: Parts, codes: Array, given: Given, topics: Array, monitor: Monitor) -> Fitted:
        """Fit documents that all have labels: each is a mixture of the topics of its class."""
        own = start_evenly(blocks, topics.shape[1], topics.dtype)
        step = labelled_step(tagged_blocks(blocks, codes, "token"), fixed)
        return iterate(step, State(LabelledTopics(topics, given.class_table), own), monitor)

    def _folded(self, blocks: Parts, topics: Array, background: Array, prior: Array) -> Parts:
        """Return P(z|d) of the blocks' documents as if nothing were known of their labels."""
        topics = smoothed(topics, background, self.smoothing)
        return map_parts(_mixtures, blocks, shared=(topics, prior, self.fold_in_iter))

    def _log_scores(self, X: sparse.csr_array) -> Array:
        topics = np.ascontiguousarray(self.components_.T, dtype=X.dtype)
        folded = self._folded(self._blocks(X), topics, self.word_shares_, self.topic_prior_)
        theta = np.concatenate(gather_parts(folded))
        return np.log(np.maximum(theta.astype(np.float64) @ self._class_given_topic().T, 1e-300))

    def _put_back(self, order: Array) -> None:
        super()._put_back(order)
        self.doc_topics_ = put_back(self.doc_topics_, order)


def _mixtures(block: CountBlock, topics: Array, prior: Array, n_iter: int) -> Array:
    return fold_in(block, topics, prior, n_iter)[0]


def smoothed(topics: Array, background: Array, share: float) -> Array:
    """Mix the background into topics, words × topics, so that no word that is known is impossible in one.

    Examples
    --------
    >>> smoothed(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0.5, 0.5]), 0.2).round(6).tolist()
    [[0.9, 0.1], [0.1, 0.9]]
    """
    mixed: Array = (1 - share) * topics + share * background[:, None]
    return mixed.astype(topics.dtype)
