"""Naive Bayes that takes the unlabelled for negative, and what all two-class naive Bayes have in common."""

from numbers import Real
from typing import Any, Self

import numpy as np
from scipy import sparse
from scipy.special import logsumexp
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval

from likewise.labels import Labels
from likewise.models.bayes.mixture import Mixture, Smoothing, estimate, joint, seen_words
from likewise.models.pu_classifier import PUClassifier

Array = np.ndarray[Any, np.dtype[Any]]


class BayesScores(PUClassifier):
    """Base of classifiers that score documents by a mixture whose components belong to classes.

    A score is the log-odds of the positive class, never a probability: those of long documents are exactly 0 or 1.
    Words that no training document has are left out of the vocabulary, and of the smoothing.
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012 - scikit-learn's name and type
        **PUClassifier._parameter_constraints,
        "alpha": [Interval(Real, 0, None, closed="neither")],
    }

    alpha: float
    _mixture: Mixture
    _class_of: Array

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit documents × words; y is 1 for the examples, -1 for the pile, and 0 for documents known not to match."""
        return self._fit(X, y, sample_weight)

    def _keep(self, mixture: Mixture, class_of: Array) -> None:
        self._mixture, self._class_of = mixture, class_of
        self.feature_log_prob_ = np.ascontiguousarray(mixture.log_words.T)
        self.component_class_ = self.classes_[class_of]
        self.class_log_prior_ = by_class(mixture.log_shares[None, :], class_of)[0]

    def _score(self, X: sparse.csr_array) -> Array:
        return log_odds(X, self._mixture, self._class_of)


def by_class(scores: Array, class_of: Array) -> Array:
    """Add up, in logarithms, the columns of each of the two classes.

    Examples
    --------
    >>> np.exp(by_class(np.log([[0.2, 0.3, 0.5]]), np.array([0, 0, 1]))).round(2)
    array([[0.5, 0.5]])
    """
    if len(class_of) == 2:
        return scores
    return np.column_stack([logsumexp(scores[:, class_of == of], axis=1) for of in (0, 1)])


def log_odds(X: sparse.csr_array, mixture: Mixture, class_of: Array) -> Array:
    """Return log P(1|d) − log P(0|d).

    Examples
    --------
    >>> even = Mixture(np.log([0.5, 0.5]), np.log([[0.5, 0.25], [0.5, 0.75]]))
    >>> log_odds(sparse.csr_array([[0.0, 0.0]]), even, np.array([0, 1])).tolist()
    [0.0]
    """
    scores = by_class(joint(X, mixture), class_of)
    result: Array = scores[:, 1] - scores[:, 0]
    return result


class NaiveBayes(BayesScores):
    """Naive Bayes that takes every unlabelled document for a negative one: the start of all the EM methods.

    Parameters
    ----------
    alpha : float
        λ, pseudo-count of every word in every class.
    prior_smoothing : float
        λ_π, pseudo-count of every class.
    threshold : {"own", "prior"}
        Where scores are cut: at equal odds, or by an estimated share of positives.

    Attributes
    ----------
    feature_log_prob_ : ndarray of shape (2, n_features)
        log P(w|class), the negative class first.
    component_class_ : ndarray of shape (2,)
        The class of each of its rows.
    class_log_prior_ : ndarray of shape (2,)
        log P(class).

    References
    ----------
    .. [1] D. D. Lewis, Naive (Bayes) at forty: the independence assumption in information retrieval, ECML 1998.

    Notes
    -----
    Assumes : few of the unlabelled documents are positive.
    Use it : as a baseline, or where examples are most of what there is.
    Cost : one pass.

    Examples
    --------
    >>> from likewise.models.bayes import NaiveBayes
    >>> X = [[2, 0, 1], [1, 1, 0], [0, 2, 1], [0, 1, 2]]
    >>> NaiveBayes(alpha=1.0).fit(X, [1, 1, -1, -1]).predict_proba([[1, 0, 1]])[0, 1].round(6)
    np.float64(0.716814)
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012 - scikit-learn's name and type
        **BayesScores._parameter_constraints,
        "prior_smoothing": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(self, *, alpha: float = 0.1, prior_smoothing: float = 0.0, threshold: str = "own") -> None:
        self.alpha = alpha
        self.prior_smoothing = prior_smoothing
        self.threshold = threshold

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        memberships = np.column_stack([~labels.positive, labels.positive]) * weights[:, None]
        mixture = estimate(X, memberships, Smoothing(self.alpha, self.prior_smoothing), seen_words(X, weights))
        self._keep(mixture, np.array([0, 1]))
