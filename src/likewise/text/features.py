"""From words to features: single words and runs of n words (n-grams), each with a column."""

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.text.terms import Grams, Terms


class Features:
    """Columns for words and n-grams: given out as they are met, or fixed beforehand.

    Parameters
    ----------
    ngram_range : (int, int)
        Shortest and longest n.
    fixed : mapping of str to int, or None
        The only features there are; None: every new one gets the next column.

    Examples
    --------
    >>> import numpy as np
    >>> features = Features((1, 2))
    >>> tokens, offsets, word_of = np.array([0, 1, 2, 0], np.int32), np.array([0, 3, 4]), np.array([0, -1, 1], np.int32)
    >>> ids, column_of, offsets = features.of(tokens, offsets, word_of, ["new", "york"])  # token 1 is a stop word
    >>> list(features.columns)
    ['new', 'york', 'new york']
    >>> column_of[ids].tolist(), offsets.tolist()
    ([0, 1, 2, 0], [0, 3, 4])
    """

    def __init__(self, ngram_range: tuple[int, int], fixed: Mapping[str, int] | None = None) -> None:
        self._shortest, self._longest = ngram_range
        self._is_fixed = fixed is not None
        self._by_string = None if fixed is None else dict(fixed)
        self._terms = Terms(self._longest)
        self._of_word = np.empty(0, np.int32)
        self._of_gram = {n: np.empty(0, np.int32) for n in range(2, self._longest + 1)}

    @property
    def columns(self) -> Terms | dict[str, int]:
        """The features; iterating over them gives their names, in the order of the columns if these were not fixed."""
        return self._terms if self._by_string is None else self._by_string

    def forget(self) -> "Features":
        """Return the same fixed features, for words that are numbered anew."""
        return Features((self._shortest, self._longest), self._by_string)

    def of(
        self,
        tokens: NDArray[np.int32],
        offsets: NDArray[np.int64],
        word_of_token: NDArray[np.int32],
        names: list[str],
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
        """Find the features of a batch of documents.

        Parameters
        ----------
        tokens : int32 array (n_tokens,)
            Number of the token at each place.
        offsets : int64 array (n_documents + 1,)
        word_of_token : int32 array
            Number of each token's word, -1 for none.
        names : list of str
            The words by their numbers; it may grow from call to call, and never changes otherwise.

        Returns
        -------
        ids : int32 array
            What stands at each place.
        column_of : int32 array
            The column of each id, -1 for none.
        offsets : int64 array (n_documents + 1,)
            Document d holds ``ids[offsets[d]:offsets[d + 1]]``.
        """
        self._meet(names[len(self._terms.words) :])
        if self._longest == 1:
            # A last -1, at which a token without a word arrives.
            return tokens, np.append(self._of_word, np.int32(-1))[word_of_token], offsets
        words = word_of_token[tokens]
        is_left = words >= 0  # n-grams run over the words that are left
        ids, offsets = self._grams(words[is_left], np.append(0, np.cumsum(is_left))[offsets], names)
        return ids, np.arange(-1, len(self.columns), dtype=np.int32), offsets

    def _meet(self, new: list[str]) -> None:
        """Give new words their columns."""
        if self._by_string is None and any(" " in word for word in new):
            # Then "a b" may be a word or a pair of words, and only the strings tell which features are the same.
            self._by_string = {term: column for column, term in enumerate(self._terms)}
        self._terms.words.extend(new)
        if self._shortest == 1:
            columns = self._terms.add(1, len(new)) if self._by_string is None else self._lookup(new)
            self._of_word = np.concatenate([self._of_word, columns])

    def _grams(
        self, words: NDArray[np.int32], offsets: NDArray[np.int64], names: list[str]
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return columns + 1 of all n-grams, document by document, and the documents' offsets."""
        lengths = np.diff(offsets)
        found, sizes = [], []
        if self._shortest == 1:
            found.append(self._of_word[words])
            sizes.append(lengths)
        text = gram_text = pl.Series(names if self._by_string is not None else [], dtype=pl.String)
        grams, is_start = words, np.ones(len(words), np.bool_)
        for n in range(2, self._longest + 1):
            # A gram of n words is a gram of n - 1 and the word after it, within one document.
            is_start[(offsets[1:] - n + 1)[lengths >= n - 1]] = False
            start = np.flatnonzero(is_start)
            head, tail = grams[start], words[start + n - 1]
            if self._by_string is None:
                numbers = self._terms.grams[n].of(head, tail)
                columns = self._columns_of(n)
            else:
                of_batch = Grams()
                numbers = of_batch.of(head, tail)
                gram_text = gram_text.gather(of_batch.heads) + " " + text.gather(of_batch.tails)
                columns = self._lookup(gram_text.to_list()) if n >= self._shortest else np.empty(0, np.int32)
            grams = np.full(len(words), -1, np.int32)
            grams[start] = numbers
            if n >= self._shortest:
                found.append(columns[numbers])
                sizes.append(np.maximum(lengths - n + 1, 0))
        ids, offsets = _by_document(found, sizes)
        return ids + np.int32(1), offsets

    def _columns_of(self, n: int) -> NDArray[np.int32]:
        """Return the columns of all grams of n words that were met, after giving new ones theirs."""
        known = self._of_gram[n]
        if n >= self._shortest:
            self._of_gram[n] = np.concatenate([known, self._terms.add(n, len(self._terms.grams[n]) - len(known))])
        return self._of_gram[n]

    def _lookup(self, terms: list[str]) -> NDArray[np.int32]:
        columns = {} if self._by_string is None else self._by_string
        if self._is_fixed:
            return np.array([columns.get(term, -1) for term in terms], np.int32)
        return np.array([columns.setdefault(term, len(columns)) for term in terms], np.int32)


def _by_document(
    found: list[NDArray[np.int32]], sizes: list[NDArray[np.int64]]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Bring streams that are each in the order of documents, of which each has so much, together into one."""
    offsets = np.concatenate([[0], np.cumsum(np.sum(sizes, axis=0))]).astype(np.int64)
    ids = np.empty(offsets[-1], np.int32)
    begin = offsets[:-1].copy()
    for stream, size in zip(found, sizes, strict=True):
        own_begin = np.cumsum(size) - size
        ids[np.arange(len(stream)) + np.repeat(begin - own_begin, size)] = stream
        begin += size
    return ids, offsets
