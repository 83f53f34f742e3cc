"""What all naive Bayes have in common: scores by a mixture of multinomials whose components belong to classes."""

from numbers import Real
from typing import ClassVar

import numpy as np
from scipy import sparse
from scipy.special import logsumexp

from likewise.models.base import log_odds_of_two
from likewise.models.bayes.mixture import Mixture, joint
from likewise.models.weighted import WeightedClassifier
from likewise.sklearn_api import Array, Constraints, Interval


class BayesScores(WeightedClassifier):
    """Base of classifiers that score documents by a mixture whose components belong to classes.

    Scores are logarithms and log-odds, never probabilities: those of long documents are exactly 0 or 1.
    Words that no training document has are left out of the vocabulary, and of the smoothing.
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **WeightedClassifier._parameter_constraints,
        "alpha": [Interval(Real, 0, None, closed="neither")],
    }

    _takes_blocks = True

    alpha: float
    _mixture: Mixture
    _class_of: Array

    def _keep(self, mixture: Mixture, class_of: Array) -> None:
        self._mixture, self._class_of = mixture, class_of
        self.feature_log_prob_ = np.ascontiguousarray(mixture.log_words.T)
        self.component_class_ = self.classes_[class_of]
        self.class_log_prior_ = by_class(mixture.log_shares[None, :], class_of)[0]

    def _score(self, X: sparse.csr_array) -> Array:
        return log_odds(X, self._mixture, self._class_of)


def by_class(scores: Array, class_of: Array) -> Array:
    """Add up, in logarithms, the columns of each class.

    Examples
    --------
    >>> np.exp(by_class(np.log([[0.2, 0.3, 0.5]]), np.array([0, 0, 1]))).round(2)
    array([[0.5, 0.5]])
    """
    n_classes = int(class_of[-1]) + 1
    if len(class_of) == n_classes:
        return scores
    return np.column_stack([logsumexp(scores[:, class_of == of], axis=1) for of in range(n_classes)])


def log_odds(X: sparse.csr_array, mixture: Mixture, class_of: Array) -> Array:
    """Return log P(1|d) − log P(0|d); of more than two classes log P(d, class) for each.

    Examples
    --------
    >>> even = Mixture(np.log([0.5, 0.5]), np.log([[0.5, 0.25], [0.5, 0.75]]))
    >>> log_odds(sparse.csr_array([[0.0, 0.0]]), even, np.array([0, 1])).tolist()
    [0.0]
    """
    return log_odds_of_two(by_class(joint(X, mixture), class_of))


def one_hot(codes: Array, n_classes: int) -> Array:
    """Return memberships of documents in classes; a document of no class (-1) belongs nowhere.

    Examples
    --------
    >>> one_hot(np.array([1, -1]), 2).tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """
    return (codes[:, None] == np.arange(n_classes)).astype(np.float64)
