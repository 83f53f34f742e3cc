"""When a random sample allows to stop: "at least 95 % are found" may be wrong in 5 % of all searches, and not in more.

A bound that holds for one look does not hold for the look at which it first pleases. Both rules here are made for
looking again and again.
"""

from math import floor

from scipy.stats import hypergeom

from likewise.estimate.audit import check_audit, first_false

_ROUNDING = 1e-9


def count_allowed(n_found: int, recall: float = 0.95) -> int:
    """Return how many relevant documents may be missing while a share of all is found.

    Parameters
    ----------
    n_found : int
        Relevant documents that are found.
    recall : float, default=0.95
        The share.

    Returns
    -------
    int
        The largest number m with n_found / (n_found + m) ≥ recall.

    Examples
    --------
    >>> count_allowed(18), count_allowed(19), count_allowed(95)
    (0, 1, 5)
    """
    return floor(n_found * (1 - recall) / recall + _ROUNDING)


def count_draws(n_known: int, n_rest: int, n_found: int, *, recall: float = 0.95, confidence: float = 0.95) -> int:
    """Return after how many random documents of the rest reading may stop, if so many of them are relevant.

    Reading stops as soon as the number of documents drawn reaches this number for the number found. The chance to be
    wrong is spent in halves: 1/2 of 1 - confidence on stopping when none was found, 1/4 on stopping when one was found,
    and so on; so that all together stay below it, however often one looks. When the audit begins may depend on anything
    that was known before.

    Parameters
    ----------
    n_known : int
        Relevant documents found before the audit began.
    n_rest : int
        Documents that nobody had read when it began.
    n_found : int
        Relevant documents that the audit found so far.
    recall : float, default=0.95
        The share of all relevant documents that is to be found.
    confidence : float, default=0.95
        In what share of all audits the statement is to be true, at least.

    Returns
    -------
    int
        Documents to be drawn, at most `n_rest`.

    Examples
    --------
    >>> count_draws(90, 300, 0), count_draws(90, 300, 1), count_draws(10, 300, 0)
    (156, 207, 293)
    """
    check_audit(n_rest, n_rest, n_found, confidence)
    share = (1 - confidence) / 2.0 ** (n_found + 1)
    too_many = n_found + count_allowed(n_known + n_found, recall) + 1
    if too_many > n_rest:
        return n_found

    def is_wrong_too_often(n_drawn: int) -> bool:
        chance: float = hypergeom.cdf(n_found, n_rest, too_many, n_drawn)
        return chance > share

    return first_false(is_wrong_too_often, n_found, n_rest)


def may_stop(n_pile: int, n_drawn: int, n_found: int, *, recall: float = 0.95, confidence: float = 0.95) -> bool:
    """Tell whether reading may stop once it has come to every relevant document of a sample drawn at the start.

    If too few are found then, the reading has not come to the last relevant documents of its order, and none of these
    is in the sample. There are at least `count_allowed` + 1 of them, and the chance that a random sample has none of so
    many is hypergeometric. The reading must not learn from the sample before it comes to it.

    Parameters
    ----------
    n_pile : int
        Documents of the pile at the start.
    n_drawn : int
        Documents of the sample.
    n_found : int
        Relevant documents found so far.
    recall : float, default=0.95
        The share of all relevant documents that is to be found.
    confidence : float, default=0.95
        In what share of all searches the statement is to be true, at least.

    Returns
    -------
    bool
        Whether the sample is large enough for what is found.

    Examples
    --------
    >>> may_stop(1000, 400, 90), may_stop(1000, 500, 90)
    (False, True)
    """
    check_audit(n_pile, n_drawn, 0, confidence)
    too_many = count_allowed(n_found, recall) + 1
    if too_many > n_pile - n_found:
        return True
    chance: float = hypergeom.pmf(0, n_pile, too_many, n_drawn)
    return bool(chance <= 1 - confidence)
