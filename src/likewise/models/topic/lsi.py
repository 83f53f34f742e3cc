"""Latent semantic indexing: the truncated singular value decomposition of weighted counts."""

from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from likewise.fitting.singular import truncated_svd
from likewise.models.topic.base import TopicWords
from likewise.models.validation import count_matrix
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions, fit_context
from likewise.text.weighting import SCHEMES, Weighting


class LSI(TopicWords, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Documents and words in one space of few dimensions, where related words lie close together.

    X ≈ U S Vᵀ for the weighted matrix, without centring, which would fill it; a document x has coordinates x V, which
    are U S for the training documents. Compare documents by the cosine of their coordinates.

    Parameters
    ----------
    n_components : int
        Dimensions; at most one less than the smaller side of X, and then fewer.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
        Vᵀ; the largest entry of each row is positive, which settles the sign.
    singular_values_ : ndarray of shape (n_components,)
        S, falling.

    References
    ----------
    .. [1] S. Deerwester, S. T. Dumais, G. W. Furnas, T. K. Landauer, R. Harshman, Indexing by latent semantic
       analysis, JASIS 41(6), 1990.

    Notes
    -----
    Assumes : documents that are alike share words with the same others.
    Use it : where one kind is searched among many: related words count as well as equal ones.
    Cost : one truncated singular value decomposition.

    Examples
    --------
    >>> from likewise.models.topic import LSI
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 0], [0, 0, 5, 4], [0, 0, 1, 2]]
    >>> LSI(2).fit_transform(X).shape
    (4, 2)
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "n_components": [Interval(Integral, 1, None, closed="left")],
        "weighting": [StrOptions(set(SCHEMES))],
    }

    _takes_blocks = True

    def __init__(self, n_components: int = 100, *, weighting: str = "log-entropy") -> None:
        self.n_components = n_components
        self.weighting = weighting

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: object = None) -> Self:
        """Learn the space of documents.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.
        y : None
            Ignored.

        Returns
        -------
        self : estimator
            Fitted.
        """
        X = count_matrix(self, X, reset=True)
        self._weighting = Weighting(self.weighting).fit(X)
        self.singular_values_, directions = truncated_svd(self._weighting.transform(X), self.n_components)
        largest = directions[np.arange(len(directions)), np.abs(directions).argmax(axis=1)]
        self.components_ = (directions * np.where(largest < 0, -1, 1)[:, None]).astype(X.dtype)
        self._n_features_out = len(self.components_)
        return self

    def transform(self, X: Any) -> Array:
        """Return the coordinates of documents.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.

        Returns
        -------
        ndarray of shape (n_samples, n_components)
            Coordinates; a document without known words lies at the origin.
        """
        check_is_fitted(self)
        X = count_matrix(self, X, reset=False)
        return np.asarray(self._weighting.transform(X) @ self.components_.T.astype(X.dtype))
