"""How good a decision is when nobody knows a negative document: only positives and unlabelled ones.

Every measure here needs two numbers. r is the share found of positives *that the model was not fitted on*, an estimate
of the recall; s is the share taken of the unlabelled. Pool the decisions of all folds and call once: a ratio of sums is
steadier than a mean of ratios. With the class prior π, the share of positives among the unlabelled,

    precision = r π / s,    accuracy = 1 − s − π + 2 r π,    F1 = the harmonic mean of precision and r.
"""

from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from likewise.errors import UserError
from likewise.metrics.reading import Floats

Population: TypeAlias = Literal["all", "unlabeled"]


def criterion_one(
    positive_predicted: ArrayLike, unlabeled_predicted: ArrayLike, population: Population = "all"
) -> float:
    """Judge a decision by recall² / Pr[f=1], which rises with precision and recall; higher is better.

    It equals precision · recall / Pr[Y=1], so it orders decisions as the square of the geometric mean of precision
    and recall does, though neither is known. To take everything gives 1, a floor that a useful model beats; a perfect
    decision gives 1 / Pr[Y=1].

    Parameters
    ----------
    positive_predicted : array-like of bool or of float in [0, 1]
        Whether each positive document that was held out is found, or how surely.
    unlabeled_predicted : array-like of bool or of float in [0, 1]
        The same of unlabelled documents that were held out.
    population : {"all", "unlabeled"}, default="all"
        Where Pr[f=1] is taken: over both, when the positives are some of one sample that somebody marked; over the
        unlabelled, when they were collected elsewhere.

    Returns
    -------
    float
        At least 0; it is 0 where nothing of the population is predicted positive.

    References
    ----------
    .. [1] W. S. Lee and B. Liu, Learning with positive and unlabeled examples using weighted logistic regression,
       ICML 2003.

    Examples
    --------
    >>> criterion_one([1, 1, 1, 0], [1, 0, 0, 0, 0, 0])
    1.40625
    >>> criterion_one([1, 1, 1, 0], [1, 0, 0, 0, 0, 0], population="unlabeled")
    3.375
    >>> criterion_one([1, 1], [1, 1, 1])
    1.0
    """
    positive, unlabelled = _held_out(positive_predicted, unlabeled_predicted)
    if population not in ("all", "unlabeled"):
        raise UserError(
            f"population is 'all' or 'unlabeled', not {population!r}; 'all' is where P and U are one sample"
        )
    over = np.concatenate([positive, unlabelled]) if population == "all" else unlabelled
    return float(criterion_one_of_rates(float(positive.mean()), float(over.mean())))


def criterion_one_of_rates(recall: ArrayLike, share: ArrayLike) -> Floats:
    """Return recall² / share taken, from rates that are known already: criterion I of many decisions at once.

    Parameters
    ----------
    recall : array-like
        Share found of positives that were held out.
    share : array-like
        Share taken of the population.

    Returns
    -------
    ndarray
        The criterion; 0 where nothing is taken.

    Examples
    --------
    >>> criterion_one_of_rates([0.75, 1.0, 0.0], [0.4, 1.0, 0.0]).tolist()
    [1.40625, 1.0, 0.0]
    """
    found, taken = np.asarray(recall, dtype=np.float64), np.asarray(share, dtype=np.float64)
    return np.where(taken > 0, found**2 / np.where(taken > 0, taken, 1.0), 0.0)


def criterion_two(positive_predicted: ArrayLike, unlabeled_predicted: ArrayLike) -> float:
    """Judge a decision by Pr[f=-1 | positive] + Pr[f=1 | unlabelled]; lower is better.

    Where positives are left unlabelled at random it rises and falls, linearly, with the sum of the true rates of false
    negatives and false positives. To take everything or nothing gives 1.

    Parameters
    ----------
    positive_predicted : array-like of bool or of float in [0, 1]
        Whether each positive document that was held out is found, or how surely.
    unlabeled_predicted : array-like of bool or of float in [0, 1]
        The same of unlabelled documents that were held out.

    Returns
    -------
    float
        Between 0 and 2.

    References
    ----------
    .. [1] W. S. Lee and B. Liu, Learning with positive and unlabeled examples using weighted logistic regression,
       ICML 2003.

    Examples
    --------
    >>> criterion_two([1, 1, 1, 0], [1, 0, 0, 0, 0, 0, 0, 0])
    0.375
    """
    positive, unlabelled = _held_out(positive_predicted, unlabeled_predicted)
    return float(1.0 - positive.mean() + unlabelled.mean())


