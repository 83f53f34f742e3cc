"""A transformer as a classifier: near the examples in the space that it learns."""

from typing import Any, Self

import numpy as np
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, _fit_context, clone
from sklearn.preprocessing import normalize
from sklearn.utils import get_tags
from sklearn.utils._param_validation import HasMethods
from sklearn.utils.validation import check_is_fitted

from likewise.models.linear.centroid import rocchio_rule
from likewise.models.validation import count_matrix, documents_and_labels

Array = np.ndarray[Any, np.dtype[Any]]


class InSpace(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """Finds documents near your examples in the space of a topic model.

    The transformer turns documents into rows of few dimensions, which are brought to unit length; there Rocchio's
    rule (`likewise.models.linear.Centroid`) tells the examples from the rest.

    Parameters
    ----------
    transformer : estimator
        Has ``fit_transform`` and ``transform``, such as `PLSA`, `LDA` or `LSI`; its ``random_state`` is the one used.

    Attributes
    ----------
    transformer_ : estimator
        The transformer, fitted on all documents.
    coef_, intercept_ : ndarray of shape (1, n_dimensions) and (1,)
        The rule, on unit rows of the space.
    training_scores_ : ndarray of shape (n_samples,)
        Score of each training document where the transformer put it at fit, without being folded in again.
    transduction_ : ndarray of shape (n_samples,)
        Class of each training document by that score.

    References
    ----------
    .. [1] J. J. Rocchio, Relevance feedback in information retrieval, in The SMART Retrieval System, 1971.

    Examples
    --------
    >>> from likewise.models.meta import InSpace
    >>> from likewise.models.topic import LSI
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> InSpace(LSI(2)).fit(X, [1, -1, -1, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012 - scikit-learn's name and type
        "transformer": [HasMethods(["fit_transform", "transform"])],
    }

    def __init__(self, transformer: Any) -> None:
        self.transformer = transformer

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags.multi_class = False
        tags.non_deterministic = get_tags(self.transformer).non_deterministic
        return tags

    @_fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: Any, y: Any) -> Self:
        """Learn the space of all documents × words, and in it the way from the rest (-1 and 0) to the examples (1)."""
        X, labels = documents_and_labels(self, X, y)
        self.classes_ = labels.classes
        self.transformer_ = clone(self.transformer)
        rows = _unit_rows(self.transformer_.fit_transform(X))
        direction, cut = rocchio_rule(rows, labels.positive, np.ones(len(rows)))
        self.coef_, self.intercept_ = direction[None, :], np.array([cut])
        self.training_scores_ = rows @ direction + cut
        self.transduction_ = labels.told(self.training_scores_ > 0)
        return self

    def decision_function(self, X: Any) -> Array:
        """Return a score for each document; above 0 is positive, and higher is likelier."""
        check_is_fitted(self)
        rows = _unit_rows(self.transformer_.transform(count_matrix(self, X, reset=False)))
        result: Array = rows @ self.coef_[0] + self.intercept_[0]
        return result

    def predict(self, X: Any) -> Array:
        """Return each document's class."""
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(np.intp)]

    def predict_proba(self, X: Any) -> Array:
        """Return the two classes' probabilities, the logistic function of the score."""
        positive = expit(self.decision_function(X))
        return np.column_stack([1.0 - positive, positive])


def _unit_rows(coordinates: Any) -> Array:
    """Bring rows to unit length, in double precision; a row of zeros stays one."""
    result: Array = normalize(np.asarray(coordinates, dtype=np.float64), copy=True)
    return result
