"""Everything about examples and a pile that no decision changes: made once, searched often."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import sparse

from likewise.documents import Documents
from likewise.engine.prepare import Prepared, prepare
from likewise.finder.counting import Counted, weigh, with_empty_rows
from likewise.finder.explain import nearest_examples
from likewise.finder.inputs import Given
from likewise.progress import Progress
from likewise.text.phrases import count_phrases, weigh_phrases
from likewise.text.profile import suggest_profile
from likewise.text.static_vectors import has_static_vectors, static_vectors

#: Among more documents than these, links by vectors, for which all are compared with all, are made only if asked for.
_MOST_EMBEDDED = 30_000
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
    phrase_counts : csr_array or None, default=None
        Counts of words and pairs of words of the rows of `counted`, if they were made before; see `phrases`.
    may_embed : bool, default=True
        Whether texts of one line are linked by what they mean, too, where the extra ``embed`` is installed.

    Examples
    --------
    >>> from likewise.finder import collect
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
    phrase_counts: sparse.csr_array | None = None
    may_embed: bool = True
    _prepared: dict[tuple[Any, ...], Prepared] = field(default_factory=dict, repr=False)

    @cached_property
    def ranked(self) -> NDArray[np.intp]:
        """Places of the documents of the pile that are ranked: those that are not examples."""
        return np.flatnonzero(self.twins < 0)

    @cached_property
    def is_blank(self) -> NDArray[np.bool_]:
        """Which of the documents that are ranked have no text at all."""
        is_blank = ~self.counted.has_words[self.counted.n_examples :]
        is_blank[is_blank] = self.pile.text.gather(self.ranked[is_blank]).str.strip_chars() == ""
        return is_blank

    @cached_property
    def example_ids(self) -> pl.Series:
        """Ids of the counted examples."""
        return self.examples.ids.gather(self.wanted).cast(pl.String)

    @cached_property
    def profile(self) -> str:
        """What examples are likely to have in common: criteria among records of literature, topics elsewhere.

        Among many texts of one line it is "lines": small classes, told apart by words and pairs of words.
        """
        return suggest_profile(self.pile.text, len(self.pile))

    @cached_property
    def phrases(self) -> sparse.csr_array:
        """Counts of words and pairs of words of the rows of `counted`, made when they are first needed."""
        if self.phrase_counts is not None:
            return self.phrase_counts
        return count_phrases(self._texts(), self.counted.rule)

    def _texts(self) -> list[str]:
        """Return the texts of the rows of `counted`."""
        return [*self.examples.text.gather(self.wanted), *self.pile.text.gather(self.ranked)]

    @property
    def is_embedded(self) -> bool:
        """Whether the documents are linked by what they mean, too, though nobody gave vectors."""
        is_small = self.counted.raw.shape[0] <= _MOST_EMBEDDED
        return (
            self.may_embed
            and self.extra_vectors is None
            and is_small
            and self.profile == "lines"
            and has_static_vectors()
        )

    @property
    def counted_phrases(self) -> sparse.csr_array | None:
        """The counts of `phrases` if they were needed so far."""
        made: sparse.csr_array | None = self.__dict__.get("phrases")
        return self.phrase_counts if made is None else made

    @property
    def prepared(self) -> Prepared:
        """What the default engine needs of the documents that have words."""
        return self.prepare()

    def prepare(self, *, profile: str = "auto", **options: Any) -> Prepared:
        """Make what the engine needs, or return what was made.

        Parameters
        ----------
        profile : str, default="auto"
            What the examples have in common; "auto" is what the documents suggest. Words and pairs of words are counted
            for all but topics.
        **options : object
            `n_neighbors`, `n_terms`, `n_components` and `constants`, as of `likewise.engine.prepare`.

        Returns
        -------
        Prepared
            Of the rows of `counted` that have words.

        Examples
        --------
        >>> from likewise.finder import collect
        >>> collection = collect(["red wine"], ["green tea", "wine glasses"])
        >>> collection.prepare(n_neighbors=1) is collection.prepare(n_neighbors=1)
        True
        """
        key = _key(options)
        known = self._prepared.get(key)
        if known is None or known.constants != options.get("constants", known.constants):
            kept = self.counted.has_words
            counts = self.counted.counts if kept.all() else self.counted.counts[kept]
            vectors = static_vectors(self._texts()) if self.is_embedded else self.extra_vectors
            vectors = None if vectors is None else vectors[kept]
            known = prepare(counts, profile=self.profile, extra_vectors=vectors, n_jobs=self.n_jobs, **options)
            self._prepared[key] = known
        if known.phrases is None and (self.profile if profile == "auto" else profile) != "topics":
            rows = np.flatnonzero(self.counted.has_words)[known.order]
            known = known.with_phrases(weigh_phrases(self.phrases, rows), in_order=True)
            self._prepared[key] = known
        return known

    @property
    def prepared_by_default(self) -> Prepared | None:
        """What was prepared with the usual parameters, if it was."""
        return self._prepared.get(_key({}))

    def keep_prepared(self, prepared: Prepared) -> None:
        """Take what was prepared before, with the usual parameters.

        Parameters
        ----------
        prepared : Prepared
            Of these documents.
        """
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
        rows, n_examples = self.weighted, self.counted.n_examples
        start = rows.indptr[n_examples]
        # Sharing its numbers with all rows, as a slice would not.
        content = rows.data[start:], rows.indices[start:], rows.indptr[n_examples:] - start
        return sparse.csr_array(content, shape=(rows.shape[0] - n_examples, rows.shape[1]))

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
        >>> from likewise.finder import collect
        >>> collection = collect(["red wine"], ["green tea", "wine glasses"])
        >>> len(collection.add(["a cellar of wine"]).pile)
        3
        """
        from likewise.finder.collecting import add_documents  # which makes collections, and so imports this

        return add_documents(self, documents, callback)


def _key(options: Mapping[str, Any]) -> tuple[Any, ...]:
    """Tell parameters apart, with or without those that have their usual values."""
    return tuple(options.get(name, usual) for name, usual in _USUAL.items())
