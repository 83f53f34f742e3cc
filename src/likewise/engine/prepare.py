"""What no label changes: weights of words, the graph of documents that share them, and a space of latent topics."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from joblib import effective_n_jobs
from scipy import sparse

from likewise.engine.constants import Constants
from likewise.engine.similarity import latent_rows
from likewise.models.graph.cuts import Links, list_links
from likewise.models.graph.neighbours import document_graph
from likewise.models.graph.walk import Steps, make_steps
from likewise.sklearn_api import Array
from likewise.text.weighting import Weighting

DEFAULT = Constants()
_ROWS_AT_ONCE = 2_000
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Prepared:
    """Documents made ready to be judged, as often as labels change.

    Rows stand in the order of what they hold, so that nothing depends on the order in which documents came.

    Parameters
    ----------
    order : ndarray of int of shape (n_documents,)
        The document that each row is.
    weighting : Weighting
        Fitted: how much each word counts.
    weighted : csr_array of shape (n_documents, n_words)
        tf-idf of the documents, of unit length.
    kept : csr_array of shape (n_documents, n_words)
        The heaviest words of each document, of unit length: what neighbours are found by.
    graph : csr_array of shape (n_documents, n_documents)
        Every document linked with those most like it, symmetric.
    latent : ndarray of shape (n_documents, n_components)
        Documents as unit vectors in the space of latent topics.
    phrases : csr_array of shape (n_documents, n_phrases) or None, default=None
        Weighted words and pairs of words, of unit length at most, as `likewise.text.phrases` makes them: what answers
        are learned from, and criteria are seen by. Without them, single words have to do.
    profile : {"topics", "criteria", "lines"}, default="topics"
        What examples among such documents are likely to have in common.
    constants : Constants, optional
        Of the engine.
    stands_for : ndarray of int of shape (n_documents,) or None, default=None
        How many documents of a larger pile each row stands for, itself included; None is one each.

    Examples
    --------
    >>> prepared = prepare([[4, 4, 0, 0], [0, 2, 3, 0], [0, 0, 0, 5]])
    >>> prepared.n_documents, prepared.graph.shape
    (3, (3, 3))
    """

    order: Array
    weighting: Weighting
    weighted: sparse.csr_array
    kept: sparse.csr_array
    graph: sparse.csr_array
    latent: Array
    phrases: sparse.csr_array | None = None
    profile: str = "topics"
    constants: Constants = field(default=DEFAULT, repr=False)
    stands_for: Array | None = field(default=None, repr=False)
    #: What was worked out of some labels, by a name, with these labels; the last of each name only.
    _memory: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def n_documents(self) -> int:
        """How many documents there are."""
        return len(self.order)

    @cached_property
    def place(self) -> Array:
        """The row of each document."""
        place = np.empty_like(self.order)
        place[self.order] = np.arange(len(self.order))
        return place

    @cached_property
    def steps(self) -> Steps:
        """The graph, ready to be walked on."""
        return make_steps(self.graph, self.constants.walk)

    @cached_property
    def links(self) -> Links:
        """The links of the graph, each once."""
        return list_links(self.graph)

    @cached_property
    def copies(self) -> Array | None:
        """A number for each row that rows with the same words share; None where no two have the same."""
        return _number(_sums(self.weighted))

    @cached_property
    def phrase_copies(self) -> Array | None:
        """The same for words and phrases, where there are phrases."""
        return self.copies if self.phrases is None else _number(_sums(self.weighted) + _sums(self.phrases))

    def level(self, values: Array, among: Array, *, by_phrases: bool) -> Array:
        """Give copies of each other the mean of their values: links are too few to lead to all of many copies.

        Parameters
        ----------
        values : ndarray of shape (n_documents,)
            A value for each row.
        among : ndarray of bool of shape (n_documents,)
            Rows that take part; the others keep their values.
        by_phrases : bool
            Whether copies have the same phrases, too, rather than the same words.

        Returns
        -------
        ndarray of shape (n_documents,)
            Values.
        """
        numbers = self.phrase_copies if by_phrases else self.copies
        if numbers is None:
            return values
        own = numbers[among]
        sizes = np.maximum(np.bincount(own), 1)
        levelled = values.copy()
        levelled[among] = (np.bincount(own, values[among]) / sizes)[own]
        return levelled

    def remember(self, name: str, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under a name the last time; make it anew if it is now to be of something else.

        Parameters
        ----------
        name : str
            What it is.
        key : hashable
            All that it depends on beside the documents.
        make : callable
            Makes it; nobody may change it afterwards.

        Returns
        -------
        object
            What `make` returned, now or before.

        Examples
        --------
        >>> prepared = prepare([[4, 4, 0, 0], [0, 2, 3, 0], [0, 0, 0, 5]])
        >>> [prepared.remember("size", key, lambda: [key]) for key in (1, 1, 2)]
        [[1], [1], [2]]
        """
        known = self._memory.get(name)
        if known is None or known[0] != key:
            known = self._memory[name] = key, make()
        made: T = known[1]
        return made

    def with_phrases(self, phrases: sparse.csr_array, *, in_order: bool = False) -> "Prepared":
        """Return the same with words and pairs of words.

        Parameters
        ----------
        phrases : csr_array of shape (n_documents, n_phrases)
            Weighted, in the order of the documents.
        in_order : bool, default=False
            Whether they are in the order of the rows already, so that they need not be copied.

        Returns
        -------
        Prepared
            Sharing everything else.
        """
        rows = sparse.csr_array(phrases)
        return replace(self, phrases=rows if in_order else rows[self.order], _memory={})

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
        """
        from likewise.engine.saving import save_prepared

        return save_prepared(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Prepared":
        """Load what `save` saved; arrays are mapped into memory, and nothing in the folder is ever run.

        Parameters
        ----------
        path : str or path-like
            The folder.

        Returns
        -------
        Prepared
            As it was.
        """
        from likewise.engine.saving import load_prepared

        return load_prepared(path)


def prepare(
    counts: Any,
    *,
    phrases: sparse.csr_array | None = None,
    profile: str = "topics",
    extra_vectors: Array | None = None,
    n_neighbors: int = 30,
    n_terms: int = 40,
    n_components: int = 100,
    n_jobs: int | None = None,
    constants: Constants = DEFAULT,
    weighting: Weighting | None = None,
    stands_for: Array | None = None,
) -> Prepared:
    """Work out all that labels do not change.

    Parameters
    ----------
    counts : array-like or csr_array of shape (n_documents, n_words)
        How often each word is in each document.
    phrases : csr_array of shape (n_documents, n_phrases), optional
        Weighted words and pairs of words of the same documents, as of `likewise.text.phrases.weigh_phrases`.
    profile : {"topics", "criteria", "lines"}, default="topics"
        What examples among such documents are likely to have in common.
    extra_vectors : ndarray of shape (n_documents, n_dimensions), optional
        Dense vectors of the same documents, from anywhere: documents are linked by them as well.
    n_neighbors : int, default=30
        Documents that each is linked with.
    n_terms : int, default=40
        Heaviest words of a document that its neighbours are found by.
    n_components : int, default=100
        Dimensions of the space of latent topics.
    n_jobs : int or None, default=None
        Threads of the search for neighbours; the result does not depend on it.
    constants : Constants, optional
        Of the engine.
    weighting : Weighting or None, default=None
        "tfidf-log", fitted to a larger pile that the documents are part of; None fits it to the documents.
    stands_for : ndarray of int of shape (n_documents,), optional
        How many documents of the larger pile each stands for, itself included: what is judged is then said of all.

    Returns
    -------
    Prepared
        For `likewise.engine.judge`.

    Examples
    --------
    >>> prepare([[4, 4, 0, 0], [0, 2, 3, 0], [0, 0, 0, 5]], n_neighbors=1).graph.nnz
    2
    """
    rows = sparse.csr_array(counts)
    order = order_by_content(rows)
    rows = rows[order]
    mass = None if stands_for is None else np.asarray(stands_for, dtype=np.int64)[order]
    weighting = Weighting("tfidf-log").fit(rows) if weighting is None else weighting
    weighted = sparse.csr_array(weighting.transform(rows)).astype(np.float32)
    kept, graph = document_graph(
        weighted,
        n_neighbors,
        n_terms,
        vectors=None if extra_vectors is None else np.asarray(extra_vectors)[order],
        n_threads=effective_n_jobs(n_jobs),
        most_documents=constants.most_documents,
        stands_for=mass,
    )
    latent = latent_rows(weighted, n_components, constants.n_rounds, mass)
    prepared = Prepared(order, weighting, weighted, kept, graph, latent, None, profile, constants, mass)
    return prepared if phrases is None else prepared.with_phrases(phrases)


def order_by_content(rows: sparse.csr_array) -> Array:
    """Return an order of rows that does not depend on the order they have; equal rows are interchangeable.

    Parameters
    ----------
    rows : csr_array of shape (n_documents, n_words)
        Counts.

    Returns
    -------
    ndarray of int of shape (n_documents,)
        Rows.

    Examples
    --------
    >>> rows = sparse.csr_array([[1.0, 0.0], [0.0, 3.0], [2.0, 0.0]])
    >>> other = rows[[2, 0, 1]]
    >>> rows[order_by_content(rows)].toarray().tolist() == other[order_by_content(other)].toarray().tolist()
    True
    """
    return np.argsort(_sums(rows), kind="stable")


def _sums(rows: sparse.csr_array) -> Array:
    """Sum what each row holds, weighted at random: equal for rows that hold the same, and else as good as never."""
    of_word = np.random.default_rng(0).random(rows.shape[1])
    # Some rows at a time, as the product takes a copy of their numbers in double precision.
    starts = range(0, max(rows.shape[0], 1), _ROWS_AT_ONCE)
    return np.concatenate([rows[start : start + _ROWS_AT_ONCE] @ of_word for start in starts])


def _number(keys: Array) -> Array | None:
    """Give equal keys one number; None where no two are equal."""
    values, numbers = np.unique(keys, return_inverse=True)
    return numbers if len(values) < len(numbers) else None
