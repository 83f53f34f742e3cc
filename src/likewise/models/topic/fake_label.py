"""Semi-supervised pLSA that gives unlabelled documents a label of their own, and shares it out at the end."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from likewise.fitting import Iteration, Monitor, State, iterate
from likewise.fitting.randomness import RandomState
from likewise.models.topic.em import colnorm
from likewise.models.topic.ss_plsa import Given, Run, SemiSupervisedPLSA
from likewise.models.topic.supervised_topics import LabelledTopics, labelled_step, tagged_blocks
from likewise.sklearn_api import Array, Constraints, StrOptions

#: How much likelier a topic has a label of its class than another at a random start.
LEAN = 5.0
#: ϵ, what a fake label counts for every class.
FAKE_SHARE = 1e-3
#: A topic with less of all classes than this is one of unlabelled documents only.
NOTHING = 1e-6


class FakeLabelPLSA(SemiSupervisedPLSA):
    """Topics that explain words and labels, where all unlabelled documents carry one label of their own.

    A topic emits words and labels, P(label|z), the fake label of the unlabelled among them; in the end it is shared
    out among the classes. Topics that only unlabelled documents use are of no class, and the more topics the more of
    these. With a label on every document it is supervised pLSA.

    Parameters
    ----------
    n_components : int or "auto"
        Topics in all; each class starts with an equal number, at least one. "auto" gives it two where
        every class has a hundred labelled documents, else one.
    label_weight : {"token", "document"}
        Whether a label counts with every word of its document, as printed, or once.
    redistribute : {"uniform", "topic"}
        Share the fake label out to all classes alike, as printed, or in each topic by its other labels.
    init : {"labeled", "random"}
        Start from topics of the labelled documents, each of one class, or from random topics that lean to one.
    smoothing : float
        Share of the background in the topics that documents are compared with.
    max_length : float, optional
        Longest document to learn from, in median lengths; longer ones are scaled down to it.
    max_iter : int
        Most steps.
    tol : float
        Stop when the objective's relative gain is below this.
    n_init : int
        Random starts; the one with the highest objective is kept.
    fold_in_iter : int
        Steps that fit a document to the topics; few keep its mixture broad, which decides better.
    block_rows : int, optional
        Documents in a block; results are the same up to rounding. All in one by default.
    n_jobs : int, optional
        Threads; results are the same bytes for every number.
    callback : callable, optional
        Called with a `likewise.fitting.Iteration` after each iteration; a true answer stops the fit.
    random_state : int, Generator or None
        Seed of the starts.
    threshold : {"default", "prior"}
        Where scores of two classes are cut: at equal odds, or by an estimated share of positives.

    Attributes
    ----------
    components_ : ndarray of shape (n_topics, n_features)
        P(w|z); rows sum to 1.
    class_of_topic_ : ndarray of shape (n_topics,)
        Class of each topic: the likeliest of its labels, or where all are fake the one it started with.
    label_given_topic_ : ndarray of shape (n_classes + 1, n_topics)
        P(label|z), the fake label last; without unlabelled documents it has no row.
    doc_topics_ : ndarray of shape (n_samples, n_topics)
        P(z|d) of the training documents, labels included.
    topic_prior_ : ndarray of shape (n_topics,)
        Share of all words that each topic explains.
    word_shares_ : ndarray of shape (n_features,)
        The background: share of each word in all documents.
    n_iter_, history_, stop_reason_
        Steps made, the objective before each, and why the loop ended.

    References
    ----------
    .. [1] A. Krithara, C. Goutte, M.-R. Amini, J.-M. Renders, Reducing the annotation burden in text classification,
       2006.
    .. [2] A. Krithara, M.-R. Amini, J.-M. Renders, C. Goutte, Semi-supervised document classification with a
       mislabeling error model, ECIR 2008.

    Notes
    -----
    Assumes : every class has a few labelled documents, and the pile holds these classes.
    Use it : to compare with `MislabelingPLSA`, which is the better one with few labels.
    Cost : some hundred passes over the counts; seconds for thousands of documents.

    Examples
    --------
    >>> from likewise.models.topic import FakeLabelPLSA
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> FakeLabelPLSA(random_state=0).fit(X, [1, -1, 0, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **SemiSupervisedPLSA._parameter_constraints,
        "redistribute": [StrOptions({"uniform", "topic"})],
    }

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        label_weight: str = "token",
        redistribute: str = "topic",
        init: str = "labeled",
        smoothing: float = 0.3,
        max_length: float | None = 2.0,
        max_iter: int = 200,
        tol: float = 1e-4,
        n_init: int = 1,
        fold_in_iter: int = 5,
        block_rows: int | None = None,
        n_jobs: int | None = None,
        callback: Callable[[Iteration], object] | None = None,
        random_state: RandomState = None,
        threshold: str = "default",
    ) -> None:
        super().__init__(
            n_components,
            label_weight=label_weight,
            init=init,
            smoothing=smoothing,
            max_length=max_length,
            max_iter=max_iter,
            tol=tol,
            n_init=n_init,
            fold_in_iter=fold_in_iter,
            block_rows=block_rows,
            n_jobs=n_jobs,
            callback=callback,
            random_state=random_state,
            threshold=threshold,
        )
        self.redistribute = redistribute

    def _climb(self, given: Given, topics: Array, monitor: Monitor) -> Run:
        classes = given.class_table
        if self.init == "random":
            classes = colnorm(1.0 + LEAN * classes, classes)
        table = np.vstack([classes, np.ones(classes.shape[1])]) / 2
        prior = np.full(topics.shape[1], 1 / topics.shape[1])
        own = self._folded(given.blocks, topics, given.background, prior)
        tags = np.where(given.labels.unlabelled, len(classes), given.labels.codes)
        step = labelled_step(tagged_blocks(given.blocks, tags, self.label_weight), relearn_labels)
        return Run(iterate(step, State(LabelledTopics(topics, table), own), monitor), monitor)

    def _keep_labels(self, given: Given, run: Run) -> None:
        self.label_given_topic_ = run.fitted.shared.table
        labels = self.label_given_topic_[: len(self.classes_)]
        likeliest = np.where(labels.sum(axis=0) > NOTHING, labels.argmax(axis=0), given.class_of)
        self.class_of_topic_ = self.classes_[likeliest]

    def _class_given_topic(self) -> Array:
        return without_fake(self.label_given_topic_, len(self.classes_), self.redistribute)


