"""A matrix of documents × words whose rows are in blocks, wherever these are; estimators use it as a CSR matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import DTypeLike
from scipy import sparse

from likewise.fitting.executors import Parts, executor_of, gather_parts, map_parts, sum_parts
from likewise.sklearn_api import Array


class BlockMatrix:
    """Rows in blocks that an executor runs over; products and sums come back, rows only where they are asked for.

    It has what estimators use of a `scipy.sparse.csr_array`: ``X @ dense``, ``dense @ X``, ``X.T @ dense``, ``X.sum``,
    ``X.indptr``, and ``X[rows]``, which is a CSR matrix in memory.

    Parameters
    ----------
    blocks : parts
        A CSR matrix for each block; see `likewise.fitting.executors`.
    sizes : sequence of int
        Rows of each block.
    n_columns : int
        Columns of all blocks.
    dtype : dtype
        Of all blocks.
    order : ndarray of int or None, default=None
        Which row of the blocks each row of the matrix is; None is their own order.

    Examples
    --------
    >>> X = BlockMatrix([sparse.csr_array([[1.0, 0.0]]), sparse.csr_array([[2.0, 3.0]])], [1, 1], 2, np.float64)
    >>> (X @ np.array([1.0, 10.0])).tolist(), (np.array([1.0, 10.0]) @ X).tolist(), X[[1]].toarray().tolist()
    ([1.0, 32.0], [21.0, 30.0], [[2.0, 3.0]])
    """

    #: numpy leaves products with a matrix in blocks to it.
    __array_ufunc__ = None
    ndim = 2

    def __init__(
        self, blocks: Parts, sizes: Sequence[int], n_columns: int, dtype: DTypeLike, order: Array | None = None
    ) -> None:
        self.blocks, self.sizes, self.order = blocks, list(sizes), order
        self.shape = (int(sum(sizes)), int(n_columns))
        self.dtype: np.dtype[Any] = np.dtype(dtype)

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def T(self) -> _Transposed:  # noqa: N802 the name that matrices have
        """The transpose, for products with dense matrices."""
        return _Transposed(self)

    @property
    def indptr(self) -> Array:
        """As of a CSR matrix: where each row would begin."""
        return np.concatenate([[0], np.cumsum(self.rows(_row_sizes))])

    def map(self, function: Callable[..., Any], *shared: Any, dtype: DTypeLike | None = None) -> BlockMatrix:
        """Return the matrix of ``function(block, *shared)``, which keeps rows and columns."""
        blocks = map_parts(function, self.blocks, shared=shared)
        return BlockMatrix(blocks, self.sizes, self.shape[1], self.dtype if dtype is None else dtype, self.order)

    def rows(self, function: Callable[..., Any], *shared: Any) -> Array:
        """Return ``function(block, *shared)``, which has an entry or a row for each row, as one array in memory."""
        return self._in_order(np.concatenate(gather_parts(map_parts(function, self.blocks, shared=shared))))

    def total(self, function: Callable[..., Any], *shared: Any) -> Any:
        """Return the sum of ``function(block, *shared)`` over the blocks."""
        return sum_parts(function, self.blocks, shared=shared)

    def split(self, values: Array) -> Parts:
        """Cut an array with an entry for each row into parts that lie beside the blocks."""
        if self.order is not None:
            values = _put_back(values, self.order)
        return executor_of(self.blocks).split(values, self.sizes)

    def reordered(self, order: Array) -> BlockMatrix:
        """Return the matrix with its rows in another order; no block is changed."""
        order = order if self.order is None else self.order[order]
        return BlockMatrix(self.blocks, self.sizes, self.shape[1], self.dtype, order)

    def astype(self, dtype: DTypeLike) -> BlockMatrix:
        """Return the matrix in another precision."""
        return self if np.dtype(dtype) == self.dtype else self.map(_as_type, dtype, dtype=dtype)

    def sum(self, axis: int | None = None, dtype: DTypeLike | None = None) -> Any:
        """Return sums of columns (0), of rows (1), or of everything."""
        if axis == 1:
            return self.rows(_sum, axis, dtype)
        return self.total(_sum, axis, dtype)

    def tocsr(self) -> sparse.csr_array:
        """Return all rows in memory."""
        whole = sparse.csr_array(sparse.vstack(gather_parts(self.blocks), format="csr"))
        return whole if self.order is None else whole[self.order]

    def __getitem__(self, rows: Any) -> sparse.csr_array:
        """Return some rows in memory, in the order asked for; ``rows`` is a mask or places."""
        places = np.flatnonzero(rows) if np.asarray(rows).dtype == bool else np.asarray(rows, dtype=np.intp)
        places = places if self.order is None else self.order[places]
        wanted = np.unique(places)
        cuts = np.searchsorted(wanted, np.cumsum([0, *self.sizes]))
        starts = np.repeat(np.cumsum([0, *self.sizes[:-1]]), np.diff(cuts))
        parts = executor_of(self.blocks).split(wanted - starts, np.diff(cuts).tolist())
        found = sparse.csr_array(sparse.vstack(gather_parts(map_parts(_take, self.blocks, parts)), format="csr"))
        return found[np.searchsorted(wanted, places)]

    def __matmul__(self, dense: Any) -> Array:
        return self.rows(_product, np.asarray(dense))

    def __rmatmul__(self, dense: Any) -> Array:
        return np.asarray(sum_parts(_left_product, self.blocks, self.split(np.asarray(dense).T))).T

    def _in_order(self, values: Array) -> Array:
        return values if self.order is None else values[self.order]


def in_blocks(X: Any) -> TypeGuard[BlockMatrix]:
    """Tell whether a matrix is one in blocks.

    Examples
    --------
    >>> in_blocks(sparse.csr_array((2, 2)))
    False
    """
    return isinstance(X, BlockMatrix)


class _Transposed:
    """The transpose of a `BlockMatrix`."""

    __array_ufunc__ = None

    def __init__(self, matrix: BlockMatrix) -> None:
        self._matrix = matrix
        self.shape = matrix.shape[::-1]

    def __matmul__(self, dense: Any) -> Array:
        return (np.asarray(dense).T @ self._matrix).T


def _put_back(values: Array, order: Array) -> Array:
    result = np.empty_like(values)
    result[order] = values
    return result


def _row_sizes(block: sparse.csr_array) -> Array:
    return np.diff(block.indptr)


def _as_type(block: Any, dtype: DTypeLike) -> Any:
    return block.astype(dtype)


def _sum(block: Any, axis: int | None, dtype: DTypeLike | None) -> Any:
    return block.sum(axis=axis, dtype=dtype)


def _take(block: sparse.csr_array, places: Array) -> sparse.csr_array:
    return block[places]


def _product(block: sparse.csr_array, dense: Array) -> Array:
    return np.asarray(block @ dense)


def _left_product(block: sparse.csr_array, rows: Array) -> Array:
    return np.asarray(block.T @ rows)
