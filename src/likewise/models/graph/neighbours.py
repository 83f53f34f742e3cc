"""The sparse graph of documents and those most like them."""

from time import perf_counter
from typing import Any

import numpy as np
from scipy import sparse

from likewise.kernels.neighbours import keep_heaviest, keep_nearest, nearest_rows
from likewise.kernels.threads import over_ranges
from likewise.models.graph.postings import MOST_WORK, N_TIMES, make_postings
from likewise.sklearn_api import Array, normalize

#: Words in more than this share of the documents link everything with everything, and cost the most.
MOST_DOCUMENTS = 0.5
#: By so many rows it is found out which way to look at sums takes less time; of fewer than so many, neither takes any.
_TRIED, _FEW_ROWS = 100, 5_000
#: Most products of dense vectors held at once: 64 MB.
_BLOCK = 16_000_000


def heaviest_terms(
    rows: sparse.csr_array, n_terms: int, n_threads: int = 1, most_documents: float = MOST_DOCUMENTS
) -> sparse.csr_array:
    """Keep the heaviest words of each row, those of too many documents only where it has no other, at unit length.

    Parameters
    ----------
    rows : csr_array
        Weighted counts.
    n_terms : int
        Words to keep of each row.
    n_threads : int
        Threads.
    most_documents : float
        Words of more than this share of the documents are too common.

    Examples
    --------
    >>> heaviest_terms(sparse.csr_array([[3.0, 4.0, 1.0], [0.0, 2.0, 0.0], [1.0, 0.0, 0.0]]), 1).toarray().tolist()
    [[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
    """
    documents = np.bincount(rows.indices, minlength=rows.shape[1])
    is_usable = documents <= max(most_documents * rows.shape[0], 2.0)
    kept = np.zeros(rows.nnz, dtype=bool)
    over_ranges(keep_heaviest, rows.indptr, n_threads, rows.indptr, rows.indices, rows.data, is_usable, n_terms, kept)
    ends = np.concatenate([[0], np.cumsum(kept)])[rows.indptr]
    result: sparse.csr_array = normalize(
        sparse.csr_array((rows.data[kept], rows.indices[kept], ends), shape=rows.shape), copy=False
    )
    return result


def nearest(
    rows: sparse.csr_array,
    among: sparse.csr_array,
    n_neighbors: int,
    n_threads: int = 1,
    most_work: float | None = MOST_WORK,
) -> tuple[Array, Array]:
    """Find the rows of another matrix that have the greatest products with each row: exactly, unless there are many.

    Parameters
    ----------
    rows, among : csr_array with the same columns
        Rows to find neighbours of, and among which; if both are the same object no row is its own neighbour.
    n_neighbors : int
        How many.
    n_threads : int
        Threads; the result does not depend on it.
    most_work : float or None
        Entries that are looked at for each row, in the mean, as of `likewise.models.graph.postings.make_postings`;
        None is no bound.

    Returns
    -------
    neighbours, likeness : ndarray of shape (n_rows, n_neighbors)
        Best first; -1 and 0 where fewer share a word.

    Examples
    --------
    >>> rows = sparse.csr_array([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])
    >>> nearest(rows, rows, 1)[0].ravel().tolist()
    [1, 2, 1]
    """
    documents = np.bincount(rows.indices, minlength=rows.shape[1])
    postings = make_postings(documents, among, None if most_work is None else most_work * rows.shape[0])
    # By shortened lists more are found than wanted, to be compared in full.
    shape = rows.shape[0], n_neighbors if postings.are_whole else N_TIMES * n_neighbors
    neighbours, likeness = np.empty(shape, dtype=np.int64), np.empty(shape, dtype=rows.dtype)
    values = postings.values.astype(rows.dtype, copy=False)
    given = rows.indptr, rows.indices, rows.data, postings.indptr, postings.rows, values, among.shape[0]
    is_dense = _is_dense_faster(rows.shape[0], (*given, rows is not among), (neighbours, likeness))
    over_ranges(nearest_rows, rows.indptr, n_threads, *given, rows is not among, is_dense, neighbours, likeness)
    if postings.are_whole:
        return neighbours, likeness
    best, products = (np.empty((rows.shape[0], n_neighbors), dtype=kind) for kind in (np.int64, rows.dtype))
    over_ranges(
        keep_nearest, rows.indptr, n_threads, rows.indptr, rows.indices, rows.data, among.indptr, among.indices,
        among.data.astype(rows.dtype, copy=False), rows.shape[1], neighbours, best, products,
    )  # fmt: skip
    return best, products


