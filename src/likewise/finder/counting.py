"""Texts to counts: the words of the examples and of the pile, with one vocabulary, and of what is added later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import clone

from likewise.errors import UserError
from likewise.text import Vectorizer, Weighting
from likewise.text.auto import choose_vectorizer
from likewise.text.detection import choose_other_languages, count_other_languages
from likewise.text.lengths import longest_length, shorten
from likewise.text.spans import WordRule

#: A document so many times longer than half of the others would have topic models explain it alone.
LONGEST = 20
#: Below so many documents a word that only one of them has may still be the one that matters.
_ENOUGH_DOCUMENTS = 50


@dataclass(frozen=True, eq=False)
class Counted:
    """Counts of the words of the examples and, below them, of the pile.

    Parameters
    ----------
    raw : csr_array of shape (n_examples + n_pile, n_terms)
        How often each document has each term, the examples first. Terms of single documents are in it too, so that
        documents can be added without counting the old ones again.
    n_examples : int
        How many rows are examples.
    terms : tuple of str
        The word, or stem, of each column of `raw`, in the order of the alphabet.
    forms : mapping of str to str
        A word to show for each stem.
    rule : WordRule
        How words are found in a text.
    fixed : bool, default=False
        Whether the terms are those of a vectorizer of the caller's own: then all of them count, and documents that are
        added bring no new ones.
    other_languages : mapping of str to int, optional
        About how many documents of the pile are in other languages than most; those of more than a few are counted by
        the rule of their own language.

    Examples
    --------
    >>> counted = count_words(["red wine"], ["white wines", "green tea"])
    >>> counted.names, counted.counts.toarray()[:, -1].tolist()
    (['green', 'red', 'tea', 'white', 'wine'], [1.0, 1.0, 0.0])
    """

    raw: sparse.csr_array
    n_examples: int
    terms: tuple[str, ...]
    forms: Mapping[str, str]
    rule: WordRule
    fixed: bool = False
    other_languages: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def columns(self) -> NDArray[np.intp]:
        """Columns of `raw` that count: among enough documents, words that only one of them has do not."""
        if self.fixed or self.raw.shape[0] < _ENOUGH_DOCUMENTS:
            return np.arange(self.raw.shape[1])
        return np.flatnonzero(np.bincount(self.raw.indices, minlength=self.raw.shape[1]) > 1)

    @cached_property
    def counts(self) -> sparse.csr_array:
        """Counts as float32 of the words that count; those of a document of exceeding length are scaled down."""
        kept = self.raw if len(self.columns) == self.raw.shape[1] else self.raw[:, self.columns]
        counts = kept.astype(np.float32)
        # A word that is there still counts once: its logarithm must not turn negative.
        return shorten(counts, longest_length(counts, LONGEST), least_count=1.0)

    @cached_property
    def names(self) -> list[str]:
        """The word, or stem, of each column of `counts`."""
        return [self.terms[column] for column in self.columns.tolist()]

    @cached_property
    def has_words(self) -> NDArray[np.bool_]:
        """Which rows have any word that counts."""
        return np.diff(self.counts.indptr) > 0

    @property
    def language(self) -> str:
        """The language that words were counted in."""
        return self.rule.language


def count_words(
    examples: Sequence[str],
    pile: Sequence[str],
    vectorizer: Vectorizer | None = None,
    n_jobs: int | None = None,
    language: str | None = None,
) -> Counted:
    """Count the words of the examples and of the pile, with one vocabulary.

    Parameters
    ----------
    examples, pile : sequence of str
        Texts.
    vectorizer : Vectorizer or None, default=None
        How to count; None is `likewise.text.auto.choose_vectorizer` these texts.
    n_jobs : int or None, default=None
        Threads of the default vectorizer.
    language : str or None, default=None
        Language for the default vectorizer; None detects it.

    Returns
    -------
    Counted
        Of all texts.

    Raises
    ------
    UserError
        If no example has a word that counts, or no document of the pile has.

    Examples
    --------
    >>> count_words(["red wine"], ["white wines", "green tea"]).counts.toarray()[:, -1].tolist()
    [1.0, 1.0, 0.0]
    """
    texts = [*examples, *pile]
    if vectorizer is not None:
        own = clone(vectorizer)
        raw = own.fit_transform(texts)
        terms = tuple(own.get_feature_names_out().tolist())
        counted = Counted(raw, len(examples), terms, own.surface_forms_, WordRule.of(own), fixed=True)
        check_words(counted.has_words, len(examples))
        return counted
    rule = WordRule.of(choose_vectorizer(texts, language))
    others = count_other_languages(pile, rule.language)
    if language is None:
        rule = replace(rule, others=choose_other_languages(others, len(pile)))
    words = _count(texts, rule, n_jobs)
    counted = Counted(words.raw, len(examples), words.terms, words.forms, rule, other_languages=others)
    check_words(counted.has_words, len(examples))
    return counted


def add_texts(counted: Counted, texts: Sequence[str], n_jobs: int | None = None) -> Counted:
    """Count the words of more documents of the pile; those that are there already are not counted again.

    Parameters
    ----------
    counted : Counted
        What is there.
    texts : sequence of str
        What is new.
    n_jobs : int or None, default=None
        Threads.

    Returns
    -------
    Counted
        Of all documents, the new ones last. The counts are those of counting all texts together in the same language.

    Examples
    --------
    >>> counted = count_words(["red wine"], ["white wine"])
    >>> both = add_texts(counted, ["a kettle of tea"])
    >>> both.counts.shape, "tea" in both.names
    ((3, 5), True)
    """
    if counted.fixed:
        columns = {term: column for column, term in enumerate(counted.terms)}
        more = counted.rule.make_vectorizer(vocabulary=columns, dtype=counted.raw.dtype, n_jobs=n_jobs).transform(texts)
        return replace(counted, raw=sparse.csr_array(sparse.vstack([counted.raw, more], format="csr")))
    known = _Words(counted.raw, counted.terms, counted.forms)
    both = _join([known, _count(texts, counted.rule, n_jobs, may_be_empty=True)])
    return replace(counted, raw=both.raw, terms=both.terms, forms=both.forms)


class _Words(NamedTuple):
    """Counts, the term of each column in the order of the alphabet, and a word to show for each."""

    raw: sparse.csr_array
    terms: tuple[str, ...]
    forms: Mapping[str, str]


def _count(texts: Sequence[str], rule: WordRule, n_jobs: int | None, *, may_be_empty: bool = False) -> _Words:
    """Count the words of texts, each by the rule of its language."""
    groups = rule.split(texts)
    parts, order = [], []
    for own, places in groups:
        vectorizer = own.make_vectorizer(dtype=np.int32, n_jobs=n_jobs)
        try:
            raw = vectorizer.fit_transform(texts if len(groups) == 1 else [texts[place] for place in places])
        except UserError:  # not a single word in all of them
            if not may_be_empty and len(groups) == 1:
                raise
            nothing: sparse.csr_array = sparse.csr_array(np.zeros((len(places), 0), dtype=np.int32))
            parts.append(_Words(nothing, (), {}))
        else:
            terms = tuple(vectorizer.get_feature_names_out().tolist())
            parts.append(_Words(raw, terms, vectorizer.surface_forms_))
        order += places
    if len(parts) == 1:
        return parts[0]
    words = _join(parts)
    return words._replace(raw=words.raw[np.argsort(order)])


def _join(parts: Sequence[_Words]) -> _Words:
    """Put counts below each other; a term that several have is one column, and the first says which word to show."""
    terms = tuple(sorted(set().union(*(part.terms for part in parts))))
    place = {term: column for column, term in enumerate(terms)}
    rows = [_with_columns(part.raw, [place[term] for term in part.terms], len(terms)) for part in parts]
    forms = {term: form for part in reversed(parts) for term, form in part.forms.items()}
    return _Words(sparse.csr_array(sparse.vstack(rows, format="csr")), terms, forms)


def _with_columns(counts: sparse.csr_array, places: list[int], n_columns: int) -> sparse.csr_array:
    """Rename columns; both alphabets have the same order, so that rows stay sorted."""
    indices = np.asarray(places, dtype=counts.indices.dtype)[counts.indices]
    return sparse.csr_array((counts.data, indices, counts.indptr), shape=(counts.shape[0], n_columns))


def weigh(counts: sparse.csr_array) -> sparse.csr_array:
    """Weigh counts by tf-idf, as the engine does; documents without words take no part.

    Parameters
    ----------
    counts : csr_array of shape (n_documents, n_words)
        Counts.

    Returns
    -------
    csr_array of the same shape
        Rows of unit length, as float32.

    Examples
    --------
    >>> weigh(sparse.csr_array([[2.0, 0.0], [0.0, 0.0]])).toarray().tolist()
    [[1.0, 0.0], [0.0, 0.0]]
    """
    kept = np.diff(counts.indptr) > 0
    rows = Weighting("tfidf-log").fit_transform(counts if kept.all() else counts[kept]).astype(np.float32)
    return with_empty_rows(rows, kept)


def with_empty_rows(rows: sparse.csr_array, kept: NDArray[np.bool_]) -> sparse.csr_array:
    """Put rows where they belong, and empty ones between them.

    Parameters
    ----------
    rows : csr_array of shape (n_kept, n_words)
        What there is.
    kept : ndarray of bool of shape (n_documents,)
        Where it belongs.

    Returns
    -------
    csr_array of shape (n_documents, n_words)
        Sharing its numbers with `rows`.

    Examples
    --------
    >>> with_empty_rows(sparse.csr_array([[1.0]]), np.array([False, True])).toarray().tolist()
    [[0.0], [1.0]]
    """
    lengths = np.zeros(len(kept), dtype=rows.indptr.dtype)
    lengths[kept] = np.diff(rows.indptr)
    ends = np.concatenate([[0], np.cumsum(lengths)]).astype(rows.indptr.dtype)
    return sparse.csr_array((rows.data, rows.indices, ends), shape=(len(kept), rows.shape[1]))


def check_words(has_words: NDArray[np.bool_], n_examples: int) -> None:
    """See that some example and some document of the pile have a word to compare by.

    Parameters
    ----------
    has_words : ndarray of bool of shape (n_examples + n_pile,)
        Which documents have any word that counts, the examples first.
    n_examples : int
        How many are examples.

    Raises
    ------
    UserError
        If there is none.

    Examples
    --------
    >>> count_words(["red wine"], ["the", "of"])
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: none of the 2 documents of the pile has a word to compare by; stop words, single ...
    """
    for one, all_of, some in (
        ("the only example", "examples", has_words[:n_examples]),
        ("the only document of the pile", "documents of the pile", has_words[n_examples:]),
    ):
        if not some.any():
            who = f"{one} has no" if len(some) == 1 else f"none of the {len(some):,} {all_of} has a"
            raise UserError(
                f"{who} word to compare by; stop words, single characters and words that no other document has do not "
                "count: give longer texts, or more"
            )
