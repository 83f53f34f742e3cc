"""How many documents of a pile are like the examples, and what taking any number of them would bring."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from likewise.errors import UserError
from likewise.estimate.scores import Floats

#: "found": there are some; "none": about none is like the examples; "cannot tell": the examples say nothing.
Verdict: TypeAlias = Literal["found", "none", "cannot tell"]


class AtCutOff(NamedTuple):
    """What is to be expected of taking the first documents of a ranking.

    Parameters
    ----------
    n_taken : int
        Documents taken, from the top.
    good : float
        How many of them are expected to be like the examples.
    missed, missed_low, missed_high : float
        How many like the examples are expected below, and an interval around that.

    Examples
    --------
    >>> AtCutOff(n_taken=340, good=290.0, missed=35.0, missed_low=20.0, missed_high=60.0).good
    290.0
    """

    n_taken: int
    good: float
    missed: float
    missed_low: float
    missed_high: float


@dataclass(frozen=True, eq=False)
class Estimate:
    """A count with its interval, what it rests on, and the outlook at every cut-off.

    Parameters
    ----------
    count, low, high : float
        Documents of the pile that are like the examples: the best guess and an interval around it.
    level : float
        Probability that the interval is to hold the truth with.
    n_pile : int
        Documents of the pile.
    n_taken : int
        Documents above the cut-off.
    verdict : {"found", "none", "cannot tell"}
        Whether the count means anything.
    assumption : str
        What the count rests on, in words.
    places, good, missed_low, missed_high : ndarray of shape (n_places,)
        Numbers of documents taken, rising from 0 to all, what each is expected to bring, and the interval of what it
        misses. What is good and what is missed add up to the count at any place.
    lower, upper : ndarray of shape (n_places,)
        Between which the probability of a document at each place lies, with the same level.

    Examples
    --------
    >>> places = np.array([0.0, 10.0, 20.0])
    >>> good, missed = np.array([0.0, 8.0, 10.0]), np.array([10.0, 2.0, 0.0])
    >>> estimate = Estimate(
    ...     10.0, 7.0, 14.0, 0.9, 20, 10, places=places, good=good,
    ...     missed_low=missed / 2, missed_high=missed * 2, lower=good / 20, upper=missed / 10,
    ... )
    >>> estimate.at(5)
    AtCutOff(n_taken=5, good=4.0, missed=6.0, missed_low=3.0, missed_high=12.0)
    """

    count: float
    low: float
    high: float
    level: float
    n_pile: int
    n_taken: int
    verdict: Verdict = "found"
    assumption: str = "the examples are a fair sample of what you look for"
    places: Floats = field(kw_only=True, repr=False)
    good: Floats = field(kw_only=True, repr=False)
    missed_low: Floats = field(kw_only=True, repr=False)
    missed_high: Floats = field(kw_only=True, repr=False)
    lower: Floats = field(kw_only=True, repr=False)
    upper: Floats = field(kw_only=True, repr=False)

    @property
    def missed(self) -> Floats:
        """What each number of documents taken is expected to miss: the rest of the count."""
        return np.maximum(self.count - self.good, 0.0)

    def at(self, n_taken: int) -> AtCutOff:
        """Say what taking the first documents of the ranking is expected to bring and to miss.

        Parameters
        ----------
        n_taken : int
            How many, from 0 to all.

        Returns
        -------
        AtCutOff
            Expected numbers, and the interval of those missed.

        Raises
        ------
        UserError
            If so many cannot be taken.
        """
        if not 0 <= n_taken <= self.n_pile:
            raise UserError(f"{n_taken:,} of {self.n_pile:,} documents cannot be taken; give a number from 0 to all")
        good, low, high = (
            float(np.interp(n_taken, self.places, curve)) for curve in (self.good, self.missed_low, self.missed_high)
        )
        missed = max(self.count - good, 0.0)
        return AtCutOff(n_taken, good, missed, min(max(low, 0.0), missed), max(high, missed))

    def band(self) -> tuple[Floats, Floats]:
        """Say between which probabilities each document of the ranking lies.

        Returns
        -------
        lower, upper : ndarray of shape (n_pile,)
            In the order of the ranking.
        """
        at = np.arange(self.n_pile) + 0.5
        return np.interp(at, self.places, self.lower), np.interp(at, self.places, self.upper)
