"""A transformer as a classifier: near the examples in the space that it learns."""

from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.base import MetaEstimatorMixin, clone
from sklearn.utils import get_tags

from likewise.labels import Labels
from likewise.models.linear.centroid import rocchio_rule
from likewise.models.routing import RoutingClassifier
from likewise.sklearn_api import Array, Constraints, HasMethods, normalize


class NearestInSpace(MetaEstimatorMixin, RoutingClassifier):
    """Finds documents near your examples in the space of a topic model.

    The transformer turns documents into rows of few dimensions, which are brought to unit length; there Rocchio's
    rule (`likewise.models.linear.Centroid`) tells the examples from the rest.

    Parameters
    ----------
    transformer : estimator
        Has ``fit_transform`` and ``transform``, such as `PLSA`, `LDA` or `LSI`; its ``random_state`` is the one used.
    threshold : {"default", "prior"}
        Where scores are cut: by Rocchio's rule, or by an estimated share of positives.

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
    >>> from likewise.models.meta import NearestInSpace
    >>> from likewise.models.topic import LSI
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> NearestInSpace(LSI(2)).fit(X, [1, -1, -1, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **RoutingClassifier._parameter_constraints,
        "transformer": [HasMethods(["fit_transform", "transform"])],
    }

    _inner = "transformer"
    _inner_method = "fit_transform"
    _sorts = False  # a topic model's own business

    def __init__(self, transformer: Any, *, threshold: str = "default") -> None:
        self.transformer = transformer
        self.threshold = threshold

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.non_deterministic = get_tags(self.transformer).non_deterministic
        return tags

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> Array:
        self.transformer_ = clone(self.transformer)
        rows = _unit_rows(self.transformer_.fit_transform(X, **self._metadata))
        direction, cut = rocchio_rule(rows, labels.positive, weights)
        self.coef_, self.intercept_ = direction[None, :], np.array([cut])
        return rows @ direction + cut

    def _score(self, X: sparse.csr_array) -> Array:
        rows = _unit_rows(self.transformer_.transform(X))
        return rows @ self.coef_[0] + self.intercept_[0]


def _unit_rows(coordinates: Any) -> Array:
    """Bring rows to unit length, in double precision; a row of zeros stays one."""
    return normalize(np.asarray(coordinates, dtype=np.float64), copy=True)
