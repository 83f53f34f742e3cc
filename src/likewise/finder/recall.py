"""How much of all there is has been found: examples and answers included."""

from typing import NamedTuple

from likewise.estimate import Estimate


class Recall(NamedTuple):
    """What was found so far, of how many, with the interval of the estimate.

    Examples
    --------
    >>> Recall(18, 0.82, 0.7, 0.95).describe()
    'found so far, your examples included: 18 of about 22 (82 %, between 70 and 95 %)'
    """

    found: int
    share: float
    low: float
    high: float

    def describe(self) -> str:
        """Say it in words, without a full stop.

        Returns
        -------
        str
            Such as "found so far, your examples included: 18 of about 22 (82 %, between 70 and 95 %)".
        """
        total = round(self.found / self.share) if self.share else self.found
        share, low, high = (round(100 * value) for value in (self.share, self.low, self.high))
        found = f"{self.found:,} of about {total:,} ({share} %, between {low} and {high} %)"
        return f"found so far, your examples included: {found}"


def recall_so_far(n_found: int, estimate: Estimate | None) -> Recall | None:
    """Say how much has been found, of all there is.

    Parameters
    ----------
    n_found : int
        Documents that are known to be good: the examples, and those that a person said yes to.
    estimate : Estimate or None
        How many there are among the documents that nobody has decided.

    Returns
    -------
    Recall or None
        None where nothing is estimated or the examples cannot tell.

    Examples
    --------
    >>> recall_so_far(18, None) is None
    True
    """
    if estimate is None or estimate.verdict == "cannot tell":
        return None
    return Recall(n_found, *(_share(n_found, left) for left in (estimate.count, estimate.high, estimate.low)))


def _share(found: int, left: float) -> float:
    return found / (found + left) if found + left > 0 else 1.0
