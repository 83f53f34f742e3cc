"""Where documents are clustered: weighted words, or the few dimensions of latent semantic indexing; unit rows."""

from typing import TypeAlias

import numpy as np
from scipy import sparse

from likewise.fitting.block_matrix import in_blocks
from likewise.models.topic.lsi import LSI
from likewise.sklearn_api import Array, normalize
from likewise.text.weighting import Weighting

#: Documents × words as they come, or documents × dimensions.
Rows: TypeAlias = sparse.csr_array | Array


class Space:
    """Counts to rows of unit length, in double precision; a document without words is the origin.

    Parameters
    ----------
    weighting : str
        A name of `likewise.text.Weighting`.
    n_components : int or None
        Dimensions of latent semantic indexing; None, or as many as there are words or documents, keeps the words.

    Examples
    --------
    >>> X = sparse.csr_array(np.array([[3.0, 4.0, 0.0], [0.0, 0.0, 2.0], [1.0, 0.0, 1.0]]))
    >>> Space("l2", None).fit(X).toarray().round(2).tolist()
    [[0.6, 0.8, 0.0], [0.0, 0.0, 1.0], [0.71, 0.0, 0.71]]
    >>> Space("l2", 2).fit(X).shape
    (3, 2)
    """

    def __init__(self, weighting: str, n_components: int | None) -> None:
        self.weighting, self.n_components = weighting, n_components

    def fit(self, X: sparse.csr_array) -> Rows:
        """Learn the space of these documents, and return them in it."""
        wide = X.astype(np.float64)
        if self.n_components is None or self.n_components >= min(X.shape):
            self._model: Weighting | LSI = Weighting(self.weighting)
        else:
            self._model = LSI(self.n_components, weighting=self.weighting)
        self._model.fit(wide)
        return self.transform(wide)

    def transform(self, X: sparse.csr_array) -> Rows:
        """Return documents in the space."""
        found = self._model.transform(X.astype(np.float64))
        if in_blocks(found):
            found = found.tocsr()
        return sparse.csr_array(normalize(found)) if sparse.issparse(found) else np.asarray(normalize(found))


def dense_row(rows: Rows, place: int) -> Array:
    """Return one row as a vector.

    Examples
    --------
    >>> dense_row(sparse.csr_array(np.eye(2)), 1).tolist()
    [0.0, 1.0]
    """
    if isinstance(rows, np.ndarray):
        return rows[place]
    vector = np.zeros(rows.shape[1])
    span = slice(rows.indptr[place], rows.indptr[place + 1])
    vector[rows.indices[span]] = rows.data[span]
    return vector


def squared_entries(rows: Rows) -> Rows:
    """Return rows with every entry squared.

    Examples
    --------
    >>> squared_entries(np.array([[2.0, 3.0]])).tolist()
    [[4.0, 9.0]]
    """
    return rows * rows if isinstance(rows, np.ndarray) else sparse.csr_array(rows.multiply(rows))


def lengths(rows: Rows) -> Array:
    """Return the squared length of each row.

    Examples
    --------
    >>> lengths(sparse.csr_array([[3.0, 4.0]])).tolist()
    [25.0]
    """
    return np.asarray(squared_entries(rows).sum(axis=1)).ravel()


def sums_by(rows: Rows, labels: Array, n_clusters: int, weights: Array | None = None) -> Array:
    """Add up the rows of each cluster, weighted or not; a label of -1 is nowhere.

    Examples
    --------
    >>> sums_by(np.array([[1.0], [2.0], [4.0]]), np.array([1, 0, 1]), 2).tolist()
    [[2.0], [5.0]]
    """
    placed = np.flatnonzero(labels >= 0)
    value = np.ones(len(placed)) if weights is None else weights[placed]
    members = sparse.csr_array((value, (labels[placed], placed)), shape=(n_clusters, len(labels)))
    found = members @ rows
    return np.asarray(found.toarray() if sparse.issparse(found) else found)
