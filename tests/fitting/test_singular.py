"""The truncated singular value decomposition, of hard cases too."""

import numpy as np
import pytest
from scipy import sparse

from likewise.fitting.block_matrix import BlockMatrix
from likewise.fitting.singular import leading_space, truncated_svd


@pytest.fixture
def rows():
    return sparse.random_array((60, 40), density=0.2, rng=np.random.default_rng(0), format="csr")


def test_it_is_numpys(rows):
    values, directions = truncated_svd(rows, 5)
    _, expected, expected_directions = np.linalg.svd(rows.toarray(), full_matrices=False)
    np.testing.assert_allclose(values, expected[:5], rtol=1e-10)
    np.testing.assert_allclose(np.abs(directions), np.abs(expected_directions[:5]), atol=1e-8)


@pytest.mark.parametrize("scale", [1e-300, 1e-150, 1e150, 1e300])
def test_tiny_and_huge_entries_are_as_good_as_others(rows, scale):
    values, directions = truncated_svd(rows, 3)
    scaled = truncated_svd(rows * scale, 3)
    np.testing.assert_allclose(scaled.values, values * scale, rtol=1e-10)
    np.testing.assert_allclose(np.abs(scaled.directions), np.abs(directions), atol=1e-8)


@pytest.mark.parametrize("empty", [sparse.csr_array((6, 4)), sparse.csr_array((1, 4)), sparse.csr_array((6, 1))])
def test_nothing_has_no_direction(empty):
    blocks = BlockMatrix([empty, empty], [empty.shape[0]] * 2, empty.shape[1], empty.dtype)
    for rows in (empty, blocks):
        values, directions = truncated_svd(rows, 2)
        assert not values.any()
        assert not directions.any()


def test_equal_rows_have_one_direction():
    values, _ = truncated_svd(sparse.csr_array(np.ones((6, 4))), 3)
    np.testing.assert_allclose(values, [np.sqrt(24), 0, 0], atol=1e-7)


def test_a_few_rounds_find_a_space_that_stands_out(rows):
    strong = sparse.csr_array(np.outer(np.arange(60), np.arange(40)) + rows.toarray())
    basis = leading_space(strong, 1, 4)
    assert abs(basis[:, 0] @ truncated_svd(strong, 1).directions[0]) > 1 - 1e-6
