"""Naive Bayes as an extractor: reliable negatives are what it calls negative."""

from numbers import Real
from typing import ClassVar

from scipy import sparse

from likewise.labels import Labels
from likewise.models.bayes import NaiveBayes
from likewise.models.two_step.base import Extractor
from likewise.sklearn_api import Array, Constraints, Interval


class NaiveBayesExtractor(Extractor):
    """Takes documents for negative that naive Bayes does, having learned the whole pile as negative.

    With few examples that is nearly all of the pile, hidden positives included.

    Parameters
    ----------
    alpha : float
        Pseudo-count of naive Bayes.
    min_fraction : float
        Share of the pile that is taken at least, those that look least positive.

    References
    ----------
    .. [1] B. Liu, Y. Dai, X. Li, W. S. Lee, P. S. Yu, Building text classifiers using positive and unlabeled examples,
       ICDM 2003.

    Examples
    --------
    >>> from likewise.models.two_step import NaiveBayesExtractor
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> NaiveBayesExtractor().extract(X, [1, -1, -1, -1]).tolist()
    [False, False, True, True]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **Extractor._parameter_constraints,
        "alpha": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(self, *, alpha: float = 0.1, min_fraction: float = 0.0) -> None:
        self.alpha = alpha
        self.min_fraction = min_fraction

    def _doubts(self, X: sparse.csr_array, labels: Labels) -> Array:
        return NaiveBayes(alpha=self.alpha).fit(X, labels.codes).decision_function(X)
