"""Everything about examples and a pile that no decision changes: made once, searched often."""

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import sparse

from likewise.documents import Documents
from likewise.documents.documents import concatenate
from likewise.documents.duplicates import duplicate_groups
from likewise.documents.identity import Keys, keys_of
from likewise.documents.matching import fill_texts, match_documents, match_examples
from likewise.engine.prepare import Prepared, prepare
from likewise.errors import UserError
from likewise.finder.counting import Counted, add_texts, count_words, weigh, with_empty_rows
from likewise.finder.explain import nearest_examples
from likewise.finder.inputs import Given, as_documents, checked_vectors
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
from likewise.text.detection import count_other_languages
from likewise.text.static_vectors import static_vectors

#: What documents are prepared with unless somebody asks for other values.
_USUAL = {
    name: inspect.signature(prepare).parameters[name].default for name in ("n_neighbors", "n_terms", "n_components")
}


@dataclass(frozen=True, eq=False)
class Collection:
    """Examples and a pile, read, matched and counted.

    Parameters
    ----------
    examples, pile : Documents
        All of them, as they were given.
    wanted : ndarray of int of shape (n_counted_examples,)
        Places of the examples that have text.
    twins : ndarray of int of shape (n_pile,)
        Which of the counted examples each document of the pile is; -1 for those that are none, which are ranked.
    counted : Counted
        Words of the counted examples and, below them, of the documents that are ranked.
    groups : ndarray of int of shape (n_ranked,)
        Group of near-copies of each document that is ranked; 0 for none.
    notes : tuple of str
        What a person should know.
    extra_vectors : ndarray or None, default=None
        Dense vectors of the rows of `counted`.
    n_jobs : int or None, default=None
        Threads; no result depends on it.

    Examples
    --------
    >>> collection = collect(["red wine", "a glass of wine"], ["green tea", "wine glasses", "red wine"])
    >>> collection.twins.tolist(), collection.counted.counts.shape[0]
    ([-1, -1, 0], 4)
    """

    examples: Documents
    pile: Documents
    wanted: NDArray[np.intp]
    twins: NDArray[np.intp]
    counted: Counted
    groups: NDArray[np.int64]
    notes: tuple[str, ...] = ()
    extra_vectors: NDArray[Any] | None = None
    n_jobs: int | None = None
    _prepared: dict[tuple[Any, ...], Prepared] = field(default_factory=dict, repr=False)

    @cached_property
    def ranked(self) -> NDArray[np.intp]:
        """Places of the documents of the pile that are ranked: those that are not examples."""
        return np.flatnonzero(self.twins < 0)

    @cached_property
    def example_ids(self) -> pl.Series:
        """Ids of the counted examples."""
        return self.examples.ids.gather(self.wanted).cast(pl.String)

    @property
    def prepared(self) -> Prepared:
        """What the default engine needs of the documents that have words."""
        return self.prepare()

    def prepare(self, **options: Any) -> Prepared:
        """Make what the engine needs, or return what was made.

        Parameters
        ----------
        **options : object
            `n_neighbors`, `n_terms`, `n_components` and `constants`, as of `likewise.engine.prepare`.

        Returns
        -------
        Prepared
            Of the rows of `counted` that have words.

        Examples
        --------
        >>> collection = collect(["red wine"], ["green tea", "wine glasses"])
        >>> collection.prepare(n_neighbors=1) is collection.prepare(n_neighbors=1)
        True
        """
        key = _key(options)
        known = self._prepared.get(key)
        if known is None or known.constants != options.get("constants", known.constants):
            kept = self.counted.has_words
            counts = self.counted.counts if kept.all() else self.counted.counts[kept]
            vectors = None if self.extra_vectors is None else self.extra_vectors[kept]
            known = prepare(counts, extra_vectors=vectors, n_jobs=self.n_jobs, **options)
            self._prepared[key] = known
        return known

    @property
    def prepared_by_default(self) -> Prepared | None:
        """What was prepared with the usual parameters, if it was."""
        return self._prepared.get(_key({}))

    def keep_prepared(self, prepared: Prepared) -> None:
        """Take what was prepared before, with the usual parameters."""
        self._prepared[_key({})] = prepared

    def save(self, path: str | PathLike[str]) -> Path:
        """Save all of it to a folder that `load` reads, whole or not at all.

        Parameters
        ----------
        path : str or path-like
            The folder.

        Returns
        -------
        pathlib.Path
            The folder.

        Raises
        ------
        UserError
            If it cannot be written.
        """
        from likewise.finder.storage import save_collection

        return save_collection(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str], n_jobs: int | None = None) -> "Collection":
        """Load what `save` saved; nothing in the folder is ever run, and large arrays stay on disk.

        Parameters
        ----------
        path : str or path-like
            The folder.
        n_jobs : int or None, default=None
            Threads of the searches to come.

        Returns
        -------
        Collection
            Searches give the same bytes as before.

        Raises
        ------
        UserError
            If it is not there, damaged, or of another kind.
        """
        from likewise.finder.storage import load_collection

        return load_collection(path, n_jobs)

    @cached_property
    def weighted(self) -> sparse.csr_array:
        """tf-idf of the rows of `counted`, of unit length."""
        if not self._prepared:
            return weigh(self.counted.counts)
        prepared = next(iter(self._prepared.values()))
        return with_empty_rows(prepared.weighted[prepared.place], self.counted.has_words)

    @cached_property
    def pile_rows(self) -> sparse.csr_array:
        """tf-idf of the documents that are ranked."""
        return self.weighted[self.counted.n_examples :]

    @cached_property
    def nearest(self) -> NDArray[np.intp]:
        """The counted example most like each document that is ranked; -1 where none shares a word with it."""
        n_examples = self.counted.n_examples
        return nearest_examples(self.weighted[:n_examples], self.pile_rows)

    @cached_property
    def similarity(self) -> NDArray[np.float64]:
        """Similarity of each document that is ranked to the examples' mean, which settles ties."""
        n_examples = self.counted.n_examples
        mean = self.weighted[:n_examples].mean(axis=0)
        # Rounded, so that documents which differ by nothing but the order of a sum stand in the order of the pile.
        similarity: NDArray[np.float64] = np.asarray(self.pile_rows @ mean, dtype=np.float64)
        return similarity.round(9)

    def add(self, documents: Given, *, callback: Progress | None = None) -> "Collection":
        """Add documents to the pile; those that are in it already are left out, and nothing is counted again.

        Parameters
        ----------
        documents : sequence of str, Documents, frame, or path
            As of `collect`.
        callback : callable or None, default=None
            Called with a `likewise.progress.Stage`.

        Returns
        -------
        Collection
            The same examples, and a pile with the new documents last.

        Raises
        ------
        UserError
            If there are no documents in it, or the collection has vectors, which new documents lack.

        Examples
        --------
        >>> collection = collect(["red wine"], ["green tea", "wine glasses"])
        >>> len(collection.add(["a cellar of wine"]).pile)
        3
        """
        if self.extra_vectors is not None:
            raise UserError("documents cannot be added to a collection with extra_vectors; collect all of them again")
        given = as_documents(documents, "documents")
        fresh = np.flatnonzero(match_documents(self.pile, given) < 0)
        notes = [*given.notes, *_notes_on_known(len(given) - len(fresh))]
        if not len(fresh):
            return replace(self, notes=(*self.notes, *notes))
        new = given.take(fresh.tolist())
        twins = match_examples(self.examples.take(self.wanted.tolist()), new)
        left = np.flatnonzero(twins < 0)
        report_stage(callback, "counting")
        counted = self.counted
        if len(left):
            counted = add_texts(counted, new.text.gather(left).to_list(), self.n_jobs)
        pile = concatenate([self.pile, new], self.pile.source)
        twins = np.concatenate([self.twins, twins])
        places = np.flatnonzero(twins < 0)
        groups = duplicate_groups(pile.take(places.tolist()), counted.counts[counted.n_examples :])
        return Collection(
            examples=self.examples,
            pile=pile,
            wanted=self.wanted,
            twins=twins,
            counted=counted,
            groups=groups,
            notes=(*self.notes, *notes),
            n_jobs=self.n_jobs,
        )


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
    extra_vectors : array-like of shape (n_examples + n_pile, n_dimensions), "static", or None, default=None
        Dense vectors, a row for each example and then each document of the pile; "static" makes them by
        `likewise.text.static_vectors`, which needs the extra ``embed``.
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
    if isinstance(extra_vectors, str) and extra_vectors == "static":
        extra_vectors = static_vectors([*shown.text.to_list(), *searched.text.to_list()])
    vectors = None if extra_vectors is None else checked_vectors(extra_vectors, len(shown), len(searched))
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
        others = count_other_languages(searched.text.gather(left).to_list(), counted.language)
        notes += notes_on_other_languages(others, counted.language)
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
    )


