"""Scores that are means over the examples, so that any of them can be left out at no cost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from likewise.selection.ranks import ranks_among
from likewise.sklearn_api import Array


@dataclass(frozen=True)
class ChoiceConstants:
    """How examples vote, and when another way to score takes the place of the first.

    Parameters
    ----------
    most_voters : int
        Examples vote alone up to this many; beyond, groups of them do, and a group is left out as a whole.
    most_paired : int
        Examples whose rankings are compared with each other: 66 pairs.
    fewest : int
        Below so many examples nothing is chosen.
    few, few_errors, errors, least_gain : int, float, float, float
        Another way to score must put left-out examples higher by so many standard errors, more of them where examples
        are few, and by a bit more than nothing. On AP over 13 collections fewer errors choose worse than no choice.

    Examples
    --------
    >>> ChoiceConstants().most_voters
    100
    """

    most_voters: int = 100
    most_paired: int = 12
    fewest: int = 3
    few: int = 10
    few_errors: float = 3.0
    errors: float = 2.0
    least_gain: float = 0.02


DEFAULT = ChoiceConstants()


def voters(n_examples: int, most: int = DEFAULT.most_voters) -> Array:
    """Return the group in which each example votes.

    Examples
    --------
    >>> voters(3).tolist(), voters(5, most=2).tolist()
    ([0, 1, 2], [0, 1, 0, 1, 0])
    """
    return np.arange(n_examples) % min(n_examples, most)


@dataclass(frozen=True, eq=False)
class Votes:
    """What each group of examples says of each document.

    Parameters
    ----------
    votes : ndarray of shape (n_documents, n_groups)
        Sum of what the examples of a group say.
    sizes : ndarray of shape (n_groups,)
        Examples in each group.
    finish : callable
        Turns the mean vote on each document into its score.
    weight : float, default=1.0
        How much the score counts beside others.

    Examples
    --------
    >>> votes = Votes(np.array([[4.0, 0.0], [1.0, 3.0]]), np.array([1, 1]), np.sqrt)
    >>> votes.scores().round(2).tolist(), votes.without(0).round(2).tolist()
    ([1.41, 1.41], [0.0, 1.73])
    """

    votes: Array
    sizes: Array
    finish: Callable[[Array], Array]
    weight: float = 1.0

    def scores(self) -> Array:
        """Return the score of each document."""
        return self.weight * self.finish(self._total / self.sizes.sum())

    def without(self, group: int) -> Array:
        """Return the score that each document would have without a group of examples."""
        left = self.sizes.sum() - self.sizes[group]
        return self.weight * self.finish((self._total - self.votes[:, group]) / left)

    @cached_property
    def _total(self) -> Array:
        total: Array = self.votes.sum(axis=1)
        return total


def clearly_best(ranks: Sequence[Array], constants: ChoiceConstants = DEFAULT) -> int:
    """Choose among ways to score by where left-out examples stand; the first stays unless another is clearly better.

    Parameters
    ----------
    ranks : sequence of ndarray of shape (n_examples,)
        Of each way, as `left_out_ranks` returns them.
    constants : ChoiceConstants, optional
        When it is clear.

    Returns
    -------
    int
        Which way.

    Examples
    --------
    >>> clearly_best([np.array([0.2, 0.3, 0.2]), np.array([0.02, 0.03, 0.03]), np.array([0.2, 0.2, 0.2])])
    1
    """
    n_examples = len(ranks[0])
    if n_examples < constants.fewest:
        return 0
    errors = constants.few_errors if n_examples < constants.few else constants.errors
    gains = [np.log(other / ranks[0]) for other in ranks]
    doubt = [gain.mean() + errors * gain.std(ddof=1) / np.sqrt(n_examples) + constants.least_gain for gain in gains]
    best = int(np.argmin(doubt))
    return best if doubt[best] < 0 else 0


def left_out_ranks(parts: Sequence[Votes], groups: Array, examples: Array, pile: Array) -> Array:
    """Return where each example stands among the pile if neither is scored with that example's vote.

    Parameters
    ----------
    parts : sequence of Votes
        Of the same documents and groups; scores are added.
    groups : ndarray of shape (n_examples,)
        The group of each example.
    examples, pile : ndarray of int
        Rows.

    Returns
    -------
    ndarray of shape (n_examples,)
        Shares of the pile, as `likewise.selection.ranks_among` says. Empty if there is one group.

    Examples
    --------
    >>> votes = Votes(np.array([[9.0, 4.0], [3.0, 9.0], [3.0, 3.0], [0.0, 1.0]]), np.array([1, 1]), np.sqrt)
    >>> left_out_ranks([votes], np.array([0, 1]), np.array([0, 1]), np.array([2, 3])).round(2).tolist()
    [0.17, 0.33]
    """
    if len(parts[0].sizes) < 2:
        return np.empty(0)
    ranks = np.empty(len(examples))
    for group in range(len(parts[0].sizes)):
        score = np.sum([part.without(group) for part in parts], axis=0)
        own = np.flatnonzero(groups == group)
        ranks[own] = ranks_among(score[examples[own]], score[pile])
    return ranks


def agreement(votes: Array, pile: Array, shares: Array, most_paired: int = DEFAULT.most_paired) -> Array | None:
    """Return how far examples, each by itself, agree on which documents come first, beyond what chance makes them.

    Parameters
    ----------
    votes : ndarray of shape (n_documents, n_groups)
        What each group of examples says of each document.
    pile : ndarray of int
        Rows.
    shares : ndarray of float
        Shares of the pile that come first.
    most_paired : int, optional
        Groups that are compared with each other.

    Returns
    -------
    ndarray of the shape of `shares`, or None
        1 where all have the same first documents, 0 where they have as many in common as by chance; mean over pairs of
        examples. None if there is one group.

    Examples
    --------
    >>> agreement(np.array([[3.0, 3.0], [2.0, 1.0], [1.0, 2.0], [0.0, 0.0]]), np.arange(4), np.array([0.25, 0.5]))
    array([1., 0.])
    """
    n_groups = votes.shape[1]
    if n_groups < 2:
        return None
    # Few examples tell as much as many, as there are pairs enough; those far apart in the order are as good as any.
    chosen = np.unique(np.linspace(0, n_groups - 1, min(n_groups, most_paired)).astype(np.intp))
    n = len(pile)
    places = np.empty((len(chosen), n), dtype=np.int64)
    for place, group in zip(places, chosen, strict=True):
        place[np.argsort(-votes[pile, group], kind="stable")] = np.arange(n)
    taken = np.clip((shares * n).astype(np.intp), 1, n - 1 or 1)
    common = np.zeros(len(shares))
    pairs = [(one, other) for one in range(len(chosen)) for other in range(one)]
    for one, other in pairs:
        last = np.bincount(np.maximum(places[one], places[other]), minlength=n)
        common += np.concatenate([[0], np.cumsum(last)])[taken] / taken
    by_chance = taken / n
    result: Array = (common / len(pairs) - by_chance) / np.maximum(1 - by_chance, 1e-12)
    return result
