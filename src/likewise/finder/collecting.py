"""Examples and a pile to a collection: read, recognise, count and group."""

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from likewise.documents.documents import concatenate
from likewise.documents.duplicates import duplicate_groups
from likewise.documents.identity import Keys, keys_of
from likewise.documents.later_copies import fill_told, list_told
from likewise.documents.matching import fill_texts, match_documents, match_examples
from likewise.documents.merge import fit_columns
from likewise.errors import UserError
from likewise.finder.collection import Collection
from likewise.finder.counting import add_texts, count_words
from likewise.finder.inputs import Given, as_documents, check_vectors
from likewise.finder.messages import (
    notes_on_examples_in_pile,
    notes_on_groups,
    notes_on_language,
    notes_on_other_languages,
)
from likewise.finder.recognition import recognise_examples
from likewise.plural import count_noun
from likewise.progress import Progress, report_stage
from likewise.text import Vectorizer
from likewise.text.auto import describe_stemming
from likewise.text.phrases import count_phrases
from likewise.text.static_vectors import static_vectors


def collect(
    examples: Given,
    pile: Given,
    *,
    vectorizer: Vectorizer | None = None,
    language: str | None = None,
    extra_vectors: Any = None,
    n_jobs: int | None = None,
    callback: Progress | None = None,
) -> Collection:
    """Read examples and a pile, find the examples in it, group near-copies, and count words.

    Parameters
    ----------
    examples, pile : sequence of str, Documents, frame, or path
        Texts; what `likewise.read` returned; a frame of polars, pandas or anything that has Arrow's interface, whose
        text column is guessed; or the path of a file or folder.
    vectorizer : Vectorizer or None, default=None
        How to count words; None suits the language of the documents.
    language : str or None, default=None
        Language of the documents, for stop words and stems; None detects it.
    extra_vectors : array-like of shape (n_examples + n_pile, n_dimensions), "static", "none", or None, default=None
        Dense vectors, a row for each example and then each document of the pile; "static" makes them by
        `likewise.text.static_vectors`, which needs the extra ``embed``. None does so for texts of one line where the
        extra is installed and the default method searches, "none" never.
    n_jobs : int or None, default=None
        Threads; the result does not depend on it.
    callback : callable or None, default=None
        Called with a `likewise.progress.Stage` at the start of each part of the work.

    Returns
    -------
    Collection
        For `search`.

    Raises
    ------
    UserError
        If there are no examples, no pile, or nothing in them to compare.

    Examples
    --------
    >>> collect(["red wine"], ["green tea", "a glass of wine"]).counted.n_examples
    1
    """
    if any(isinstance(given, str | PathLike) for given in (examples, pile)):
        report_stage(callback, "reading")
    given, searched = as_documents(examples, "examples"), as_documents(pile, "pile")
    keys = keys_of(searched)
    shown = fill_texts(given, searched, keys)
    may_embed = not (isinstance(extra_vectors, str) and extra_vectors == "none")
    if isinstance(extra_vectors, str) and extra_vectors == "static":
        extra_vectors = static_vectors([*shown.text.to_list(), *searched.text.to_list()])
    elif not may_embed:
        extra_vectors = None
    vectors = None if extra_vectors is None else check_vectors(extra_vectors, len(shown), len(searched))
    has_text = (shown.text.str.strip_chars() != "").to_numpy()
    wanted = np.flatnonzero(has_text)
    notes = [*given.notes, *searched.notes, *_notes_on_empty(len(shown) - len(wanted), len(shown))]
    shown_with_text = shown.take(wanted.tolist())
    twins, warnings = recognise_examples(shown_with_text, searched, keys)
    notes += [*warnings, *notes_on_examples_in_pile(twins)]
    left = np.flatnonzero(twins < 0)
    report_stage(callback, "counting")
    counted = count_words(
        shown_with_text.text.to_list(), searched.text.gather(left).to_list(), vectorizer, n_jobs, language
    )
    if vectorizer is None and language is None:
        notes += notes_on_language(counted.language)
    if vectorizer is None:
        notes += describe_stemming(counted.language)
        notes += notes_on_other_languages(counted.other_languages, counted.rule)
    groups = duplicate_groups(searched.take(left.tolist()), counted.counts[counted.n_examples :], _at(keys, left))
    return Collection(
        examples=shown,
        pile=searched,
        wanted=wanted,
        twins=twins,
        counted=counted,
        groups=groups,
        notes=(*notes, *notes_on_groups(groups)),
        extra_vectors=None if vectors is None else vectors[[*wanted, *(len(shown) + left)]],
        n_jobs=n_jobs,
        may_embed=may_embed,
    )


