"""Naive Bayes of documents as they are labelled."""

from numbers import Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from likewise.errors import UserError
from likewise.labels import Labels
from likewise.models.bayes.base import BayesScores, log_odds, one_hot
from likewise.models.bayes.mixture import LEAST_SHARE, Mixture, Smoothing, estimate, seen_words
from likewise.sklearn_api import Array, Constraints, Interval
from likewise.text.lengths import longest_length, shorten


class NaiveBayes(BayesScores):
    """Naive Bayes that takes every unlabelled document for a negative one: the start of all the EM methods.

    With more than two classes the unlabelled are left out: it learns from labelled documents alone.

    Parameters
    ----------
    alpha : float
        λ, pseudo-count of every word in every class.
    prior_smoothing : float
        λ_π, pseudo-count of every class.
    max_length : float, optional
        Longest document, in median lengths; longer ones are scaled down to it.
    groups : slice or array-like of int, optional
        Columns of X that are no words but tell the topic of a document: it is of the topic whose column is largest.
        Words and shares of classes are then learned in each topic apart. A document with none of them is judged by
        all topics together.
    back_off : float
        With ``groups``: how much what is known of a class in all topics counts in each, in words and in documents.
    threshold : {"default", "prior"}
        Where scores are cut: at equal odds, or by an estimated share of positives.

    Attributes
    ----------
    feature_log_prob_ : ndarray of shape (n_classes, n_features)
        log P(w|class), the negative class first; over all topics.
    component_class_ : ndarray of shape (n_classes,)
        The class of each of its rows.
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    longest_ : float
        Words of the longest document; longer ones are scaled down.

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

    What a word says may depend on the topic. The last two columns say whether it is films or food:

    >>> X = [[2, 0, 1, 0], [0, 2, 1, 0], [2, 0, 0, 1], [0, 2, 0, 1]]
    >>> NaiveBayes(groups=[2, 3]).fit(X, [1, 0, 0, 1]).predict(X).tolist()
    [1, 0, 0, 1]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **BayesScores._parameter_constraints,
        "prior_smoothing": [Interval(Real, 0, None, closed="left")],
        "max_length": [Interval(Real, 0, None, closed="neither"), None],
        "groups": ["array-like", slice, None],
        "back_off": [Interval(Real, 0, None, closed="left")],
    }

    _many_classes = True

    def __init__(
        self,
        *,
        alpha: float = 0.1,
        prior_smoothing: float = 0.0,
        max_length: float | None = None,
        groups: Any = None,
        back_off: float = 1.0,
        threshold: str = "default",
    ) -> None:
        self.alpha = alpha
        self.prior_smoothing = prior_smoothing
        self.max_length = max_length
        self.groups = groups
        self.back_off = back_off
        self.threshold = threshold

    @property
    def _takes_blocks(self) -> bool:  # type: ignore[override]
        return self.groups is None  # columns of topics are cut out of all documents at once

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        n_classes = len(labels.classes)
        codes = np.maximum(labels.codes, 0) if n_classes == 2 else labels.codes
        memberships = one_hot(codes, n_classes) * weights[:, None]
        smoothing = Smoothing(self.alpha, self.prior_smoothing)
        words, topic = self._topics(X)
        self.longest_ = longest_length(words, self.max_length)
        words = shorten(words, self.longest_)
        seen = seen_words(words, memberships.sum(axis=1))
        mixture = estimate(words, memberships, smoothing, seen)
        self._keep(mixture, np.arange(n_classes))
        self._in_topic = {
            int(of): _backed(words[topic == of], memberships[topic == of], mixture, smoothing, self.back_off, seen)
            for of in np.unique(topic[topic >= 0])
        }

    def _score(self, X: sparse.csr_array) -> Array:
        words, topic = self._topics(X)
        words = shorten(words, self.longest_)
        scores = super()._score(words)
        for of, mixture in self._in_topic.items():
            rows = topic == of
            scores[rows] = log_odds(words[rows], mixture, self._class_of)
        return scores

    def _topics(self, X: sparse.csr_array) -> tuple[sparse.csr_array, Array]:
        """Return the documents without the columns that tell their topic, and the topics: -1 is none."""
        none = np.full(X.shape[0], -1)
        if self.groups is None:
            return X, none
        try:
            columns = np.arange(X.shape[1])[self.groups if isinstance(self.groups, slice) else np.asarray(self.groups)]
        except IndexError:
            raise UserError(f"groups names a column that X does not have; there are {X.shape[1]}.") from None
        told = X[:, columns].toarray()
        is_word = np.ones(X.shape[1], dtype=X.dtype)
        is_word[columns] = 0
        words = sparse.csr_array(X.multiply(is_word))
        words.eliminate_zeros()
        return words, np.where(told.any(axis=1), told.argmax(axis=1), none) if len(columns) else none


def _backed(
    X: sparse.csr_array, memberships: Array, overall: Mixture, smoothing: Smoothing, back_off: float, seen: Array
) -> Mixture:
    """Estimate the classes' words and shares within a topic, with those over all topics as so many prior counts."""
    words = np.asarray(X.T @ memberships)[seen] + smoothing.words + back_off * np.exp(overall.log_words[seen])
    log_words = overall.log_words.copy()
    log_words[seen] = np.log(words / words.sum(axis=0))
    shares = memberships.sum(axis=0) + smoothing.shares + back_off * np.exp(overall.log_shares)
    return Mixture(np.log(np.maximum(shares / shares.sum(), LEAST_SHARE)), log_words)