def _is_dense_faster(n_rows: int, given: tuple[Any, ...], made: tuple[Array, Array]) -> bool:
    """Tell by some rows whether it takes less time to look at the sums of all rows than to remember those touched.

    The result is the same, and which takes less differs from processor to processor, by a half either way.
    """
    if n_rows < _FEW_ROWS:
        return False
    some = n_rows // 2, n_rows // 2 + _TRIED
    seconds = {False: np.inf, True: np.inf}
    for is_dense in (False, True) * 2:
        start = perf_counter()
        nearest_rows(*some, *given, is_dense, *made)
        seconds[is_dense] = min(seconds[is_dense], perf_counter() - start)
    return seconds[True] < seconds[False]


def linked(neighbours: Array, likeness: Array) -> sparse.csr_array:
    """Make the graph of neighbours: two documents are linked by their likeness if either is a neighbour of the other.

    Examples
    --------
    >>> linked(np.array([[1], [2], [1]]), np.array([[0.6], [0.8], [0.8]])).toarray().tolist()
    [[0.0, 0.6, 0.0], [0.6, 0.0, 0.8], [0.0, 0.8, 0.0]]
    """
    n_documents, n_neighbors = neighbours.shape
    ends = np.arange(0, neighbours.size + 1, n_neighbors)
    there = neighbours.ravel() >= 0
    graph = sparse.csr_array(
        (
            likeness.ravel()[there].astype(np.float64),
            neighbours.ravel()[there],
            np.concatenate([[0], np.cumsum(there)])[ends],
        ),
        shape=(n_documents, n_documents),
    )
    return graph.maximum(graph.T).tocsr()


def linked_vectors(vectors: Array, n_neighbors: int) -> sparse.csr_array:
    """Make the graph of neighbours among dense vectors, by the cosine after their mean is taken away.

    Examples
    --------
    >>> linked_vectors(np.array([[1.0, 0.0], [2.0, 0.1], [-1.0, 0.0], [-1.0, 0.2]]), 1).toarray()[0].round(1).tolist()
    [0.0, 1.0, 0.0, 0.0]
    """
    centred = normalize(np.asarray(vectors, dtype=np.float32) - np.mean(vectors, axis=0, dtype=np.float32))
    n_documents = len(centred)
    n_neighbors = min(n_neighbors, n_documents - 1)
    neighbours = np.empty((n_documents, n_neighbors), dtype=np.int64)
    likeness = np.empty((n_documents, n_neighbors), dtype=np.float32)
    step = max(1, _BLOCK // n_documents)
    for start in range(0, n_documents, step):
        near = centred[start : start + step] @ centred.T
        at = np.arange(len(near))
        near[at, start + at] = -np.inf
        best = np.argpartition(-near, n_neighbors - 1, axis=1)[:, :n_neighbors]
        neighbours[start : start + step] = best
        likeness[start : start + step] = np.take_along_axis(near, best, axis=1)
    neighbours[likeness <= 0] = -1
    return linked(neighbours, np.maximum(likeness, 0.0))


def together(one: sparse.csr_array, other: sparse.csr_array) -> sparse.csr_array:
    """Add two graphs of the same documents, after bringing their links to the same mean.

    Examples
    --------
    >>> together(sparse.csr_array([[0.0, 2.0], [2.0, 0.0]]), sparse.csr_array([[0.0, 5.0], [5.0, 0.0]])).toarray()[0]
    array([0., 2.])
    """
    scaled = [graph / (graph.data.mean() if graph.nnz else 1.0) for graph in (one, other)]
    return sparse.csr_array(scaled[0] + scaled[1])


def document_graph(
    rows: sparse.csr_array,
    n_neighbors: int,
    n_terms: int,
    *,
    vectors: Array | None = None,
    n_threads: int = 1,
    most_documents: float = MOST_DOCUMENTS,
    stands_for: Array | None = None,
) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Link every document with those most like it, by its heaviest words and by dense vectors if there are any.

    Parameters
    ----------
    rows : csr_array of shape (n_documents, n_words)
        Weighted counts.
    n_neighbors : int
        Documents that each is linked with.
    n_terms : int
        Heaviest words of a document that count.
    vectors : ndarray of shape (n_documents, n_dimensions), optional
        Dense vectors of the same documents.
    n_threads : int
        Threads; the result does not depend on it.
    most_documents : float
        As of `heaviest_terms`.
    stands_for : ndarray of int of shape (n_documents,), optional
        How many documents of a larger pile each stands for, itself included; see `weigh_links`.

    Returns
    -------
    kept : csr_array of the shape of `rows`
        The words that count, at unit length: what new documents are compared with.
    graph : csr_array of shape (n_documents, n_documents)
        The links, symmetric.

    Examples
    --------
    >>> kept, graph = document_graph(sparse.csr_array([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0]]), 1, 5)
    >>> graph.toarray().tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    kept = heaviest_terms(rows, n_terms, n_threads, most_documents)
    neighbours, likeness = nearest(kept, kept, n_neighbors, n_threads)
    if stands_for is not None:
        neighbours = nearest_in_pile(neighbours, stands_for, n_neighbors)
    graph = linked(neighbours, likeness)
    if vectors is not None:
        graph = together(graph, linked_vectors(vectors, n_neighbors))
    return kept, graph if stands_for is None else weigh_links(graph, stands_for)


