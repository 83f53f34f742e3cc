"""The risk of a linear rule, told from positives, a pile and a prior, and kept from falling below zero."""

from numbers import Real
from typing import Any, ClassVar, NamedTuple

import numpy as np
from scipy import sparse
from scipy.special import expit

from likewise.errors import UserError
from likewise.fitting import Monitor, iterate
from likewise.labels import Labels
from likewise.models.class_prior import share_of_positives
from likewise.models.linear.base import LinearScores
from likewise.models.linear.smooth import Loss, minimise
from likewise.sklearn_api import Array, Constraints, Interval

#: Halvings, at most, of the interval in which the multiplier of the non-negative risk lies; how near to its floor the
#: errors on negatives must come, and how well each problem is solved for that.
BISECTIONS = 40
CLOSE = 1e-4
TOLERANCE = 1e-7


class Bracket(NamedTuple):
    """Where the multiplier lies, the weights at the last place that was tried, and how far they are off the floor."""

    low: float
    high: float
    weights: Array
    gap: float


class NonNegativePU(LinearScores):
    """A linear rule whose errors on negatives are told from the pile and the share of positives in it.

    With the logistic loss ℓ and a share q, errors on negatives are R_U⁻ − q R_P⁻: the pile's as if all of it were
    negative, less the positives' part. The unbiased risk q R_P⁺ + R_U⁻ − q R_P⁻ is convex for a linear rule, but its
    last two terms can fall below zero, which no error can; the non-negative risk is q R_P⁺ + max(−β, R_U⁻ − q R_P⁻),
    the larger of two convex functions. It is solved exactly, without random batches: the best mixture of the two.

    Parameters
    ----------
    prior : float, optional
        q, share of positives among the unlabelled; estimated (`likewise.estimate.estimate_prior`) by default.
    unbiased : bool
        Whether the risk may fall below zero (uPU).
    C : float
        Inverse strength of regularisation: the risk, a mean, weighs C beside ½‖w‖². Without a bound on the weights the
        unbiased risk has no least value. Up to 1000 a rule of
        tf-idf words finds next to nothing.
    beta : float
        How far below zero the errors on negatives may fall.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    threshold : {"default", "prior"}
        Where scores are cut: at 0, or by an estimated share of positives.

    Attributes
    ----------
    prior_ : float
        The share of positives, given or estimated.
    negative_risk_ : float
        R_U⁻ − q R_P⁻ at the end.
    coef_, intercept_ : ndarray of shape (1, n_features) and (1,)
        The rule, on weighted counts.

    References
    ----------
    .. [1] R. Kiryo, G. Niu, M. C. du Plessis, M. Sugiyama, Positive-unlabeled learning with non-negative risk
       estimator, NeurIPS 2017.
    .. [2] M. C. du Plessis, G. Niu, M. Sugiyama, Convex formulation for learning from positive and unlabeled data,
       ICML 2015.

    Notes
    -----
    Assumes : the share of positives is known, and the examples are a fair sample of them.
    Use it : where that share is known from elsewhere.
    Cost : some hundred passes over the counts; five fits of a linear model to estimate the share.

    Examples
    --------
    >>> from likewise.models.linear import NonNegativePU
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> NonNegativePU(prior=0.3).fit(X, [1, -1, -1, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **LinearScores._parameter_constraints,
        "prior": [Interval(Real, 0, 1, closed="neither"), None],
        "unbiased": ["boolean"],
        "C": [Interval(Real, 0, None, closed="neither")],
        "beta": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        *,
        prior: float | None = None,
        unbiased: bool = False,
        C: float = 1e4,
        beta: float = 0.0,
        weighting: str = "tfidf-log",
        threshold: str = "default",
    ) -> None:
        self.prior = prior
        self.unbiased = unbiased
        self.C = C
        self.beta = beta
        self.weighting = weighting
        self.threshold = threshold

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        # From counts: the estimate weighs them its own way.
        self.prior_ = share_of_positives(self.prior, X, labels, weights, who=type(self).__name__)
        super()._learn(X, labels, weights)

    def _settled(self) -> dict[str, Any]:
        return {"prior": self.prior_}

    def _rule(self, rows: sparse.csr_array, labels: Labels, weights: Array) -> tuple[Array, float]:
        near = _shares(weights * labels.positive)
        if labels.unlabelled.any():
            pile = _shares(weights * ~labels.positive)
            # Documents known to be negative are part of the pile, and make positives rarer in it.
            q = self.prior_ * float(pile[labels.unlabelled].sum())
        else:
            pile, q = _shares(weights), self.prior_
        columns = sparse.csr_array(rows.T)
        start = None

        def solve(share: float, tol: float) -> Array:
            nonlocal start
            loss = _risk(near, pile, q, share)
            start = minimise(rows, columns, loss, 1 / self.C, start, reg_intercept=False, tol=tol).weights
            if not np.isfinite(start).all():
                raise UserError(f"{type(self).__name__} has no finite solution with C={self.C:g}; lower it.")
            return start

        def below(found: Array) -> float:
            scores = rows @ found[:-1] + found[-1]
            self.negative_risk_ = float(pile @ np.logaddexp(0, scores) - q * (near @ np.logaddexp(0, scores)))
            return self.negative_risk_ + self.beta

        def halve(bracket: Bracket) -> tuple[Bracket, float]:
            if abs(bracket.gap) < CLOSE:
                return bracket, -abs(bracket.gap)
            middle = (bracket.low + bracket.high) / 2
            found = solve(middle, TOLERANCE)
            gap = below(found)
            low, high = (bracket.low, middle) if gap < 0 else (middle, bracket.high)
            return Bracket(low, high, found, gap), -abs(gap)

        weights_found = solve(1.0, 1e-4)
        if below(weights_found) < 0 and not self.unbiased:
            # The gap is no objective: it changes sides on its way to 0.
            monitor = Monitor(max_iter=BISECTIONS, ascending=False)
            weights_found = iterate(halve, Bracket(0.0, 1.0, weights_found, -np.inf), monitor).weights
        return weights_found[:-1], float(weights_found[-1])


def _shares(weights: Array) -> Array:
    return weights / weights.sum()


def _risk(near: Array, pile: Array, q: float, share: float) -> Loss:
    """Return q R_P⁺ + share · (R_U⁻ − q R_P⁻); ℓ(g) − ℓ(−g) = −g makes it convex for any share up to 1."""

    def loss(scores: Array) -> tuple[float, Array]:
        value = q * (1 - share) * (near @ np.logaddexp(0, -scores)) + share * (
            pile @ np.logaddexp(0, scores) - q * (near @ scores)
        )
        slope = -q * (1 - share) * near * expit(-scores) + share * (pile * expit(scores) - q * near)
        return float(value), slope

    return loss
