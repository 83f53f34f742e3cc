"""Why one document ranks where it does: its words and their places, and the examples nearest to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from likewise.text import Weighting, readable, top_words
from likewise.text.spans import Span, WordRule

_MOST_WORDS = 10
_MOST_EXAMPLES = 3


@dataclass(frozen=True, eq=False)
class Reasons:
    """What is to be said of one document of a result.

    Parameters
    ----------
    id : str
        Of the document.
    rank : int or None
        Its place; None for one that is decided or an example.
    probability : float or None
        That it is like the examples; None where nobody can tell.
    decision : str
        "yes", "no", or "example".
    words : list of (str, float)
        The words that speak most for it and how much, best first.
    spans : list of (int, int, str)
        Start and end of these words in the text, and which of the words it is: what a page highlights.
    nearest : list of (str, float)
        Ids of the examples most like it with their cosine, most similar first.
    text : str
        Of the document.

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
    decision: str
    words: list[tuple[str, float]]
    spans: list[Span]
    nearest: list[tuple[str, float]]
    text: str = field(repr=False)


@dataclass(frozen=True, eq=False)
class Evidence:
    """What reasons are made of: the counts of all documents and how much each word tells.

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
    terms : tuple of str
        The word, or stem, of each column.
    forms : mapping of str to str
        A word to show for each stem.
    rule : WordRule
        How words are found in a text.

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

    def of(self, position: int, text: str) -> tuple[list[tuple[str, float]], list[Span], list[tuple[str, float]]]:
        """Collect the reasons for one document.

        Parameters
        ----------
        position : int
            Of the document in the pile.
        text : str
            Of the document.

        Returns
        -------
        words, spans, nearest
            As in `Reasons`.
        """
        row = self._weighting.transform(self.counts[[int(self.rows[position])]])
        best = top_words(row, self.contrast, self.terms, _MOST_WORDS)[0]
        shown = {term: readable(term, self.forms) for term, value in best if value > 0}
        words = [(shown[term], value) for term, value in best if value > 0]
        spans = [(start, end, shown[term]) for start, end, term in self.rule.spans(text, shown)] if shown else []
        likeness = np.asarray((self._examples @ row.T).todense(), dtype=np.float64).ravel()
        first = np.argsort(-likeness, kind="stable")[:_MOST_EXAMPLES]
        return words, spans, [(self.example_ids[at], float(likeness[at])) for at in first if likeness[at] > 0]

    @cached_property
    def _weighting(self) -> Weighting:
        weighting: Weighting = Weighting("tfidf-log").fit(self.counts)
        return weighting

    @cached_property
    def _examples(self) -> sparse.csr_array:
        return self._weighting.transform(self.counts[: len(self.example_ids)])
