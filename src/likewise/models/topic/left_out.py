"""How many topics: the number under which examples that were left out come back, and little else does."""

from collections.abc import Callable, Iterable

import numpy as np

from likewise.sklearn_api import Array

#: Numbers of topics that are tried, about half as many again each time.
CANDIDATES = (6, 10, 16, 24, 36)
#: With fewer examples their recall says nothing; then topics are taken fine, as what people search for is rare.
ENOUGH_EXAMPLES = 8
WITHOUT_CHOICE = 24
#: A topic should have at least so many documents on average.
DOCUMENTS_PER_TOPIC = 10


def criterion(left_out: Array, pile: Array) -> float:
    """Return (recall of left-out examples)² / share of the pile taken, which is precision · recall but for a constant.

    Both are means of P(z*|d) and not of yes or no: with few examples a half-hearted yes is information too.

    Examples
    --------
    >>> round(criterion(np.array([0.9, 0.7]), np.array([0.1, 0.3])), 3)
    3.2
    """
    return float(np.mean(left_out)) ** 2 / max(float(np.mean(pile)), 1e-12)


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
    examples = rng.permutation(np.flatnonzero(positive))
    most = max(2, len(positive) // DOCUMENTS_PER_TOPIC)
    allowed = [number for number in candidates if number <= most]
    if len(examples) < ENOUGH_EXAMPLES or not allowed:
        return min(WITHOUT_CHOICE, most)
    halves = [np.isin(np.arange(len(positive)), half) for half in (examples[::2], examples[1::2])]

    def quality(n_topics: int) -> float:
        fits = [(half, probability(n_topics, positive & ~half)) for half in halves]
        return criterion(
            np.concatenate([scores[half] for half, scores in fits]),
            np.concatenate([scores[~positive] for _, scores in fits]),
        )

    return max(allowed, key=quality)
