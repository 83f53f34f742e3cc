"""The truncated singular value decomposition of sparse rows: to all digits, or its space alone in a few rounds."""

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, eigsh, svds

from likewise.fitting.blas_threads import one_blas_thread
from likewise.fitting.block_matrix import BlockMatrix, in_blocks
from likewise.sklearn_api import Array

#: Entries outside of these bounds are scaled, as their squares would leave the range of floating point.
_TINY, _HUGE = 1e-100, 1e100


class Singular(NamedTuple):
    """Singular values, falling, and the direction of each: unit rows, or zero where there is no further direction."""

    values: Array
    directions: Array


def truncated_svd(rows: sparse.csr_array, n_components: int) -> Singular:
    """Return the greatest singular values of sparse rows and their right directions, to all digits.

    Where only the space matters and not its axes, `leading_space` is several times as fast.

    Parameters
    ----------
    rows : csr_array of shape (n_documents, n_words)
        Weighted counts.
    n_components : int
        How many; fewer where there are fewer documents or words: one less than the smaller number, one at least.

    Returns
    -------
    Singular
        ``values`` of shape (n_components,) and ``directions`` of shape (n_components, n_words).

    Examples
    --------
    >>> truncated_svd(sparse.csr_array([[3.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]]), 2).values.round(6).tolist()
    [3.0, 2.0]
    >>> truncated_svd(sparse.csr_array((3, 4)), 2).values.tolist()
    [0.0, 0.0]
    """
    n_components = max(1, min(n_components, min(rows.shape) - 1))
    if in_blocks(rows):
        return _svd_of_blocks(rows, n_components)
    largest = float(np.abs(rows.data).max()) if rows.nnz else 0.0
    if largest == 0.0:
        return Singular(np.zeros(n_components, rows.dtype), np.zeros((n_components, rows.shape[1]), rows.dtype))
    if not _TINY < largest < _HUGE:
        scaled = sparse.csr_array((rows.data / rows.dtype.type(largest), rows.indices, rows.indptr), shape=rows.shape)
        found = truncated_svd(scaled, n_components)
        return Singular(found.values * rows.dtype.type(largest), found.directions)
    with one_blas_thread():
        if min(rows.shape) == 1:  # ARPACK needs one dimension to spare, and there is none: the only direction is known
            _, values, directions = np.linalg.svd(rows.toarray(), full_matrices=False)
        else:
            # A fixed start vector makes the iterations repeatable.
            start = np.ones(min(rows.shape), dtype=rows.dtype)
            _, values, directions = svds(rows, k=n_components, v0=start, solver="arpack")
    order = np.argsort(-values, kind="stable")
    return Singular(values[order], directions[order])


def _svd_of_blocks(rows: BlockMatrix, n_components: int) -> Singular:
    """Decompose rows in blocks: Lanczos iterations on the words' side, each of which goes once over all blocks."""
    n_words = rows.shape[1]
    with one_blas_thread():
        if not rows.total(_count_entries):  # Lanczos iterations need a direction to begin with
            values, vectors = np.zeros(n_components), np.zeros((n_words, n_components))
        elif n_words == 1:
            values, vectors = rows.total(_gram_product, np.ones(1)), np.ones((1, 1))
        else:

            def times(vector: Array) -> Array:
                product: Array = rows.total(_gram_product, vector.ravel())
                return product

            gram = LinearOperator((n_words, n_words), matvec=times, dtype=np.float64)
            values, vectors = eigsh(gram, k=min(n_components, n_words - 1), v0=np.ones(n_words))
    order = np.argsort(-values, kind="stable")
    found = np.sqrt(np.maximum(values[order], 0.0))
    directions = np.where(found[:, None] > 1e-7 * found[0], vectors[:, order].T, 0.0)
    return Singular(found.astype(rows.dtype), directions.astype(rows.dtype))


def _count_entries(block: sparse.csr_array) -> int:
    return int(block.nnz)


def _gram_product(block: sparse.csr_array, vector: Array) -> Array:
    return np.asarray(block.T @ (block @ vector))


def leading_space(rows: sparse.csr_array, n_components: int, n_rounds: int) -> Array:
    """Return orthonormal columns that nearly span the space of the greatest singular values, by subspace iteration.

    Parameters
    ----------
    rows : csr_array of shape (n_documents, n_words)
        Weighted counts.
    n_components : int
        Columns.
    n_rounds : int
        Times that the columns are multiplied by the rows and their transpose, from a fixed start.

    Returns
    -------
    ndarray of shape (n_words, n_components)
        Orthonormal columns; zero where there is no further direction.

    Examples
    --------
    >>> rows = sparse.csr_array([[3.0, 0.0, 0.0], [0.0, 2.0, 0.0]])
    >>> np.abs(leading_space(rows, 2, 4)[2]).max() < 1e-12
    np.True_
    """
    signs = np.random.default_rng(0).integers(2, size=(rows.shape[1], n_components), dtype=np.int8)
    across = rows.T
    with one_blas_thread():
        # Between two rounds the columns are kept as documents, of which there are mostly fewer than words.
        columns: Array = rows @ (2 * signs.astype(np.float32) - 1)
        for _ in range(n_rounds - 1):
            columns = rows @ (across @ _orthonormal(columns))
        return _orthonormal(across @ columns)


def _orthonormal(columns: Array) -> Array:
    """Return orthonormal columns that span the same space, by their Gram matrix: far faster than Householder's way."""
    values, vectors = np.linalg.eigh(np.asarray(columns.T @ columns, dtype=np.float64))
    scale = np.where(values > 1e-10 * values[-1], 1 / np.sqrt(np.maximum(values, 1e-300)), 0.0)
    return columns @ (vectors * scale).astype(columns.dtype)
