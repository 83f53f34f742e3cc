"""Theirs beside ours: reproduced, better, worse, or not to be compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from likewise.papers.tables import Cell

Word: TypeAlias = Literal["reproduced", "better", "worse", "not_comparable", "never"]
WORDS: tuple[Word, ...] = ("reproduced", "better", "worse", "not_comparable")
#: Points of a hundred within which a figure is the same, whatever its spread.
POINTS = 3.0
#: Standard errors within which it is.
ERRORS = 2.0
#: Share of a printed number of documents within which ours is the same.
SIZES = 0.01


@dataclass(frozen=True)
class Verdict:
    """What became of a cell: the word, our mean and its standard error in the paper's unit, and why, if anything."""

    word: Word
    ours: float = float("nan")
    error: float = float("nan")
    n_trials: int = 0
    why: str = ""


def judge(cell: Cell, values: Sequence[Sequence[float]], whole: float = 1.0) -> Verdict:
    """Compare a printed value with ours.

    Parameters
    ----------
    cell : Cell
        What is printed.
    values : sequence of sequences of float
        Ours, for each seed those of the parts that the cell is the mean of; from 0 to 1, or numbers of documents.
    whole : float
        What stands for 1 in the cell's unit.

    Returns
    -------
    Verdict
        Reproduced is within three points of a hundred or two standard errors, whichever is more.

    Examples
    --------
    >>> cell = Cell("nb", {}, "average", "F", "=", 70.0, "", "20newsgroups")
    >>> [judge(cell, [[ours], [ours + 0.01]], 100.0).word for ours in (0.5, 0.69, 0.8)]
    ['worse', 'reproduced', 'better']
    """
    if not len(values):
        return Verdict("never")
    if not cell.method:  # a number of documents or classes
        ours = float(np.mean([np.mean(parts) for parts in values]))
        near = abs(ours - cell.value) <= max(1.0, SIZES * cell.value)
        return Verdict("reproduced" if near else "not_comparable", ours, 0.0, 1, "" if near else "another corpus")
    by_seed = np.array([whole * float(np.mean(parts)) for parts in values])
    spread = by_seed if len(by_seed) > 1 else whole * np.array(values[0], dtype=np.float64)
    error = float(np.std(spread, ddof=1) / np.sqrt(len(spread))) if len(spread) > 1 else 0.0
    ours = float(by_seed.mean())
    if ours != ours:
        return Verdict("not_comparable", why="undefined with one labelled document")
    allowed = max(POINTS * whole / 100, ERRORS * error)
    gain = cell.value - ours if cell.metric.startswith("error") else ours - cell.value
    word: Word = "reproduced" if abs(gain) <= allowed else "better" if gain > 0 else "worse"
    return Verdict(word, ours, error, sum(len(parts) for parts in values))
