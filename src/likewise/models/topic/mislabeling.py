"""Semi-supervised pLSA whose guesses of labels may be wrong: how often, it learns too."""

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral
from typing import ClassVar

import numpy as np

from likewise.fitting import Iteration, Monitor, Parts, State, gather_parts, iterate, map_parts
from likewise.fitting.randomness import RandomState
from likewise.labels import UNLABELLED
from likewise.models.topic.em import colnorm
from likewise.models.topic.ss_plsa import START_ITER, Fitted, Given, Run, SemiSupervisedPLSA
from likewise.models.topic.supervised_topics import LabelledStep, LabelledTopics, fixed, labelled_step, tagged_blocks
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions

#: Share of guesses that are thought wrong at first, in all classes alike.
FIRST_ERRORS = 0.1
#: Pseudo-count of every pair of a guess and a class: a class that nobody guesses has errors, too.
ERROR_SMOOTHING = 1e-3
#: Share of guesses that may still change when the rounds end.
SETTLED = 1e-3


@dataclass(frozen=True)
class Round:
    """Where the rounds are: the fit, and the class that each document is thought to have."""

    fitted: Fitted
    guess: Array


class MislabelingPLSA(SemiSupervisedPLSA):
    """Topics of each class from few labels: the rest is labelled by guess, and the guesses' errors are learned.

    Each class has topics of its own. In rounds, unlabelled documents get the class that the topics say, and topics and
    errors β[k, h] = P(guess k | class h) are learned from labels and guesses together. With a label on every document
    it is supervised pLSA.

    Parameters
    ----------
    n_components : int or "auto"
        Topics in all; each class gets an equal number, at least one. "auto" gives it two where
        every class has a hundred labelled documents, else one.
    label_weight : {"token", "document"}
        Whether a guess counts with every word of its document, as printed, or once.
    labels_from : {"foldin", "current"}
        Guess from the words alone, or from the mixtures that know the last guess.
    iter_per_guess : int
        Steps after each round of guesses; many make the fit believe them.
    guess_iter : int
        Most rounds of guessing; they end early when hardly a guess changes.
    init : {"labeled", "random"}
        Start from topics of the labelled documents, or from random ones that unlabelled documents shape as well.
    smoothing : float
        Share of the background in the topics that documents are compared with.
    max_length : float, optional
        Longest document to learn from, in median lengths; longer ones are scaled down to it.
    max_iter : int
        Most steps after the rounds, with the last guesses.
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
        Class of each topic.
    mislabeling_ : ndarray of shape (n_classes, n_classes)
        β, guesses × classes; columns sum to 1, and what is off the diagonal names classes that are easily confused.
    n_guess_iter_ : int
        Rounds of guessing made.
    doc_topics_ : ndarray of shape (n_samples, n_topics)
        P(z|d) of the training documents, labels and guesses included.
    topic_prior_ : ndarray of shape (n_topics,)
        Share of all words that each topic explains.
    word_shares_ : ndarray of shape (n_features,)
        The background: share of each word in all documents.
    n_iter_, history_, stop_reason_
        Steps made with the last guesses, the objective before each, and why the loop ended.

    References
    ----------
    .. [1] A. Krithara, M.-R. Amini, J.-M. Renders, C. Goutte, Semi-supervised document classification with a
       mislabeling error model, ECIR 2008.

    Notes
    -----
    Assumes : every class has a few labelled documents, and the pile holds these classes.
    Use it : to tell many classes apart from a few labels of each.
    Cost : some hundred passes over the counts; seconds for thousands of documents.

    Examples
    --------
    >>> from likewise.models.topic import MislabelingPLSA
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> MislabelingPLSA(random_state=0).fit(X, [1, -1, 0, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **SemiSupervisedPLSA._parameter_constraints,
        "labels_from": [StrOptions({"foldin", "current"})],
        "iter_per_guess": [Interval(Integral, 1, None, closed="left")],
        "guess_iter": [Interval(Integral, 1, None, closed="left")],
    }

    def __init__(
        self,
        n_components: int | str = "auto",
        *,
        label_weight: str = "token",
        labels_from: str = "foldin",
        iter_per_guess: int = 1,
        guess_iter: int = 10,
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
        self.labels_from = labels_from
        self.iter_per_guess = iter_per_guess
        self.guess_iter = guess_iter

    def _climb(self, given: Given, topics: Array, monitor: Monitor) -> Run:
        n_classes = len(given.labels.classes)
        if self.init == "random":
            topics = self._without_guesses(given, topics)
        errors = (1 - FIRST_ERRORS) * np.eye(n_classes) + FIRST_ERRORS / n_classes
        shared = LabelledTopics(topics, error_table(given.class_table, errors))
        start = Round(State(shared, self._unaware(given, topics)), np.full(len(given.labels.codes), UNLABELLED))
        rounds = Monitor(max_iter=self.guess_iter, ascending=False)
        last = iterate(lambda state: self._round(given, state), start, rounds)
        return Run(iterate(self._step(given, last.guess), last.fitted, monitor), monitor, rounds.n_iter)

    def _round(self, given: Given, last: Round) -> tuple[Round, float]:
        """Guess, and learn a little from the guesses; also return the share of guesses that stayed."""
        fitted = last.fitted
        if self.labels_from == "foldin":
            fitted = State(fitted.shared, self._unaware(given, fitted.shared.topics))
        guess = np.concatenate(gather_parts(map_parts(_likeliest, fitted.own, shared=(given.class_table,))))
        changed = float((guess != last.guess)[given.labels.unlabelled].mean())
        if changed <= SETTLED:
            return last, 1 - changed
        monitor = Monitor(max_iter=self.iter_per_guess, callback=self.callback)
        return Round(iterate(self._step(given, guess), fitted, monitor), guess), 1 - changed

    def _without_guesses(self, given: Given, topics: Array) -> Array:
        """Return topics that unlabelled documents shape freely: there is no guessing by random ones."""
        n_classes = len(given.labels.classes)
        free = error_table(given.class_table, np.full((n_classes, n_classes), 1 / n_classes))
        tags = np.where(given.labels.unlabelled, n_classes, given.labels.codes)
        step = labelled_step(tagged_blocks(given.blocks, tags, self.label_weight), fixed)
        start: Fitted = State(LabelledTopics(topics, free), self._unaware(given, topics))
        return iterate(step, start, Monitor(max_iter=START_ITER, callback=self.callback)).shared.topics

    def _unaware(self, given: Given, topics: Array) -> Parts:
        """Return P(z|d) of all documents by their words alone."""
        n_topics = topics.shape[1]
        return self._folded(given.blocks, topics, given.background, np.full(n_topics, 1 / n_topics))

    def _step(self, given: Given, guess: Array) -> LabelledStep:
        """Make the step of these guesses; a guess points below the rows of the labels that are known."""
        codes = given.labels.codes
        tags = np.where(codes < 0, guess + len(given.labels.classes), codes)
        blocks = tagged_blocks(given.blocks, tags, self.label_weight)
        return labelled_step(blocks, _Relearn(given.class_table, given.first_topic))

    def _keep_labels(self, given: Given, run: Run) -> None:
        self.n_guess_iter_ = run.n_rounds
        n_classes = len(given.class_table)
        guesses = run.fitted.shared.table[n_classes:, given.first_topic]
        self.mislabeling_ = guesses if len(guesses) else np.eye(n_classes)

    def _class_given_topic(self) -> Array:
        return np.equal(self.classes_[:, None], self.class_of_topic_).astype(np.float64)


@dataclass(frozen=True, eq=False)
class _Relearn:
    """Learns the errors of guesses; the rest of the table is given."""

    class_table: Array
    first_topic: Array

    def __call__(self, table: Array, counts: Array) -> tuple[Array, float]:
        # The pseudo-counts are a prior of β: with its logarithm in the objective the step climbs exactly.
        errors = table[len(self.class_table) :, self.first_topic]
        return relearn_errors(counts, self.class_table), ERROR_SMOOTHING * float(np.log(errors).sum())


def _likeliest(theta: Array, class_table: Array) -> Array:
    return (theta @ class_table.T).argmax(axis=1)


def error_table(class_table: Array, errors: Array) -> Array:
    """Return P(label|z): below the rows of known labels those of guesses, β[guess, class of z].

    Examples
    --------
    >>> error_table(np.array([[1.0, 1, 0], [0, 0, 1]]), np.array([[0.8, 0.3], [0.2, 0.7]])).tolist()
    [[1.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.8, 0.8, 0.3], [0.2, 0.2, 0.7]]
    """
    return np.vstack([class_table, errors @ class_table])


def relearn_errors(counts: Array, class_table: Array, smoothing: float = ERROR_SMOOTHING) -> Array:
    """Learn β from what the documents of each guess gave to the topics of each class (eq. 11), and make its table.

    Parameters
    ----------
    counts : ndarray of shape (2 × n_classes, n_topics)
        Expected counts of labels, then of guesses, by topic.
    class_table : ndarray of shape (n_classes, n_topics)
        P(class|z), 0 or 1.
    smoothing : float
        Pseudo-count of every pair.

    Examples
    --------
    >>> relearn_errors(np.array([[3.0, 0], [0, 0], [0, 1], [1, 3]]), np.eye(2), 0.0)[2:].round(2).tolist()
    [[0.0, 0.25], [1.0, 0.75]]
    """
    pairs = counts[len(class_table) :] @ class_table.T + smoothing
    return error_table(class_table, colnorm(pairs, np.eye(len(pairs))))
