"""How many of the pile are positive, from where examples that were left out stand in it."""

from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import solve_banded
from scipy.special import expit, logit

from likewise.errors import UserError
from likewise.estimate.count import Estimate
from likewise.estimate.rank_posterior.evidence import CutEvidence
from likewise.estimate.rank_posterior.grid import (
    SEPARATIONS,
    STRAY_WEIGHTS,
    STRAYS,
    Grid,
    make_grid,
    mean_over,
)
from likewise.estimate.rank_posterior.likelihood import log_gap, log_likelihood_of_decisions, log_likelihood_of_ranks
from likewise.estimate.rank_posterior.outlook import look_out
from likewise.estimate.scores import Floats, Scores, read_scores, standardised
from likewise.selection.ranks import ranks_among


class RankPrior:
    """Estimates how many positives are in the pile, from the ranks of examples that were left out.

    Left-out examples stand in the ranking where hidden positives do. If they stand high and close together, few
    positives explain them; if they reach far down, many, or a ranking that is not good. The posterior of the prior is
    taken over both (`RankCurves`), and where the sorted scores of the pile fall steeply, as between
    two groups of documents, a prior that cuts there gains.

    Parameters
    ----------
    level : float, default=0.9
        Probability that the interval is to hold the prior with.
    guess : float, default=0.1
        What the prior is before looking, in the median.
    guess_spread : float, default=2.0
        How unsure that guess is: standard deviation of the logit. A factor of 7 up or down in the odds.
    power : float, default=0.6
        Power of the likelihood of the ranks. Below 1, since examples vouch for each other: of two near copies each
        ranks the other high.
    gap_power : float, default=1.5
        How much a gap in the scores counts; 0 for not at all.

    Attributes
    ----------
    prior_ : float
        Share of positives among the unlabelled: the posterior's median.
    low_, high_ : float
        Interval of the given level, with equal tails.
    count_ : float
        Number of positives among the unlabelled.
    n_taken_ : int
        How many of the unlabelled to take for the best F1 to be expected.
    cut_off_ : float
        Take documents with a higher score.
    estimate_ : Estimate
        The count, and what any other cut-off would bring.

    Examples
    --------
    >>> pile = np.concatenate([np.linspace(4, 6, 100), np.linspace(-3, 1, 900)])
    >>> model = RankPrior().fit(np.linspace(4, 6, 20), pile)
    >>> round(model.prior_, 2), model.n_taken_, model.probability([5.0, 1.0, -3.0]).round(1).tolist()
    (0.1, 100, [1.0, 0.4, 0.0])
    """

    def __init__(
        self,
        *,
        level: float = 0.9,
        guess: float = 0.1,
        guess_spread: float = 2.0,
        power: float = 0.6,
        gap_power: float = 1.5,
    ) -> None:
        self.level = level
        self.guess = guess
        self.guess_spread = guess_spread
        self.power = power
        self.gap_power = gap_power

    def fit(
        self,
        positive: ArrayLike | None,
        unlabelled: ArrayLike,
        ranks: ArrayLike | None = None,
        *,
        evidence: CutEvidence | None = None,
        decided: tuple[ArrayLike, ArrayLike, ArrayLike] | None = None,
    ) -> Self:
        """Estimate from out-of-sample scores of positives and scores of the pile.

        Parameters
        ----------
        positive : array-like of shape (n_positive,), or None
            Scores of positives, each left out of the model that scored it; None if their ranks are given.
        unlabelled : array-like of shape (n_unlabelled,)
            Scores of the pile.
        ranks : array-like of shape (n_positive,), optional
            Where the positives stand among the pile, as `likewise.selection.cross_fit` says; by their scores if not
            given. There may be none where there is other evidence.
        evidence : CutEvidence, optional
            What the pile itself says of where to cut.
        decided : three array-likes of shape (n_decided,), optional
            Ranks of documents that somebody looked at, whether they are positive, and how much each counts.

        Returns
        -------
        RankPrior
            Itself.

        Raises
        ------
        UserError
            If scores are missing or NaN, ranks are not one a positive and from 0 to 1, or a parameter is out of bounds.
        """
        self._check()
        for name in ("_cut", "_grid", "estimate_"):  # of an earlier fit
            self.__dict__.pop(name, None)
        pile, u = _pile_and_ranks(positive, unlabelled, ranks)
        n = len(pile)
        self._pile, self._of_grid = pile, (n, self.guess, self.guess_spread)
        grid = self._grid
        self._weight = weight = self._posterior(grid, pile, u, evidence, decided)
        tail = (1 - self.level) / 2
        self.low_, self.prior_, self.high_ = _quantiles(grid.logits, weight.sum(axis=(1, 2)), (tail, 0.5, 1 - tail))
        self.count_ = self.prior_ * n
        self._probability = mean_over(weight, grid.purity)
        return self

    def _posterior(
        self,
        grid: Grid,
        pile: Floats,
        u: Floats,
        evidence: CutEvidence | None,
        decided: tuple[ArrayLike, ArrayLike, ArrayLike] | None,
    ) -> Floats:
        """Weigh every hypothesis by all that was observed."""
        n, priors = len(pile), grid.priors
        # A rank is as uncertain as the pile is small: two samples say as much as one of n·m/(n + m).
        power = self.power * n / (n + len(u))
        log_posterior = (
            power * log_likelihood_of_ranks(grid, u, pile)
            - 0.5 * ((grid.logits - logit(self.guess)) / self.guess_spread)[:, None, None] ** 2
            + np.log(STRAY_WEIGHTS)
        )
        if self.gap_power:
            gap = log_gap(standardised(Scores(pile, pile)).unlabelled, np.outer(priors, 1 - STRAYS))
            log_posterior += self.gap_power * gap[:, None, :]
        if evidence is None:
            # Before looking, positives and negatives lie two standard deviations apart, give or take a half.
            log_posterior += -0.5 * (np.log(SEPARATIONS / 2) / 0.4)[:, None] ** 2
        else:
            log_posterior += evidence.log_weight(priors)[:, None, None]
            log_posterior += evidence.log_separation(priors, SEPARATIONS)[:, :, None]
        if decided is not None:
            log_posterior += log_likelihood_of_decisions(grid, *decided)
        weight: Floats = np.exp(log_posterior - log_posterior.max())
        weight /= weight.sum()
        return weight

    @cached_property
    def _grid(self) -> Grid:
        return make_grid(*self._of_grid)

    def __getstate__(self) -> dict[str, Any]:
        # The grid is hundreds of times as large as all the rest, and is made again in a moment.
        return {name: value for name, value in self.__dict__.items() if name != "_grid"}

    @cached_property
    def _cut(self) -> tuple[int, float]:
        return best_cut(self._pile, self._grid.curves.ranks, mean_over(self._weight, self._grid.f1))

    @property
    def n_taken_(self) -> int:
        """How many of the unlabelled to take for the best F1 to be expected."""
        return self._cut[0]

    @property
    def cut_off_(self) -> float:
        """Take documents with a higher score."""
        return self._cut[1]

    @cached_property
    def estimate_(self) -> Estimate:
        """The count, and what every cut-off brings and misses."""
        return self.estimate_left(self._pile, self.n_taken_)

    def estimate_left(self, scores: ArrayLike, n_taken: int, misfit: float = 0.0) -> Estimate:
        """Say how many there are among some documents of the pile, such as those that nobody has decided.

        Parameters
        ----------
        scores : array-like of shape (n_left,)
            Scores of these documents, on the scale of the pile's.
        n_taken : int
            How many of them are suggested.
        misfit : float, default=0.0
            How far the true count may be from that of the best hypothesis, as a share of it.

        Returns
        -------
        Estimate
            Of these documents alone, from the same posterior.
        """
        ranks = ranks_among(scores, self._pile)
        outlook = look_out(self._grid, self._weight, ranks, self.level, misfit)
        probability = np.interp(np.append(0.0, self._grid.curves.ranks), self._grid.curves.ranks, self._probability)
        return Estimate(
            count=outlook.count,
            low=outlook.low,
            high=outlook.high,
            level=self.level,
            n_pile=len(ranks),
            n_taken=n_taken,
            places=outlook.taken,
            good=outlook.good,
            missed_low=outlook.missed_low,
            missed_high=outlook.missed_high,
            lower=np.minimum(outlook.lower, probability),
            upper=np.maximum(outlook.upper, probability),
        )

    def _check(self) -> None:
        for name in ("level", "guess"):
            if not 0 < (value := getattr(self, name)) < 1:
                raise UserError(f"RankPrior needs {name} between 0 and 1, not {value:g}; leave it out for the usual.")
        for name, lowest in (("guess_spread", 1e-6), ("power", 0.0), ("gap_power", 0.0)):
            if not lowest <= (value := getattr(self, name)) < np.inf:
                raise UserError(f"RankPrior needs {name} of {lowest:g} or more, not {value:g}; leave it out.")

    def probability(self, scores: ArrayLike) -> Floats:
        """Return the probability of being positive for documents of these scores.

        Parameters
        ----------
        scores : array-like of float
            Scores on the scale of the pile's.

        Returns
        -------
        ndarray of float
            From 0 to 1, and never lower for a higher score.
        """
        values: Floats = np.interp(ranks_among(scores, self._pile), self._grid.curves.ranks, self._probability)
        return np.clip(values, 0.0, 1.0)


