"""How much reading a ranking saves a person who reads it from the top until enough is found.

One convention for all: the examples that were shown are never counted, neither as found nor as read; leave them out, or
mark them in ``shown``, and every share is one of the documents that are left. Documents with equal scores are read in
the order given. Where nothing that is left is relevant, there is nothing to find and a measure is NaN.
"""

from math import ceil, floor
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from likewise.errors import UserError
from likewise.metrics.reading import Bools, Floats, truth_and_predicted, truth_and_scores

#: Shares are products of decimals: 0.29 · 100 is 28.999999999999996 documents, and means 29.
_ROUNDING = 1e-9


class RecallCurve(NamedTuple):
    """The share of relevant documents found after each number of documents read, from 0 to all.

    Parameters
    ----------
    n_read : ndarray of int
        Numbers of documents read.
    recall : ndarray of float
        The share found by then.

    Examples
    --------
    >>> RecallCurve(np.array([0, 1, 2]), np.array([0.0, 0.5, 1.0])).recall.tolist()
    [0.0, 0.5, 1.0]
    """

    n_read: NDArray[np.intp]
    recall: Floats


def recall_curve(truth: ArrayLike, scores: ArrayLike, *, shown: ArrayLike | None = None) -> RecallCurve:
    """Follow the share of relevant documents found while a person reads down the ranking.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are relevant.
    scores : array-like of float
        Higher for documents that are read before others.
    shown : array-like of bool or None, default=None
        Which documents were shown as examples, and are left out.

    Returns
    -------
    RecallCurve
        One point for each number of documents read, from none to all.

    Examples
    --------
    >>> recall_curve([0, 1, 1], [3.0, 2.0, 1.0]).recall.tolist()
    [0.0, 0.0, 0.5, 1.0]
    """
    relevant = _in_reading_order(truth, scores, shown)
    found = np.concatenate([[0], np.cumsum(relevant)])
    return RecallCurve(np.arange(len(found)), found / (found[-1] or np.nan))


def recall_at(truth: ArrayLike, scores: ArrayLike, k: int, *, shown: ArrayLike | None = None) -> float:
    """Return the share of relevant documents among the first k of the ranking.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are relevant.
    scores : array-like of float
        Higher for documents that are read before others.
    k : int
        How many documents are read; more than there are is all.
    shown : array-like of bool or None, default=None
        Which documents were shown as examples, and are left out.

    Returns
    -------
    float
        Found over relevant, within [0, 1].

    Examples
    --------
    >>> recall_at([1, 0, 1, 0], [4.0, 3.0, 2.0, 1.0], 2)
    0.5
    >>> recall_at([1, 0, 1, 0], [4.0, 3.0, 2.0, 1.0], 2, shown=[True, False, False, False])
    1.0
    """
    if k < 0 or k % 1:
        raise UserError(f"k is a whole number of documents that are read, not {k!r}; for a share of them take rrf")
    recall = recall_curve(truth, scores, shown=shown).recall
    return float(recall[int(min(k, len(recall) - 1))])


def rrf(truth: ArrayLike, scores: ArrayLike, at: float = 0.1, *, shown: ArrayLike | None = None) -> float:
    """Return the share of relevant references found after a share of all is read, RRF@10 by default.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are relevant.
    scores : array-like of float
        Higher for documents that are read before others.
    at : float, default=0.1
        The share of documents that is read, rounded down to whole documents.
    shown : array-like of bool or None, default=None
        Which documents were shown as examples, and are left out.

    Returns
    -------
    float
        Found over relevant, within [0, 1].

    Examples
    --------
    >>> rrf([1, 0, 1, 0], [4.0, 3.0, 2.0, 1.0], at=0.5)
    0.5
    """
    _check_share(at, "at is the share of documents that is read")
    recall = recall_curve(truth, scores, shown=shown).recall
    return float(recall[floor(at * (len(recall) - 1) + _ROUNDING)])


def wss(truth: ArrayLike, scores: ArrayLike, recall: float = 0.95, *, shown: ArrayLike | None = None) -> float:
    """Return the work saved over sampling, WSS@95 by default: reading that a random order would have cost more.

    With k documents read until the recall is reached and n in all, it is recall − k / n: the share (n − k) / n that
    nobody reads, less the share 1 − recall that a random order would leave unread.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are relevant.
    scores : array-like of float
        Higher for documents that are read before others.
    recall : float, default=0.95
        The share of relevant documents to be found, rounded up to whole documents.
    shown : array-like of bool or None, default=None
        Which documents were shown as examples, and are left out.

    Returns
    -------
    float
        Below ``recall``; near 0 for a random order and negative for a worse one.

    References
    ----------
    .. [1] A. M. Cohen, W. R. Hersh, K. Peterson and P.-Y. Yen, Reducing workload in systematic review preparation using
       automated citation classification, JAMIA 13(2), 2006.

    Examples
    --------
    >>> round(wss([1, 1, 0, 0, 0, 0, 0, 0, 0, 0], range(10, 0, -1)), 6)
    0.75
    """
    _check_share(recall, "recall is the share of relevant documents to be found")
    relevant = _in_reading_order(truth, scores, shown)
    n_read = np.concatenate([[0], np.flatnonzero(relevant) + 1])  # until none, one, two, … are found
    if len(n_read) == 1:
        return float("nan")
    enough = ceil(recall * (len(n_read) - 1) - _ROUNDING)
    return float(recall - n_read[enough] / len(relevant))


def atd(truth: ArrayLike, scores: ArrayLike, *, shown: ArrayLike | None = None) -> float:
    """Return the average time to discovery: where the relevant documents stand on average, as a share of the ranking.

    A document's time is the number of documents read up to it, itself included; the mean over all relevant documents is
    divided by the number of all documents.

    Parameters
    ----------
    truth : array-like of bool
        Which documents are relevant.
    scores : array-like of float
        Higher for documents that are read before others.
    shown : array-like of bool or None, default=None
        Which documents were shown as examples, and are left out.

    Returns
    -------
    float
        Lower is better: (m + 1) / 2n for a perfect ranking of m relevant among n, near 0.5 for a random one.

    References
    ----------
    .. [1] G. Ferdinands et al., Performance of active learning models for screening prioritization in systematic
       reviews: a simulation study into the Average Time to Discover relevant records, Systematic Reviews 12:100, 2023.

    Examples
    --------
    >>> atd([1, 0, 1, 0], [4.0, 3.0, 2.0, 1.0])
    0.5
    """
    relevant = _in_reading_order(truth, scores, shown)
    places = np.flatnonzero(relevant) + 1
    return float(places.mean() / len(relevant)) if len(places) else float("nan")


def _in_reading_order(truth: ArrayLike, scores: ArrayLike, shown: ArrayLike | None) -> Bools:
    """Tell for each place of the ranking whether a relevant document stands there, without those shown."""
    relevant, score = truth_and_scores(truth, scores)
    if shown is not None:
        hidden = ~truth_and_predicted(relevant, shown)[1]
        relevant, score = relevant[hidden], score[hidden]
    return relevant[np.argsort(-score, kind="stable")]


def _check_share(value: float, what: str) -> None:
    if not 0.0 <= value <= 1.0:
        raise UserError(f"{what}, between 0 and 1, not {value}; divide a percentage by 100")
