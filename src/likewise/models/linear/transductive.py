"""The transductive support vector machine: its margin is to be wide among unlabelled documents too."""

from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any, ClassVar, NamedTuple

import numpy as np
from scipy import sparse
from scipy.special import log_expit
from sklearn.utils.parallel import Parallel, delayed

from likewise.errors import UserError
from likewise.fitting import Monitor, iterate
from likewise.labels import Labels
from likewise.models.base import PartlyLabelled
from likewise.models.linear.centroid import Centroid
from likewise.models.linear.svm import TOLERANCE, hinge_rule
from likewise.sklearn_api import N_JOBS, Array, Constraints, Interval, StrOptions
from likewise.text.weighting import SCHEMES, Weighting

#: The cost of the unlabelled grows by this from level to level. Two, as printed, takes three times as many solutions.
FACTOR = 10.0
#: What liblinear is asked for while labels may still change; the last solution of all is exact.
LOOSE = 1e-2
#: Slack below this is rounding.
NOISE = 1e-8


class Switching(NamedTuple):
    """Sides of all documents at one level, the rule that they lead to, and its objective."""

    sides: Array
    coef: Array
    intercept: float
    objective: float


class Rule(NamedTuple):
    """A finished rule, its objectives before each round of switching, level by level, and whether all levels ended."""

    coef: Array
    intercept: float
    levels: list[Array]
    settled: bool


