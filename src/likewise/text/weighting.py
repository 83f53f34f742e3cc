"""Counts to weights: a part for the count in a document, a part for the word, a part for the length of the row."""

from collections.abc import Callable
from functools import cached_property
from numbers import Real
from typing import Any, ClassVar, NamedTuple, Self, cast

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from likewise.errors import UserError
from likewise.fitting.block_matrix import in_blocks
from likewise.sklearn_api import Array, Interval, StrOptions, fit_context, normalize, validate_data
from likewise.text.block_weighting import BlockWordSums, weigh


class Scheme(NamedTuple):
    """One part of each kind."""

    tf: str
    idf: str
    norm: str


class WordSums:
    """What the parts for a word may use, learned from a corpus when it is used."""

    def __init__(self, counts: sparse.csr_array) -> None:
        self._counts = counts
        self.n_documents, self._n_words = counts.shape

    @cached_property
    def documents(self) -> Array:
        """In how many documents each word occurs."""
        return np.bincount(self._counts.indices, minlength=self._n_words)

    @cached_property
    def entropy(self) -> Array:
        """The entropy of each word's spread over the documents, in nats."""
        words, data = self._counts.indices, self._counts.data.astype(np.float64, copy=False)
        share = data / np.bincount(words, weights=data, minlength=self._n_words)[words]
        return np.bincount(words, weights=-share * np.log(share), minlength=self._n_words)


SCHEMES = {
    "counts": Scheme("count", "none", "none"),
    "l2": Scheme("count", "none", "l2"),
    "tfidf": Scheme("count", "smooth", "l2"),
    "tfidf-log": Scheme("log", "smooth", "l2"),
    "bm25": Scheme("bm25", "bm25", "none"),
    "log-entropy": Scheme("log1p", "entropy", "l2"),
}
"""The named weightings."""

TF: dict[str, Callable[[Array, Array, float], Array]] = {
    "count": lambda x, length, k1: x,
    "binary": lambda x, length, k1: np.ones_like(x),
    "log": lambda x, length, k1: 1 + np.log(x),
    "log1p": lambda x, length, k1: np.log1p(x),
    "bm25": lambda x, length, k1: x * (k1 + 1) / (x + k1 * length),
}
"""The part of a count: from the non-zero counts, each one's row length (1 is average, softened by b), and k1."""


def smooth_idf(n_documents: int, documents: Array) -> Array:
    """Return the part of words of which each is in some of so many documents.

    Examples
    --------
    >>> smooth_idf(3, np.array([3])).tolist()
    [1.0]
    """
    idf: Array = np.log((1 + n_documents) / (1 + documents)) + 1
    return idf


IDF: dict[str, Callable[[WordSums | BlockWordSums], Array]] = {
    "none": lambda s: np.ones(len(s.documents)),
    "smooth": lambda s: smooth_idf(s.n_documents, s.documents),
    "plain": lambda s: np.log(s.n_documents / np.maximum(s.documents, 1)) + 1,
    "bm25": lambda s: np.log1p((s.n_documents - s.documents + 0.5) / (s.documents + 0.5)),
    "probabilistic": lambda s: np.log(np.maximum((s.n_documents - s.documents) / np.maximum(s.documents, 1), 1)),
    "entropy": lambda s: np.clip(1 - s.entropy / np.log(max(s.n_documents, 2)), 0, 1),
}
"""The part of a word, by its sums; a word of no document counts as one of a single document where it must."""

NORMS = ("l2", "l1", "none")