def collect_texts(
    examples: Sequence[str],
    pile: Sequence[str],
    *,
    vectorizer: Vectorizer | None = None,
    language: str | None = None,
    n_jobs: int | None = None,
) -> Collection:
    """Count the words of texts that are known to be different documents: nothing is matched and nothing grouped.

    Parameters
    ----------
    examples, pile : sequence of str
        Texts.
    vectorizer : Vectorizer or None, default=None
        How to count words; None suits the language of the documents.
    language : str or None, default=None
        Language of the texts; None detects it.
    n_jobs : int or None, default=None
        Threads.

    Returns
    -------
    Collection
        For `likewise.finder.ranking.rank`.

    Examples
    --------
    >>> collect_texts(["red wine"], ["red wine", "tea"]).twins.tolist()
    [-1, -1]
    """
    return Collection(
        examples=as_documents(examples, "examples"),
        pile=as_documents(pile, "pile"),
        wanted=np.arange(len(examples)),
        twins=np.full(len(pile), -1, dtype=np.intp),
        counted=count_words(examples, pile, vectorizer, n_jobs, language),
        groups=np.zeros(len(pile), dtype=np.int64),
        n_jobs=n_jobs,
    )


def _more_phrases(collection: Collection, texts: list[str]) -> sparse.csr_array | None:
    """Count the phrases of documents that are added, if those of the others are counted."""
    if (known := collection.counted_phrases) is None:
        return None
    return sparse.csr_array(sparse.vstack([known, count_phrases(texts, collection.counted.rule)], format="csr"))


def _notes_on_known(n_known: int) -> list[str]:
    documents = count_noun(n_known, "document is", "documents are")
    return [f"{documents} in the pile already, and not added again"] if n_known else []


def _notes_on_empty(n_empty: int, n_examples: int) -> list[str]:
    if n_empty == n_examples:
        raise UserError(f"none of the {n_examples:,} examples has any text; give at least one that has")
    return [f"{count_noun(n_empty, 'example has', 'examples have')} no text and did not count"] if n_empty else []


def _at(keys: Keys, places: NDArray[np.intp]) -> Keys:
    return [(kind, [values[place] for place in places.tolist()]) for kind, values in keys]


def add_documents(
    collection: Collection, documents: Given, callback: Progress | None = None, *, are_new: bool = False
) -> Collection:
    """Add documents to the pile of a collection; those that are in it already are left out.

    Parameters
    ----------
    collection : Collection
        What there is.
    documents : sequence of str, Documents, frame, or path
        What is new.
    callback : callable or None, default=None
        Called with a `likewise.progress.Stage`.
    are_new : bool, default=False
        Whether none of them is in the pile, as somebody has found out; then none is left out.

    Returns
    -------
    Collection
        With the new documents last.

    Raises
    ------
    UserError
        If the collection has vectors, which new documents lack.

    Examples
    --------
    >>> len(add_documents(collect(["red wine"], ["green tea", "wine glasses"]), ["a cellar of wine"]).pile)
    3
    """
    if collection.extra_vectors is not None:
        raise UserError("documents cannot be added to a collection with extra_vectors; collect all of them again")
    given = fit_columns(as_documents(documents, "documents"), collection.pile.table.columns)
    known, fresh = collection.pile, np.arange(len(given))
    if not are_new:
        keys = keys_of(given)
        places = match_documents(known, given, keys=keys)
        known, fresh = fill_told(known, list_told(known, given, keys, places.tolist())), np.flatnonzero(places < 0)
    notes = [*given.notes, *_notes_on_known(len(given) - len(fresh))]
    if not len(fresh):
        return replace(collection, pile=known, notes=(*collection.notes, *notes))
    new = given.take(fresh.tolist())
    twins = match_examples(collection.examples.take(collection.wanted.tolist()), new)
    left = np.flatnonzero(twins < 0)
    report_stage(callback, "counting")
    counted = collection.counted
    if len(left):
        counted = add_texts(counted, new.text.gather(left).to_list(), collection.n_jobs)
    pile = concatenate([known, new], known.source)
    twins = np.concatenate([collection.twins, twins])
    places = np.flatnonzero(twins < 0)
    groups = duplicate_groups(pile.take(places.tolist()), counted.counts[counted.n_examples :])
    return Collection(
        examples=collection.examples,
        pile=pile,
        wanted=collection.wanted,
        twins=twins,
        counted=counted,
        groups=groups,
        notes=(*collection.notes, *notes),
        n_jobs=collection.n_jobs,
        may_embed=collection.may_embed,
        phrase_counts=_more_phrases(collection, new.text.gather(left).to_list()),
    )
