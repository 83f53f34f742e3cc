"""Naive Bayes from positives and a prior: the negatives' words are what is left of the pile's."""

from numbers import Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from likewise.errors import UserError
from likewise.labels import Labels
from likewise.models.bayes.base import BayesScores
from likewise.models.bayes.mixture import Smoothing, estimate, seen_words
from likewise.models.class_prior import share_of_positives
from likewise.sklearn_api import Array, Constraints, Interval

#: A share of words above this would leave nothing for the negative class.
MOST_WORDS = 0.99


class PositiveNaiveBayes(BayesScores):
    """Naive Bayes that takes the examples' words out of the pile, as many as there are positives in it.

    With a share q of positives, the pile's words are q parts of the positive class and 1 − q of the negative one; the
    examples tell the former, and so the latter.

    Parameters
    ----------
    prior : float, optional
        q, share of positives among the unlabelled; estimated (`likewise.estimate.estimate_prior`) by default.
    alpha : float
        Pseudo-count of every word in every class.
    length_correction : bool
        Whether the share of documents is turned into one of words by the lengths of examples and of the pile.
    threshold : {"default", "prior"}
        Where scores are cut: at equal odds, or by an estimated share of positives.

    Attributes
    ----------
    prior_ : float
        The share of positives, given or estimated.
    word_share_ : float
        The share of the pile's words that was taken out.
    feature_log_prob_ : ndarray of shape (2, n_features)
        log P(w|class), the negative class first.
    component_class_, class_log_prior_ : ndarray of shape (2,)
        Class of each of its rows, and log P(class).

    References
    ----------
    .. [1] F. Denis, R. Gilleron, M. Tommasi, Text classification from positive and unlabeled examples, IPMU 2002.

    Notes
    -----
    Assumes : the share of positives is known, and the examples are a fair sample of them.
    Use it : where that share is known from elsewhere.
    Cost : one pass; five fits of a linear model to estimate the share.

    Examples
    --------
    >>> from likewise.models.bayes import PositiveNaiveBayes
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> PositiveNaiveBayes(prior=0.3).fit(X, [1, -1, -1, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **BayesScores._parameter_constraints,
        "prior": [Interval(Real, 0, 1, closed="neither"), None],
        "length_correction": ["boolean"],
    }

    def __init__(
        self,
        *,
        prior: float | None = None,
        alpha: float = 0.1,
        length_correction: bool = True,
        threshold: str = "default",
    ) -> None:
        self.prior = prior
        self.alpha = alpha
        self.length_correction = length_correction
        self.threshold = threshold

    @property
    def _takes_blocks(self) -> bool:  # type: ignore[override]
        return self.prior is not None  # its estimate is made of all documents at once

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        self.prior_ = share_of_positives(self.prior, X, labels, weights, who=type(self).__name__)
        of_examples, of_pile, of_others = (
            weights * mask for mask in (labels.positive, labels.unlabelled, labels.negative)
        )
        examples, pile = of_examples @ X, of_pile @ X  # words of each, summed
        if not examples.any():
            raise UserError(f"{type(self).__name__} found no word in the positive documents; give examples with words.")
        self.word_share_ = self.prior_
        if self.length_correction and pile.any():
            self.word_share_ *= float((examples.sum() / of_examples.sum()) / (pile.sum() / of_pile.sum()))
        self.word_share_ = min(self.word_share_, MOST_WORDS)
        # Unsmoothed: smoothing would take words out that no example has.
        rest = np.maximum(pile - self.word_share_ * pile.sum() * examples / examples.sum(), 0.0) + of_others @ X
        if not rest.any():
            # A share of at most MOST_WORDS always leaves some of a word, if there is one.
            raise UserError(f"{type(self).__name__} found no word in the unlabelled documents; give some with words.")
        # Two documents, as it were: all words of the negative class, and all of the examples.
        words = sparse.csr_array(np.vstack([rest, examples]))
        mixture = estimate(words, np.eye(2), Smoothing(self.alpha, 0.0), seen_words(X, weights))
        shares = np.log([1 - self.prior_, self.prior_])
        self._keep(mixture._replace(log_shares=shares), np.array([0, 1]))

    def _settled(self) -> dict[str, Any]:
        return {"prior": self.prior_}
