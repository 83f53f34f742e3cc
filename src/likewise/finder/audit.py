"""The random check: documents below the cut-off that a person reads to learn how many are missed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from likewise.finder.result import Result

#: The fewest and the most documents of a random check.
_FEWEST, _MOST = 50, 300
#: With none among n documents drawn at random, the share is below 3/n with a probability of 95 %: the rule of three.
RULE_OF_THREE = 3.0
#: What the table says of a document that was drawn.
FLAG = "random check"


@dataclass(frozen=True)
class Audit:
    """Documents drawn at random from those below the cut-off.

    Parameters
    ----------
    ids : tuple of str
        Those drawn, in order of rank; empty if there are so few that all should be read.
    n_below : int
        How many there are below the cut-off.

    Examples
    --------
    >>> Audit(("a", "b"), 100).each
    50.0
    """

    ids: tuple[str, ...]
    n_below: int

    @property
    def each(self) -> float:
        """How many documents each of those drawn stands for."""
        return self.n_below / max(len(self.ids), 1)


def draw_audit(result: Result) -> Audit:
    """Draw the random check of a result; the same result gives the same documents.

    Parameters
    ----------
    result : Result
        The ranking.

    Returns
    -------
    Audit
        Enough documents to see whether as many are missed as the estimate allows; none where nothing is estimated.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> draw_audit(Finder("centroid").find(["red wine"], ["green tea", "a glass of wine"]))
    Audit(ids=(), n_below=0)
    """
    if result.estimate is None or result.estimate.verdict == "cannot tell":
        return Audit((), 0)
    below = result.table.filter(pl.col("rank").is_not_null() & (pl.col("suggestion") != "yes"))["id"]
    missed = max(result.at(result.n_taken).missed_high, 1.0)
    n_drawn = int(np.clip(np.ceil(RULE_OF_THREE * len(below) / missed), _FEWEST, _MOST))
    if n_drawn >= len(below):
        return Audit((), len(below))
    # Any seed would do; a fixed one gives the same documents in table, report and workbook.
    drawn = np.sort(np.random.default_rng(0).choice(len(below), n_drawn, replace=False))
    return Audit(tuple(below.gather(drawn.tolist())), len(below))