def _pile_and_ranks(
    positive: ArrayLike | None, unlabelled: ArrayLike, ranks: ArrayLike | None
) -> tuple[Floats, Floats]:
    """Read the scores, and make the ranks if they are not given."""
    if positive is None and ranks is not None:
        u = np.asarray(ranks, dtype=np.float64)
        pile, n_positive = read_scores(unlabelled, unlabelled).unlabelled, u.size
    else:
        scores = read_scores([] if positive is None else positive, unlabelled)
        u = ranks_among(scores.positive, scores.unlabelled) if ranks is None else np.asarray(ranks, dtype=np.float64)
        pile, n_positive = scores.unlabelled, len(scores.positive)
    if u.shape != (n_positive,) or not np.all((u >= 0) & (u <= 1)):
        raise UserError(
            f"ranks are shares of the pile, one from 0 to 1 for each of {n_positive:,} positives; "
            f"shape {u.shape} came: give those of cross_fit."
        )
    return pile, u


def _quantiles(logits: Floats, weight: Floats, levels: tuple[float, ...]) -> tuple[float, ...]:
    """Return quantiles of a distribution over logits, each weight spread evenly around its logit."""
    half = (logits[1] - logits[0]) / 2
    ends = np.append(logits[0] - half, logits + half)
    return tuple(float(q) for q in expit(np.interp(levels, np.append(0.0, np.cumsum(weight)), ends)))


