"""Which rows of a sparse matrix are most alike: by an inverted index, a range of rows at a time.

For a row, the products of its entries with all entries of the same columns are summed into one number for each other
row: Σ over its words of the number of rows that have the word. The best are then picked out. Ranges share nothing, so
that threads cannot change a result.

Loops instead of slices and sorting: numba compiles an assignment to a slice in three seconds, a loop in a tenth of one.
"""

import numpy as np
from numba import njit

_OPTIONS = {"nogil": True, "cache": True, "error_model": "numpy"}
#: Sums that are looked at together.
CHUNK = 64


@njit(**_OPTIONS)
def keep_heaviest(start, stop, indptr, indices, data, is_usable, n_terms, kept):
    """Mark in ``kept`` the ``n_terms`` heaviest entries of each row; of equal ones the first.

    Only columns that are usable count, unless a row has no other.
    """
    weights = np.empty(n_terms, data.dtype)
    places = np.empty(n_terms, np.int64)
    for row in range(start, stop):
        first, last = indptr[row], indptr[row + 1]
        n_usable = 0
        for place in range(first, last):
            n_usable += is_usable[indices[place]]
        n_found = 0
        for place in range(first, last):
            if n_usable > 0 and not is_usable[indices[place]]:
                continue
            weight = data[place]
            if n_found < n_terms:
                at = n_found
                n_found += 1
            else:
                at = n_terms - 1
                if weight <= weights[at]:
                    continue
            while at > 0 and weights[at - 1] < weight:
                weights[at] = weights[at - 1]
                places[at] = places[at - 1]
                at -= 1
            weights[at] = weight
            places[at] = place
        for at in range(n_found):
            kept[places[at]] = True


@njit(**_OPTIONS)
def _insert(neighbours, likeness, row, place, other, near):
    """Put ``other`` among the neighbours of a row, from ``place`` upwards; of equally near rows the first one first."""
    while place > 0 and (
        likeness[row, place - 1] < near or (likeness[row, place - 1] == near and neighbours[row, place - 1] > other)
    ):
        likeness[row, place] = likeness[row, place - 1]
        neighbours[row, place] = neighbours[row, place - 1]
        place -= 1
    likeness[row, place] = near
    neighbours[row, place] = other


@njit(**_OPTIONS)
def _take_any(total, row, neighbours, likeness):
    """Take the best of all sums, look at every one, and set them to 0; return how many are taken.

    Most chunks have nothing that is near enough, which vector instructions tell without a branch.
    """
    n_neighbours = neighbours.shape[1]
    nothing = total.dtype.type(0)
    n_found, worst = 0, nothing
    for first in range(0, len(total), CHUNK):
        is_near = np.int32(0)
        for other in range(first, first + CHUNK):
            is_near |= np.int32(total[other] > worst)
        if is_near:
            for other in range(first, first + CHUNK):
                near = total[other]
                # Rows come in their order: one that is as near as the worst comes after it.
                if near <= worst:
                    continue
                place = min(n_found, n_neighbours - 1)
                n_found = place + 1
                _insert(neighbours, likeness, row, place, other, near)
                if n_found == n_neighbours:
                    worst = likeness[row, n_neighbours - 1]
        for other in range(first, first + CHUNK):
            total[other] = nothing
    return n_found


@njit(**_OPTIONS)
def _take_touched(total, touched, row, neighbours, likeness):
    """Take the best of the sums of some rows, which come in any order, and set them to 0; return how many are taken."""
    n_neighbours = neighbours.shape[1]
    n_found = 0
    worst, worst_row = total.dtype.type(0), len(total)
    for other in touched:
        near = total[other]
        total[other] = 0
        if near <= 0 or near < worst or (near == worst and other > worst_row):
            continue
        place = min(n_found, n_neighbours - 1)
        n_found = place + 1
        _insert(neighbours, likeness, row, place, other, near)
        if n_found == n_neighbours:
            worst, worst_row = likeness[row, n_neighbours - 1], neighbours[row, n_neighbours - 1]
    return n_found


@njit(**_OPTIONS)
def nearest_rows(
    start, stop, indptr, indices, data, rows_indptr, rows, values, n_rows, itself, is_dense, neighbours, likeness
):
    """Write the rows with the greatest products with each row, best first; -1 where there are no more.

    ``rows_indptr, rows, values`` are the columns of the matrix of ``n_rows`` rows that is searched. Unless ``itself``,
    a row is not its own neighbour. Of equally near rows the first ones are taken. No value is negative. ``is_dense``
    says to look at all sums rather than to remember which were touched; the result is the same.
    """
    total = np.zeros((n_rows + CHUNK - 1) // CHUNK * CHUNK, data.dtype)
    touched = np.empty(1 if is_dense else n_rows + 1, np.int32)
    for row in range(start, stop):
        m = 0
        for place in range(indptr[row], indptr[row + 1]):
            weight = data[place]
            word = indices[place]
            if is_dense:
                for at in range(rows_indptr[word], rows_indptr[word + 1]):
                    total[rows[at]] += weight * values[at]
            else:
                for at in range(rows_indptr[word], rows_indptr[word + 1]):
                    other = rows[at]
                    before = total[other]
                    # Written always and counted only if new, since a branch here costs more than all the rest.
                    touched[m] = other
                    m += (before == 0) & (m < n_rows)
                    total[other] = before + weight * values[at]
        if not itself:
            total[row] = 0
        if is_dense:
            n_found = _take_any(total, row, neighbours, likeness)
        else:
            n_found = _take_touched(total, touched[:m], row, neighbours, likeness)
        for place in range(n_found, neighbours.shape[1]):
            neighbours[row, place] = -1
            likeness[row, place] = 0


@njit(**_OPTIONS)
def keep_nearest(
    start,
    stop,
    indptr,
    indices,
    data,
    among_indptr,
    among_indices,
    among_data,
    n_words,
    candidates,
    neighbours,
    likeness,
):
    """Write the candidates with the greatest products with each row, worked out in full, best first.

    ``among_indptr, among_indices, among_data`` are the rows of the matrix that is searched, ``candidates`` of shape
    (n_rows, n_candidates) its rows that are looked at, -1 where there are no more.
    """
    n_neighbours = neighbours.shape[1]
    weight_of = np.zeros(n_words, data.dtype)
    for row in range(start, stop):
        for place in range(indptr[row], indptr[row + 1]):
            weight_of[indices[place]] = data[place]
        n_found = 0
        for i in range(candidates.shape[1]):
            other = candidates[row, i]
            if other < 0:
                break
            near = data.dtype.type(0)
            for at in range(among_indptr[other], among_indptr[other + 1]):
                near += weight_of[among_indices[at]] * among_data[at]
            if n_found < n_neighbours:
                place = n_found
                n_found += 1
            else:
                place = n_neighbours - 1
                worst = likeness[row, place]
                if near < worst or (near == worst and other > neighbours[row, place]):
                    continue
            _insert(neighbours, likeness, row, place, other, near)
        for place in range(n_found, n_neighbours):
            neighbours[row, place] = -1
            likeness[row, place] = 0
        for place in range(indptr[row], indptr[row + 1]):
            weight_of[indices[place]] = 0