class Weighting(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    r"""Turn counts of words into weights.

    A weight is the part of the count times the part of the word, and rows are then brought to unit length. A scheme
    names all three; each can be chosen by itself too.

    Parameters
    ----------
    scheme : {"tfidf", "tfidf-log", "bm25", "log-entropy", "l2", "counts"}, default="tfidf"
        "tfidf" is scikit-learn's ``TfidfTransformer()``; "tfidf-log" is the same with ``sublinear_tf``; "l2" only
        brings rows to unit length; "counts" changes nothing.
    tf : {"count", "binary", "log", "log1p", "bm25", "auto"}, default="auto"
        The part of the count x: x, 1, 1 + ln x, ln(1 + x), or BM25's, which levels off and counts less in long
        documents. "auto" is the scheme's.
    idf : {"none", "smooth", "plain", "bm25", "probabilistic", "entropy", "auto"} or None, default="auto"
        The part of the word, from D documents of which d have it: 1, ln((1 + D)/(1 + d)) + 1, ln(D/d) + 1,
        ln(1 + (D - d + ½)/(d + ½)), max(0, ln((D - d)/d)), or 1 - H/ln D with the entropy H of its spread.
    norm : {"l2", "l1", "none", "auto"} or None, default="auto"
        Length to which rows are brought.
    k1 : float, default=1.2
        BM25: how late the count levels off.
    b : float, default=0.75
        BM25: how much the length of a document matters, from 0 to 1.

    Attributes
    ----------
    idf_ : ndarray of shape (n_features,)
        The part of each word.
    average_length_ : float
        Mean sum of a row at fit, for BM25.
    n_features_in_ : int
        Columns seen at fit.

    Examples
    --------
    >>> counts = [[3, 0, 1], [2, 0, 0], [3, 2, 0]]
    >>> Weighting("tfidf").fit_transform(counts).toarray().round(2).tolist()
    [[0.87, 0.0, 0.49], [1.0, 0.0, 0.0], [0.66, 0.75, 0.0]]
    >>> Weighting("tfidf", norm=None).fit(counts).idf_.round(2).tolist()
    [1.0, 1.69, 1.69]
    """

    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "scheme": [StrOptions(set(SCHEMES))],
        "tf": [StrOptions({*TF, "auto"})],
        "idf": [StrOptions({*IDF, "auto"}), None],
        "norm": [StrOptions({*NORMS, "auto"}), None],
        "k1": [Interval(Real, 0, None, closed="left")],
        "b": [Interval(Real, 0, 1, closed="both")],
    }

    def __init__(
        self,
        scheme: str = "tfidf",
        *,
        tf: str = "auto",
        idf: str | None = "auto",
        norm: str | None = "auto",
        k1: float = 1.2,
        b: float = 0.75,
    ) -> None:
        self.scheme = scheme
        self.tf = tf
        self.idf = idf
        self.norm = norm
        self.k1 = k1
        self.b = b

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: object = None) -> Self:
        """Learn the part of each word.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_documents, n_words)
            Counts, at least 0.
        y : ignored

        Returns
        -------
        self
        """
        if in_blocks(X):
            self.n_features_in_ = X.shape[1]
            self.idf_ = IDF[self._parts().idf](BlockWordSums(X))
            self.average_length_ = float(X.sum(dtype=np.float64) / X.shape[0])
            return self
        counts = self._counts(X, reset=True)
        self.idf_ = IDF[self._parts().idf](WordSums(counts))
        self.average_length_ = float(counts.sum(dtype=np.float64) / counts.shape[0])
        return self

    def transform(self, X: Any) -> sparse.csr_array:
        """Weigh counts.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_documents, n_words)
            Counts, at least 0.

        Returns
        -------
        csr_array of shape (n_documents, n_words)
            float32 if the counts are, and else float64.
        """
        check_is_fitted(self)
        if in_blocks(X):
            return cast("sparse.csr_array", weigh(X, self))
        parts = self._parts()
        weights = self._counts(X, reset=False)
        length = np.ones(1, weights.dtype)
        if parts.tf == "bm25":
            relative = weights.sum(axis=1, dtype=np.float64) / (self.average_length_ or 1.0)
            length = np.repeat(1 - self.b + self.b * relative, np.diff(weights.indptr)).astype(weights.dtype)
        dtype = weights.dtype
        weights.data = TF[parts.tf](weights.data, length, float(self.k1)).astype(dtype, copy=False)
        if parts.idf != "none":
            weights.data *= self.idf_.astype(dtype, copy=False)[weights.indices]
        if parts.norm != "none":
            weights = normalize(weights, norm=parts.norm, copy=False)
        return weights

    def _parts(self) -> Scheme:
        """Return the scheme with the parts that were chosen by themselves in place."""
        own = {"tf": self.tf, "idf": self.idf or "none", "norm": self.norm or "none"}
        return SCHEMES[self.scheme]._replace(**{part: name for part, name in own.items() if name != "auto"})

    def _counts(self, X: Any, *, reset: bool) -> sparse.csr_array:
        """Return a fresh CSR copy: sorted, without duplicates or stored zeros, of float32 or float64."""
        checked = validate_data(
            self, X, accept_sparse="csr", dtype=[np.float64, np.float32], accept_large_sparse=True, reset=reset
        )
        counts = sparse.csr_array(checked, copy=True)
        counts.sum_duplicates()
        counts.eliminate_zeros()
        if counts.nnz and counts.data.min() < 0:
            raise UserError(
                f"Negative values in data passed to {type(self).__name__}: counts are at least 0, and the least here "
                f"is {counts.data.min():g}; give it counts, such as those of Vectorizer"
            )
        return counts

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
