"""The biased support vector machine: errors on examples cost much, errors on the pile little."""

from itertools import product
from numbers import Integral, Real
from typing import Any, ClassVar, NamedTuple

import numpy as np
from scipy import sparse

from likewise.errors import UserError
from likewise.fitting import Monitor, generator, iterate
from likewise.labels import Labels
from likewise.models.linear.base import LinearScores
from likewise.models.linear.svm import WEIGHT_CHECKS, hinge_rule
from likewise.selection.folds import count_folds
from likewise.selection.hiding import best_of_hidden, hide
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions

#: C and C₊/C₋ that are tried, for as many documents as the choice looks at.
C_NEG = tuple(float(value) for value in np.geomspace(0.003, 0.3, 8))
RATIOS = (10.0, 30.0, 100.0, 300.0, 1000.0)
#: A cost of an example above this changes nothing: no example errs.
HARD = 10.0
#: Documents of the pile that the choice sees at most.
CHOICE_ROWS = 6000
CHOICE_TOLERANCE = 1e-3
#: With a single example nothing can be hidden.
WITHOUT_CHOICE = (0.01, 300.0)
#: Without a pile it is the plain SVM.
ALL_LABELLED = (1.0, 1.0)
#: Without noise every example has this score at least, and the ratio is raised tenfold so often at most until it has.
PLACED = 1 - 1e-3
MOST_RAISES = 7


class Attempt(NamedTuple):
    """A rule with the ratio of costs that it was found with, and the lowest score of an example."""

    ratio: float
    coef: Array
    intercept: float
    least_score: float