class TransductiveSVM(PartlyLabelled):
    """A linear SVM that guesses the unlabelled documents' sides, and switches them while that widens the margin.

    Minimises ½‖w‖² + C Σ ξ over labelled + C* Σ ξ over unlabelled documents, over the rule and over the sides of the
    unlabelled documents, of which a given share is positive. The rule of the labelled ones says the first sides. A
    pair of opposite sides is switched where both slacks are positive and their sum is above 2, many pairs at once; C*
    grows to its value by factors of ten. More than two classes are told apart one against the rest.

    Parameters
    ----------
    C : float
        Cost of an error on a labelled document.
    C_unlabeled : float
        C*, cost of an error on an unlabelled document, in the mean over both sides.
    class_weight : "balanced", dict or None
        Whether both sides of the unlabelled documents together cost as much, or each document does, as printed.
    prior : float, array-like, mapping or "auto"
        Share of the unlabelled documents that is positive; of more than two classes, the share of each, in the order
        of ``classes_`` or by name. "auto" takes the labelled documents' shares or, if only positives are labelled,
        what `likewise.estimate.RankPrior` says.
    n_levels : int
        How many values C* goes through; only the last if only positives are labelled, as a small C* leaves them alone.
    max_iter : int
        Most rounds of switching at each.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    n_jobs : int, optional
        Processes, one a class; results are the same for every number.
    threshold : {"default", "prior"}
        Where scores are cut: at margin 0, or by an estimated share of positives.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (n_rules, n_features) and (n_rules,)
        The rules, on weighted counts: one of two classes, else one a class.
    prior_ : ndarray of shape (n_rules,)
        Share of the unlabelled documents that each rule was to take, as given or estimated.
    history_ : list of list of ndarray
        For each rule and each level, the objective (minus what is minimised) before each round of switching; it rises
        inside a level.
    n_iter_ : int
        Rounds of switching, over all rules and levels.
    stop_reason_ : {"no_change", "max_iter"}
        Whether every level ended with nothing left to switch.
    reliable_ : ndarray of bool of shape (n_samples,)
        Which unlabelled documents were taken for negative; none where every class has labels.

    References
    ----------
    .. [1] T. Joachims, Transductive inference for text classification using support vector machines, ICML 1999.

    Notes
    -----
    Assumes : few documents lie between the classes, and the share of each class is known or as among the labelled.
    Use it : with a few labels of every class; a wrong share of positives does harm.
    Cost : about fourteen linear SVMs a class on all documents; two minutes for 16,000 messages of twenty classes.

    Scores are log σ(2 · margin) of each class, which makes its probability that logistic function, scaled to sum to 1;
    of two classes, whose margins are opposite, log-odds are twice the margin.

    Examples
    --------
    >>> from likewise.models.linear import TransductiveSVM
    >>> X = [[4, 4, 0, 0], [3, 0, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> TransductiveSVM().fit(X, [1, -1, 0, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **PartlyLabelled._parameter_constraints,
        "C": [Interval(Real, 0, None, closed="neither")],
        "C_unlabeled": [Interval(Real, 0, None, closed="neither")],
        "class_weight": [dict, StrOptions({"balanced"}), None],
        "prior": [Interval(Real, 0, 1, closed="neither"), "array-like", Mapping, StrOptions({"auto"})],
        "n_levels": [Interval(Integral, 1, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "weighting": [StrOptions(set(SCHEMES))],
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        C: float = 3.0,
        C_unlabeled: float = 0.05,
        class_weight: Mapping[Any, float] | str | None = "balanced",
        prior: Any = "auto",
        n_levels: int = 4,
        max_iter: int = 20,
        weighting: str = "tfidf-log",
        n_jobs: int | None = None,
        threshold: str = "default",
    ) -> None:
        self.C = C
        self.C_unlabeled = C_unlabeled
        self.class_weight = class_weight
        self.prior = prior
        self.n_levels = n_levels
        self.max_iter = max_iter
        self.weighting = weighting
        self.n_jobs = n_jobs
        self.threshold = threshold

    def _learn_labelled(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        self._weighting = Weighting(self.weighting).fit(X)
        rows = sparse.csr_array(self._weighting.transform(X))
        if isinstance(self.class_weight, Mapping):
            weights = labels.weigh(weights, self.class_weight)
        # What stands in for negatives says how the first rule looks, and may then be switched like all the pile.
        pile = labels.unlabelled | self.reliable_
        shares = self._shares(X, labels)
        counts = [positives_among(share * int(pile.sum()), int(pile.sum())) for share in shares]
        told = [1] if len(labels.classes) == 2 else range(len(labels.classes))
        rules = Parallel(n_jobs=self.n_jobs)(
            delayed(self._rule)(rows, pile, ~labels.unlabelled, labels.codes == code, weights, count)
            for code, count in zip(told, counts, strict=True)
        )
        self.coef_ = np.array([rule.coef for rule in rules])
        self.intercept_ = np.array([rule.intercept for rule in rules])
        self.prior_ = np.array(shares)
        self.history_ = [rule.levels for rule in rules]
        self.n_iter_ = max(1, sum(len(level) for rule in rules for level in rule.levels))
        self.stop_reason_ = "no_change" if all(rule.settled for rule in rules) else "max_iter"

    def _shares(self, X: sparse.csr_array, labels: Labels) -> list[float]:
        """Return the share of the unlabelled documents on each rule's positive side."""
        classes, given = labels.classes, self.prior
        if isinstance(given, str):
            if self.reliable_.any():
                return [self._share_of_pile(X, labels)]
            known = labels.codes[~labels.unlabelled]
            shares = np.bincount(known, minlength=len(classes)) / len(known)
            return [float(share) for share in (shares[1:] if len(classes) == 2 else shares)]
        if isinstance(given, Mapping):
            wanted = classes.tolist()[1:] if len(classes) == 2 else classes.tolist()
            if missing := [name for name in wanted if name not in given]:
                raise UserError(
                    f'TransductiveSVM needs prior for each class, {missing[0]!r} has none; add it or say "auto".'
                )
            values = np.array([given[name] for name in wanted], dtype=np.float64)
        else:
            values = np.atleast_1d(np.asarray(given, dtype=np.float64))
            if len(classes) == 2 and len(values) == 2:
                values = values[1:]
        if values.shape != (1 if len(classes) == 2 else len(classes),) or not np.all((values > 0) & (values < 1)):
            raise UserError(
                f"TransductiveSVM needs a prior between 0 and 1 for each of {len(classes)} classes, not "
                f'{given!r}; say "auto" for the shares of the labelled documents.'
            )
        return [float(value) for value in values]

    def _share_of_pile(self, X: sparse.csr_array, labels: Labels) -> float:
        """Estimate the share where negatives are not labelled but found: their number says nothing of it."""
        codes = labels.but(self.reliable_, -1).codes
        if int(labels.positive.sum()) > 1:
            return float(Centroid(weighting=self.weighting, threshold="prior").fit(X, codes).rank_prior_.prior_)
        return float(Centroid(weighting=self.weighting).fit(X, codes).predict(X[codes == -1]).mean())

    def _n_levels(self) -> int:
        """Return how many levels there are: one where all labels are positive, as a small C* leaves them alone."""
        return 1 if self.reliable_.any() else self.n_levels

    def _rule(
        self, rows: sparse.csr_array, pile: Array, shown: Array, is_positive: Array, weights: Array, n_positive: int
    ) -> Rule:
        """Learn one rule: from those shown, then with all, each level from the sides that the last one ended with."""
        supervised = not pile.any()
        coef, intercept = hinge_rule(
            rows[shown], is_positive[shown], self.C * weights[shown], TOLERANCE if supervised else LOOSE
        )
        if supervised:
            return Rule(coef, intercept, [], True)
        places = np.flatnonzero(pile)
        sides = is_positive.copy()  # nothing in the pile is
        sides[places[np.argsort(-(rows[places] @ coef + intercept), kind="stable")[:n_positive]]] = True
        on_sides = np.ones(2)
        if self.class_weight == "balanced":
            on_sides = len(places) / (2 * np.maximum([len(places) - n_positive, n_positive], 1))
        levels, settled = [], True
        for level in reversed(range(self._n_levels())):
            costs = self.C_unlabeled / FACTOR**level * on_sides

            def solved(sides: Array, tolerance: float = LOOSE, costs: Array = costs) -> Switching:
                on = weights * np.where(pile, costs[sides.astype(np.intp)], self.C)
                coef, intercept = hinge_rule(rows, sides, on, tolerance)
                slack = _slack(rows @ coef + intercept, sides)
                return Switching(sides, coef, intercept, float((coef @ coef + intercept**2) / 2 + on @ slack))

            def step(state: Switching, solved: Any = solved) -> tuple[Switching, float]:
                new = switched(state.sides, _slack(rows @ state.coef + state.intercept, state.sides), pile)
                return (state if new is state.sides else solved(new)), -state.objective

            monitor = Monitor(max_iter=self.max_iter, ascending=False)  # a loose solution may be a little above
            state = iterate(step, solved(sides), monitor)
            sides = state.sides
            levels.append(np.array(monitor.history))
            settled = settled and monitor.stop_reason == "no_change"
        state = solved(sides, TOLERANCE)
        return Rule(state.coef, state.intercept, levels, settled)

    def _log_scores(self, X: sparse.csr_array) -> Array:
        margins = np.asarray(self._weighting.transform(X) @ self.coef_.T + self.intercept_, dtype=np.float64)
        if len(self.classes_) == 2:
            margins = np.column_stack([-margins, margins])
        return log_expit(2 * margins)


