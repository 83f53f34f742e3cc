"""How much was found, by a random sample alone: exact bounds that no model and no ranking enters.

Documents are drawn without replacement from finitely many, so that numbers found are hypergeometric. Bounds invert its
tails, as Clopper and Pearson did for the binomial; they hold with at least the confidence that is asked for, whatever
the truth is. Two samples are told apart:

- drawn from what is left when reading stops: `audit_interval` bounds the relevant documents that nobody read, and
  `audit_recall` the recall;
- drawn from the whole pile at the start: `sampled_recall` bounds the recall of the reading. The relevant documents of
  the sample are a random sample of all relevant ones, whatever the pile looks like, as long as the order of reading
  does not depend on the sample: answers to it must not be told to the method before the reading comes to them.

When to stop is in `likewise.estimate.audit_stop`: these bounds hold for one look, not for looking until they please.
"""

from collections.abc import Callable
from typing import NamedTuple

from scipy.stats import hypergeom

from likewise.errors import UserError

OF_REST = (
    "the audited documents were drawn at random, each with the same chance, from those that nobody had read, and every "
    "answer to them is right"
)
OF_BATCHES = (
    "the audited documents were drawn at random, each with the same chance, from those that nobody had decided when "
    "they came into the project, of every batch the same share, and every answer to them is right"
)
OF_PILE = (
    "the audited documents were drawn at random, each with the same chance, from the whole pile before reading, what "
    "was read next never depended on them, and every answer to them is right"
)


class AuditInterval(NamedTuple):
    """Between which numbers the relevant documents lie that nobody has read.

    Parameters
    ----------
    low, high : int
        The interval, both ends included.
    confidence : float
        Probability that it holds the truth with, at least.
    assumption : str
        What it rests on, in words.

    Examples
    --------
    >>> audit_interval(100, 100, 2).high
    0
    """

    low: int
    high: int
    confidence: float
    assumption: str


class AuditRecall(NamedTuple):
    """Between which shares recall lies: relevant documents that were found, of all.

    Parameters
    ----------
    low, high : float
        The interval.
    confidence : float
        Probability that it holds the truth with, at least.
    assumption : str
        What it rests on, in words.

    Examples
    --------
    >>> audit_recall(95, 10, 10, 0).low
    1.0
    """

    low: float
    high: float
    confidence: float
    assumption: str


def audit_interval(
    n_rest: int, n_drawn: int, n_found: int, confidence: float = 0.95, *, one_sided: bool = False
) -> AuditInterval:
    """Bound the relevant documents that nobody has read, by a random sample of those that nobody had read.

    Parameters
    ----------
    n_rest : int
        Documents that nobody had read when the sample was drawn.
    n_drawn : int
        Documents of the sample, which were all answered.
    n_found : int
        Relevant ones among these.
    confidence : float, default=0.95
        How probably the interval is to hold the truth, at least.
    one_sided : bool, default=False
        Whether only the upper bound matters; it is lower then, and the lower bound says nothing.

    Returns
    -------
    AuditInterval
        Bounds for the n_rest - n_drawn documents that are still unread.

    Raises
    ------
    UserError
        If the numbers contradict each other.

    Examples
    --------
    >>> audit_interval(1000, 100, 0)[:2], audit_interval(1000, 100, 0, one_sided=True)[:2]
    ((0, 34), (0, 28))
    >>> audit_interval(1000, 950, 0, one_sided=True).high
    0
    """
    check_audit(n_rest, n_drawn, n_found, confidence)
    tail = (1 - confidence) / (1 if one_sided else 2)
    n_unread = n_rest - n_drawn

    def is_possible(n_left: int) -> bool:
        return float(hypergeom.cdf(n_found, n_rest, n_found + n_left, n_drawn)) > tail

    def is_too_few(n_left: int) -> bool:
        return float(hypergeom.sf(n_found - 1, n_rest, n_found + n_left, n_drawn)) <= tail

    high = first_false(is_possible, 0, n_unread + 1) - 1
    low = 0 if one_sided else first_false(is_too_few, 0, n_unread)
    return AuditInterval(low, max(high, 0), confidence, OF_REST)


