"""The default model of ASReview: a linear support vector machine on what a person has decided."""

from numbers import Integral, Real
from typing import ClassVar

import numpy as np
from scipy import sparse

from likewise.fitting.randomness import RandomState, generator
from likewise.labels import Labels
from likewise.models.linear.base import LinearScores
from likewise.models.linear.svm import squared_hinge_rule
from likewise.sklearn_api import Array, Constraints, Interval
from likewise.text import Vectorizer


class ElasU4(LinearScores):
    """Learns from yes and no as ASReview's default model (ELAS u4) does: an SVM on words and pairs of words.

    Only documents with an answer are learned from; the pile tells how common words are. tf-idf has sublinear counts,
    and words of more than 95 % of the documents are left out. All documents that match weigh `ratio` times as much as
    all that do not. Where nothing is known not to match, some documents of the pile, drawn at random, are presumed not
    to.

    Parameters
    ----------
    C : float
        Cost of an error.
    ratio : float
        How much the positives weigh in all, in units of what the negatives weigh in all.
    max_df : float
        Words of a larger share of the documents are left out.
    n_presumed : int
        How many documents of the pile are presumed negative where no negative is given.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    threshold : {"default", "prior"}
        Where scores are cut: at margin 0, or by an estimated share of positives.
    random_state : int, RandomState instance or None
        Of the draw of presumed negatives.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (1, n_features) and (1,)
        The rule, on weighted counts.

    References
    ----------
    .. [1] J. de Bruin et al., ASReview LAB v.2: open-source text screening with multiple agents and a crowd of experts,
       Patterns 6(7), 2025.

    Notes
    -----
    Assumes : yes and no are told apart by words, and both have been seen.
    Use it : to compare with ASReview; in a loop, after some answers.
    Cost : one fit of a linear SVM on the documents with an answer.

    Examples
    --------
    >>> from likewise.models.linear import ElasU4
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> ElasU4().fit(X, [1, -1, 0, -1]).decision_function(X).argsort().tolist()
    [2, 3, 1, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **LinearScores._parameter_constraints,
        "C": [Interval(Real, 0, None, closed="neither")],
        "ratio": [Interval(Real, 0, None, closed="neither")],
        "max_df": [Interval(Real, 0, 1, closed="right")],
        "n_presumed": [Interval(Integral, 1, None, closed="left")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        *,
        C: float = 0.11,
        ratio: float = 9.8,
        max_df: float = 0.95,
        n_presumed: int = 1000,
        weighting: str = "tfidf-log",
        threshold: str = "default",
        random_state: RandomState = None,
    ) -> None:
        self.C = C
        self.ratio = ratio
        self.max_df = max_df
        self.n_presumed = n_presumed
        self.weighting = weighting
        self.threshold = threshold
        self.random_state = random_state

    def _expected_failed_checks(self) -> dict[str, str]:
        return {
            **super()._expected_failed_checks(),
            "check_classifiers_train": "every document has its two words, and such words are left out",
        }

    @staticmethod
    def suited_vectorizer() -> Vectorizer:
        """Return how ASReview counts words: with pairs, without stems and stop words.

        Returns
        -------
        Vectorizer
            Not fitted.

        Examples
        --------
        >>> ElasU4.suited_vectorizer().fit(["the red wines"]).get_feature_names_out().tolist()
        ['red', 'red wines', 'the', 'the red', 'wines']
        """
        return Vectorizer(stop_words=None, stemmer=None, ngram_range=(1, 2))

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        documents = np.bincount(X.indices, minlength=X.shape[1])
        self._is_common = documents > self.max_df * X.shape[0]
        super()._learn(self._without_common(X), labels, weights)

    def _score(self, X: sparse.csr_array) -> Array:
        return super()._score(self._without_common(X))

    def _without_common(self, X: sparse.csr_array) -> sparse.csr_array:
        """Return the counts without those of words that nearly every document has."""
        if not self._is_common.any():
            return X
        kept = X.copy()
        kept.data[self._is_common[X.indices]] = 0
        kept.eliminate_zeros()
        return kept

    def _rule(self, rows: sparse.csr_array, labels: Labels, weights: Array) -> tuple[Array, float]:
        negative = labels.negative
        if not negative.any():
            pile = np.flatnonzero(labels.unlabelled)
            n_presumed = min(self.n_presumed, len(pile))
            negative = np.zeros(len(weights), dtype=bool)
            negative[generator(self.random_state).choice(pile, n_presumed, replace=False)] = True
        some = np.flatnonzero(labels.positive | negative)
        positive, own = labels.positive[some], weights[some]
        near, far = own[positive].sum(), own[~positive].sum()
        # All together weigh as much as before, so that C means the same whatever the ratio is.
        share = self.ratio / (1 + self.ratio)
        balanced = own * np.where(positive, share / near, (1 - share) / far) * (near + far)
        return squared_hinge_rule(rows[some], positive, self.C * balanced)
