"""Which rows have each word: whole lists, or their heaviest entries where whole lists would cost too much."""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from likewise.sklearn_api import Array

#: Entries that are looked at for each document, in the mean, before lists are shortened: 20,000 messages have 4,000,
#: and lists stay whole up to 85,000 documents of 160 words. Then this share is looked at, and of so many times as many
#: documents as are wanted the likeness is worked out in full: at 100,000 documents that takes as long as whole lists,
#: at 300,000 two fifths of it; docs/approximate.md has what is missed.
MOST_WORK, SHORTENED, N_TIMES = 16_000, 0.5, 3


class Postings(NamedTuple):
    """The columns of a matrix.

    Parameters
    ----------
    indptr, rows, values : ndarray
        Word w is in ``rows[indptr[w]:indptr[w + 1]]``, with these values.
    are_whole : bool, default=True
        Whether no list was shortened.

    Examples
    --------
    >>> make_postings(np.array([1, 1]), sparse.csr_array([[1.0, 0.0], [2.0, 3.0]])).rows.tolist()
    [0, 1, 1]
    """

    indptr: Array
    rows: Array
    values: Array
    are_whole: bool = True


def make_postings(documents: Array, among: sparse.csr_array, most_work: float | None = MOST_WORK) -> Postings:
    """List the rows that have each word; if too many would be looked at, long lists keep their heaviest entries.

    A document that stands in no list for a word still finds others by it, and a list is shortened no further than the
    work must be: it does not grow faster than the number of documents.

    Parameters
    ----------
    documents : ndarray of int of shape (n_words,)
        In how many of the documents whose neighbours are looked for each word is.
    among : csr_array of shape (n_rows, n_words)
        Where neighbours are looked for.
    most_work : float or None
        Entries to be looked at in all; None is no bound. Where there are more, lists are shortened to half of it.

    Returns
    -------
    Postings
        Of equally heavy entries the first rows are kept, so that the result depends on nothing but the documents.

    Examples
    --------
    >>> rows = sparse.csr_array([[1.0, 0.0], [3.0, 1.0], [2.0, 0.0]])
    >>> make_postings(np.array([2, 1]), rows, most_work=6).rows.tolist()
    [1, 1]
    """
    columns = among.tocsc()
    lengths = np.diff(columns.indptr).astype(np.int64)
    if most_work is None or float(documents @ lengths) <= most_work:
        return Postings(columns.indptr, columns.indices, columns.data)
    longest = _longest(documents, lengths, SHORTENED * most_work)
    kept = np.ones(columns.nnz, dtype=bool)
    for word in np.flatnonzero(lengths > longest).tolist():
        start, stop = columns.indptr[word], columns.indptr[word + 1]
        kept[start + np.argsort(-columns.data[start:stop], kind="stable")[longest:]] = False
    indptr = np.concatenate([[0], np.cumsum(np.minimum(lengths, longest))]).astype(columns.indptr.dtype)
    return Postings(indptr, columns.indices[kept], columns.data[kept], are_whole=False)


def _longest(documents: Array, lengths: Array, most_work: float) -> int:
    """Return the greatest length of a list with which no more than so many entries are looked at, or one."""
    low, high = 1, int(lengths.max())
    while low < high:
        middle = (low + high + 1) // 2
        if float(documents @ np.minimum(lengths, middle)) <= most_work:
            low = middle
        else:
            high = middle - 1
    return low
