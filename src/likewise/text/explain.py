"""Back from numbers to words: which words of a document made its score."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from likewise.errors import UserError


def readable(term: str, surface_forms: Mapping[str, str]) -> str:
    """Write a term with words instead of stems, as far as they are known.

    Parameters
    ----------
    term : str
        A stem, or an n-gram of stems with spaces between them.
    surface_forms : mapping of str to str
        A word for each stem, as `Vectorizer.surface_forms_`.

    Examples
    --------
    >>> readable("moral philosophi", {"philosophi": "philosophy"})
    'moral philosophy'
    """
    return " ".join(surface_forms.get(stem, stem) for stem in term.split(" "))


def top_words(
    X: Any,
    weights: ArrayLike,
    vocabulary: Mapping[str, int] | Sequence[str],
    n: int = 10,
    *,
    surface_forms: Mapping[str, str] | None = None,
) -> list[list[tuple[str, float]]]:
    """Find the words of each document that add most to its linear score.

    A word's contribution is its value in the document times its weight; the score is their sum. Words come in falling
    order of contribution, so those that speak for a document are first and those against it last; words that
    contribute nothing are left out, and equal contributions stand in the order of the columns.

    Parameters
    ----------
    X : {array-like, sparse} of shape (n_documents, n_words)
        The documents as they were scored.
    weights : array-like of shape (n_words,)
        The weight of each word, such as ``coef_[0]`` of a linear model.
    vocabulary : mapping of word to column, or sequence of words
        As `Vectorizer.vocabulary_` or `Vectorizer.get_feature_names_out`.
    n : int, default=10
        Most words of a document.
    surface_forms : mapping of str to str, or None, default=None
        Words to show for stems, as `Vectorizer.surface_forms_`.

    Returns
    -------
    list of lists of (word, contribution)

    Examples
    --------
    >>> top_words([[1, 2, 0], [0, 1, 1]], [-1.0, 0.5, 2.0], ["dull", "philosophi", "tree"], n=2,
    ...           surface_forms={"philosophi": "philosophy"})
    [[('philosophy', 1.0), ('dull', -1.0)], [('tree', 2.0), ('philosophy', 0.5)]]
    """
    rows = sparse.csr_array(X)
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    weight = np.asarray(weights, dtype=np.float64)
    terms = sorted(vocabulary, key=vocabulary.__getitem__) if isinstance(vocabulary, Mapping) else vocabulary
    if weight.shape != (rows.shape[1],) or len(terms) != rows.shape[1]:
        raise UserError(
            f"top_words needs one weight and one word for each of the {rows.shape[1]} columns; there are weights of "
            f"shape {weight.shape} and {len(terms)} words"
        )
    if n < 0:
        raise UserError(f"n, the number of words to show, must be at least 0; it is {n!r}")
    contributions = rows.data * weight[rows.indices]
    explained = []
    for start, stop in zip(rows.indptr[:-1], rows.indptr[1:], strict=True):
        columns, values = rows.indices[start:stop], contributions[start:stop]
        best = np.argsort(-values, kind="stable")
        best = best[values[best] != 0][:n]
        words = (str(terms[column]) for column in columns[best])
        shown = words if surface_forms is None else (readable(word, surface_forms) for word in words)
        explained.append(list(zip(shown, values[best].tolist(), strict=True)))
    return explained
