"""What everybody tries first: a classifier that takes the unlabelled for negative."""

from numbers import Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from likewise.labels import Labels
from likewise.models.linear.base import LinearScores
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions


class UnlabeledAsNegative(LinearScores):
    """Logistic regression that takes every unlabelled document for a negative one: the baseline to beat.

    Its ranking is often good. Its cut-off is not, since most of the documents that it should find were shown to it as
    negative; balancing softens that.

    Parameters
    ----------
    C : float
        Inverse strength of regularisation.
    class_weight : "balanced", dict or None
        Whether the examples weigh as much as all the rest.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    threshold : {"default", "prior"}
        Where scores are cut: at 0, or by an estimated share of positives.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (1, n_features) and (1,)
        The rule, on weighted counts.

    Notes
    -----
    Assumes : few of the unlabelled documents are positive.
    Use it : as a baseline; its ranking is often good.
    Cost : one fit of a linear model.

    Examples
    --------
    >>> from likewise.models.linear import UnlabeledAsNegative
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> UnlabeledAsNegative().fit(X, [1, 1, -1, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **LinearScores._parameter_constraints,
        "C": [Interval(Real, 0, None, closed="neither")],
        "class_weight": [dict, StrOptions({"balanced"}), None],
    }

    def __init__(
        self,
        *,
        C: float = 1.0,
        class_weight: dict[Any, float] | str | None = "balanced",
        weighting: str = "tfidf-log",
        threshold: str = "default",
    ) -> None:
        self.C = C
        self.class_weight = class_weight
        self.weighting = weighting
        self.threshold = threshold

    def _rule(self, rows: sparse.csr_array, labels: Labels, weights: Array) -> tuple[Array, float]:
        if self.class_weight == "balanced":
            # By weight and not by number, so that a weight of two is the same as two copies.
            near, far = weights[labels.positive].sum(), weights[~labels.positive].sum()
            weights = weights * np.where(labels.positive, 0.5 / near, 0.5 / far) * (near + far)
        elif isinstance(self.class_weight, dict):
            weights = labels.but(labels.unlabelled, 0).weigh(weights, self.class_weight)
        model = LogisticRegression(C=self.C, tol=1e-6, max_iter=1000).fit(rows, labels.positive, sample_weight=weights)
        self.n_iter_ = int(np.max(model.n_iter_))
        return model.coef_[0], float(model.intercept_[0])