def best_cut(pile: Floats, ranks: Floats, f1: Floats) -> tuple[int, float]:
    """Return how many documents to take for the best F1, and a score between the last of them and the next."""
    descending = np.sort(pile)[::-1]
    after = np.append(descending[1:], np.nextafter(descending[-1], -np.inf))
    allowed = 1 + np.flatnonzero(descending > after)  # equal scores are taken together
    # Smooth between the ranks where F1 is known, and they are even in logits but for the ends.
    places = logit(np.clip(allowed / len(pile), ranks[1], ranks[-2]))
    n_taken = int(allowed[np.argmax(_smooth_curve(logit(ranks[1:-1]), f1[1:-1], places))])
    last, following = descending[n_taken - 1], after[n_taken - 1]
    middle = last / 2 + following / 2
    return n_taken, float(middle if following <= middle < last else following)


def _smooth_curve(knots: Floats, values: Floats, at: Floats) -> Floats:
    """Interpolate by a natural cubic spline over evenly spaced knots; scipy's takes a third of a second to import."""
    step = (knots[-1] - knots[0]) / (len(knots) - 1)
    bands = np.repeat([[1.0], [4.0], [1.0]], len(knots) - 2, axis=1)
    bend = np.zeros(len(knots))  # second derivatives, times step²
    bend[1:-1] = solve_banded((1, 1), bands, 6 * np.diff(values, 2))
    left = np.clip(((at - knots[0]) / step).astype(np.intp), 0, len(knots) - 2)
    b = (at - knots[left]) / step
    a = 1 - b
    curve: Floats = a * values[left] + b * values[left + 1]
    curve += ((a**3 - a) * bend[left] + (b**3 - b) * bend[left + 1]) / 6
    return curve
