"""Why documents rank where they do: their words, and the examples most like them. Works for every method alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import sparse

from likewise.finder.counting import weigh
from likewise.kernels.threads import over_ranges
from likewise.kernels.top_terms import top_of_rows
from likewise.text import readable
from likewise.text.spans import Span, WordRule

_WORDS_OF_A_DOCUMENT = 5
_WORDS_IN_ALL = 10
_MOST_WORDS, _MOST_EXAMPLES = 10, 3
# The first documents found show the topic as well as all of them, and with fewer strangers.
_MOST_FOUND = 100
# Most similarities held at once: 32 MB.
_BLOCK = 4_000_000


@dataclass(frozen=True, eq=False)
class Reasons:
    """What is to be said of one document of a result.

    Parameters
    ----------
    id : str
        Id of the document.
    rank : int or None
        Its place; None for one that is decided or an example.
    probability : float or None
        Probability that it is like the examples; None where nobody can tell.
    suggestion : str or None
        "yes" or "no"; None for one that is decided or an example.
    decision : str or None
        "yes", "no", "unsure" or "example"; None for one that nobody has decided.
    words : list of (str, float)
        The words that speak most for it and how much, best first.
    spans : list of (int, int, str)
        Start and end of these words in the text, and which of the words it is: what a page highlights.
    nearest : list of (str, float)
        Ids of the examples most like it with their cosine, most similar first.
    text : str
        Text of the document.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> pile = ["a pot of green tea", "Wine by the glass", "tea and milk"]
    >>> reasons = Finder("centroid").find(["red wine, a glass", "a glass of fine wine"], pile).explain("2")
    >>> [word for word, _ in reasons.words], reasons.spans
    (['glass', 'wine'], [(0, 4, 'wine'), (12, 17, 'glass')])
    >>> [name for name, _ in reasons.nearest]
    ['1', '2']
    """

    id: str
    rank: int | None
    probability: float | None
    suggestion: str | None
    decision: str | None
    words: list[tuple[str, float]]
    spans: list[Span]
    nearest: list[tuple[str, float]]
    text: str = field(repr=False)


@dataclass(frozen=True, eq=False)
class Evidence:
    """What reasons are made of: the words of all documents and how much each word tells.

    Parameters
    ----------
    counts : csr_array of shape (n_documents, n_words)
        The examples first.
    example_ids : tuple of str
        Ids of the first rows.
    rows : array of int of shape (n_pile,)
        The row of each document of the pile; that of the example for a document that is one.
    contrast : array of shape (n_words,)
        How much each word tells the documents found from the rest.
    terms : sequence of str
        The word, or stem, of each column.
    forms : mapping of str to str
        A word to show for each stem.
    rule : WordRule
        How words are found in a text.
    tf_idf : csr_array of shape (n_documents, n_words), optional
        Weighted counts, where they are known already.

    Examples
    --------
    >>> evidence = Evidence(
    ...     sparse.csr_array([[1.0, 0.0], [1.0, 2.0]]), ("a",), np.array([1]), np.array([0.5, 0.0]),
    ...     ("wine", "tea"), {}, WordRule(),
    ... )
    >>> words, spans, nearest = evidence.of(0, "tea, wine, tea")
    >>> words[0][0], spans, nearest[0][0]
    ('wine', [(5, 9, 'wine')], 'a')
    """

    counts: sparse.csr_array
    example_ids: tuple[str, ...]
    rows: NDArray[np.intp]
    contrast: NDArray[np.float64]
    terms: tuple[str, ...]
    forms: Mapping[str, str]
    rule: WordRule
    tf_idf: sparse.csr_array | None = None

    @cached_property
    def weighted(self) -> sparse.csr_array:
        """Weighted counts of all documents."""
        return weigh(self.counts) if self.tf_idf is None else self.tf_idf

    def of(self, position: int, text: str) -> tuple[list[tuple[str, float]], list[Span], list[tuple[str, float]]]:
        """Collect the reasons for one document.

        Parameters
        ----------
        position : int
            Place of the document in the pile.
        text : str
            Its text.

        Returns
        -------
        words, spans, nearest
            As in `Reasons`.
        """
        row = self.weighted[[int(self.rows[position])]]
        columns, values = top_columns(row, self.contrast, _MOST_WORDS)
        pairs = zip(columns[0].tolist(), values[0].tolist(), strict=True)
        best = [(self.terms[column], value) for column, value in pairs if value]
        shown = {term: readable(term, self.forms) for term, _ in best}
        words = [(shown[term], value) for term, value in best]
        spans = [(start, end, shown[term]) for start, end, term in self.rule.spans(text, shown)] if shown else []
        likeness = np.asarray((self._examples @ row.T).todense(), dtype=np.float64).ravel()
        first = np.argsort(-likeness, kind="stable")[:_MOST_EXAMPLES]
        return words, spans, [(self.example_ids[at], float(likeness[at])) for at in first if likeness[at] > 0]

    @cached_property
    def _examples(self) -> sparse.csr_array:
        return self.weighted[: len(self.example_ids)]


def is_shown(n_examples: int, order: NDArray[np.intp], found: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which rows show what is searched for: examples, the first documents found, and what a person said yes to.

    Parameters
    ----------
    n_examples : int
        Examples, which are the first rows.
    order : ndarray of int
        Places of the documents that nobody has decided, best first.
    found : ndarray of bool of shape (n_ranked,)
        Which documents are taken for positive; of those that a person decided, which are.

    Returns
    -------
    ndarray of bool of shape (n_examples + n_ranked,)
        Which rows.

    Examples
    --------
    >>> is_shown(1, np.array([1]), np.array([True, True])).tolist()
    [True, True, True]
    """
    like = np.zeros(n_examples + len(found), dtype=bool)
    like[:n_examples] = True
    decided = np.ones(len(found), dtype=bool)
    decided[order] = False
    like[n_examples:] = decided & found
    like[n_examples + order[found[order]][: max(_MOST_FOUND, n_examples)]] = True
    return like


