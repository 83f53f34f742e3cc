"""A linear score of weighted words."""

from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse

from likewise.labels import Labels
from likewise.models.base import PUClassifier
from likewise.sklearn_api import Array, Constraints, StrOptions, fit_context
from likewise.text.weighting import SCHEMES, Weighting


class LinearScores(PUClassifier):
    """Base of classifiers that weigh counts themselves and score documents by ``coef_`` and ``intercept_``.

    A subclass returns the two from `_rule`.
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **PUClassifier._parameter_constraints,
        "weighting": [StrOptions(set(SCHEMES))],
    }

    weighting: str
    coef_: Array
    intercept_: Array

    def _rule(self, rows: sparse.csr_array, labels: Labels, weights: Array) -> tuple[Array, float]:
        """Return the weight of each column and the intercept, from weighted documents."""
        raise NotImplementedError

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from examples and a pile.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.
        y : array-like of shape (n_samples,)
            1 for the examples, -1 for the pile, and 0 for documents known not to match.
        sample_weight : array-like of shape (n_samples,), optional
            How much each document counts; 1 by default. A weight of 0 is no document.

        Returns
        -------
        self : estimator
            Fitted.
        """
        return self._fit(X, y, sample_weight)

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        self._weighting = Weighting(self.weighting).fit(X)
        rows = sparse.csr_array(self._weighting.transform(X))
        # Words that no document has weigh nothing, and are most of them where few documents meet a large vocabulary.
        used = np.flatnonzero(np.bincount(rows.indices, minlength=rows.shape[1]))
        is_thin = 0 < 2 * len(used) < rows.shape[1]
        coef, intercept = self._rule(rows[:, used] if is_thin else rows, labels, weights)
        self.coef_, self.intercept_ = np.reshape(coef, (1, -1)), np.array([intercept], dtype=np.float64)
        if is_thin:
            self.coef_ = np.zeros((1, rows.shape[1]), dtype=self.coef_.dtype)
            self.coef_[0, used] = coef

    def _score(self, X: sparse.csr_array) -> Array:
        return np.asarray(self._weighting.transform(X) @ self.coef_[0] + self.intercept_[0], dtype=np.float64)
