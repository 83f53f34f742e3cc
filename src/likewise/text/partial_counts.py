"""Words of one part of a pile, counted by itself; parts add up, and the vocabulary is chosen from their sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.errors import UserError
from likewise.text.analysis import check_ngram_range
from likewise.text.blocks import Block, ColumnSums
from likewise.text.features import Features
from likewise.text.vocabulary import choose_vocabulary, read_vocabulary

if TYPE_CHECKING:
    from likewise.text.vectorizer import Vectorizer


@dataclass(frozen=True, eq=False)
class Words:
    """The words of some documents; two of them add up.

    Parameters
    ----------
    n_documents : int
        How many documents.
    terms : polars.DataFrame of term, documents, occurrences
        In how many documents each term is and how often, in the order in which terms were met.
    forms : polars.DataFrame of word, token, occurrences
        How often each token stood for each word; empty without a stemmer.

    Examples
    --------
    >>> from likewise.text import Vectorizer
    >>> one, other = (count_part(Vectorizer(), texts, lambda block: None) for texts in (["red wine"], ["wine, tea"]))
    >>> (one + other).terms.rows()
    [('red', 1, 1), ('wine', 2, 2), ('tea', 1, 1)]
    """

    n_documents: int
    terms: pl.DataFrame
    forms: pl.DataFrame

    def __add__(self, other: Words) -> Words:
        terms = pl.concat([self.terms, other.terms]).group_by("term", maintain_order=True).sum()
        forms = pl.concat([self.forms, other.forms]).group_by("word", "token", maintain_order=True).sum()
        return Words(self.n_documents + other.n_documents, terms, forms)


def count_part(vectorizer: Vectorizer, documents: Iterable[str], keep: Callable[[Block], object]) -> Words:
    """Count the words of a part of a pile.

    Parameters
    ----------
    vectorizer : Vectorizer
        How to count; it is not changed.
    documents : iterable of str
        The part.
    keep : callable
        Called with the `likewise.text.blocks.Block` of each batch of documents, in order; column c is row c of the
        ``terms`` that are returned.

    Returns
    -------
    Words
        Of the part.
    """
    fixed = None if vectorizer.vocabulary is None else read_vocabulary(vectorizer.vocabulary)
    lexicon, features = vectorizer._lexicon(), Features(check_ngram_range(vectorizer.ngram_range), fixed)
    sums = ColumnSums()
    for block in vectorizer._blocks(documents, lexicon, features):
        sums.add(block, len(features.columns))
        keep(block)
    n_terms = len(features.columns)
    documents_of, occurrences = (np.zeros(n_terms, np.int64) for _ in range(2))
    documents_of[: len(sums.documents)], occurrences[: len(sums.occurrences)] = sums.documents, sums.occurrences
    terms = pl.Series("term", list(features.columns), dtype=pl.String)
    table = pl.DataFrame([terms, pl.Series("documents", documents_of), pl.Series("occurrences", occurrences)])
    return Words(sums.n_documents, table, lexicon.list_forms())


def settle_vocabulary(vectorizer: Vectorizer, words: Words) -> None:
    """Choose the vocabulary of a pile from the words of all its parts, as `Vectorizer.fit` does.

    Parameters
    ----------
    vectorizer : Vectorizer
        Is fitted by this.
    words : Words
        The sum of all parts.

    Raises
    ------
    UserError
        If there are no documents, or no words.

    Examples
    --------
    >>> from likewise.text import Vectorizer
    >>> vectorizer = Vectorizer()
    >>> settle_vocabulary(vectorizer, count_part(vectorizer, ["red wine"], lambda block: None))
    >>> vectorizer.vocabulary_
    {'red': 0, 'wine': 1}
    """
    if not words.n_documents:
        raise UserError("there are no documents to learn words from; give at least one")
    if vectorizer.vocabulary is not None:
        vectorizer.vocabulary_ = read_vocabulary(vectorizer.vocabulary)
    else:
        sums = ColumnSums()
        sums.n_documents = words.n_documents
        sums.documents, sums.occurrences = (words.terms[name].to_numpy() for name in ("documents", "occurrences"))
        vectorizer.vocabulary_, _ = choose_vocabulary(
            words.terms["term"].to_list(),
            sums,
            min_df=vectorizer.min_df,
            max_df=vectorizer.max_df,
            min_count=vectorizer.min_count,
            max_features=vectorizer.max_features,
            binary=vectorizer.binary,
        )
    vectorizer.surface_forms_ = {} if vectorizer.stemmer is None else _commonest(words.forms, vectorizer.vocabulary_)
    vectorizer.n_documents_ = words.n_documents


def find_columns(terms: pl.Series, names: pl.Series) -> NDArray[np.int32]:
    """Return the column of each term among the names of columns; -1 for terms that have none.

    Examples
    --------
    >>> find_columns(pl.Series(["wine", "tea"]), pl.Series(["red", "wine"])).tolist()
    [1, -1]
    """
    places = pl.DataFrame({"term": names, "column": np.arange(len(names), dtype=np.int32)})
    found = pl.DataFrame({"term": terms}).join(places, on="term", how="left", maintain_order="left")
    return found["column"].fill_null(-1).to_numpy().astype(np.int32, copy=False)


def _commonest(forms: pl.DataFrame, vocabulary: Iterable[str]) -> dict[str, str]:
    """Return the commonest token of each word, the first in the alphabet among equals."""
    words = {word for term in vocabulary for word in term.split(" ")}
    wanted = forms.filter(pl.col("word").is_in(list(words)))
    first = wanted.sort("occurrences", "token", descending=[True, False]).unique("word", keep="first")
    return dict(first.select("word", "token").rows())
