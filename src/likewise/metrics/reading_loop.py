"""How well a loop of reading and answering went, by the places at which relevant documents were read.

The convention is that of `likewise.metrics.screening`: examples are neither counted as found nor as read.
"""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

import numpy as np

from likewise.errors import UserError
from likewise.metrics.reading import Bools
from likewise.metrics.screening import atd, rrf, wss

#: Shares are products of decimals: 0.95 · 20 is 19 documents, and must not become 20.
_ROUNDING = 1e-9


class LoopFigures(NamedTuple):
    """Figures of one loop.

    Parameters
    ----------
    wss95 : float
        Work saved over sampling at 95 % recall: 0.95 - n95 / n_pile.
    wss95_asreview : float
        The same as ASReview's package of metrics has it, see `wss_of_insights`.
    recall10, recall20 : float
        Share of the relevant documents found after 10 % and 20 % of the pile are read.
    atd : float
        Average time to discovery, as a share of the pile.
    n95 : int
        Documents read until 95 % of the relevant ones are found.
    n_last : int
        Documents read until the last relevant one is found.
    n_pile, n_positive : int
        Documents to read, and the relevant ones among them; examples are not counted.

    Examples
    --------
    >>> measure_loop([1, 3], 10).n95
    3
    """

    wss95: float
    wss95_asreview: float
    recall10: float
    recall20: float
    atd: float
    n95: int
    n_last: int
    n_pile: int
    n_positive: int


def measure_loop(places: Sequence[int], n_pile: int) -> LoopFigures:
    """Measure a loop that read the whole pile, or as much of it as has relevant documents.

    Parameters
    ----------
    places : sequence of int
        At which place each relevant document was read; the first is 1.
    n_pile : int
        How many documents there are to read.

    Returns
    -------
    LoopFigures
        The figures.

    Raises
    ------
    UserError
        If no document is relevant, or a place is outside of the pile or there twice.

    Examples
    --------
    >>> figures = measure_loop([1, 2, 4, 20], 20)
    >>> figures.recall10, figures.recall20, figures.n95, figures.n_last
    (0.5, 0.75, 20, 20)
    """
    found = np.unique(np.asarray(places, dtype=np.intp))
    if not len(found):
        raise UserError("no document of the pile is relevant, so that there is nothing to measure")
    if len(found) < len(places) or found[0] < 1 or found[-1] > n_pile:
        raise UserError(f"places are different numbers from 1 to {n_pile:,}, the documents of the pile")
    relevant = np.zeros(n_pile, dtype=bool)
    relevant[found - 1] = True
    scores = -np.arange(n_pile, dtype=np.float64)
    return LoopFigures(
        wss95=wss(relevant, scores),
        wss95_asreview=wss_of_insights(relevant),
        recall10=rrf(relevant, scores, 0.1),
        recall20=rrf(relevant, scores, 0.2),
        atd=atd(relevant, scores),
        n95=read_until(found.tolist(), 0.95),
        n_last=int(found[-1]),
        n_pile=n_pile,
        n_positive=len(found),
    )


def read_until(places: Sequence[int], recall: float) -> int:
    """Return how many documents are read until a share of the relevant ones is found, rounded up to whole ones.

    Parameters
    ----------
    places : sequence of int
        At which place each relevant document was read, ascending.
    recall : float
        The share.

    Returns
    -------
    int
        Documents; 0 for a share of 0.

    Examples
    --------
    >>> read_until([1, 2, 4, 20], 0.75), read_until([1, 2, 4, 20], 0.95)
    (4, 20)
    """
    enough = ceil(recall * len(places) - _ROUNDING)
    return int(places[enough - 1]) if enough else 0


def wss_of_insights(relevant: Bools, recall: float = 0.95) -> float:
    """Return the work saved over sampling as the package asreview-insights defines it.

    It differs in two things from `likewise.metrics.wss`: the recall is rounded down to whole documents, not up, and the
    random order that it compares with finds documents at even distances, the first half a distance from the top. With
    few relevant documents the two are far apart: of four, 95 % are three documents here and four there.

    Parameters
    ----------
    relevant : array of bool
        Whether the document at each place is relevant.
    recall : float, default=0.95
        The share of relevant documents to be found.

    Returns
    -------
    float
        Documents read less than in the random order, as a share of all.

    Examples
    --------
    >>> wss_of_insights(np.array([True, True, False, False, False, False, False, False]), 0.5)
    0.25
    """
    n, m = len(relevant), int(relevant.sum())
    nth = max(int(np.floor(recall * m + _ROUNDING)), 1)
    found = np.searchsorted(np.cumsum(relevant), nth)
    expected = np.searchsorted(np.round(np.linspace(0, m, n)), nth)
    return float((expected - found) / n)
