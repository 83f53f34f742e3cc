"""TIcE: a tree looks for the part of the data where labels are densest, and bounds the label frequency there."""

import heapq
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from likewise.estimate.literature.elkan_noto import prior_among_unlabelled
from likewise.estimate.scores import Floats, Scores, balanced_places, read_scores

Interval: TypeAlias = tuple[float, float]

_FOLDS, _ROUNDS, _MOST_SPLITS = 5, 2, 500
#: A part of the data must have so many documents to bound anything, and so many are added to a part's size when the
#: tree compares parts, so that tiny ones do not win.
_FEWEST, _PULL = 10, 5


def tice(positive: ArrayLike, unlabelled: ArrayLike) -> float:
    """Estimate the prior from the part of the ranking where labels are densest, by growing trees.

    In any part of the data, labelled / all is at most the label frequency c, and close to it where nearly all are
    positive. A tree that is grown on a fifth of the documents proposes intervals of the ranking; the others bound c
    from below in each by Chebyshev's one-sided inequality; the best bound counts. Mean over five folds.

    Parameters
    ----------
    positive, unlabelled : array-like of shape (n_positive,) and (n_unlabelled,)
        Scores; those of positives out of sample.

    Returns
    -------
    float
        Share of positives among the unlabelled, from 0 to 1.

    References
    ----------
    .. [1] J. Bekker, J. Davis, Estimating the class prior in positive and unlabeled data through decision tree
       induction, AAAI 2018.

    Examples
    --------
    >>> pile = np.concatenate([np.linspace(4, 6, 500), np.linspace(-3, 1, 4500)])
    >>> 0.1 < tice(np.linspace(4, 6, 100), pile) < 0.2
    True
    """
    scores = read_scores(positive, unlabelled)
    places = balanced_places(scores)
    sides = [np.sort(side) for side in places]
    # Every fifth of the sorted: the folds are as alike as they can be, and the same every time.
    intervals = [list(_tree(*(side[k::_FOLDS] for side in sides))) for k in range(_FOLDS)]
    rests = [Scores(*(np.delete(side, np.s_[k::_FOLDS]) for side in sides)) for k in range(_FOLDS)]
    c = 0.5
    for _ in range(_ROUNDS):  # the paper's number of rounds; nothing converges
        c = float(np.mean([_bound(found, rest, c) for found, rest in zip(intervals, rests, strict=True)]))
    return prior_among_unlabelled(c, len(scores.positive), len(scores.unlabelled))


def _bound(intervals: list[Interval], scores: Scores, c: float) -> float:
    """Return the greatest lower bound of c over the intervals, given a guess of c for its variance."""
    ends = np.array(intervals).T
    n_labelled, n_others = (_inside(side, ends) for side in scores)
    total = n_labelled + n_others
    everything = len(scores.positive) + len(scores.unlabelled)
    if everything == 0:
        return 0.0
    delta = max(0.025, 1 / (1 + 0.004 * everything))
    large = total >= min(_FEWEST, everything)
    slack = np.sqrt(c * (1 - c) * (1 - delta) / (delta * total[large]))
    # The plain share of labels is a bound too, as not everything is positive.
    plain = len(scores.positive) / everything
    return float(max(plain, np.max(n_labelled[large] / total[large] - slack, initial=0.0)))


def _tree(labelled: Floats, others: Floats) -> Iterator[Interval]:
    """Split the interval with most labels in proportion, again and again, and tell all intervals on the way."""
    whole: Interval = (0.0, 1.0)
    queue = [(-1.0, whole)]
    yield whole
    for _ in range(_MOST_SPLITS):
        if not queue:
            return
        low, high = heapq.heappop(queue)[1]
        # Halves and quarters, as the paper splits what is continuous.
        inner = low + (high - low) * np.array([0.25, 0.5, 0.75])
        ends = np.array([[low] * 3 + list(inner), [*inner] + [high] * 3])
        n_labelled = _inside(labelled, ends)
        total = n_labelled + _inside(others, ends)
        density = n_labelled / (total + _PULL)
        best = int(np.argmax(density)) % 3
        for child in (best, best + 3):
            found = float(ends[0, child]), float(ends[1, child])
            yield found
            if total[child] > 1 and 0 < n_labelled[child] < total[child] and found[1] - found[0] > 1e-9:
                heapq.heappush(queue, (-float(density[child]), found))


def _inside(ascending: Floats, ends: Floats) -> NDArray[np.intp]:
    """Count values in (low, high] of each pair of ends; the lowest interval has its low end too."""
    below = np.searchsorted(ascending, ends, side="right")
    inside: NDArray[np.intp] = below[1] - np.where(ends[0] <= 0, 0, below[0])
    return inside
