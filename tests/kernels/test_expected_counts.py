import numpy as np
import pytest
from scipy import sparse

from likewise.fitting import CountBlock
from likewise.kernels.columns import column_order
from likewise.kernels.logarithm import fast_log


def dense_sums(X, left, right):
    """The formula, written down without any thought of speed."""
    x = X.toarray()
    s = left @ right.T
    ratio = np.divide(x, s, out=np.zeros_like(x), where=(x > 0) & (s > 0))
    loglik = float((x[s > 0] * np.log(s[s > 0])).sum())
    return left * (ratio @ right), right * (ratio.T @ left), loglik


def factors(X, n_topics, seed=0, dtype=np.float64):
    rng = np.random.default_rng(seed)
    left = rng.dirichlet(np.ones(n_topics), X.shape[0]).astype(dtype)
    right = rng.dirichlet(np.ones(X.shape[1]), n_topics).T.astype(dtype)
    return left, np.ascontiguousarray(right)


@pytest.fixture
def ragged():
    """Documents from empty to longer than the kernel's chunk, with fractional and large counts."""
    rng = np.random.default_rng(3)
    X = rng.poisson(0.4, (40, 300)) * rng.choice([1.0, 0.5, 13.0], (40, 300), p=[0.8, 0.1, 0.1])
    X[5] = 0
    X[6, :] = 1
    X[:, 17] = 0
    return sparse.csr_array(X)


@pytest.mark.parametrize("n_topics", [1, 2, 7, 8, 20])
def test_sums_equal_the_dense_formula(ragged, n_topics):
    left, right = factors(ragged, n_topics)
    sums = CountBlock(ragged).expected_counts(left, right)
    rows, words, loglik = dense_sums(ragged, left, right)
    np.testing.assert_allclose(sums.rows, rows, atol=1e-12)
    np.testing.assert_allclose(sums.words, words, atol=1e-12)
    assert sums.loglik == pytest.approx(loglik, rel=1e-13)
    assert sums.lost == 0


def test_sums_keep_every_token(ragged):
    left, right = factors(ragged, 5)
    sums = CountBlock(ragged).expected_counts(left, right)
    np.testing.assert_allclose(sums.rows.sum(axis=1), ragged.sum(axis=1), rtol=1e-12)
    np.testing.assert_allclose(sums.words.sum(axis=1), ragged.sum(axis=0), rtol=1e-12)
    np.testing.assert_allclose(sums.rows.sum(axis=0), sums.words.sum(axis=0), rtol=1e-12)


def test_words_that_no_topic_knows_are_lost_and_counted_nowhere_else(ragged):
    left, right = factors(ragged, 3)
    right[4] = 0.0
    sums = CountBlock(ragged).expected_counts(left, right)
    lost = ragged[:, [4]].sum()
    assert lost > 0
    assert sums.lost == pytest.approx(lost)
    assert sums.rows.sum() == pytest.approx(ragged.sum() - lost)
    assert np.isfinite(sums.loglik)
    np.testing.assert_array_equal(sums.words[4], 0.0)


def test_masked_topics_give_exact_zeros(ragged):
    left, right = factors(ragged, 4)
    left[:, 2] = 0.0
    sums = CountBlock(ragged).expected_counts(left, right)
    np.testing.assert_array_equal(sums.rows[:, 2], 0.0)
    np.testing.assert_array_equal(sums.words[:, 2], 0.0)


def test_hand_example():
    X = sparse.csr_array(np.array([[2.0, 1, 0], [0, 1, 2]]))
    theta = np.array([[0.6, 0.4], [0.3, 0.7]])
    phi = np.array([[0.5, 0.2], [0.3, 0.3], [0.2, 0.5]])
    sums = CountBlock(X).expected_counts(theta, phi)
    np.testing.assert_allclose(sums.rows, [[2.178947, 0.821053], [0.592683, 2.407317]], atol=1e-6)
    np.testing.assert_allclose(sums.words, [[1.578947, 0.421053], [0.9, 1.1], [0.292683, 1.707317]], atol=1e-6)
    assert sums.loglik == pytest.approx(-6.126310, abs=1e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_every_type_of_values_and_indices_works(ragged, dtype, index):
    X = ragged.astype(dtype)
    X.indices, X.indptr = X.indices.astype(index), X.indptr.astype(index)
    left, right = factors(X, 6, dtype=dtype)
    sums = CountBlock(X).expected_counts(left, right)
    assert sums.rows.dtype == sums.words.dtype == dtype
    rows, words, loglik = dense_sums(ragged, left.astype(float), right.astype(float))
    tolerance = 2e-5 if dtype == np.float32 else 1e-12
    np.testing.assert_allclose(sums.rows, rows, rtol=tolerance, atol=tolerance)
    np.testing.assert_allclose(sums.words, words, rtol=tolerance, atol=tolerance)
    assert sums.loglik == pytest.approx(loglik, rel=tolerance)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_bytes_are_the_same_on_any_number_of_threads(dtype):
    rng = np.random.default_rng(0)
    X = sparse.random_array((900, 2000), density=0.1, rng=rng, format="csr").astype(dtype)
    left, right = factors(X, 9, dtype=dtype)
    one, two, five = (CountBlock(X, n_threads).expected_counts(left, right) for n_threads in (1, 2, 5))
    for other in (two, five):
        assert one.rows.tobytes() == other.rows.tobytes()
        assert one.words.tobytes() == other.words.tobytes()
        assert one.loglik == other.loglik


def test_rows_alone_are_the_rows_of_all_sums(ragged):
    left, right = factors(ragged, 5)
    block = CountBlock(ragged)
    rows, loglik, lost = block.expected_rows(left, right)
    sums = block.expected_counts(left, right)
    np.testing.assert_array_equal(rows, sums.rows)
    assert (loglik, lost) == (sums.loglik, sums.lost)


def test_column_order_is_that_of_csc(ragged):
    column_indptr, row_of, place_of = column_order(ragged.indptr, ragged.indices, ragged.shape[1])
    by_column = ragged.tocsc()
    np.testing.assert_array_equal(column_indptr, by_column.indptr)
    np.testing.assert_array_equal(row_of, by_column.indices)
    np.testing.assert_array_equal(ragged.data[place_of], by_column.data)


def test_fast_log_is_the_logarithm_over_the_whole_range():
    rng = np.random.default_rng(0)
    values = np.concatenate([10.0 ** rng.uniform(-307, 307, 2000), rng.uniform(0.5, 2.0, 2000), [1.0, 2.0, 0.5]])
    np.testing.assert_allclose([fast_log(v) for v in values], np.log(values), rtol=1e-14, atol=1e-13)
