import numpy as np
import pytest

from likewise.kernels.threads import SMALLEST_SHARE, over_ranges


@pytest.mark.parametrize("n_threads", [1, 2, 3, 7])
def test_ranges_cover_every_row_once(n_threads):
    rng = np.random.default_rng(n_threads)
    indptr = np.concatenate([[0], np.cumsum(rng.integers(0, 4 * SMALLEST_SHARE, 10))])
    seen = np.zeros(10, dtype=int)

    def kernel(start, stop):
        seen[start:stop] += 1

    over_ranges(kernel, indptr, n_threads)
    np.testing.assert_array_equal(seen, 1)


def test_an_error_in_a_thread_is_raised():
    def kernel(start, stop):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        over_ranges(kernel, np.array([0, SMALLEST_SHARE, 2 * SMALLEST_SHARE]), 2)
