"""What comes through the door to scikit-learn is what scikit-learn has."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.preprocessing import normalize as theirs

from likewise.sklearn_api import normalize


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("norm", ["l1", "l2"])
def test_sparse_rows_are_normalised_to_the_same_bytes(norm, dtype):
    rows = sparse.random_array((50, 20), density=0.2, rng=np.random.default_rng(0), dtype=dtype).tocsr()
    before = rows.copy()
    assert normalize(rows, norm).data.tobytes() == theirs(rows, norm).data.tobytes()
    assert (rows != before).nnz == 0


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_dense_rows_are_normalised_to_the_same_bytes(dtype):
    rows = np.random.default_rng(0).normal(size=(50, 20)).astype(dtype)
    rows[3] = 0.0
    rows[4] = 1e-30
    assert normalize(rows).tobytes() == theirs(rows).tobytes()
