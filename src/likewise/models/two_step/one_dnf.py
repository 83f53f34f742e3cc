"""1-DNF: reliable negatives have none of the words that the examples have more often than the pile."""

from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from likewise.labels import Labels
from likewise.models.two_step.base import Extractor
from likewise.sklearn_api import Array, Constraints, Interval


class OneDNFExtractor(Extractor):
    """Takes documents for negative that have no word which is commoner among the examples than in the pile.

    With long documents or many examples few documents are without such a word, or none is.

    Parameters
    ----------
    min_ratio : float
        A word is the examples' if the share of them that have it is above this many times the pile's share.
    min_df : int
        Examples that must have the word.
    relax : bool
        Whether documents with the fewest such words are taken where less than ``min_fraction`` of the pile has none.
    min_fraction : float
        Share of the pile that is taken at least, with ``relax``.

    Attributes
    ----------
    words_allowed_ : int
        After ``extract``: most words of the examples that a document taken for negative has; 0 unless ``relax`` was
        needed.

    References
    ----------
    .. [1] H. Yu, J. Han, K. C.-C. Chang, PEBL: positive example based learning for web page classification using SVM,
       KDD 2002.

    Examples
    --------
    >>> from likewise.models.two_step import OneDNFExtractor
    >>> X = [[1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 0, 1]]
    >>> OneDNFExtractor().extract(X, [1, 1, -1, -1, -1, -1]).tolist()
    [False, False, False, False, False, True]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **Extractor._parameter_constraints,
        "min_ratio": [Interval(Real, 1, None, closed="left")],
        "min_df": [Interval(Integral, 1, None, closed="left")],
        "relax": ["boolean"],
    }

    _instead = "SpyExtractor, relax=True"

    def __init__(
        self, *, min_ratio: float = 1.0, min_df: int = 1, relax: bool = False, min_fraction: float = 0.05
    ) -> None:
        self.min_ratio = min_ratio
        self.min_df = min_df
        self.relax = relax
        self.min_fraction = min_fraction

    def _doubts(self, X: sparse.csr_array, labels: Labels) -> Array:
        has = sparse.csr_array((np.ones(X.nnz), X.indices, X.indptr), shape=X.shape)
        has.data[X.data == 0] = 0
        in_examples, in_pile = labels.positive @ has, labels.unlabelled @ has
        share, background = in_examples / labels.positive.sum(), in_pile / labels.unlabelled.sum()
        positive_words = (share > self.min_ratio * background) & (in_examples >= self.min_df)
        self._number = np.asarray(has @ positive_words.astype(np.float64))
        return self._number - 0.5

    def extract(self, X: Any, y: Any) -> Array:
        """Say which unlabelled documents are reliable negatives.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.
        y : array-like of shape (n_samples,)
            1 for the examples, -1 for the pile.

        Returns
        -------
        ndarray of bool of shape (n_samples,)
            True only where y is -1.
        """
        reliable = super().extract(X, y)
        self.words_allowed_ = int(self._number[reliable].max())
        del self._number
        return reliable

    def _least_share(self) -> float:
        return self.min_fraction if self.relax else 0.0
