"""A matrix in blocks gives what the whole one gives."""

import itertools

import numpy as np
import pytest
from scipy import sparse

from likewise.fitting import BlockMatrix
from likewise.fitting.singular import truncated_svd
from likewise.models.bayes import NaiveBayes
from likewise.text import Weighting


@pytest.fixture
def whole(counts):
    return counts


def _cut(X, sizes=(10, 25, 25)):
    starts = np.cumsum([0, *sizes])
    return BlockMatrix([X[a:b] for a, b in itertools.pairwise(starts)], sizes, X.shape[1], X.dtype)


@pytest.mark.parametrize("is_reordered", [False, True])
def test_products_sums_and_rows_are_those_of_the_whole_matrix(whole, is_reordered):
    rng = np.random.default_rng(0)
    X, order = _cut(whole), rng.permutation(60)
    if is_reordered:
        X, whole = X.reordered(order), whole[order]
        X, whole = X.reordered(order), whole[order]
    right, left = rng.random((whole.shape[1], 2)), rng.random((60, 2))
    np.testing.assert_allclose(X @ right, whole @ right)
    np.testing.assert_allclose(left.T @ X, left.T @ whole)
    np.testing.assert_allclose(X.T @ left, whole.T @ left)
    np.testing.assert_allclose(left[:, 0] @ X, left[:, 0] @ whole)
    for axis in (None, 0, 1):
        np.testing.assert_allclose(X.sum(axis=axis), whole.sum(axis=axis))
    assert X.indptr.tolist() == whole.indptr.tolist()
    some = [41, 3, 3, 17]
    assert np.array_equal(X[some].toarray(), whole[some].toarray())
    mask = rng.random(60) < 0.3
    assert np.array_equal(X[mask].toarray(), whole[mask].toarray())
    assert np.array_equal(X.tocsr().toarray(), whole.toarray())
    assert X.astype(np.float32).tocsr().dtype == np.float32
    assert len(X) == 60


@pytest.mark.parametrize("scheme", ["tfidf", "log-entropy", "bm25"])
def test_weights_of_blocks_are_those_of_the_whole_matrix(whole, scheme):
    here, there = Weighting(scheme).fit(whole), Weighting(scheme).fit(_cut(whole))
    np.testing.assert_allclose(there.idf_, here.idf_)
    np.testing.assert_allclose(there.transform(_cut(whole)).tocsr().toarray(), here.transform(whole).toarray())


def test_the_decomposition_of_blocks_is_that_of_the_whole_matrix(whole):
    here, there = truncated_svd(whole, 4), truncated_svd(_cut(whole), 4)
    np.testing.assert_allclose(there.values, here.values, rtol=1e-9)
    np.testing.assert_allclose(np.abs(there.directions), np.abs(here.directions), atol=1e-7)
    only = sparse.csr_array(np.array([[3.0], [4.0]]))
    assert truncated_svd(_cut(only, (1, 1)), 1).values.round(6).tolist() == [5.0]


def test_an_estimator_takes_a_matrix_in_blocks(pu_counts):
    X, y, _ = pu_counts
    there = NaiveBayes().fit(_cut(X, (40, 50)), y)
    np.testing.assert_allclose(there.predict_proba(X), NaiveBayes().fit(X, y).predict_proba(X))