def _key(options: Mapping[str, Any]) -> tuple[Any, ...]:
    """Tell parameters apart, with or without those that have their usual values."""
    return tuple(options.get(name, usual) for name, usual in _USUAL.items())


def collect_texts(
    examples: Sequence[str], pile: Sequence[str], *, language: str | None = None, n_jobs: int | None = None
) -> Collection:
    """Count the words of texts that are known to be different documents: nothing is matched and nothing grouped.

    Parameters
    ----------
    examples, pile : sequence of str
        Texts.
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
        counted=count_words(examples, pile, None, n_jobs, language),
        groups=np.zeros(len(pile), dtype=np.int64),
        n_jobs=n_jobs,
    )


def _notes_on_known(n_known: int) -> list[str]:
    documents = count_noun(n_known, "document is", "documents are")
    return [f"{documents} in the pile already, and not added again"] if n_known else []


def _notes_on_empty(n_empty: int, n_examples: int) -> list[str]:
    if n_empty == n_examples:
        raise UserError(f"none of the {n_examples:,} examples has any text; give at least one that has")
    return [f"{count_noun(n_empty, 'example has', 'examples have')} no text and did not count"] if n_empty else []


def _at(keys: Keys, places: NDArray[np.intp]) -> Keys:
    return [(kind, [values[place] for place in places.tolist()]) for kind, values in keys]
