"""A support vector machine that takes what it rejects for negative, and learns again."""

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import ClassVar

import numpy as np
from scipy import sparse

from likewise.errors import UserError
from likewise.fitting import Iteration, Monitor, iterate
from likewise.labels import Labels
from likewise.models.linear.base import LinearScores
from likewise.models.linear.svm import hinge_rule
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions


@dataclass(frozen=True, eq=False)
class Round:
    """One round: the rule learned, and the documents that were negative for it."""

    coef: Array
    intercept: float
    negative: Array

    def scores(self, rows: sparse.csr_array) -> Array:
        """Return the margins of weighted documents."""
        return rows @ self.coef + self.intercept


class IterativeSVM(LinearScores):
    """A linear SVM on positives and reliable negatives; what it rejects of the rest joins the negatives.

    It is a learner of `TwoStep`: it needs documents labelled 0. One round is the plain SVM, rounds to the end without
    a guard are SVM-I, and with it SVM-IS.

    Parameters
    ----------
    C : float
        Weight of errors against the width of the margin.
    guard : float, optional
        Share of the positives that the last round may reject; if it rejects more, the first round is kept.
    max_iter : int
        Most rounds; it ends before when nothing more is rejected.
    class_weight : {"balanced"}, optional
        Whether positives weigh as much as negatives; not so in the papers.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    callback : callable, optional
        Called with a `likewise.fitting.Iteration` after each round; a true answer stops the fit.
    threshold : {"default", "prior"}
        Where scores are cut: at margin 0, or by an estimated share of positives.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (1, n_features) and (1,)
        The rule, on weighted counts.
    n_iter_, stop_reason_
        Rounds made, and why there were no more.
    n_negative_ : list of int
        Negatives of each round.
    kept_first_ : bool
        Whether the guard took the first round.

    References
    ----------
    .. [1] X. Li, B. Liu, Learning to classify texts using positive and unlabeled data, IJCAI 2003.

    Examples
    --------
    >>> from likewise.models.two_step import IterativeSVM
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> IterativeSVM().fit(X, [1, -1, 0, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **LinearScores._parameter_constraints,
        "C": [Interval(Real, 0, None, closed="neither")],
        "guard": [Interval(Real, 0, 1, closed="both"), None],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "class_weight": [StrOptions({"balanced"}), None],
        "callback": [callable, None],
    }

    def __init__(
        self,
        *,
        C: float = 1.0,
        guard: float | None = 0.08,
        max_iter: int = 100,
        class_weight: str | None = None,
        weighting: str = "tfidf",
        callback: Callable[[Iteration], object] | None = None,
        threshold: str = "default",
    ) -> None:
        self.C = C
        self.guard = guard
        self.max_iter = max_iter
        self.class_weight = class_weight
        self.weighting = weighting
        self.callback = callback
        self.threshold = threshold

    def _rule(self, rows: sparse.csr_array, labels: Labels, weights: Array) -> tuple[Array, float]:
        if not weights[labels.negative].any():
            raise UserError(
                f"{type(self).__name__} needs reliable negatives and y has no 0 that counts; use it in TwoStep, after "
                "an extractor."
            )
        # A document without words has the intercept for a score: no evidence, so it stays where it is.
        open_to_doubt = labels.unlabelled & (np.diff(rows.indptr) > 0)
        first = self._round(rows, labels, weights, labels.negative)
        self.n_negative_ = [int(first.negative.sum())]

        def step(now: Round) -> tuple[Round, float]:
            rejected = open_to_doubt & ~now.negative & (now.scores(rows) < 0)
            if not rejected.any():
                return now, float(now.negative.sum())
            self.n_negative_.append(int((now.negative | rejected).sum()))
            return self._round(rows, labels, weights, now.negative | rejected), float(now.negative.sum())

        # The first round is made; each step makes another.
        monitor = Monitor(max_iter=self.max_iter - 1, callback=self.callback, name=type(self).__name__)
        last = iterate(step, first, monitor)
        self.n_iter_, self.stop_reason_ = len(self.n_negative_), monitor.stop_reason
        missed = np.average(last.scores(rows[labels.positive]) <= 0, weights=weights[labels.positive])
        self.kept_first_ = bool(self.guard is not None and missed > self.guard)
        kept = first if self.kept_first_ else last
        return kept.coef, kept.intercept

    def _round(self, rows: sparse.csr_array, labels: Labels, weights: Array, negative: Array) -> Round:
        used = labels.positive | negative
        costs = self.C * weights[used]
        is_positive = labels.positive[used]
        if self.class_weight == "balanced":
            for side in (is_positive, ~is_positive):
                costs[side] *= 0.5 * weights[used].sum() / max(float(weights[used][side].sum()), 1e-300)
        coef, intercept = hinge_rule(rows[used], is_positive, costs)
        return Round(coef, intercept, negative)
