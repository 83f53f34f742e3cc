"""Where rules would have stopped a screening loop, and how much was found there."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from likewise.estimate import Estimate
from likewise.estimate.audit_stop import count_draws, may_stop
from likewise.estimate.pace import count_left_by_pace
from likewise.evaluate.replay import Replay, Round

#: The share of the relevant documents that a rule is to find, and how sure it is to be.
RECALL, CONFIDENCE = 0.95, 0.95
#: The share that must be found at the upper bound of a method's estimate, too.
LEAST_RECALL = 0.9
#: The shares that audits of the rest are to find: small piles allow little less than everything to be read for 95 %.
AUDITED = (0.95, 0.8)
#: Numbers of irrelevant documents in a row that people stop after.
IN_A_ROW = (50, 100, 200)
#: After how many irrelevant documents in a row the rest is audited.
BEFORE_AUDIT = 50
#: After how many answers the pace of finds is looked at, again and again.
_PACE_EVERY = 10

_ROUNDING = 1e-9


class Stop(NamedTuple):
    """Where a rule stopped.

    Parameters
    ----------
    rule : str
        Which rule.
    n_answers : int
        Documents that a person has read then, audited ones included.
    recall : float
        Share of the relevant documents that is found.
    enough : bool
        Whether that is as much as the rule is to find: 95 %, or what its name says.
    stopped : bool
        Whether the rule stopped before the whole pile was read.

    Examples
    --------
    >>> stop_in_a_row([1, 2, 9], n_pile=20, n_irrelevant=3)
    Stop(rule='3 irrelevant in a row', n_answers=5, recall=0.6666666666666666, enough=False, stopped=True)
    """

    rule: str
    n_answers: int
    recall: float
    enough: bool
    stopped: bool


def stop_in_a_row(places: Sequence[int], n_pile: int, n_irrelevant: int) -> Stop:
    """Stop after so many irrelevant documents in a row.

    Parameters
    ----------
    places : sequence of int
        At which place each relevant document was read, ascending; the first is 1.
    n_pile : int
        How many documents there are.
    n_irrelevant : int
        How many in a row.

    Returns
    -------
    Stop
        Where it stopped.

    Examples
    --------
    >>> stop_in_a_row([1, 9], n_pile=11, n_irrelevant=8).n_answers  # the run is not long enough in such a pile
    11
    """
    before = np.concatenate([[0], places])
    runs = np.diff(np.concatenate([before, [n_pile + 1]])) - 1
    long_enough = np.flatnonzero(runs >= n_irrelevant)
    n_read = int(before[long_enough[0]]) + n_irrelevant if len(long_enough) else n_pile
    return _make_stop(f"{n_irrelevant:,} irrelevant in a row", places, n_read, n_pile)


def stop_by_pace(places: Sequence[int], n_pile: int) -> Stop:
    """Stop once the pace of finds, as it falls, leaves too few to matter.

    Parameters
    ----------
    places : sequence of int
        At which place each relevant document was read, ascending; the first is 1.
    n_pile : int
        How many documents there are.

    Returns
    -------
    Stop
        Where it stopped; by `likewise.estimate.pace.count_left_by_pace`.

    Examples
    --------
    >>> stop_by_pace([1, 2, 3, 4, 5, 6, 8, 9, 12, 15], n_pile=500).n_answers
    110
    """
    n_found = np.searchsorted(places, np.arange(n_pile + 1), side="right")
    enough = (
        n_read
        for n_read in range(_PACE_EVERY, n_pile, _PACE_EVERY)
        if _is_enough(int(n_found[n_read]), count_left_by_pace(places, n_read, n_pile))
    )
    return _make_stop("the pace of finds", places, next(enough, n_pile), n_pile)


def is_advised(estimate: Estimate | None, n_found: int) -> bool:
    """Tell whether a method's own estimate advises to stop: enough is found by it, and nearly so at its upper bound.

    Parameters
    ----------
    estimate : Estimate or None
        How many are left.
    n_found : int
        Relevant documents found so far, examples not counted.

    Returns
    -------
    bool
        Never true of a method that estimates nothing or cannot tell, nor before anything is found.

    Examples
    --------
    >>> is_advised(None, 30)
    False
    """
    if estimate is None or estimate.verdict == "cannot tell":
        return False
    return _is_enough(n_found, estimate.count) and n_found >= LEAST_RECALL * (n_found + estimate.high) - _ROUNDING


def stop_by_estimate(loop: Replay) -> Stop | None:
    """Stop at the first ranking whose estimate advises it.

    Parameters
    ----------
    loop : Replay
        A loop that went on until then, or through the whole pile.

    Returns
    -------
    Stop or None
        None of a method that estimates nothing.

    Examples
    --------
    >>> from likewise.evaluate.replay import replay
    >>> stop_by_estimate(replay(lambda labels: [0, 0], [True, True], [0])) is None
    True
    """
    if all(one.estimate is None for one in loop.rounds):
        return None
    advised = (one.n_read for one in loop.rounds if is_advised(one.estimate, one.n_found))
    return _make_stop("the method's estimate", loop.places, next(advised, loop.n_pile), loop.n_pile)


def go_on_until_advised(one: Round) -> bool:
    """Tell whether a loop in which everything is found has to go on until its method's estimate advises to stop.

    Parameters
    ----------
    one : Round
        The last ranking.

    Returns
    -------
    bool
        For `likewise.evaluate.replay.replay`.

    Examples
    --------
    >>> go_on_until_advised(Round(10, 3, 0.1, None))
    False
    """
    return one.estimate is not None and not is_advised(one.estimate, one.n_found)


def stop_by_audit_of_rest(places: Sequence[int], n_pile: int, seed: int, recall: float = RECALL) -> Stop:
    """Read down the ranking until a run of irrelevant documents, then at random until the audit allows to stop.

    Parameters
    ----------
    places : sequence of int
        At which place each relevant document was read, ascending; the first is 1.
    n_pile : int
        How many documents there are.
    seed : int
        Of the random order.
    recall : float, default=RECALL
        The share of the relevant documents that is to be found.

    Returns
    -------
    Stop
        Where it stopped; by `likewise.estimate.audit_stop.count_draws`.

    Examples
    --------
    >>> stop_by_audit_of_rest([1, 2, 3], n_pile=500, seed=0)
    Stop(rule='audit of the rest, 95 %', n_answers=489, recall=1.0, enough=True, stopped=True)
    """
    n_read = stop_in_a_row(places, n_pile, BEFORE_AUDIT).n_answers
    n_known = int(np.searchsorted(places, n_read, side="right"))
    n_rest, n_missing = n_pile - n_read, len(places) - n_known
    order = np.random.default_rng([seed, 3])
    drawn_at = [0, *sorted((order.choice(n_rest, n_missing, replace=False) + 1).tolist()), n_pile]
    for n_found in range(n_missing + 1):
        n_drawn = max(count_draws(n_known, n_rest, n_found, recall=recall, confidence=CONFIDENCE), drawn_at[n_found])
        if n_drawn < drawn_at[n_found + 1]:
            break
    rule = f"audit of the rest, {100 * recall:.0f} %"
    return _stop_at(rule, (n_known + n_found) / len(places), n_read + n_drawn, n_pile, recall)


def stop_by_audit_of_pile(places: Sequence[int], n_pile: int, share: float, seed: int) -> Stop:
    """Answer a random sample of the pile first, then read down the ranking until it has come to all that is in it.

    Parameters
    ----------
    places : sequence of int
        At which place each relevant document was read, ascending, by a reading that knows nothing of the sample.
    n_pile : int
        How many documents there are.
    share : float
        How much of the pile the sample is.
    seed : int
        Of the sample.

    Returns
    -------
    Stop
        Where it stopped; by `likewise.estimate.audit_stop.may_stop`.

    Examples
    --------
    >>> stop_by_audit_of_pile(range(1, 50), 60, 0.9, seed=0).enough
    True
    """
    n_drawn = draw_size(n_pile, share)
    # Documents that the loop did not read any more are irrelevant, and stand behind the others in any order.
    sample = np.random.default_rng([seed, 2]).choice(n_pile, n_drawn, replace=False) + 1
    last = max((place for place in places if place in set(sample.tolist())), default=0)
    n_read = next(
        (
            place
            for n_found, place in enumerate([0, *places])
            if place >= last and may_stop(n_pile, n_drawn, n_found, recall=RECALL, confidence=CONFIDENCE)
        ),
        n_pile,
    )
    n_answers = n_read + int((sample > n_read).sum())
    recall = float(np.searchsorted(places, n_read, side="right")) / len(places)
    return _stop_at(f"audit of {100 * share:.0f} % of the pile", recall, n_answers, n_pile)


def draw_size(n_pile: int, share: float) -> int:
    """Return how many documents a share of the pile is, at least one.

    Parameters
    ----------
    n_pile : int
        Documents of the pile.
    share : float
        The share.

    Returns
    -------
    int
        Documents.

    Examples
    --------
    >>> draw_size(1000, 0.1), draw_size(3, 0.1)
    (100, 1)
    """
    return min(n_pile, max(1, round(share * n_pile)))


def stop_by_all_rules(loop: Replay, seed: int, audit: float | None = None) -> list[Stop]:
    """Apply every rule to one loop.

    Parameters
    ----------
    loop : Replay
        The loop.
    seed : int
        Of the audits.
    audit : float or None, default=None
        Share of the pile that is audited at the start, if any.

    Returns
    -------
    list of Stop
        Where each stopped.

    Examples
    --------
    >>> from likewise.evaluate.replay import replay
    >>> loop = replay(lambda labels: -np.arange(60), [True] * 50 + [False] * 10, [0])
    >>> [stop.rule for stop in stop_by_all_rules(loop, seed=0)][-1]
    'audit of the rest, 80 %'
    """
    stops = [stop_in_a_row(loop.places, loop.n_pile, n) for n in IN_A_ROW]
    stops.append(stop_by_pace(loop.places, loop.n_pile))
    by_estimate = stop_by_estimate(loop)
    stops += [] if by_estimate is None else [by_estimate]
    stops += [stop_by_audit_of_rest(loop.places, loop.n_pile, seed, recall) for recall in AUDITED]
    return stops if audit is None else [*stops, stop_by_audit_of_pile(loop.places, loop.n_pile, audit, seed)]


def _is_enough(n_found: int, n_left: float) -> bool:
    return n_found > 0 and n_found >= RECALL * (n_found + n_left) - _ROUNDING


def _make_stop(rule: str, places: Sequence[int], n_read: int, n_pile: int) -> Stop:
    recall = float(np.searchsorted(places, n_read, side="right")) / len(places)
    return _stop_at(rule, recall, n_read, n_pile)


def _stop_at(rule: str, recall: float, n_answers: int, n_pile: int, target: float = RECALL) -> Stop:
    return Stop(rule, int(n_answers), recall, bool(recall >= target - _ROUNDING), bool(n_answers < n_pile))
