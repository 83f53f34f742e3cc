"""Loops that turn a stream of token keys into rows of counts: number, count, put in order.

All three are single passes of linear cost. They hold no interpreter lock, so batches can run on several threads.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: spreads keys that differ in their low bits only


@njit(nogil=True, cache=True)
def number_keys(
    keys: NDArray[np.uint64],
    numbers: NDArray[np.int32],
    first: NDArray[np.int64],
    known: NDArray[np.uint64],
    n_known: int,
    table: NDArray[np.int32],
) -> tuple[NDArray[np.uint64], int, NDArray[np.int32]]:  # pragma: no cover - compiled
    """Give numbers to distinct keys in the order in which they are first seen, going on from the keys known before.

    Open addressing with linear probing. The table starts small and doubles, because a table sized for every key at once
    would fall out of the processor's cache though most keys repeat.

    Parameters
    ----------
    keys : uint64 array (n_tokens,)
        Two places hold the same thing exactly when their keys are equal.
    numbers : int32 array (n_tokens,), output
        The number of each place's key.
    first : int64 array (n_tokens,), output
        The first place of each key that was not known; as many entries as there are new keys are written.
    known : uint64 array, at least `n_known` long
        The keys numbered so far.
    n_known : int
    table : int32 array, a power of two long and at least twice `n_known`
        The number of the key in each slot, -1 for none.

    Returns
    -------
    known, n_known, table
        What to hand to the next call; the arrays are the given ones unless they had to grow.
    """
    mask = len(table) - 1
    shift = np.uint64(64)
    while (1 << np.int64(np.uint64(64) - shift)) < len(table):
        shift -= np.uint64(1)
    before = n_known
    for position in range(len(keys)):
        key = keys[position]
        slot = np.int64((key * _GOLDEN) >> shift)
        while table[slot] >= 0 and known[table[slot]] != key:
            slot = (slot + 1) & mask
        if table[slot] >= 0:
            numbers[position] = table[slot]
            continue
        if n_known == len(known):
            longer = np.empty(2 * n_known + 8, np.uint64)
            for old in range(n_known):  # an assignment to a slice takes three seconds to compile
                longer[old] = known[old]
            known = longer
        table[slot] = n_known
        known[n_known] = key
        first[n_known - before] = position
        numbers[position] = n_known
        n_known += 1
        if 2 * n_known > mask:
            shift -= np.uint64(1)
            mask = 2 * mask + 1
            table = np.full(mask + 1, -1, np.int32)
            for old in range(n_known):
                slot = np.int64((known[old] * _GOLDEN) >> shift)
                while table[slot] >= 0:
                    slot = (slot + 1) & mask
                table[slot] = old
    return known, n_known, table


@njit(nogil=True, cache=True)
def count_rows(
    ids: NDArray[np.int32],
    column_of: NDArray[np.int32],
    offsets: NDArray[np.int64],
    place: NDArray[np.int32],
    indptr: NDArray[np.int64],
    columns: NDArray[np.int32],
    counts: NDArray[np.int32],
) -> int:  # pragma: no cover - compiled
    """Count the columns of every row: columns in the order of their first occurrence, each once.

    Parameters
    ----------
    ids : int32 array (n_tokens,)
        What stands at each place.
    column_of : int32 array (n_ids,)
        The column of each id; below zero, its places are left out.
    offsets : int64 array (n_rows + 1,)
        Row r holds ``ids[offsets[r]:offsets[r + 1]]``.
    place : int32 array (n_columns,), scratch
        Filled with -1 by the caller. Where a column stands in the row being counted; entries of earlier rows lie before
        that row's start, so they need no clearing.
    indptr : int64 array (n_rows + 1,), output
    columns, counts : int32 arrays (n_tokens,), output
        Only as many entries as the returned number are written.

    Returns
    -------
    int
        The number of non-zeros.
    """
    filled = 0
    indptr[0] = 0
    for row in range(len(offsets) - 1):
        start = filled
        for position in range(offsets[row], offsets[row + 1]):
            column = column_of[ids[position]]
            if column < 0:
                continue
            at = place[column]
            if at >= start:
                counts[at] += 1
            else:
                place[column] = filled
                columns[filled] = column
                counts[filled] = 1
                filled += 1
        indptr[row + 1] = filled
    return filled


@njit(nogil=True, cache=True)
def order_rows(
    indptr: NDArray[np.int64],
    columns: NDArray[np.int32],
    counts: NDArray[np.int32],
    remap: NDArray[np.int32],
    starts: NDArray[np.int64],
    rows: NDArray[np.int32],
    values: NDArray[np.int32],
) -> int:  # pragma: no cover - compiled
    """Rename the columns of a block of rows, drop those without a new name, and sort every row; in place.

    Two counting sorts, by column and then by row: linear, where sorting each row would cost a logarithm more.

    Parameters
    ----------
    indptr, columns, counts : the block, overwritten by the result
    remap : int32 array (n_old_columns,)
        The new column of each old one, or -1 to drop it.
    starts : int64 array (n_new_columns + 1,), scratch
        Filled with zeros by the caller.
    rows, values : int32 arrays as long as `columns`, scratch

    Returns
    -------
    int
        The number of non-zeros that are left.
    """
    n_rows = len(indptr) - 1
    for position in range(indptr[n_rows]):
        column = remap[columns[position]]
        if column >= 0:
            starts[column + 1] += 1
    for column in range(len(starts) - 1):
        starts[column + 1] += starts[column]
    kept = starts[-1]
    for row in range(n_rows):
        for position in range(indptr[row], indptr[row + 1]):
            column = remap[columns[position]]
            if column >= 0:
                at = starts[column]
                rows[at] = row
                values[at] = counts[position]
                starts[column] = at + 1
    for row in range(n_rows + 1):
        indptr[row] = 0
    for at in range(kept):
        indptr[rows[at] + 1] += 1
    for row in range(n_rows):
        indptr[row + 1] += indptr[row]
    at = 0
    for column in range(len(starts) - 1):
        # After the first sort `starts[column]` has moved to the end of its column.
        while at < starts[column]:
            to = indptr[rows[at]]
            columns[to] = column
            counts[to] = values[at]
            indptr[rows[at]] = to + 1
            at += 1
    for row in range(n_rows, 0, -1):
        indptr[row] = indptr[row - 1]
    indptr[0] = 0
    return int(kept)
