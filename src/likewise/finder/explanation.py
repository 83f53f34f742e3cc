"""Why a document ranks where it does: its words, and the example most like it. Works for every method alike."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from likewise.finder.ranking import Counted, Ranking
from likewise.text import Weighting, readable, top_words

_WORDS_OF_A_DOCUMENT = 5
_WORDS_IN_ALL = 10
# The first documents found show the topic as well as all of them, and with fewer strangers.
_MOST_FOUND = 100
# Most similarities held at once: 32 MB.
_BLOCK = 4_000_000


@dataclass(frozen=True, eq=False)
class Explanation:
    """Reasons for a ranking.

    Parameters
    ----------
    why : list of str or None
        For each document of the pile the words that speak most for it, with commas between them; None if none does.
    nearest : array of int of shape (n_pile,)
        The most similar example of each document; -1 where none shares a word with it.
    words : tuple of str
        The words that tell the documents found from the rest, best first.
    contrast : array of shape (n_words,)
        How much each word tells them from the rest.
    """

    why: list[str | None]
    nearest: NDArray[np.intp]
    words: tuple[str, ...]
    contrast: NDArray[np.float64]


def explain(counted: Counted, ranking: Ranking) -> Explanation:
    """Explain a ranking by the words that tell the examples and the first documents found from all the others.

    Parameters
    ----------
    counted : Counted
        The documents.
    ranking : Ranking
        Of the same documents.

    Returns
    -------
    Explanation
        A word's weight is the difference of its mean tf-idf in the two groups; it speaks for a document by that
        weight times its tf-idf there.

    Examples
    --------
    >>> from likewise.finder.ranking import count_words, rank
    >>> from likewise.models.linear import Centroid
    >>> examples, pile = ["red wine, a glass", "a glass of fine wine"], ["green tea", "wine in a glass", "black tea"]
    >>> counted = count_words(examples, pile)
    >>> reasons = explain(counted, rank(counted, Centroid()))
    >>> reasons.words[:2], reasons.why, reasons.nearest.tolist()
    (('glass', 'wine'), [None, 'glass, wine', None], [-1, 0, -1])
    """
    weighted = Weighting("tfidf-log").fit_transform(counted.counts)
    contrast = _contrast(weighted, counted.n_examples, ranking)
    vectorizer = counted.vectorizer
    names, forms = vectorizer.get_feature_names_out().tolist(), vectorizer.surface_forms_
    pile = weighted[counted.n_examples :]
    contributions = top_words(pile, contrast, names, _WORDS_OF_A_DOCUMENT, surface_forms=forms)
    best = np.argsort(-contrast, kind="stable")[:_WORDS_IN_ALL]
    return Explanation(
        why=[", ".join(word for word, value in words if value > 0) or None for words in contributions],
        nearest=nearest_examples(weighted[: counted.n_examples], pile),
        words=tuple(readable(names[column], forms) for column in best if contrast[column] > 0),
        contrast=contrast,
    )


def _contrast(weighted: sparse.csr_array, n_examples: int, ranking: Ranking) -> NDArray[np.float64]:
    """Return the difference of the mean rows of those like the examples and of the rest."""
    found = ranking.order[ranking.found[ranking.order]][: max(_MOST_FOUND, n_examples)]
    like = np.zeros(weighted.shape[0], dtype=bool)
    like[:n_examples] = True
    like[n_examples + found] = True
    like[n_examples + ranking.decided[ranking.found[ranking.decided]]] = True
    # The rest may be empty, and then every word speaks for itself.
    near = like.astype(np.float64) @ weighted / like.sum()
    far = (~like).astype(np.float64) @ weighted / max(int((~like).sum()), 1)
    result: NDArray[np.float64] = near - far
    return result


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
