"""Every model's first line: what comes in becomes a CSR matrix of non-negative counts, or a clear error."""

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils.validation import check_non_negative, validate_data


def count_matrix(estimator: Any, X: Any, *, reset: bool) -> sparse.csr_array:
    """Return X as CSR with sorted indices, float32 if it was, else float64, and without negative entries.

    Examples
    --------
    >>> from likewise.models.topic import PLSA
    >>> count_matrix(PLSA(), [[1, 0], [0, 2]], reset=True).dtype
    dtype('float64')
    """
    X = validate_data(estimator, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=reset)
    check_non_negative(X, type(estimator).__name__)
    X = sparse.csr_array(X)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return X
