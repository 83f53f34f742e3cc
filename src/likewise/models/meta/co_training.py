"""Co-training: two views of the same documents, each teaching the other what it is surest of."""

from collections.abc import Mapping
from numbers import Integral
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from scipy import sparse
from scipy.special import log_softmax, logsumexp
from sklearn.base import MetaEstimatorMixin, clone

from likewise.errors import UserError
from likewise.fitting import Monitor, generator, iterate
from likewise.fitting.randomness import RandomState
from likewise.labels import UNLABELLED, Labels
from likewise.models.base import PartlyLabelled
from likewise.models.bayes.base import BayesScores
from likewise.models.bayes.naive_bayes import NaiveBayes
from likewise.models.linear.svm import short_indices
from likewise.models.row_order import put_back
from likewise.sklearn_api import Array, Constraints, HasMethods, Interval, fit_context

#: Pseudo-count of a word in naive Bayes; of a dozen labelled pages a smaller one believes every word that is seen once.
ALPHA = 1.0
#: Most documents of one class that a view labels in a round, where there are more than two classes.
MOST_GROWTH = 10


class Round(NamedTuple):
    """Codes of all documents so far, the round that gave each, the pool, what is left to draw, and the two models."""

    codes: Array
    since: Array
    pool: Array
    rest: Array
    models: tuple[Any, Any]


