"""Weighted logistic regression: examples weigh as much as the whole pile, and a strong regularisation does the rest."""

from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from scipy.special import expit

from likewise.labels import Labels
from likewise.models.linear.base import LinearScores
from likewise.models.linear.smooth import Loss, minimise
from likewise.selection.folds import count_folds
from likewise.selection.hiding import best_of_hidden, hide
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions

#: Values of C that are tried, the strongest regularisation first. Those of supervised learning begin at 200, far too
#: weak for few examples: they find what is nearly a copy of one.
GRID = tuple(float(value) for value in np.geomspace(0.02, 200, 9))
#: With a single example nothing can be hidden; this one loses least over the share of examples.
WITHOUT_CHOICE = 0.2


class WeightedLogisticRegression(LinearScores):
    """Logistic regression in which the examples weigh as much as the whole pile, with its strength chosen.

    A positive that nobody labelled counts against the rule, but it weighs little beside an example; the threshold ½ of
    the weighted problem is then right for any share of positives that are labelled. The intercept is regularised like
    every other weight.

    Parameters
    ----------
    C : float or "auto"
        n/ρ, inverse strength of regularisation: the mean loss weighs C beside ½‖w‖². "auto" takes the one under which
        examples that are hidden in the pile come back and little else does: the greatest (recall of the hidden)² /
        share of the pile taken. The paper's weight decay c is C = 100 / c.
    cv : int, splitter or list of splits
        Turns in which examples are hidden.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`. The paper has "l2".
    threshold : {"default", "prior"}
        Where scores are cut: at ½ of the weighted problem, or by an estimated share of positives.

    Attributes
    ----------
    C_ : float
        n/ρ, as given or chosen.
    coef_, intercept_ : ndarray of shape (1, n_features) and (1,)
        The rule, on weighted counts.
    n_iter_ : int
        Iterations of the last fit.

    References
    ----------
    .. [1] W. S. Lee, B. Liu, Learning with positive and unlabeled examples using weighted logistic regression,
       ICML 2003.

    Notes
    -----
    Assumes : the labelled positives are a random sample of all positives.
    Use it : as the first linear method to try; it ranks well with any number of examples.
    Cost : 54 short fits of a linear model.

    Examples
    --------
    >>> from likewise.models.linear import WeightedLogisticRegression
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> WeightedLogisticRegression(C=10.0).fit(X, [1, -1, -1, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **LinearScores._parameter_constraints,
        "C": [Interval(Real, 0, None, closed="neither"), StrOptions({"auto"})],
        "cv": ["cv_object", Interval(Integral, 2, None, closed="left")],
    }

    def __init__(
        self,
        *,
        C: float | str = "auto",
        cv: Any = 5,
        weighting: str = "tfidf-log",
        threshold: str = "default",
    ) -> None:
        self.C = C
        self.cv = cv
        self.weighting = weighting
        self.threshold = threshold

    def _rule(self, rows: sparse.csr_array, labels: Labels, weights: Array) -> tuple[Array, float]:
        columns = sparse.csr_array(rows.T)
        n = float(weights.sum())

        def scores(shown: Array) -> Array:
            """Return the scores by every strength, each fit starting where the stronger one ended."""
            loss, found, result = weighted_loss(shown, weights), None, []
            for C in GRID:
                found = minimise(rows, columns, loss, n / C, found, tol=1e-3).weights
                result.append(rows @ found[:-1] + found[-1])
            return np.array(result)

        self.C_ = WITHOUT_CHOICE if self.C == "auto" else float(self.C)
        if self.C == "auto" and labels.positive.sum() > 1 and labels.unlabelled.any():
            hidden = hide(scores, labels.positive, labels.unlabelled, count_folds(self.cv))
            self.C_ = GRID[best_of_hidden(hidden)]
        found, self.n_iter_ = minimise(rows, columns, weighted_loss(labels.positive, weights), n / self.C_)
        return found[:-1], float(found[-1])

    def _settled(self) -> dict[str, Any]:
        return {"C": self.C_}


def weighted_loss(positive: Array, weights: Array) -> Loss:
    """Return Σ_P (n₋/n₊) log(1 + e^−g) + Σ_U log(1 + e^g), with sums of weights for n₊ and n₋.

    Examples
    --------
    >>> loss = weighted_loss(np.array([True, False, False]), np.ones(3))
    >>> loss(np.zeros(3))[0]
    2.772...
    """
    side = np.where(positive, 1.0, -1.0)
    s = np.where(positive, weights * (weights[~positive].sum() / weights[positive].sum()), weights)

    def loss(scores: Array) -> tuple[float, Array]:
        margins = side * scores
        return float(s @ np.logaddexp(0, -margins)), -s * side * expit(-margins)

    return loss
