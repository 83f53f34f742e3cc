# mypy: disallow-subclassing-any=False
"""Classifiers in which some documents count for more than others."""

from typing import Any, Self

from likewise.models.base import PUClassifier
from likewise.sklearn_api import fit_context


class WeightedClassifier(PUClassifier):
    """Base of classifiers whose `fit` takes a weight for each document."""

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