def relearn_labels(table: Array, counts: Array) -> tuple[Array, float]:
    """Learn P(label|z) from the labels' expected counts; a topic without a word keeps its own.

    Examples
    --------
    >>> relearn_labels(np.full((2, 2), 0.5), np.array([[1.0, 0.0], [3.0, 0.0]]))[0].tolist()
    [[0.25, 0.5], [0.75, 0.5]]
    """
    return colnorm(counts, table), 0.0


def without_fake(table: Array, n_classes: int, redistribute: str) -> Array:
    """Share the fake label out; return classes × topics.

    Examples
    --------
    >>> table = np.array([[0.3, 0.0], [0.1, 0.0], [0.6, 1.0]])
    >>> without_fake(table, 2, "topic").round(4).tolist()
    [[0.75, 0.0005], [0.25, 0.0005]]
    >>> without_fake(table, 2, "uniform").round(4).tolist()
    [[0.3006, 0.001], [0.1006, 0.001]]
    """
    classes = table[:n_classes]
    fake = table[n_classes:].sum(axis=0)
    if redistribute == "uniform":
        return classes + FAKE_SHARE * fake
    known = classes.sum(axis=0)
    return np.where(known > NOTHING, classes / np.maximum(known, NOTHING), FAKE_SHARE / n_classes)
