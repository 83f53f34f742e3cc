"""Bagging for positive and unlabelled documents: many classifiers, each against a few of the pile."""

from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.base import MetaEstimatorMixin, clone
from sklearn.utils.parallel import Parallel, delayed

from likewise.fitting import generator
from likewise.fitting.randomness import RandomState
from likewise.labels import Labels
from likewise.models.linear.svm import fit_hinge, hinge_machine, short_indices
from likewise.models.routing import RoutingClassifier
from likewise.sklearn_api import N_JOBS, Array, Constraints, HasMethods, Interval, StrOptions
from likewise.text.weighting import SCHEMES, Weighting


class BaggingPU(MetaEstimatorMixin, RoutingClassifier):
    """Sets the examples against a few documents of the pile, again and again, and averages what it learns.

    A document of the pile is judged only by classifiers that were not told it is negative. Each one's scores are
    divided by their spread over the pile before they are averaged.

    Parameters
    ----------
    estimator : classifier, optional
        Has ``decision_function`` or ``predict_proba``; a linear SVM by default.
    n_estimators : int
        How many classifiers.
    max_samples : int, optional
        Documents of the pile for each, drawn with replacement; as many as there are examples by default.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    n_jobs : int, optional
        Processes; results are the same for every number.
    random_state : int, Generator or None
        Seed of the draws.
    threshold : {"default", "prior"}
        Where scores are cut: at 0, or by an estimated share of positives.

    Attributes
    ----------
    estimators_ : list of classifiers
        All of them.
    training_scores_, training_proba_, transduction_ : ndarray of shape (n_samples,)
        Score, probability and class of each training document, by classifiers that it took no part in.

    References
    ----------
    .. [1] F. Mordelet, J.-P. Vert, A bagging SVM to learn from positive and unlabeled examples, Pattern Recognition
       Letters 37, 2014.

    Notes
    -----
    Assumes : a small draw of the pile holds few positives.
    Use it : with few examples and a classifier of your own that is slow on a large pile.
    Cost : 50 fits on twice as many documents as there are examples, and 50 passes over the pile.

    Examples
    --------
    >>> from likewise.models.meta import BaggingPU
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> BaggingPU(random_state=0).fit(X, [1, -1, -1, -1]).transduction_.tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **RoutingClassifier._parameter_constraints,
        "estimator": [HasMethods(["fit", "decision_function"]), HasMethods(["fit", "predict_proba"]), None],
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "max_samples": [Interval(Integral, 1, None, closed="left"), None],
        "weighting": [StrOptions(set(SCHEMES))],
        "n_jobs": N_JOBS,
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        n_estimators: int = 50,
        max_samples: int | None = None,
        weighting: str = "tfidf-log",
        n_jobs: int | None = None,
        random_state: RandomState = None,
        threshold: str = "default",
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.weighting = weighting
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.threshold = threshold

    def _inner_estimator(self) -> Any:
        # Fifty rules are averaged: few digits do.
        return hinge_machine(tolerance=1e-4) if self.estimator is None else self.estimator

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> Array:
        self._weighting = Weighting(self.weighting).fit(X)
        rows = short_indices(self._weighting.transform(X))
        examples, others = np.flatnonzero(labels.positive), np.flatnonzero(~labels.positive)
        ours = self.estimator is None
        base, metadata = self._inner_estimator(), self._metadata
        n_drawn = len(examples) if self.max_samples is None else self.max_samples

        def one(child: np.random.Generator) -> tuple[Any, Array, float, Array]:
            drawn = child.choice(others, n_drawn)
            some = np.concatenate([examples, drawn])
            model = clone(base)
            if ours:
                fit_hinge(model, rows[some], labels.positive[some])
            else:
                model.fit(
                    rows[some], labels.positive[some], **{name: beside[some] for name, beside in metadata.items()}
                )
            scores = _centred(model, rows)
            spread = float(scores[others].std()) or 1.0
            return model, drawn, spread, scores / spread

        children = generator(self.random_state).spawn(self.n_estimators)
        runs = Parallel(n_jobs=self.n_jobs)(delayed(one)(child) for child in children)
        self.estimators_, self._spreads = [run[0] for run in runs], [run[2] for run in runs]
        total, judges, everyone = np.zeros(len(weights)), np.zeros(len(weights)), np.zeros(len(weights))
        for _, drawn, _, scores in runs:
            free = np.ones(len(weights), dtype=bool)
            free[drawn] = False
            total[free] += scores[free]
            judges += free
            everyone += scores
        # A document that was drawn every time, from a tiny pile, is judged by all.
        return np.where(judges > 0, total / np.maximum(judges, 1), everyone / len(runs))

    def _score(self, X: sparse.csr_array) -> Array:
        rows = short_indices(self._weighting.transform(X))
        total = np.zeros(X.shape[0])
        for model, spread in zip(self.estimators_, self._spreads, strict=True):
            total += _centred(model, rows) / spread
        return total / len(self.estimators_)


def _centred(model: Any, rows: sparse.csr_matrix) -> Array:
    """Return scores with 0 as the cut-off; a probability's is ½."""
    if hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(rows), dtype=np.float64)
    return np.asarray(model.predict_proba(rows), dtype=np.float64)[:, 1] - 0.5
