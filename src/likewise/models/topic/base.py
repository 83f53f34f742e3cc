"""What every iterated topic model has: its parameters of fitting, its blocks, its monitor, and its words."""

from collections.abc import Callable, Sequence
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from joblib import effective_n_jobs
from scipy import sparse
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from likewise.fitting import CountBlock, Iteration, Monitor, Parts, map_parts, row_blocks
from likewise.fitting.block_matrix import in_blocks
from likewise.fitting.randomness import RandomState
from likewise.sklearn_api import N_JOBS, Array, Constraints, Interval, fit_context

#: Relative fall of an objective that counts as rounding, by the precision of the parameters.
SLACK = {np.dtype(np.float64): 1e-9, np.dtype(np.float32): 1e-5}


class TopicWords:
    """Gives a model with ``components_`` (topics × words) a list of each topic's words."""

    components_: Array

    def top_words(self, vocabulary: Sequence[str], n: int = 10) -> list[list[str]]:
        """Return the ``n`` words with the greatest weight in each topic.

        Parameters
        ----------
        vocabulary : sequence of str
            The word of each column, e.g. ``vectorizer.get_feature_names_out()``.
        n : int
            How many words of each topic.

        Returns
        -------
        list of list of str
            One list for each topic.

        Examples
        --------
        >>> from likewise.models.topic import PLSA
        >>> model = PLSA(2, random_state=0).fit([[4, 4, 0, 0], [3, 2, 0, 0], [0, 0, 5, 4], [0, 0, 1, 2]])
        >>> sorted(sorted(words) for words in model.top_words(["cat", "dog", "tea", "milk"], 2))
        [['cat', 'dog'], ['milk', 'tea']]
        """
        check_is_fitted(self, "components_")
        if len(vocabulary) != self.components_.shape[1]:
            raise ValueError(f"vocabulary has {len(vocabulary)} words, the model {self.components_.shape[1]} columns")
        best = np.argsort(-self.components_, axis=1, kind="stable")[:, :n]
        return [[str(vocabulary[column]) for column in row] for row in best]


class TopicModel(TopicWords, BaseEstimator):
    """Base of the topic models that are fitted by iterations over blocks of documents."""

    _parameter_constraints: ClassVar[Constraints] = {
        "n_components": [Interval(Integral, 1, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "n_init": [Interval(Integral, 1, None, closed="left")],
        "fold_in_iter": [Interval(Integral, 1, None, closed="left")],
        "block_rows": [Interval(Integral, 1, None, closed="left"), None],
        "n_jobs": N_JOBS,
        "callback": [callable, None],
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        n_components: Any,
        *,
        max_iter: int,
        tol: float,
        n_init: int,
        fold_in_iter: int,
        block_rows: int | None,
        n_jobs: int | None,
        callback: Callable[[Iteration], object] | None,
        random_state: RandomState,
    ) -> None:
        self.n_components = n_components
        self.max_iter = max_iter
        self.tol = tol
        self.n_init = n_init
        self.fold_in_iter = fold_in_iter
        self.block_rows = block_rows
        self.n_jobs = n_jobs
        self.callback = callback
        self.random_state = random_state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags

    _takes_blocks = True

    def _blocks(self, X: sparse.csr_array) -> Parts:
        n_threads = effective_n_jobs(self.n_jobs)
        if in_blocks(X):
            return map_parts(CountBlock, X.blocks, shared=(n_threads,))
        slices = row_blocks(X, self.block_rows)
        return [CountBlock(X if len(slices) == 1 else X[rows], n_threads) for rows in slices]

    def _monitor(self, dtype: np.dtype[Any], max_iter: int | None = None) -> Monitor:
        return Monitor(
            max_iter=self.max_iter if max_iter is None else min(max_iter, self.max_iter),
            tol=self.tol,
            slack=SLACK[dtype],
            callback=self.callback,
            name=type(self).__name__,
        )

    def _remember(self, monitor: Monitor) -> None:
        """Keep how the fit went, and warn if it did not converge."""
        self.n_iter_, self.history_, self.stop_reason_ = monitor.n_iter, monitor.history, monitor.stop_reason
        monitor.warn()


class TopicTransformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, TopicModel):
    """Base of the models that turn documents into mixtures of topics; they give ``fit_transform`` and ``_infer``."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    def _expected_failed_checks(self) -> dict[str, str]:
        """Return which of scikit-learn's checks this estimator fails, and why (`likewise.testing`)."""
        if self.tol == 0:  # fit and transform both run to the end, and agree
            return {}
        return dict.fromkeys(
            ("check_transformer_general", "check_transformer_data_not_an_array"),
            "fit_transform ends at tol and transform after fold_in_iter steps; with tol=0 and many steps they agree",
        )

    @property
    def _n_features_out(self) -> int:
        return len(self.components_)

    def _infer(self, X: Any) -> tuple[Array, float, float]:
        """Return P(z|d), the log-likelihood (or its bound) and the number of known words of unseen documents."""
        raise NotImplementedError

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: object = None) -> Self:
        """Learn the topics of documents.

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
        self.fit_transform(X)
        return self

    def transform(self, X: Any) -> Array:
        """Return the mixtures of topics of documents.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.

        Returns
        -------
        ndarray of shape (n_samples, n_components)
            P(z|d); a document without a known word has the topics' prior.
        """
        return self._infer(X)[0]

    def perplexity(self, X: Any) -> float:
        """Return the perplexity of documents.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.

        Returns
        -------
        float
            exp(−log-likelihood per known word), or of its bound; lower is better.
        """
        _, loglik, known = self._infer(X)
        return float(np.exp(-loglik / known)) if known > 0 else float("inf")

    def score(self, X: Any, y: object = None) -> float:
        """Return how well the topics explain documents.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.
        y : None
            Ignored.

        Returns
        -------
        float
            Log-likelihood per known word, or its bound; higher is better.
        """
        return -float(np.log(self.perplexity(X)))
