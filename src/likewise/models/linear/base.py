"""A linear score of weighted words."""

from typing import ClassVar

import numpy as np
from scipy import sparse

from likewise.labels import Labels
from likewise.models.weighted import WeightedClassifier
from likewise.sklearn_api import Array, Constraints, StrOptions
from likewise.text.weighting import SCHEMES, Weighting


class LinearScores(WeightedClassifier):
    """Base of classifiers that weigh counts themselves and score documents by ``coef_`` and ``intercept_``.

    A subclass returns the two from `_rule`.
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **WeightedClassifier._parameter_constraints,
        "weighting": [StrOptions(set(SCHEMES))],
    }

    weighting: str
    coef_: Array
    intercept_: Array

    def _rule(self, rows: sparse.csr_array, labels: Labels, weights: Array) -> tuple[Array, float]:
        """Return the weight of each column and the intercept, from weighted documents."""
        raise NotImplementedError

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