class CoTraining(MetaEstimatorMixin, PartlyLabelled):
    """Two classifiers that see different words of a document label the surest ones for each other.

    In each round both are fitted on what is labelled, and each labels the few documents of a small random pool that it
    is surest of; these are then labelled for both. Answers are the product of the two classifiers' probabilities.

    Parameters
    ----------
    estimator : classifier, optional
        Has ``predict_proba``; `NaiveBayes` with a pseudo-count of 1 by default.
    views : pair of column sets, optional
        Columns of each view: indices, masks or slices. By default every other column belongs to the first and the rest
        to the second, two halves that are no real views. ``fit`` and ``predict`` also take a tuple of two matrices.
    n_positive, n_negative : int
        Documents of the positive and of the negative class that a classifier labels in a round, of two classes.
    growth : mapping or array-like, optional
        The same for every class, by name or in the order of ``classes_``; by default, of more than two classes, in
        proportion to the labelled documents: one for the rarest class, ten at most.
    pool_size : int
        Documents to choose from in a round.
    max_iter : int
        Most rounds.
    random_state : int, Generator or None
        Seed of the pool.
    threshold : {"default", "prior"}
        Where scores are cut: at equal odds, or by an estimated share of positives.

    Attributes
    ----------
    estimators_ : tuple of two classifiers
        One a view, fitted on the columns of ``views_``.
    views_ : tuple of two ndarray of int
        Columns of each view.
    labeled_ : ndarray of int of shape (n_samples,)
        Round in which each document was labelled: 0 for those that came so, -1 for never.
    taught_ : ndarray of int of shape (n_samples,)
        Place in ``classes_`` of each document's label at the end, -1 for none.
    n_iter_ : int
        Rounds that labelled something.
    stop_reason_ : {"no_change", "max_iter"}
        Whether nothing was left to label, or the rounds were over.
    reliable_ : ndarray of bool of shape (n_samples,)
        Which unlabelled documents were taken for negative; none where every class has labels.

    References
    ----------
    .. [1] A. Blum, T. Mitchell, Combining labeled and unlabeled data with co-training, COLT 1998.

    Notes
    -----
    Assumes : either view is enough to tell the class, and given the class says nothing of the other view.
    Use it : where documents come with two texts, such as pages and the links to them, and labels are very few.
    Cost : two fits on few documents a round.

    For naive Bayes a word is best counted once a document, and numbers are best made one word: "CS 414" is a course as
    "CS 101" is.

    Examples
    --------
    >>> from likewise.models.meta import CoTraining
    >>> pages = [[2, 0, 1], [0, 2, 1], [3, 0, 0], [0, 1, 0]]
    >>> links = [[1, 0], [0, 1], [0, 0], [0, 1]]
    >>> model = CoTraining(random_state=0).fit((pages, links), [1, 0, -1, -1])
    >>> model.predict((pages, links)).tolist(), model.labeled_.tolist()
    ([1, 0, 1, 0], [0, 0, 1, 1])
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **PartlyLabelled._parameter_constraints,
        "estimator": [HasMethods(["fit", "predict_proba"]), None],
        "views": [tuple, list, None],
        "n_positive": [Interval(Integral, 1, None, closed="left")],
        "n_negative": [Interval(Integral, 1, None, closed="left")],
        "growth": [Mapping, "array-like", None],
        "pool_size": [Interval(Integral, 1, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        views: Any = None,
        n_positive: int = 1,
        n_negative: int = 3,
        growth: Any = None,
        pool_size: int = 75,
        max_iter: int = 30,
        random_state: RandomState = None,
        threshold: str = "default",
    ) -> None:
        self.estimator = estimator
        self.views = views
        self.n_positive = n_positive
        self.n_negative = n_negative
        self.growth = growth
        self.pool_size = pool_size
        self.max_iter = max_iter
        self.random_state = random_state
        self.threshold = threshold

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: Any, y: Any) -> Self:
        """Learn from two views of labelled and unlabelled documents.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features), or tuple of two
            Counts, documents × words; or two views of the same documents.
        y : array-like of shape (n_samples,)
            A class, or -1 for unlabelled documents.

        Returns
        -------
        self : estimator
            Fitted.
        """
        self._first_width: int | None = None
        if _is_pair(X):
            if self.views is not None:
                raise UserError("CoTraining takes views from a tuple of matrices or from views, not both; drop one.")
            self._first_width = int(sparse.csr_array(X[0]).shape[1])
            X = _side_by_side(X)
        return self._fit(X, y)

    def _read(self, X: Any) -> sparse.csr_array:
        return super()._read(_side_by_side(X) if _is_pair(X) else X)

    def _settled(self) -> dict[str, Any]:
        return {"views": self.views_}

    def _learn_labelled(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        rng = generator(self.random_state)
        self.views_ = self._columns(X.shape[1])
        rows = self._split(X)
        filled = tuple(np.diff(view.indptr) > 0 for view in rows)
        growth = self._growth(labels)
        base = NaiveBayes(alpha=ALPHA) if self.estimator is None else self.estimator

        def taught(codes: Array) -> tuple[Any, Any]:
            known = np.flatnonzero(codes != UNLABELLED)
            first, second = (clone(base).fit(view[known], labels.classes[codes[known]]) for view in rows)
            return first, second

        def step(state: Round) -> tuple[Round, float]:
            n_labelled = float((state.codes != UNLABELLED).sum())
            choices = [
                surest(log_posteriors(model, view[state.pool]), has_words[state.pool], growth)
                for model, view, has_words in zip(state.models, rows, filled, strict=True)
                if len(state.pool)
            ]
            new = agreed(choices) if choices else np.empty(0, dtype=np.intp)
            picked = new != UNLABELLED
            if not picked.any():
                return state, n_labelled
            codes, since = state.codes.copy(), state.since.copy()
            codes[state.pool[picked]], since[state.pool[picked]] = new[picked], state.since.max() + 1
            n_drawn = int(picked.sum())
            pool = np.concatenate([state.pool[~picked], state.rest[:n_drawn]])
            return Round(codes, since, pool, state.rest[n_drawn:], taught(codes)), n_labelled

        pile = rng.permutation(np.flatnonzero(labels.unlabelled))
        since = np.where(labels.unlabelled, -1, 0)
        start = Round(labels.codes, since, pile[: self.pool_size], pile[self.pool_size :], taught(labels.codes))
        monitor = Monitor(max_iter=self.max_iter)
        end = iterate(step, start, monitor)
        self.estimators_, self.taught_, self.labeled_ = end.models, end.codes, end.since
        self.n_iter_, self.stop_reason_ = max(1, int(end.since.max())), monitor.stop_reason

    def _put_back(self, order: Array) -> None:
        super()._put_back(order)
        self.taught_, self.labeled_ = put_back(self.taught_, order), put_back(self.labeled_, order)

    def _log_scores(self, X: sparse.csr_array) -> Array:
        first, second = (
            log_softmax(log_posteriors(model, view), axis=1)
            for model, view in zip(self.estimators_, self._split(X), strict=True)
        )
        return first + second

    def _split(self, X: sparse.csr_array) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
        first, second = (short_indices(sparse.csr_array(X[:, columns])) for columns in self.views_)
        return first, second

    def _columns(self, n_columns: int) -> tuple[Array, Array]:
        """Return the columns of both views."""
        every = np.arange(n_columns)
        if self._first_width is not None:
            return every[: self._first_width], every[self._first_width :]
        if self.views is None:
            # One column alone is both views.
            return every[::2], every[1::2] if n_columns > 1 else every
        if len(self.views) != 2:
            raise UserError(f"CoTraining has two views, {len(self.views)} came; give a pair of column sets.")
        try:
            first, second = (every[view if isinstance(view, slice) else np.asarray(view)] for view in self.views)
        except IndexError:
            raise UserError(
                f"CoTraining found a view that is not made of the {n_columns} columns; give indices, a mask or a slice."
            ) from None
        for number, view in enumerate((first, second), 1):
            if view.ndim != 1 or not len(view):
                raise UserError(f"CoTraining has no column in view {number}; give both views some.")
        return first, second

    def _growth(self, labels: Labels) -> Array:
        """Return how many documents of each class a classifier labels in a round."""
        classes = labels.classes
        if self.growth is None:
            if len(classes) == 2:
                return np.array([self.n_negative, self.n_positive])
            sizes = np.bincount(labels.codes[~labels.unlabelled], minlength=len(classes))
            return np.asarray(np.minimum(np.round(sizes / sizes.min()), MOST_GROWTH), dtype=np.intp)
        given = self.growth
        values = np.array([given.get(name, 0) for name in classes.tolist()] if isinstance(given, Mapping) else given)
        if values.shape != classes.shape or values.dtype.kind not in "iu" or values.min() < 0 or not values.any():
            raise UserError(
                f"CoTraining needs a growth of 0, 1, 2, … for each of {len(classes)} classes, not {given!r}; leave it "
                "out for their shares."
            )
        return np.asarray(values, dtype=np.intp)


def log_posteriors(model: Any, rows: Any) -> Array:
    """Return logarithms of what is proportional to the classes' probabilities, without rounding to 0 and 1.

    Examples
    --------
    >>> model = NaiveBayes(alpha=1.0).fit([[2, 0], [0, 2]], [0, 1])
    >>> log_posteriors(model, [[2000, 0]]).round().tolist()
    [[0.0, -2197.0]]
    """
    if hasattr(model, "predict_joint_log_proba"):
        return np.asarray(model.predict_joint_log_proba(rows))
    if isinstance(model, BayesScores) and model.threshold == "default":
        scores = model.decision_function(rows)
        return scores if scores.ndim == 2 else np.column_stack([np.zeros_like(scores), scores])
    return np.log(np.maximum(model.predict_proba(rows), np.finfo(np.float64).tiny))


class Choice(NamedTuple):
    """For each document of the pool the class that one view gives it, -1 for none, and how sure the view is."""

    codes: Array
    log_odds: Array


def surest(scores: Array, has_words: Array, growth: Array) -> Choice:
    """Give the surest documents of each class this class, if they have words at all and no other class is likelier.

    Parameters
    ----------
    scores : array of shape (n_documents, n_classes)
        Logarithms of what is proportional to probabilities.
    has_words : array of bool
        A document without words is never sure.
    growth : array of int
        How many of each class.

    Examples
    --------
    >>> scores = np.log([[0.9, 0.1], [0.2, 0.8], [0.4, 0.6], [0.7, 0.3]])
    >>> surest(scores, np.array([True, True, True, True]), np.array([2, 1])).codes.tolist()
    [0, 1, -1, 0]
    """
    best = scores.argmax(axis=1)
    documents = np.arange(len(scores))
    others = scores.copy()
    others[documents, best] = -np.inf
    # The log-odds against all other classes: a probability itself would be 1 for every long document.
    log_odds = scores[documents, best] - logsumexp(others, axis=1)
    codes = np.full(len(scores), UNLABELLED, dtype=np.intp)
    for code, count in enumerate(growth):
        mine = np.flatnonzero((best == code) & has_words)
        codes[mine[np.argsort(-log_odds[mine], kind="stable")[:count]]] = code
    return Choice(codes, log_odds)


def agreed(choices: list[Choice]) -> Array:
    """Bring the two views' choices together: of two classes for one document the surer counts, of equals neither.

    Examples
    --------
    >>> first = Choice(np.array([1, 0, 0, -1]), np.array([2.0, 3.0, 1.0, 9.0]))
    >>> second = Choice(np.array([0, 1, 1, 1]), np.array([1.0, 3.0, 4.0, 1.0]))
    >>> agreed([first, second]).tolist()
    [1, -1, 1, 1]
    """
    first, second = choices
    result: Array = np.where(first.codes == UNLABELLED, second.codes, first.codes)
    clash = (first.codes != second.codes) & (first.codes != UNLABELLED) & (second.codes != UNLABELLED)
    result[clash & (second.log_odds > first.log_odds)] = second.codes[clash & (second.log_odds > first.log_odds)]
    result[clash & (second.log_odds == first.log_odds)] = UNLABELLED
    return result


def _is_pair(X: Any) -> bool:
    """Tell two matrices from one that is a tuple of rows."""
    return isinstance(X, tuple) and len(X) == 2 and all(sparse.issparse(view) or np.ndim(view) == 2 for view in X)


def _side_by_side(views: tuple[Any, Any]) -> sparse.csr_array:
    first, second = (sparse.csr_array(view) for view in views)
    if first.shape[0] != second.shape[0]:
        raise UserError(
            f"CoTraining needs both views of every document, {first.shape[0]} and {second.shape[0]} rows came; give "
            "as many."
        )
    return sparse.csr_array(sparse.hstack([first, second], format="csr"))
