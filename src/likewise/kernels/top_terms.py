"""Which entries of each row of a sparse matrix add most to a linear score, a range of rows at a time."""

from numba import njit


@njit(nogil=True, cache=True, error_model="numpy")
def top_of_rows(start, stop, indptr, indices, data, weights, columns, values):
    """Write the entries of each row with the greatest positive products with the weights, best first.

    Parameters
    ----------
    start, stop : int
        Rows to look at.
    indptr : int array (n_rows + 1,)
    indices : int array (n_entries,)
    data : float array (n_entries,)
        The matrix, in CSR.
    weights : float64 array (n_columns,)
        What an entry of each column counts.
    columns : int32 array (n_rows, n_top), output
        Columns of the best entries; -1 where there are no more. Of equal ones the first.
    values : float64 array (n_rows, n_top), output
        Entry times weight.
    """
    n_top = columns.shape[1]
    for row in range(start, stop):
        n_found = 0
        for at in range(indptr[row], indptr[row + 1]):
            value = data[at] * weights[indices[at]]
            if value <= 0 or (n_found == n_top and value <= values[row, n_top - 1]):
                continue
            place = n_found if n_found < n_top else n_top - 1
            n_found = min(n_found + 1, n_top)
            while place > 0 and values[row, place - 1] < value:
                values[row, place] = values[row, place - 1]
                columns[row, place] = columns[row, place - 1]
                place -= 1
            values[row, place] = value
            columns[row, place] = indices[at]
        for place in range(n_found, n_top):
            columns[row, place] = -1
            values[row, place] = 0.0
