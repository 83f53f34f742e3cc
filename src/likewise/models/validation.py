"""Every model's first line: what comes in becomes a CSR matrix of non-negative counts, or a clear error."""

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils.validation import check_non_negative

from likewise.errors import UserError
from likewise.fitting.block_matrix import in_blocks
from likewise.labels import Labels, read_labels
from likewise.sklearn_api import validate_data


def count_matrix(estimator: Any, X: Any, *, reset: bool) -> sparse.csr_array:
    """Return X as CSR with sorted indices, float32 if it was, else float64, and without negative entries.

    Examples
    --------
    >>> from likewise.models.topic import PLSA
    >>> count_matrix(PLSA(), [[1, 0], [0, 2]], reset=True).dtype
    dtype('float64')
    """
    if is_collection(X):
        return _count_blocks(estimator, X, reset=reset)
    shape: tuple[int, ...] = getattr(X, "shape", ())
    if len(shape) == 2 and shape[0] == 0:
        raise UserError(f"{type(estimator).__name__} got no documents: X has 0 rows; give one at least.")
    valid = validate_data(estimator, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=reset)
    check_non_negative(valid, type(estimator).__name__)
    counts = sparse.csr_array(valid)
    if not counts.has_canonical_format:
        counts = counts.copy()
        counts.sum_duplicates()
    return counts


def is_collection(X: Any) -> bool:
    """Tell whether documents are in blocks: a `likewise.fitting.BlockMatrix`, or a collection of Dask.

    Examples
    --------
    >>> is_collection(sparse.csr_array((2, 2)))
    False
    """
    return in_blocks(X) or (hasattr(X, "dask") and hasattr(X, "__dask_graph__"))


def _count_blocks(estimator: Any, X: Any, *, reset: bool) -> sparse.csr_array:
    """Return documents that are in blocks as they are, or in memory for an estimator that needs all at once."""
    if not in_blocks(X):
        from likewise.scale.collections import read_collection  # a door to the room above, opened for Dask alone

        X = read_collection(X)
    if X.shape[0] == 0:
        raise UserError(f"{type(estimator).__name__} got no documents: X has 0 rows; give one at least.")
    if X.shape[1] == 0:
        raise UserError(f"{type(estimator).__name__} got no words: X has 0 columns; give one at least.")
    validate_data(estimator, X, reset=reset, skip_check_array=True)
    # A matrix in blocks has what these estimators use of a CSR matrix.
    return X if getattr(estimator, "_takes_blocks", False) else X.tocsr()


def documents_and_labels(estimator: Any, X: Any, y: Any) -> tuple[sparse.csr_array, Labels]:
    """Read what a classifier is fitted on, and see that there is one label for each document.

    Examples
    --------
    >>> from likewise.models.linear import Centroid
    >>> X, labels = documents_and_labels(Centroid(), [[1, 0], [0, 2]], [1, -1])
    >>> X.shape, int(labels.positive.sum())
    ((2, 2), 1)
    """
    if y is None:
        raise UserError(f"{type(estimator).__name__} requires y to be passed, but the target y is None.")
    labels = read_labels(y, who=type(estimator).__name__, many=getattr(estimator, "_many_classes", False))
    counts = count_matrix(estimator, X, reset=True)
    if len(labels.codes) != counts.shape[0]:
        raise UserError(f"y has {len(labels.codes)} labels for {counts.shape[0]} documents.")
    return counts, labels


def one_a_document(estimator: Any, name: str, given: Any, n_documents: int) -> np.ndarray[Any, np.dtype[Any]] | None:
    """Read what is given beside the counts: a number or a row of numbers for each document, or nothing.

    Examples
    --------
    >>> from likewise.models.graph import GraphWalk
    >>> one_a_document(GraphWalk(), "extra_vectors", [[0.5, 1.0]], 1).shape
    (1, 2)
    """
    if given is None:
        return None
    valid = np.asarray(given)
    if len(valid) != n_documents or not np.issubdtype(valid.dtype, np.number) | np.issubdtype(valid.dtype, np.bool_):
        raise UserError(
            f"{type(estimator).__name__} takes {name} of numbers, one row for each of {n_documents:,} documents; "
            f"shape {valid.shape} of {valid.dtype} came."
        )
    if not np.isfinite(valid).all():
        raise UserError(f"{type(estimator).__name__} takes finite numbers, and {name} has others; leave them out.")
    return valid
