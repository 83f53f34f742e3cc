"""A block of documents made ready for the kernels: CSR arrays, their order by word, and the buffers that are reused."""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from likewise.kernels.columns import column_order
from likewise.kernels.expected_counts import row_sums, word_sums
from likewise.kernels.threads import over_ranges
from likewise.sklearn_api import Array


class Sums(NamedTuple):
    """What the kernels return for a block; see `likewise.kernels.expected_counts`."""

    rows: Array
    words: Array
    loglik: float
    lost: float


class CountBlock:
    """Rows of documents × words on which the sums of the topic models run.

    Parameters
    ----------
    X : scipy.sparse.csr_array
        Non-negative counts, float32 or float64, with sorted indices or not.
    n_threads : int
        Threads to run on; the results are the same bytes for every number.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> block = CountBlock(sparse.csr_array(np.array([[2.0, 1, 0], [0, 1, 2]])))
    >>> theta = np.array([[0.6, 0.4], [0.3, 0.7]])
    >>> phi = np.array([[0.5, 0.2], [0.3, 0.3], [0.2, 0.5]])
    >>> sums = block.expected_counts(theta, phi)
    >>> sums.rows.round(6).tolist(), round(sums.loglik, 6)
    ([[2.178947, 0.821053], [0.592683, 2.407317]], -6.12631)
    """

    def __init__(self, X: sparse.csr_array, n_threads: int = 1) -> None:
        self.X = X
        self.n_threads = n_threads
        self.shape = X.shape
        self._tiny = X.dtype.type(np.finfo(X.dtype).tiny)
        self._columns: tuple[Array, Array, Array] | None = None
        self._ratio = np.empty(0, dtype=X.dtype)

    def __getstate__(self) -> tuple[sparse.csr_array, int]:
        # A copy that is sent elsewhere makes its own buffers.
        return self.X, self.n_threads

    def __setstate__(self, state: tuple[sparse.csr_array, int]) -> None:
        self.__init__(*state)  # type: ignore[misc]

    def __sizeof__(self) -> int:
        # Who places blocks must know what it costs to move them.
        arrays = (self.X.data, self.X.indices, self.X.indptr, self._ratio, *(self._columns or ()))
        return object.__sizeof__(self) + sum(array.nbytes for array in arrays)

    @property
    def lengths(self) -> Array:
        """Tokens in each document."""
        return np.asarray(self.X.sum(axis=1), dtype=np.float64).ravel()

    def _row_pass(self, left: Array, right: Array, ratio: Array) -> tuple[Array, float, float]:
        rows = np.empty_like(left)
        loglik = np.empty(len(left))
        lost = np.empty(len(left))
        X = self.X
        over_ranges(
            row_sums, X.indptr, self.n_threads,
            X.indptr, X.indices, X.data, left, right, self._tiny, ratio, rows, loglik, lost,
        )  # fmt: skip
        return rows, float(loglik.sum()), float(lost.sum())

    def expected_rows(self, left: Array, right: Array) -> tuple[Array, float, float]:
        """Return ``rows``, ``loglik`` and ``lost`` only: what folding documents in needs."""
        return self._row_pass(left, right, self._ratio[:0])

    def expected_counts(self, left: Array, right: Array) -> Sums:
        """Return all sums of the block."""
        if self._columns is None:
            self._columns = column_order(self.X.indptr, self.X.indices, self.shape[1])
            self._ratio = np.empty(self.X.nnz, dtype=self.X.dtype)
        column_indptr, row_of, place_of = self._columns
        rows, loglik, lost = self._row_pass(left, right, self._ratio)
        words = np.empty_like(right)
        over_ranges(
            word_sums, column_indptr, self.n_threads,
            column_indptr, row_of, place_of, self._ratio, left, right, self._tiny, words,
        )  # fmt: skip
        return Sums(rows, words, loglik, lost)