def pu_precision(positive_predicted: ArrayLike, unlabeled_predicted: ArrayLike, prior: float) -> float:
    """Estimate which share of the unlabelled documents taken is positive: r π / s.

    Parameters
    ----------
    positive_predicted : array-like of bool or of float in [0, 1]
        Whether each positive document that was held out is found, or how surely.
    unlabeled_predicted : array-like of bool or of float in [0, 1]
        The same of unlabelled documents that were held out.
    prior : float
        π, the share of positives among the unlabelled.

    Returns
    -------
    float
        Clipped to at most 1, which chance in r or a prior that is too high can exceed; 0 where nothing is taken.

    Examples
    --------
    >>> pu_precision([1, 1, 1, 0], [1, 1, 1, 0, 0, 0, 0, 0], prior=0.25)
    0.5
    """
    recall, share = _rates(positive_predicted, unlabeled_predicted)
    return _precision(recall, share, _checked(prior))


def pu_accuracy(positive_predicted: ArrayLike, unlabeled_predicted: ArrayLike, prior: float) -> float:
    """Estimate the share of unlabelled documents that are decided rightly: 1 − s − π + 2 r π.

    Parameters
    ----------
    positive_predicted : array-like of bool or of float in [0, 1]
        Whether each positive document that was held out is found, or how surely.
    unlabeled_predicted : array-like of bool or of float in [0, 1]
        The same of unlabelled documents that were held out.
    prior : float
        π, the share of positives among the unlabelled.

    Returns
    -------
    float
        Within [0, 1]; true positives, r π, count as s at most, as in `pu_precision`.

    Examples
    --------
    >>> round(pu_accuracy([1, 1, 1, 0], [1, 1, 1, 0, 0, 0, 0, 0, 0, 0], prior=0.2), 6)
    0.8
    """
    recall, share = _rates(positive_predicted, unlabeled_predicted)
    true_positives = _precision(recall, share, _checked(prior)) * share
    return max(0.0, 1.0 - share - prior + 2.0 * true_positives)


def pu_f1(positive_predicted: ArrayLike, unlabeled_predicted: ArrayLike, prior: float) -> float:
    """Estimate F1 on the unlabelled documents, the harmonic mean of `pu_precision` and r.

    Where the precision is not clipped that is 2 r π / (s + π).

    Parameters
    ----------
    positive_predicted : array-like of bool or of float in [0, 1]
        Whether each positive document that was held out is found, or how surely.
    unlabeled_predicted : array-like of bool or of float in [0, 1]
        The same of unlabelled documents that were held out.
    prior : float
        π, the share of positives among the unlabelled.

    Returns
    -------
    float
        Within [0, 1]; 0 where nothing is found or nothing is taken.

    Examples
    --------
    >>> round(pu_f1([1, 1, 1, 0], [1, 1, 1, 0, 0, 0, 0, 0, 0, 0], prior=0.2), 6)
    0.6
    """
    recall, share = _rates(positive_predicted, unlabeled_predicted)
    precision = _precision(recall, share, _checked(prior))
    return 2.0 * precision * recall / (precision + recall) if precision else 0.0


def _precision(recall: float, share: float, prior: float) -> float:
    return min(1.0, recall * prior / share) if share else 0.0


def _checked(prior: float) -> float:
    if not 0.0 <= prior <= 1.0:
        raise UserError(
            f"prior is the share of positives among the unlabelled, between 0 and 1, not {prior}; estimate it"
        )
    return prior


def _rates(positive_predicted: ArrayLike, unlabeled_predicted: ArrayLike) -> tuple[float, float]:
    positive, unlabelled = _held_out(positive_predicted, unlabeled_predicted)
    return float(positive.mean()), float(unlabelled.mean())


def _held_out(positive_predicted: ArrayLike, unlabeled_predicted: ArrayLike) -> tuple[Floats, Floats]:
    decisions = np.asarray(positive_predicted, dtype=np.float64), np.asarray(unlabeled_predicted, dtype=np.float64)
    for values, which in zip(decisions, ("positive", "unlabelled"), strict=True):
        if values.ndim != 1 or len(values) == 0:
            raise UserError(
                f"decisions on {which} documents have shape {values.shape}; hold out at least one, one value each"
            )
        if not np.all((values >= 0.0) & (values <= 1.0)):  # NaN fails too
            raise UserError(
                f"decisions on {which} documents lie between 0 and 1, not from {values.min()} to {values.max()}; "
                "compare scores with a threshold first"
            )
    return decisions
