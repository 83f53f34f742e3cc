"""How many of the pile are positive, from where examples that were left out stand in it."""

from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.interpolate import CubicSpline
from scipy.special import expit, logit

from likewise.errors import UserError
from likewise.estimate.count import Estimate
from likewise.estimate.rank_posterior.curves import RankCurves, rank_curves
from likewise.estimate.rank_posterior.evidence import CutEvidence
from likewise.estimate.scores import Floats, Scores, read_scores, standardised
from likewise.selection.ranks import ranks_among

#: How far apart positives and negatives may lie, in standard deviations, and what is expected before looking: 2, give
#: or take a half. And shares of positives that look like negatives, with their weights.
_SEPARATIONS = np.geomspace(0.4, 6.5, 11)
_STRAYS, _STRAY_WEIGHTS = np.array([0.0, 0.03, 0.1, 0.25]), np.array([0.4, 0.3, 0.2, 0.1])
_N_PRIORS = 90
#: The least density of a rank, so that no single example decides.
_LEAST = 1e-5
#: Half the width over which a gap in the scores is looked for, in logits of the rank and in documents at least; the
#: steepest fall that counts, and the logit of the rank below which none does, as the last documents fall away anyhow.
_GAP_WINDOW, _GAP_DOCUMENTS, _STEEPEST, _GAP_LOWEST = 0.1, 4, 20.0, 2.5


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
        decided: tuple[ArrayLike, ArrayLike] | None = None,
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
        decided : pair of array-like, optional
            Ranks of documents that somebody looked at, and whether they are positive: what purity there is.

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
        pile, u = _pile_and_ranks(positive, unlabelled, ranks)
        n = len(pile)
        # As far as the guess reaches, and no further than half a document from none or from all.
        edge, middle = -logit(0.5 / (n + 1)), logit(self.guess)
        low, high = np.clip([middle - 4 * self.guess_spread, middle + 4 * self.guess_spread], -edge, edge)
        logits = np.linspace(low, high, _N_PRIORS)
        priors = expit(logits)
        curves = rank_curves(priors, _SEPARATIONS, _STRAYS, n)
        # A rank is as uncertain as the pile is small: two samples say as much as one of n·m/(n + m).
        power = self.power * n / (n + len(u))
        log_posterior = (
            power * _log_likelihood(curves, u, pile)
            - 0.5 * ((logits - middle) / self.guess_spread)[:, None, None] ** 2
            + np.log(_STRAY_WEIGHTS)
        )
        if self.gap_power:
            gap = _log_gap(standardised(Scores(pile, pile)).unlabelled, np.outer(priors, 1 - _STRAYS))
            log_posterior += self.gap_power * gap[:, None, :]
        if evidence is None:
            log_posterior += -0.5 * (np.log(_SEPARATIONS / 2) / 0.4)[:, None] ** 2
        else:
            log_posterior += evidence.log_weight(priors)[:, None, None]
            log_posterior += evidence.log_separation(priors, _SEPARATIONS)[:, :, None]
        if decided is not None:
            log_posterior += _log_likelihood_of_decisions(curves, priors, *decided)
        weight = np.exp(log_posterior - log_posterior.max())
        weight /= weight.sum()
        tail = (1 - self.level) / 2
        self.low_, self.prior_, self.high_ = _quantiles(logits, weight.sum(axis=(1, 2)), (tail, 0.5, 1 - tail))
        self.count_ = self.prior_ * n
        self._pile, self._ranks = pile, curves.ranks
        share = priors[:, None, None, None]
        purity = share * curves.density
        self._probability = np.einsum("pds,pdsu->u", weight, purity)
        # F1 of taking everything down to a rank: 2 · hits / (taken + positives), all as shares of the pile.
        f1 = np.einsum("pds,pdsu->u", weight, 2 * share * curves.recall / (curves.ranks + share))
        self.n_taken_, self.cut_off_ = _best_cut(pile, curves.ranks, f1)
        self.estimate_ = self._outlook(n, weight, share * curves.recall, purity, priors)
        return self

    def _outlook(self, n: int, weight: Floats, good: Floats, purity: Floats, priors: Floats) -> Estimate:
        """Say what every cut-off brings and misses; `good` are shares of the pile down to each rank."""
        missed = np.maximum(priors[:, None, None, None] - good, 0.0)
        tails = (1 - self.level) / 2, (1 + self.level) / 2
        low, high = _weighted_quantiles(missed, weight, tails)
        lower, upper = _weighted_quantiles(purity, weight, tails)
        good, missed = (np.einsum("pds,pdsu->u", weight, curve) for curve in (good, missed))
        # The count is the median, and people add up what they read: so do these.
        scale = self.count_ / max(float(good[-1] + missed[-1]), 1e-300)
        return Estimate(
            count=self.count_,
            low=self.low_ * n,
            high=self.high_ * n,
            level=self.level,
            n_pile=n,
            n_taken=self.n_taken_,
            places=self._ranks * n,
            good=scale * good,
            missed=np.clip(scale * missed, n * low, n * high),
            missed_low=n * low,
            missed_high=n * high,
            # The mean of a skewed posterior may lie outside.
            lower=np.minimum(lower, self._probability),
            upper=np.maximum(upper, self._probability),
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
        values: Floats = np.interp(ranks_among(scores, self._pile), self._ranks, self._probability)
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


def _log_likelihood_of_decisions(curves: RankCurves, priors: Floats, ranks: ArrayLike, found: ArrayLike) -> Floats:
    """Return the logarithm of the likelihood of yes and no at some ranks, under each curve."""
    purity = np.clip(priors[:, None, None, None] * curves.density, _LEAST, 1 - _LEAST)
    at, yes = np.asarray(ranks, dtype=np.float64), np.asarray(found, dtype=bool)
    log_likelihood: Floats = np.log(purity) @ _counts_at(at[yes], curves.ranks)
    log_likelihood += np.log1p(-purity) @ _counts_at(at[~yes], curves.ranks)
    return log_likelihood


def _log_likelihood(curves: RankCurves, u: Floats, pile: Floats) -> Floats:
    """Return the logarithm of the likelihood of ranks under each curve.

    A rank amid documents of equal score may be any of theirs: it counts by the mean density over them.
    """
    reach = _reach_of_ties(u, pile)
    start, end = (_nearest(np.clip(u + step, 0.0, 1.0), curves.ranks) for step in (-reach, reach))
    alone = (start == end) | (reach == 0)
    log_likelihood: Floats = np.log(np.maximum(curves.density, _LEAST)) @ _counts_at(u[alone], curves.ranks)
    (start, end), counts = np.unique([start[~alone], end[~alone]], axis=1, return_counts=True)
    inside = curves.recall[..., end] - curves.recall[..., start]
    log_likelihood += np.log(np.maximum(inside / (curves.ranks[end] - curves.ranks[start]), _LEAST)) @ counts
    return log_likelihood


def _reach_of_ties(u: Floats, pile: Floats) -> Floats:
    """Return how far documents of equal score reach to both sides of each rank, as shares of the pile."""
    ascending = np.sort(pile)
    n = len(pile)
    value = ascending[::-1][np.clip(np.ceil(u * (n + 1)).astype(np.intp) - 1, 0, n - 1)]
    below, not_above = (np.searchsorted(ascending, value, side=side) for side in ("left", "right"))
    # A place among m equals, with n - not_above before them: from just before the first to just after the last.
    start, end = (n - not_above) / (n + 1), (n - below + 1) / (n + 1)
    return np.where(not_above - below > 1, np.clip(np.minimum(u - start, end - u), 0.0, None), 0.0)


def _nearest(values: Floats, places: Floats) -> NDArray[np.intp]:
    return np.searchsorted((places[1:] + places[:-1]) / 2, values)


def _counts_at(values: Floats, places: Floats) -> Floats:
    """Return how often each of the ascending places counts in a sum of linear interpolations at the values."""
    right = np.clip(np.searchsorted(places, values), 1, len(places) - 1)
    part = (values - places[right - 1]) / (places[right] - places[right - 1])
    counts = np.bincount(right, part, len(places)) + np.bincount(right - 1, 1 - part, len(places))
    return np.asarray(counts, dtype=np.float64)


def _log_gap(pile: Floats, places: Floats) -> Floats:
    """Return how much steeper than usual the sorted scores fall at these ranks, as a logarithm that is not negative."""
    descending = np.sort(pile)[::-1]
    ranks = (np.arange(len(pile)) + 0.5) / len(pile)

    def slope(at: Floats) -> Floats:
        # Over so many logits of the rank, but over enough documents: few of them have gaps by chance.
        half = np.maximum(_GAP_WINDOW * at * (1 - at), _GAP_DOCUMENTS / len(pile))
        ends = np.clip([at - half, at + half], ranks[0], ranks[-1])
        above, below = np.interp(ends, ranks, descending)
        return np.asarray((above - below) / np.diff(logit(ends), axis=0)[0], dtype=np.float64)

    if len(pile) <= 2 * _GAP_DOCUMENTS:
        return np.zeros_like(places)
    slopes = slope(expit(np.linspace(logit(ranks[0]), _GAP_LOWEST, 80)))
    usual = np.median(slopes) or np.mean(slopes)  # where most scores are equal, any fall is unusual
    if usual == 0:
        return np.zeros_like(places)
    with np.errstate(over="ignore"):
        steepness = np.where(places < expit(_GAP_LOWEST), slope(places) / usual, 1.0)
    gap: Floats = np.log(np.clip(steepness, 1.0, _STEEPEST))
    return gap


def _quantiles(logits: Floats, weight: Floats, levels: tuple[float, ...]) -> tuple[float, ...]:
    """Return quantiles of a distribution over logits, each weight spread evenly around its logit."""
    half = (logits[1] - logits[0]) / 2
    ends = np.append(logits[0] - half, logits + half)
    return tuple(float(q) for q in expit(np.interp(levels, np.append(0.0, np.cumsum(weight)), ends)))


def _weighted_quantiles(curves: Floats, weight: Floats, levels: tuple[float, float]) -> tuple[Floats, Floats]:
    """Return two quantiles at each rank, over every curve that may be the right one."""
    curves = curves.reshape(-1, curves.shape[-1])
    order = np.argsort(curves, axis=0)
    below = np.cumsum(weight.ravel()[order], axis=0)

    def at(level: float) -> Floats:
        place = (below < level).sum(axis=0).clip(max=len(below) - 1)[None]
        return np.asarray(np.take_along_axis(curves, np.take_along_axis(order, place, axis=0), 0)[0])

    return at(levels[0]), at(levels[1])


def _best_cut(pile: Floats, ranks: Floats, f1: Floats) -> tuple[int, float]:
    """Return how many documents to take for the best F1, and a score between the last of them and the next."""
    descending = np.sort(pile)[::-1]
    after = np.append(descending[1:], np.nextafter(descending[-1], -np.inf))
    allowed = 1 + np.flatnonzero(descending > after)  # equal scores are taken together
    # Smooth between the ranks where F1 is known, and they are even in logits but for the ends.
    curve = CubicSpline(logit(ranks[1:-1]), f1[1:-1])
    n_taken = int(allowed[np.argmax(curve(logit(np.clip(allowed / len(pile), ranks[1], ranks[-2]))))])
    last, following = descending[n_taken - 1], after[n_taken - 1]
    middle = last / 2 + following / 2
    return n_taken, float(middle if following <= middle < last else following)