def nearest_in_pile(neighbours: Array, stands_for: Array, n_neighbors: int) -> Array:
    """Leave out neighbours that would not be among the nearest if all documents of the larger pile were there.

    Parameters
    ----------
    neighbours : ndarray of shape (n_documents, n_neighbors)
        Best first; -1 for none.
    stands_for : ndarray of int of shape (n_documents,)
        How many documents each stands for.
    n_neighbors : int
        How many there would be.

    Examples
    --------
    >>> nearest_in_pile(np.array([[1, 2], [2, 0], [1, 0]]), np.array([1, 5, 1]), 2).tolist()
    [[1, -1], [2, 0], [1, -1]]
    """
    mass = np.where(neighbours >= 0, stands_for[neighbours], 0)
    before = np.cumsum(mass, axis=1) - mass
    return np.where(before < n_neighbors, neighbours, -1)


def weigh_links(graph: sparse.csr_array, stands_for: Array) -> sparse.csr_array:
    """Let every link count as often as there are pairs of the documents that its two ends stand for.

    Examples
    --------
    >>> weigh_links(sparse.csr_array([[0.0, 0.5], [0.5, 0.0]]), np.array([1, 4])).toarray().tolist()
    [[0.0, 2.0], [2.0, 0.0]]
    """
    mass = sparse.diags_array(stands_for.astype(np.float64))
    return sparse.csr_array(mass @ graph @ mass)


def score_by_neighbours(
    rows: sparse.csr_array,
    kept: sparse.csr_array,
    scores: Array,
    *,
    n_neighbors: int,
    n_terms: int,
    otherwise: float,
    n_threads: int = 1,
) -> Array:
    """Score new documents by the mean score of the known ones most like them, weighted by likeness.

    Parameters
    ----------
    rows : csr_array of shape (n_new, n_words)
        Weighted counts of new documents.
    kept : csr_array of shape (n_known, n_words)
        As `document_graph` returned it.
    scores : ndarray of shape (n_known,)
        Of the known documents.
    n_neighbors, n_terms, n_threads : int
        As of `document_graph`.
    otherwise : float
        Score of a document that is like none.

    Examples
    --------
    >>> known = sparse.csr_array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    >>> new, scores = sparse.csr_array([[2.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), np.array([3.0, 1.0])
    >>> score_by_neighbours(new, known, scores, n_neighbors=2, n_terms=5, otherwise=-1.0).tolist()
    [3.0, -1.0]
    """
    neighbours, likeness = nearest(heaviest_terms(rows, n_terms, n_threads), kept, n_neighbors, n_threads)
    weight = np.where(neighbours >= 0, likeness, 0.0).astype(np.float64)
    total = weight.sum(axis=1)
    mean = (weight * scores[neighbours]).sum(axis=1) / np.where(total > 0, total, 1.0)
    result: Array = np.where(total > 0, mean, otherwise)
    return result


def smooth(graph: sparse.csr_array, degrees: Array, values: Array, share: float, n_steps: int) -> Array:
    """Let every document take a share of its neighbours' mean value, a few times over.

    Parameters
    ----------
    graph : csr_array of shape (n_documents, n_documents)
        Links.
    degrees : ndarray of shape (n_documents,)
        Sum of the links of each document.
    values : ndarray of shape (n_documents,)
        To be smoothed.
    share : float
        How much comes from the neighbours; the rest is the document's own value.
    n_steps : int
        Times.

    Examples
    --------
    >>> pair = sparse.csr_array([[0.0, 1.0], [1.0, 0.0]])
    >>> smooth(pair, np.ones(2), np.array([1.0, 0.0]), 0.5, 1).tolist()
    [0.5, 0.5]
    """
    # One without links keeps its own value.
    alone = degrees <= 0
    now = values
    for _ in range(n_steps):
        of_neighbours = np.where(alone, values, (graph @ now) / np.where(alone, 1.0, degrees))
        now = share * of_neighbours + (1 - share) * values
    return now
