"""A linear score of weighted words, told as classes, probabilities and margins."""

from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from likewise.errors import UserError
from likewise.labels import Labels
from likewise.models.validation import count_matrix, documents_and_labels
from likewise.text.weighting import SCHEMES, Weighting

Array = np.ndarray[Any, np.dtype[Any]]


class LinearScores(ClassifierMixin, BaseEstimator):
    """Base of classifiers that weigh counts themselves and score documents by ``coef_`` and ``intercept_``."""

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012 - scikit-learn's name and type
        "weighting": [StrOptions(set(SCHEMES))],
    }

    weighting: str
    coef_: Array
    intercept_: Array

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags.multi_class = False
        return tags

    def _read(self, X: Any, y: Any, sample_weight: Any) -> tuple[sparse.csr_array, Labels, Array]:
        """Return the weighted documents, the labels and the weights, and keep how to weigh others."""
        X, labels = documents_and_labels(self, X, y)
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64)
        for side in (labels.positive, ~labels.positive):
            if not weights[side].any():
                raise UserError(f"{type(self).__name__} is left with one class, as sample_weight is 0 on the other.")
        self.classes_ = labels.classes
        self._weighting = Weighting(self.weighting).fit(X)
        return sparse.csr_array(self._weighting.transform(X)), labels, weights

    def decision_function(self, X: Any) -> Array:
        """Return a score for each document; above 0 is positive, and higher is likelier."""
        check_is_fitted(self)
        weighted = self._weighting.transform(count_matrix(self, X, reset=False))
        result: Array = np.asarray(weighted @ self.coef_[0] + self.intercept_[0], dtype=np.float64)
        return result

    def predict(self, X: Any) -> Array:
        """Return each document's class."""
        is_positive = self.decision_function(X) > 0
        return self.classes_[is_positive.astype(np.intp)]

    def predict_proba(self, X: Any) -> Array:
        """Return the two classes' probabilities, the logistic function of the score."""
        positive = expit(self.decision_function(X))
        return np.column_stack([1.0 - positive, positive])
