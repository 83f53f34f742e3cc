"""What the examples say of every document, each by itself, and how they stand when they are left out."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from scipy.special import expit

from likewise.engine.diagnostics import are_copies, by_chance
from likewise.engine.prepare import Prepared
from likewise.engine.similarity import centroid_votes, likeness_to_pile
from likewise.models.graph.votes import Votes, agreement, clearly_best, left_out_ranks, voters
from likewise.models.graph.walk import log_lift, walk
from likewise.sklearn_api import Array


@dataclass(frozen=True, eq=False)
class Testimony:
    """What a set of examples says; decisions on documents of the pile do not change it.

    Parameters
    ----------
    examples, pile : ndarray of int
        Rows that are examples, and all others: each as often as the number of documents that it stands for.
    to_pile : tuple of ndarray of shape (n_documents,)
        How much each document is like the pile at large, of `compare_with_pile`.
    weights : tuple of float
        How much each part counts: of the blend that was chosen.
    scores : ndarray of shape (n_documents,)
        Of every document, by all examples.
    ranks : ndarray of shape (n_examples,)
        Where each example stands in the pile when it is left out; empty if there is one.
    shares : ndarray of shape (n_shares,)
        Shares of the pile at which a cut is looked at.
    agreement : ndarray of shape (n_shares,) or None
        How far examples agree on the first documents; None if there is one.
    are_copies : bool
        Whether most examples are near-copies of each other.
    chance : float
        How probable it is that examples stand as high by chance.
    touches_pile : bool
        Whether any document of the pile shares a word with an example, or is linked with one.

    Examples
    --------
    >>> from likewise.engine.prepare import prepare
    >>> prepared = prepare([[4, 4, 0, 0], [0, 2, 3, 0], [0, 0, 0, 5]])
    >>> hear(prepared, prepared.place[[0]], "topics", 7).pile.shape
    (2,)
    """

    examples: Array
    pile: Array
    to_pile: tuple[Array, ...]
    weights: tuple[float, ...]
    scores: Array
    ranks: Array
    shares: Array
    agreement: Array | None
    are_copies: bool
    chance: float
    touches_pile: bool


def hear(prepared: Prepared, examples: Array, profile: str, n_steps: int) -> Testimony:
    """Let the examples vote, choose how to blend the votes, and leave every example out in turn.

    Parameters
    ----------
    prepared : Prepared
        The documents.
    examples : ndarray of int
        Rows that are examples.
    profile : str
        Which blends to choose from.
    n_steps : int
        Steps of the walk.

    Returns
    -------
    Testimony
        The same object as the last time, if the examples are the same.

    Examples
    --------
    >>> from likewise.engine.prepare import prepare
    >>> prepared = prepare([[4, 4, 0, 0], [0, 2, 3, 0], [0, 0, 0, 5]])
    >>> hear(prepared, np.array([0]), "topics", 7) is hear(prepared, np.array([0]), "topics", 7)
    True
    """
    key = (examples.tobytes(), profile, n_steps)
    return prepared.remember("testimony", key, lambda: _hear(prepared, examples, profile, n_steps))


def _hear(prepared: Prepared, examples: Array, profile: str, n_steps: int) -> Testimony:
    constants = prepared.constants
    is_pile = np.ones(prepared.n_documents, dtype=bool)
    is_pile[examples] = False
    pile = np.flatnonzero(is_pile)
    if prepared.stands_for is not None:
        pile = np.repeat(pile, prepared.stands_for[pile])
    groups = voters(len(examples), constants.choice.most_voters)
    to_pile = compare_with_pile(prepared, pile)
    parts = collect_votes(prepared, examples, groups, pile, to_pile, n_steps)
    blends = constants.blends if prepared.phrases is None else constants.phrase_blends
    ways = [(1.0, *blend) for blend in blends[profile]]
    ranks = [left_out_ranks(weigh(parts, weights), groups, examples, pile) for weights in ways]
    best = clearly_best(ranks, constants.choice)
    shares = expit(np.linspace(-np.log(2 * len(pile) + 1), constants.last_logit, constants.n_shares))
    return Testimony(
        examples=examples,
        pile=pile,
        to_pile=to_pile,
        weights=ways[best],
        scores=add_scores(parts, ways[best]),
        ranks=ranks[best],
        shares=shares,
        agreement=agreement(parts[0].votes, pile, shares, constants.choice.most_paired),
        are_copies=are_copies(prepared.weighted, examples, pile, constants.copy, constants.most_copies),
        chance=by_chance(ranks[best]),
        # By links and by words: latent topics are never quite unlike.
        touches_pile=any(bool(part.votes[pile].any()) for part in (parts[0], parts[2])),
    )


def compare_with_pile(prepared: Prepared, pile: Array) -> tuple[Array, ...]:
    """Say how much every document is like the pile at large, which answers do not change.

    Parameters
    ----------
    prepared : Prepared
        The documents.
    pile : ndarray of int
        Rows that are not examples; one that stands for several documents is there as often.

    Returns
    -------
    tuple of ndarray of shape (n_documents,)
        In the spaces of latent topics, words and, where there are any, phrases: as `centroid_votes` takes it away.

    Examples
    --------
    >>> from likewise.engine.prepare import prepare
    >>> len(compare_with_pile(prepare([[4, 4, 0, 0], [0, 2, 3, 0], [0, 0, 0, 5]]), np.array([1, 2])))
    2
    """
    likeness = [likeness_to_pile(space, pile) for space in (prepared.latent, prepared.weighted)]
    if prepared.phrases is not None:
        likeness.append(prepared.constants.phrases_away * likeness_to_pile(prepared.phrases, pile))
    return tuple(likeness)


def collect_votes(
    prepared: Prepared, examples: Array, groups: Array, pile: Array, to_pile: tuple[Array, ...], n_steps: int
) -> list[Votes]:
    """Collect the votes of groups of examples: by the walk, and in the spaces of latent topics, words and phrases.

    Parameters
    ----------
    prepared : Prepared
        The documents.
    examples, groups : ndarray of int of the same length
        Rows that vote, and the group that each votes in.
    pile : ndarray of int
        All other rows.
    to_pile : tuple of ndarray of shape (n_documents,)
        Of `compare_with_pile`.
    n_steps : int
        Steps of the walk.

    Returns
    -------
    list of Votes
        Three parts, of the same documents and groups, and a fourth where there are phrases.

    Examples
    --------
    >>> from likewise.engine.prepare import prepare
    >>> prepared = prepare([[4, 4, 0, 0], [0, 2, 3, 0], [0, 0, 0, 5]])
    >>> pile = np.array([1, 2])
    >>> len(collect_votes(prepared, np.array([0]), np.array([0]), pile, compare_with_pile(prepared, pile), 7))
    3
    """
    lifts = walk(prepared.steps, examples, groups, n_steps)
    walked = Votes(lifts, np.bincount(groups), partial(log_lift, floor=prepared.constants.walk.floor))
    spaces = [prepared.latent, prepared.weighted, *([] if prepared.phrases is None else [prepared.phrases])]
    centroids = (
        centroid_votes(space, examples, groups, pile, likeness) for space, likeness in zip(spaces, to_pile, strict=True)
    )
    return [walked, *centroids]


def weigh(parts: list[Votes], weights: tuple[float, ...]) -> list[Votes]:
    """Give every part its weight; there must be one for each.

    Examples
    --------
    >>> [part.weight for part in weigh([Votes(np.ones((1, 1)), np.ones(1), np.copy)], (0.5,))]
    [0.5]
    """
    return [replace(part, weight=weight) for part, weight in zip(parts, weights, strict=True)]


def add_scores(parts: list[Votes], weights: tuple[float, ...]) -> Array:
    """Add the scores of all parts, each by its weight.

    Examples
    --------
    >>> add_scores([Votes(np.array([[4.0], [1.0]]), np.array([1]), np.sqrt)], (0.5,)).tolist()
    [1.0, 0.5]
    """
    return np.sum([part.scores() for part in weigh(parts, weights)], axis=0)
