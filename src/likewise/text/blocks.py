"""Blocks of counted documents: count a batch, sum its columns, and put all batches together into one matrix."""

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy import sparse

from likewise.kernels.counting import count_rows, order_rows
from likewise.text.batches import in_order


class Block(NamedTuple):
    """The counts of some documents as the arrays of a CSR matrix, whose columns need not be in order yet."""

    indptr: NDArray[np.int64]
    columns: NDArray[np.int32]
    counts: NDArray[np.int32]


def count(ids: NDArray[np.int32], column_of: NDArray[np.int32], offsets: NDArray[np.int64], n_columns: int) -> Block:
    """Count how often each column occurs in each document.

    Parameters
    ----------
    ids : int32 array (n_tokens,)
        What stands at each place.
    column_of : int32 array (n_ids,)
        The column of each id, -1 for none.
    offsets : int64 array (n_documents + 1,)
        Document d holds ``ids[offsets[d]:offsets[d + 1]]``.
    n_columns : int

    Examples
    --------
    >>> block = count(np.array([2, 0, 2, 3, 1], np.int32), np.array([0, 1, 2, -1], np.int32), np.array([0, 3, 5]), 3)
    >>> [part.tolist() for part in block]
    [[0, 2, 3], [2, 0, 1], [2, 1, 1]]
    """
    indptr = np.empty(len(offsets), np.int64)
    columns = np.empty(len(ids), np.int32)
    counts = np.empty(len(ids), np.int32)
    size = count_rows(ids, column_of, offsets, np.full(n_columns, -1, np.int32), indptr, columns, counts)
    # Copies, so that the part that was not written is given back.
    return Block(indptr, columns[:size].copy(), counts[:size].copy())


class ColumnSums:
    """In how many documents each column occurs, and how often in all, over as many blocks as come.

    Examples
    --------
    >>> sums, same = ColumnSums(), np.arange(3, dtype=np.int32)
    >>> sums.add(count(np.array([1, 1], np.int32), same, np.array([0, 2]), 2), 2)
    >>> sums.add(count(np.array([1, 2], np.int32), same, np.array([0, 2]), 3), 3)
    >>> sums.n_documents, sums.documents.tolist(), sums.occurrences.tolist()
    (2, [0, 2, 1], [0, 3, 1])
    """

    def __init__(self) -> None:
        self.n_documents = 0
        self.documents = np.zeros(0, np.int64)
        self.occurrences = np.zeros(0, np.int64)

    def add(self, block: Block, n_columns: int) -> None:
        """Add a block that has `n_columns` columns, at least as many as any before."""
        self.n_documents += len(block.indptr) - 1
        for sums in (self.documents, self.occurrences):
            sums.resize(n_columns, refcheck=False)  # with zeros, and mostly in place
        np.add.at(self.documents, block.columns, 1)
        np.add.at(self.occurrences, block.columns, block.counts.astype(np.int64))


def ordered(block: Block, remap: NDArray[np.int32], n_columns: int) -> Block:
    """Rename the columns of a block, drop those renamed to -1, and sort each row; the block given is used up.

    Examples
    --------
    >>> block = Block(np.array([0, 3]), np.array([2, 0, 1], np.int32), np.array([5, 6, 7], np.int32))
    >>> [part.tolist() for part in ordered(block, np.array([1, -1, 0], np.int32), 2)]
    [[0, 2], [0, 1], [5, 6]]
    """
    indptr, columns, counts = block
    starts = np.zeros(n_columns + 1, np.int64)
    size = order_rows(indptr, columns, counts, remap, starts, np.empty_like(columns), np.empty_like(counts))
    if size == len(columns):
        return block
    return Block(indptr, columns[:size].copy(), counts[:size].copy())


def assemble(
    blocks: list[Block], remap: NDArray[np.int32], n_columns: int, dtype: DTypeLike, binary: bool, n_jobs: int
) -> sparse.csr_array:
    """Put blocks together into one matrix with sorted rows; the list is emptied on the way.

    Parameters
    ----------
    blocks : list of Block
        Consumed, so that a block and its copy in the matrix are not held both for long.
    remap : int32 array
        The column in the matrix of each column of the blocks, -1 for none.
    n_columns : int
        Columns of the matrix.
    dtype : dtype of the counts
    binary : bool
        Write 1 for every count.
    n_jobs : int
        Threads.

    Examples
    --------
    >>> same = np.arange(2, dtype=np.int32)
    >>> blocks = [count(np.array([1, 0, 1], np.int32), same, np.array([0, 3]), 2) for _ in range(2)]
    >>> assemble(blocks, np.array([1, 0], np.int32), 2, np.int32, binary=False, n_jobs=1).toarray().tolist()
    [[2, 1], [2, 1]]
    """
    put_in_order = partial(ordered, remap=remap, n_columns=n_columns)
    blocks[:] = in_order(put_in_order, blocks, n_jobs)
    size = sum(len(block.columns) for block in blocks)
    n_rows = sum(len(block.indptr) - 1 for block in blocks)
    index_type = np.int32 if max(size, n_rows, n_columns) <= np.iinfo(np.int32).max else np.int64
    indptr = np.zeros(n_rows + 1, index_type)
    indices = np.empty(size, index_type)
    data = np.ones(size, dtype) if binary else np.empty(size, dtype)
    row = at = 0
    blocks.reverse()
    while blocks:
        block = blocks.pop()
        stop, next_row = at + len(block.columns), row + len(block.indptr) - 1
        indptr[row + 1 : next_row + 1] = block.indptr[1:] + at
        indices[at:stop] = block.columns
        if not binary:
            data[at:stop] = block.counts
        row, at = next_row, stop
    matrix = sparse.csr_array((data, indices, indptr), shape=(n_rows, n_columns))
    matrix.has_sorted_indices = matrix.has_canonical_format = True
    return matrix
