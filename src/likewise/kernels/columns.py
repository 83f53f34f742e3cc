"""The order of a CSR matrix's non-zeros by column, found once by counting."""

import numpy as np
from numba import njit


@njit(nogil=True, cache=True, error_model="numpy")
def _fill(indptr, indices, next_slot, row_of, place_of):
    """Put the non-zeros in the order of columns: rows ascend inside a column."""
    for row in range(len(indptr) - 1):
        for j in range(indptr[row], indptr[row + 1]):
            column = indices[j]
            at = next_slot[column]
            next_slot[column] = at + 1
            row_of[at] = row
            place_of[at] = j


def column_order(indptr: np.ndarray, indices: np.ndarray, n_columns: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return ``(column_indptr, row_of, place_of)`` of a CSR structure.

    ``row_of[column_indptr[w]:column_indptr[w + 1]]`` are the rows that hold column w, ascending, and ``place_of`` at
    the same places says which CSR non-zeros these are. Index types follow ``indices`` where the number of non-zeros
    fits.

    Examples
    --------
    >>> import numpy as np
    >>> column_indptr, row_of, place_of = column_order(np.array([0, 2, 3]), np.array([0, 2, 0], dtype=np.int32), 3)
    >>> column_indptr.tolist(), row_of.tolist(), place_of.tolist()
    ([0, 2, 2, 3], [0, 1, 0], [0, 2, 1])
    """
    dtype = indices.dtype if len(indices) <= np.iinfo(indices.dtype).max else np.dtype(np.int64)
    column_indptr = np.zeros(n_columns + 1, dtype=dtype)
    np.cumsum(np.bincount(indices, minlength=n_columns), out=column_indptr[1:])
    row_of = np.empty(len(indices), dtype=dtype)
    place_of = np.empty(len(indices), dtype=dtype)
    _fill(indptr, indices, column_indptr[:-1].copy(), row_of, place_of)
    return column_indptr, row_of, place_of