def top_columns(
    rows: sparse.csr_array, weights: NDArray[np.float64], n: int, n_threads: int = 1
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Find the words of each document that speak most for it.

    Parameters
    ----------
    rows : csr_array of shape (n_documents, n_words)
        tf-idf.
    weights : ndarray of shape (n_words,)
        How much each word tells.
    n : int
        Most words of a document.
    n_threads : int, default=1
        Threads.

    Returns
    -------
    columns : ndarray of int of shape (n_documents, n)
        Best first; -1 where there are no more.
    values : ndarray of shape (n_documents, n)
        Weight times tf-idf.

    Examples
    --------
    >>> top_columns(sparse.csr_array([[1.0, 2.0, 0.0]]), np.array([1.0, 1.0, 1.0]), 2)[0].tolist()
    [[1, 0]]
    """
    columns = np.empty((rows.shape[0], n), dtype=np.int32)
    values = np.zeros((rows.shape[0], n), dtype=np.float64)
    over_ranges(
        top_of_rows, rows.indptr, n_threads, rows.indptr, rows.indices, rows.data, weights, columns, values
    )  # fmt: skip
    return columns, values


def words_in_all(contrast: NDArray[np.float64], names: list[str], forms: Mapping[str, str]) -> tuple[str, ...]:
    """Return the words that tell the documents found from the rest, best first.

    Examples
    --------
    >>> words_in_all(np.array([0.1, 0.5, -1.0]), ["a", "b", "c"], {})
    ('b', 'a')
    """
    best = np.argsort(-contrast, kind="stable")[:_WORDS_IN_ALL]
    return tuple(readable(names[column], forms) for column in best if contrast[column] > 0)


def words_of_documents(
    rows: sparse.csr_array,
    contrast: NDArray[np.float64],
    names: list[str],
    forms: Mapping[str, str],
    n_threads: int = 1,
) -> pl.Series:
    """Write down the words that speak most for each document.

    Parameters
    ----------
    rows : csr_array of shape (n_documents, n_words)
        tf-idf.
    contrast : ndarray of shape (n_words,)
        How much each word tells.
    names : list of str
        The word, or stem, of each column.
    forms : mapping of str to str
        A word to show for each stem.
    n_threads : int, default=1
        Threads.

    Returns
    -------
    polars.Series
        Words separated by commas; null where none speaks for the document.

    Examples
    --------
    >>> rows = sparse.csr_array([[1.0, 2.0], [0.0, 0.0]])
    >>> words_of_documents(rows, np.array([1.0, 1.0]), ["wine", "glass"], {}).to_list()
    ['glass, wine', None]
    """
    columns, _ = top_columns(rows, contrast, _WORDS_OF_A_DOCUMENT, n_threads)
    # The last place is that of column -1, which is none.
    is_used = np.zeros(len(names) + 1, dtype=bool)
    is_used[columns] = True
    used = np.flatnonzero(is_used[:-1])
    words = pl.Series([*(readable(names[column], forms) for column in used.tolist()), None], dtype=pl.String)
    place_of = np.full(len(is_used), len(used))
    place_of[used] = np.arange(len(used))
    parts = [words.gather(place_of[column]).alias(str(rank)) for rank, column in enumerate(columns.T)]
    joined = pl.DataFrame(parts).select(pl.concat_str(pl.all(), separator=", ", ignore_nulls=True)).to_series()
    return joined.set(joined == "", None).alias("why")


def nearest_examples(examples: sparse.csr_array, pile: sparse.csr_array) -> NDArray[np.intp]:
    """Find the example with the greatest cosine to each document, block by block.

    Parameters
    ----------
    examples, pile : csr_array of shape (n, n_words)
        Rows of unit length.

    Returns
    -------
    array of int of shape (n_pile,)
        Rows of the examples, the first of equal ones; -1 where all are zero.

    Examples
    --------
    >>> examples = sparse.csr_array([[1.0, 0.0], [0.0, 1.0]])
    >>> nearest_examples(examples, sparse.csr_array([[0.6, 0.8], [0.0, 0.0]])).tolist()
    [1, -1]
    """
    columns = examples.T.tocsr()
    nearest = np.full(pile.shape[0], -1, dtype=np.intp)
    step = max(1, _BLOCK // examples.shape[0])
    for start in range(0, pile.shape[0], step):
        similarity = (pile[start : start + step] @ columns).toarray()
        best = similarity.argmax(axis=1)
        alike = similarity[np.arange(len(best)), best] > 0
        nearest[start : start + step] = np.where(alike, best, -1)
    return nearest
