"""Terms by the numbers of their words: a string for each is made only when somebody asks for it."""

from collections.abc import Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.text.tokens import KeyNumbers


class Grams:
    """Runs of n words, numbered as they are met: each is a run of n - 1 words and the word after it.

    Examples
    --------
    >>> grams = Grams()
    >>> grams.of(np.array([0, 1, 0]), np.array([1, 0, 1])).tolist()
    [0, 1, 0]
    >>> grams.heads.tolist(), grams.tails.tolist()
    ([0, 1], [1, 0])
    """

    def __init__(self) -> None:
        self._by_key = KeyNumbers()
        self._keys: list[NDArray[np.uint64]] = []

    def of(self, heads: NDArray[np.int32], tails: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the number of each run, given the number of what comes before the last word, and of that word."""
        keys = (heads.astype(np.uint64) << np.uint64(32)) | tails.astype(np.uint64)
        numbers, first = self._by_key.of(keys)
        self._keys.append(keys[first])
        return numbers

    def __len__(self) -> int:
        return sum(map(len, self._keys))

    @property
    def heads(self) -> NDArray[np.int64]:
        """The number of what comes before the last word, for each run."""
        return (self._all_keys() >> np.uint64(32)).astype(np.int64)

    @property
    def tails(self) -> NDArray[np.int64]:
        """The number of the last word, for each run."""
        return (self._all_keys() & np.uint64(0xFFFFFFFF)).astype(np.int64)

    def _all_keys(self) -> NDArray[np.uint64]:
        self._keys[:] = [np.concatenate([np.empty(0, np.uint64), *self._keys])]
        return self._keys[0]


class Terms:
    """Columns of words and runs of words, given out as they are met.

    Parameters
    ----------
    longest : int
        Words of the longest run.

    Examples
    --------
    >>> terms = Terms(2)
    >>> terms.words += ["new", "york"]
    >>> terms.add(1, 2).tolist(), terms.grams[2].of(np.array([0]), np.array([1])).tolist(), terms.add(2, 1).tolist()
    ([0, 1], [0], [2])
    >>> list(terms), terms.gather(np.array([2])).to_list()
    (['new', 'york', 'new york'], ['new york'])
    """

    def __init__(self, longest: int) -> None:
        self.words: list[str] = []
        self.grams = {n: Grams() for n in range(2, longest + 1)}
        self._n_columns = 0
        self._met: list[tuple[int, int]] = []  # how many of how many words had their columns, one after another

    def __len__(self) -> int:
        return self._n_columns

    def __iter__(self) -> Iterator[str]:
        return iter(self.gather(np.arange(len(self))).to_list())

    def add(self, n: int, count: int) -> NDArray[np.int32]:
        """Give the next so many runs of n words a column each, and return the columns."""
        self._met.append((n, count))
        self._n_columns += count
        return np.arange(self._n_columns - count, self._n_columns, dtype=np.int32)

    def gather(self, columns: NDArray[np.int64]) -> pl.Series:
        """Return the terms of some columns.

        Parameters
        ----------
        columns : int array

        Returns
        -------
        polars.Series
            A string for each.
        """
        lengths, counts = np.array(self._met, np.int64).reshape(-1, 2).T
        length = np.repeat(lengths, counts)
        places, parts = [np.empty(0, np.int64)], [pl.Series([], dtype=pl.String)]
        for n in np.unique(length[columns]).tolist():
            places.append(np.flatnonzero(length[columns] == n))
            number = np.cumsum(length == n) - 1  # of the run of n words that each column is
            parts.append(self._join(n, number[columns[places[-1]]]))
        back = np.empty(len(columns), np.int64)
        back[np.concatenate(places)] = np.arange(len(columns))
        return pl.concat(parts)[back]

    def _join(self, n: int, numbers: NDArray[np.int64]) -> pl.Series:
        """Return the words of runs of n words, with a space between them."""
        chain = []
        for m in range(n, 1, -1):
            chain.append(self.grams[m].tails[numbers])
            numbers = self.grams[m].heads[numbers]
        words = pl.Series("term", self.words, dtype=pl.String)
        columns = [words[places].alias(f"{place}") for place, places in enumerate([numbers, *reversed(chain)])]
        return pl.select(pl.concat_str(columns, separator=" ")).to_series() if chain else columns[0].alias("")