def _slack(scores: Array, sides: Array) -> Array:
    """Return ξ, how far each document is from its own side of the margin."""
    return np.maximum(0.0, 1 - np.where(sides, scores, -scores))


def positives_among(wanted: float, n_unlabelled: int) -> int:
    """Return how many unlabelled documents are on the positive side, at least one on each where there are two.

    Examples
    --------
    >>> positives_among(2.6, 10), positives_among(0.01, 10), positives_among(12.0, 10), positives_among(0.6, 1)
    (3, 1, 9, 1)
    """
    count = round(wanted)
    return min(max(count, 1), n_unlabelled - 1) if n_unlabelled > 1 else min(count, n_unlabelled)


def switched(sides: Array, slack: Array, unlabelled: Array) -> Array:
    """Switch pairs of unlabelled documents of opposite sides that both have slack, more than 2 together.

    The pairs are disjoint, those of most slack first; at the rule that gave the slacks each lowers the objective,
    whatever the two sides cost.

    Parameters
    ----------
    sides : array of bool
        Which documents are on the positive side.
    slack : array of float
        ξ of each.
    unlabelled : array of bool
        Which may be switched.

    Returns
    -------
    array of bool
        New sides, as many positive as before; the very same array if nothing is to be switched.

    Examples
    --------
    >>> sides = np.array([True, True, False, False])
    >>> switched(sides, np.array([1.5, 0.2, 0.9, 0.3]), np.ones(4, dtype=bool)).tolist()
    [False, True, True, False]
    """
    movable = unlabelled & (slack > NOISE)
    positive, negative = (
        group[np.argsort(-slack[group], kind="stable")]
        for group in (np.flatnonzero(movable & sides), np.flatnonzero(movable & ~sides))
    )
    n_pairs = min(len(positive), len(negative))
    n_switched = int((slack[positive[:n_pairs]] + slack[negative[:n_pairs]] > 2).sum())
    if n_switched == 0:
        return sides
    result = sides.copy()
    result[positive[:n_switched]], result[negative[:n_switched]] = False, True
    return result