def audit_recall(
    n_known: int, n_rest: int, n_drawn: int, n_found: int, confidence: float = 0.95, *, one_sided: bool = False
) -> AuditRecall:
    """Bound the recall of a search, by a random sample of what nobody had read when it stopped.

    Parameters
    ----------
    n_known : int
        Relevant documents found before the sample was drawn.
    n_rest, n_drawn, n_found, confidence, one_sided
        As in `audit_interval`; one-sided is the statement "at least so much was found".

    Returns
    -------
    AuditRecall
        Of all relevant documents, those that are found, the sample's included.

    Examples
    --------
    >>> recall = audit_recall(90, 300, 150, 0, one_sided=True)
    >>> round(recall.low, 3), recall.high
    (0.957, 1.0)
    """
    left = audit_interval(n_rest, n_drawn, n_found, confidence, one_sided=one_sided)
    found = n_known + n_found
    low, high = (found / (found + n_left) if found + n_left else 1.0 for n_left in (left.high, left.low))
    return AuditRecall(low, high, confidence, OF_REST)


def sampled_recall(
    n_reached: int, n_sampled: int, n_sampled_reached: int, n_pile: int, confidence: float = 0.95
) -> AuditRecall:
    """Bound the recall of a reading from below, by a random sample of the pile that was drawn before it.

    Of all K relevant documents the reading came to `n_reached`, whatever the sample is. The `n_sampled` relevant
    documents of the sample are any of the K with the same chance, so that the number of them that the reading came to
    is hypergeometric; every K for which so many would be too good to be true is ruled out.

    Parameters
    ----------
    n_reached : int
        Relevant documents that the reading came to.
    n_sampled : int
        Relevant documents of the sample.
    n_sampled_reached : int
        Relevant documents of the sample that the reading came to.
    n_pile : int
        Documents of the pile.
    confidence : float, default=0.95
        How probably the lower bound is to hold, at least.

    Returns
    -------
    AuditRecall
        One-sided: of the reading itself. What the sample found beside it is found too, and not counted here.

    Raises
    ------
    UserError
        If the numbers contradict each other.

    Examples
    --------
    >>> round(sampled_recall(90, 40, 40, 1000).low, 3)
    0.947
    >>> sampled_recall(90, 0, 0, 1000).low  # a sample without relevant documents says nothing
    0.09
    """
    if not 0 <= n_sampled_reached <= min(n_sampled, n_reached) or n_reached + n_sampled - n_sampled_reached > n_pile:
        raise UserError(
            f"{n_reached:,} relevant documents read, {n_sampled:,} sampled and {n_sampled_reached:,} of these read "
            f"contradict each other in a pile of {n_pile:,}"
        )
    _check_confidence(confidence)
    least = n_reached + n_sampled - n_sampled_reached

    def is_possible(n_relevant: int) -> bool:
        chance = hypergeom.sf(n_sampled_reached - 1, n_relevant, n_reached, n_sampled)
        return float(chance) > 1 - confidence

    most = first_false(is_possible, least, n_pile + 1) - 1 if n_sampled_reached else n_pile
    return AuditRecall(n_reached / most if most else 1.0, 1.0, confidence, OF_PILE)


def check_audit(n_rest: int, n_drawn: int, n_found: int, confidence: float) -> None:
    """Refuse numbers of an audit that contradict each other.

    Parameters
    ----------
    n_rest, n_drawn, n_found, confidence
        As in `audit_interval`.

    Raises
    ------
    UserError
        If they do.

    Examples
    --------
    >>> check_audit(10, 20, 0, 0.95)
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: 20 documents drawn from 10, and 0 of them relevant, contradict each other
    """
    if not 0 <= n_found <= n_drawn <= n_rest:
        raise UserError(
            f"{n_drawn:,} documents drawn from {n_rest:,}, and {n_found:,} of them relevant, contradict each other"
        )
    _check_confidence(confidence)


def first_false(is_true: Callable[[int], bool], first: int, last: int) -> int:
    """Return the least number from first to last that a falling statement is not true of; last if it is true of all.

    Parameters
    ----------
    is_true : callable
        True of small numbers, false of large ones.
    first, last : int
        Where to look; the statement is not asked about last.

    Returns
    -------
    int
        The number.

    Examples
    --------
    >>> first_false(lambda number: number < 7, 0, 100), first_false(lambda number: True, 0, 100)
    (7, 100)
    """
    while first < last:
        middle = (first + last) // 2
        if is_true(middle):
            first = middle + 1
        else:
            last = middle
    return first


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise UserError(f"confidence is a share between 0 and 1, not {confidence}; divide a percentage by 100")
