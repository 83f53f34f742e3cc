"""What everybody tries first: a classifier that takes the unlabelled for negative."""

from numbers import Real
from typing import Any, Self

import numpy as np
from sklearn.base import _fit_context
from sklearn.linear_model import LogisticRegression
from sklearn.utils._param_validation import Interval

from likewise.models.linear.linear_scores import LinearScores


class Naive(LinearScores):
    """Logistic regression that takes every unlabelled document for a negative one: the baseline to beat.

    Its ranking is often good. Its cut-off is not, since most of the documents that it should find were shown to it as
    negative; balancing softens that.

    Parameters
    ----------
    C : float
        Inverse strength of regularisation.
    balanced : bool
        Whether the examples weigh as much as all the rest.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (1, n_features) and (1,)
        The rule, on weighted counts.

    Examples
    --------
    >>> from likewise.models.linear import Naive
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> Naive().fit(X, [1, 1, -1, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: dict[str, list[Any]] = {  # noqa: RUF012 - scikit-learn's name and type
        **LinearScores._parameter_constraints,
        "C": [Interval(Real, 0, None, closed="neither")],
        "balanced": ["boolean"],
    }

    def __init__(self, *, C: float = 1.0, balanced: bool = True, weighting: str = "tfidf-log") -> None:
        self.C = C
        self.balanced = balanced
        self.weighting = weighting

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit documents × words, with 1 against -1 and 0."""
        weighted, labels, weights = self._read(X, y, sample_weight)
        if self.balanced:
            # By weight and not by number, so that a weight of two is the same as two copies.
            weights = weights.copy()
            for side in (labels.positive, ~labels.positive):
                weights[side] *= 0.5 * weights.sum() / weights[side].sum()
        model = LogisticRegression(C=self.C, max_iter=1000).fit(weighted, labels.positive, sample_weight=weights)
        self.coef_, self.intercept_ = model.coef_, model.intercept_
        self.n_iter_ = int(np.max(model.n_iter_))
        return self
