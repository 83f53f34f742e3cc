"""How good a decision and a ranking are, where somebody knows the truth."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from likewise.metrics.reading import Bools, Floats, truth_and_predicted, truth_and_scores


class PrecisionRecallF1(NamedTuple):
    """The three numbers of a decision; each is 0 where it is undefined.

    Parameters
    ----------
    precision : float
        Share of what was taken that is right.
    recall : float
        Share of what is right that was taken.
    f1 : float
        Their harmonic mean.

    Examples
    --------
    >>> PrecisionRecallF1(0.5, 1.0, 2 / 3).recall
    1.0
    """

    precision: float
    recall: float
    f1: float


class RocCurve(NamedTuple):
    """Shares of the negatives and of the positives at or above each threshold, from (0, 0) to (1, 1).

    Parameters
    ----------
    false_positive_rate, true_positive_rate : ndarray of float
        Shares of the negatives and of the positives.
    thresholds : ndarray of float
        Scores, falling.

    Examples
    --------
    >>> RocCurve(np.array([0.0, 1.0]), np.array([0.0, 1.0]), np.array([np.inf, 0.5])).true_positive_rate.tolist()
    [0.0, 1.0]
    """

    false_positive_rate: Floats
    true_positive_rate: Floats
    thresholds: Floats


def precision_recall_f1(truth: ArrayLike, predicted: ArrayLike) -> PrecisionRecallF1:
    """Say how many of the documents found are right, how many of the right ones are found, and the mean of the two.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are positive.
    predicted : array-like of bool
        Which documents were found.

    Returns
    -------
    PrecisionRecallF1
        F1 is the harmonic mean of precision and recall. All three are 0 where nothing was found or nothing is there.

    Examples
    --------
    >>> precision_recall_f1([1, 1, 0, 0], [1, 0, 0, 0])
    PrecisionRecallF1(precision=1.0, recall=0.5, f1=0.666...)
    >>> precision_recall_f1([1, 0], [0, 0]).f1
    0.0
    """
    is_positive, is_found = truth_and_predicted(truth, predicted)
    hits, found, positive = int((is_positive & is_found).sum()), int(is_found.sum()), int(is_positive.sum())
    return PrecisionRecallF1(
        precision=hits / found if found else 0.0,
        recall=hits / positive if positive else 0.0,
        f1=2 * hits / (found + positive) if found + positive else 0.0,
    )


def average_precision(truth: ArrayLike, scores: ArrayLike) -> float:
    """Average the precision over the places of the positive documents in the ranking; equal scores share a place.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are positive.
    scores : array-like of float
        Higher for documents that rank before others.

    Returns
    -------
    float
        1 for a perfect ranking, and 0 where nothing is positive.

    Examples
    --------
    >>> average_precision([1, 0, 1], [0.9, 0.5, 0.1])
    0.833...
    >>> average_precision([1, 0], [0.5, 0.5])
    0.5
    """
    is_positive, score = truth_and_scores(truth, scores)
    if not is_positive.any():
        return 0.0
    from sklearn.metrics import average_precision_score  # slow to import, and only comparisons with the truth need it

    ranks = np.unique(score, return_inverse=True)[1]  # as scores may be infinite
    return float(average_precision_score(is_positive, ranks))


def roc_auc(truth: ArrayLike, scores: ArrayLike) -> float:
    """Say how likely a positive document is to rank before a negative one; equal scores count a half.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are positive.
    scores : array-like of float
        Higher for documents that rank before others.

    Returns
    -------
    float
        The area under the ROC curve: 1 for a perfect ranking, 0.5 for a random one, NaN where all documents are of one
        class.

    Examples
    --------
    >>> roc_auc([1, 0, 1, 0], [4.0, 3.0, 2.0, 1.0])
    0.75
    >>> roc_auc([1, 0], [0.5, 0.5])
    0.5
    """
    is_positive, score = truth_and_scores(truth, scores)
    positive = int(is_positive.sum())
    negative = len(score) - positive
    if positive == 0 or negative == 0:
        return float("nan")
    # The Mann-Whitney count of pairs in order, from the positives' ranks; ties have the mean of their ranks.
    from scipy.stats import rankdata  # slow to import

    in_order = rankdata(score)[is_positive].sum() - positive * (positive + 1) / 2
    return float(in_order / (positive * negative))


def roc_curve(truth: ArrayLike, scores: ArrayLike) -> RocCurve:
    """Follow the shares of negatives and of positives that are found while the threshold falls.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are positive.
    scores : array-like of float
        Higher for documents that rank before others.

    Returns
    -------
    RocCurve
        One point for each distinct score, after the point (0, 0) at threshold infinity; the trapezoids under it have
        the area `roc_auc`. A rate is NaN where there is no document of its class.

    Examples
    --------
    >>> curve = roc_curve([1, 0, 1, 0], [4.0, 3.0, 3.0, 1.0])
    >>> curve.false_positive_rate.tolist(), curve.true_positive_rate.tolist()
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0])
    >>> curve.thresholds.tolist()
    [inf, 4.0, 3.0, 1.0]
    """
    is_positive, score = truth_and_scores(truth, scores)
    thresholds, found, hits = _by_threshold(is_positive, score)
    positive = int(is_positive.sum())
    negative = len(score) - positive
    return RocCurve(
        (found - hits) / (negative or np.nan), hits / (positive or np.nan), np.concatenate([[np.inf], thresholds])
    )


def break_even(truth: ArrayLike, scores: ArrayLike) -> float:
    """Return the precision where it equals the recall: at as many documents as there are positives.

    It needs the number of positives, which nobody knows beforehand, so it is no advice on where to cut; older papers
    report it.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are positive.
    scores : array-like of float
        Higher for documents that rank before others.

    Returns
    -------
    float
        1 for a perfect ranking, 0 where nothing is positive. Documents with the score at the cut count for the share of
        them that is positive, so that their order does not matter.

    Examples
    --------
    >>> break_even([1, 0, 1, 0], [4.0, 3.0, 2.0, 1.0])
    0.5
    """
    is_positive, score = truth_and_scores(truth, scores)
    positive = int(is_positive.sum())
    if positive == 0:
        return 0.0
    _, found, hits = _by_threshold(is_positive, score)
    return float(np.interp(positive, found, hits) / positive)


def best_f1(truth: ArrayLike, scores: ArrayLike) -> float:
    """Return the F1 at the cut-off that is best in hindsight, which only an oracle knows: the ranking's share of it.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are positive.
    scores : array-like of float
        Higher for documents that rank before others. A cut-off is a score that documents reach or not, so documents
        with equal scores are found together; give places instead of scores where a ranking has settled its ties.

    Returns
    -------
    float
        1 if a cut-off finds all positives and nothing else, and 0 where nothing is positive.

    Examples
    --------
    >>> best_f1([1, 0, 1, 0], [4.0, 3.0, 2.0, 1.0])
    0.8
    >>> best_f1([1, 0, 0], [2.0, 2.0, 1.0])
    0.666...
    """
    is_positive, score = truth_and_scores(truth, scores)
    positive = int(is_positive.sum())
    if positive == 0:
        return 0.0
    _, found, hits = _by_threshold(is_positive, score)
    return float((2 * hits / (found + positive)).max())


def _by_threshold(is_positive: Bools, score: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the distinct scores from the highest, and how many documents and positives are at or above each.

    The two counts begin with 0, for the threshold that nothing reaches.
    """
    ascending, group = np.unique(score, return_inverse=True)
    counts = (np.bincount(group, weights=weights, minlength=len(ascending)) for weights in (None, is_positive))
    found, hits = (np.concatenate([[0.0], np.cumsum(count[::-1])]) for count in counts)
    return ascending[::-1], found, hits