class BiasedSVM(LinearScores):
    """A linear SVM that forgives errors on the pile more easily than errors on the examples, both costs chosen.

    Minimises ½‖w‖² + C₊ Σ ξ over examples + C₋ Σ ξ over the pile.

    Parameters
    ----------
    C : float or "auto"
        C₋, cost of an error on the pile. "auto" takes costs under which examples that are hidden in the pile come
        back and little else does: the greatest (recall of the hidden)² / share of the pile taken.
    ratio : float or "auto"
        C₊/C₋.
    noiseless : bool
        Whether no example may err at all; ``ratio`` is then raised until none does.
    cv : int, splitter or list of splits
        Turns in which examples are hidden.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    threshold : {"default", "prior"}
        Where scores are cut: at margin 0, or by an estimated share of positives.

    Attributes
    ----------
    C_, ratio_ : float
        As given or chosen.
    coef_, intercept_ : ndarray of shape (1, n_features) and (1,)
        The rule, on weighted counts.

    References
    ----------
    .. [1] B. Liu, Y. Dai, X. Li, W. S. Lee, P. S. Yu, Building text classifiers using positive and unlabeled examples,
       ICDM 2003.

    Notes
    -----
    Assumes : the labelled positives are a random sample of all positives.
    Use it : with fifty examples or more; with fewer, its two costs are hard to choose.
    Cost : about 80 fits of a linear SVM on 6,000 documents.

    Examples
    --------
    >>> from likewise.models.linear import BiasedSVM
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> BiasedSVM(C=0.5, ratio=10.0).fit(X, [1, -1, -1, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **LinearScores._parameter_constraints,
        "C": [Interval(Real, 0, None, closed="neither"), StrOptions({"auto"})],
        "ratio": [Interval(Real, 0, None, closed="neither"), StrOptions({"auto"})],
        "noiseless": ["boolean"],
        "cv": ["cv_object", Interval(Integral, 2, None, closed="left")],
    }

    def __init__(
        self,
        *,
        C: float | str = "auto",
        ratio: float | str = "auto",
        noiseless: bool = False,
        cv: Any = 3,
        weighting: str = "tfidf-log",
        threshold: str = "default",
    ) -> None:
        self.C = C
        self.ratio = ratio
        self.noiseless = noiseless
        self.cv = cv
        self.weighting = weighting
        self.threshold = threshold

    def _expected_failed_checks(self) -> dict[str, str]:
        return {
            **super()._expected_failed_checks(),
            **dict.fromkeys(WEIGHT_CHECKS, "liblinear ends at a tolerance; seven digits are equal"),
        }

    def _rule(self, rows: sparse.csr_array, labels: Labels, weights: Array) -> tuple[Array, float]:
        self.C_, self.ratio_ = self._costs(rows, labels, weights)

        def attempt(ratio: float) -> Attempt:
            coef, intercept = hinge_rule(rows, labels.positive, costs(labels.positive, weights, self.C_, ratio))
            return Attempt(ratio, coef, intercept, float((rows[labels.positive] @ coef + intercept).min()))

        def raise_costs(last: Attempt) -> tuple[Attempt, float]:
            return last if last.least_score >= PLACED else attempt(10 * last.ratio), last.least_score

        found = attempt(self.ratio_)
        if self.noiseless:
            found = iterate(raise_costs, found, Monitor(max_iter=MOST_RAISES, ascending=False))
        self.ratio_ = found.ratio
        if not self.noiseless or found.least_score >= PLACED:
            return found.coef, found.intercept
        raise UserError(
            f"{type(self).__name__} cannot place every example with C={self.C_:g}; raise it, or say noiseless=False."
        )

    def _settled(self) -> dict[str, Any]:
        return {"C": self.C_, "ratio": self.ratio_}

    def _costs(self, rows: sparse.csr_array, labels: Labels, weights: Array) -> tuple[float, float]:
        """Return C and C₊/C₋, as given or chosen by hidden examples."""
        candidates = [
            (c, ratio)
            for c, ratio in product(
                C_NEG if self.C == "auto" else (float(self.C),),
                ((1e3,) if self.noiseless else RATIOS) if self.ratio == "auto" else (float(self.ratio),),
            )
            # The least ratio stays, however much it costs: those above it give the same rule.
            if self.ratio != "auto" or self.noiseless or c * ratio <= HARD or ratio == RATIOS[0]
        ]
        if len(candidates) == 1:
            return candidates[0]
        if labels.positive.sum() < 2 or not labels.unlabelled.any():
            c, ratio = WITHOUT_CHOICE if labels.unlabelled.any() else ALL_LABELLED
            return (c if self.C == "auto" else float(self.C)), (ratio if self.ratio == "auto" else float(self.ratio))
        others = np.flatnonzero(~labels.positive)
        kept = others
        if len(others) > CHOICE_ROWS:
            # Of each kind its part: known negatives may be many more than the pile is, and must not push it out.
            rng, kinds = generator(0), [np.flatnonzero(kind) for kind in (labels.unlabelled, labels.negative)]
            parts = [-(-len(kind) * CHOICE_ROWS // len(others)) for kind in kinds]
            kept = np.concatenate([rng.choice(kind, n, replace=False) for kind, n in zip(kinds, parts, strict=True)])
        some = np.sort(np.concatenate([np.flatnonzero(labels.positive), kept]))
        # A document of a thinned pile stands for several, and costs as much as all of them.
        part, thinned = rows[some], np.where(labels.positive, weights, weights * (len(others) / len(kept)))[some]

        def scores(shown: Array) -> Array:
            def one(c: float, ratio: float) -> Array:
                coef, intercept = hinge_rule(part, shown, costs(shown, thinned, c, ratio), CHOICE_TOLERANCE)
                return part @ coef + intercept

            return np.array([one(*pair) for pair in candidates])

        hidden = hide(scores, labels.positive[some], labels.unlabelled[some], count_folds(self.cv))
        return candidates[best_of_hidden(hidden)]


def costs(positive: Array, weights: Array, c: float, ratio: float) -> Array:
    """Return the cost of an error on each document.

    Examples
    --------
    >>> costs(np.array([True, False]), np.ones(2), 0.1, 20.0).tolist()
    [2.0, 0.1]
    """
    return weights * np.where(positive, c * ratio, c)
