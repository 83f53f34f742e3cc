"""How many topics: the number under which examples that were left out come back, and little else does."""

from collections.abc import Callable, Iterable

import numpy as np

from likewise.metrics.without_negatives import criterion_one
from likewise.selection.folds import deal_rows
from likewise.sklearn_api import Array

#: Numbers of topics that are tried, about half as many again each time.
CANDIDATES = (6, 10, 16, 24, 36)
#: With fewer examples their recall says nothing; then topics are taken fine, as what people search for is rare.
ENOUGH_EXAMPLES = 8
WITHOUT_CHOICE = 24
#: A topic should have at least so many documents on average.
DOCUMENTS_PER_TOPIC = 10


def choose_n_topics(
    positive: Array,
    probability: Callable[[int, Array], Array],
    rng: np.random.Generator,
    candidates: Iterable[int] = CANDIDATES,
) -> int:
    """Leave each half of the examples out in turn, and take the number of topics that serves both best.

    Parameters
    ----------
    positive : ndarray of bool
        Which documents are examples.
    probability : callable
        ``probability(n_topics, positive)`` fits with these examples only and returns P(z*|d) of every document.
    rng : Generator
        Draws the halves.
    candidates : iterable of int
        Numbers to choose from.

    Returns
    -------
    int
        The choice; a fixed number when there are too few examples to choose by, and fewer in a small pile.

    Examples
    --------
    >>> places = np.arange(400)
    >>> choose_n_topics(places < 10, lambda k, some: np.where(places < 4 * k, 1.0, 0.0), np.random.default_rng(0))
    6
    """
    examples = np.flatnonzero(positive)
    most = max(2, len(positive) // DOCUMENTS_PER_TOPIC)
    allowed = [number for number in candidates if number <= most]
    if len(examples) < ENOUGH_EXAMPLES or not allowed:
        return min(WITHOUT_CHOICE, most)
    halves = [np.isin(np.arange(len(positive)), half) for half in deal_rows(examples, 2, rng)]

    def quality(n_topics: int) -> float:
        fits = [(half, probability(n_topics, positive & ~half)) for half in halves]
        # Means of P(z*|d) and not of yes or no: with few examples a half-hearted yes is information too.
        return criterion_one(
            np.concatenate([scores[half] for half, scores in fits]).clip(0.0, 1.0),
            np.concatenate([scores[~positive] for _, scores in fits]).clip(0.0, 1.0),
            population="unlabeled",
        )

    return max(allowed, key=quality)
