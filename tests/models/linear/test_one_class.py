import numpy as np
import pytest
from scipy import sparse

from likewise.models.linear import OneClassSVM
from tests.conftest import topical_counts


@pytest.mark.parametrize("weighting", ["l2", "tfidf"])
@pytest.mark.parametrize("nu", [0.05, 0.1, 0.25, 0.5, 0.75, 0.99])
def test_no_more_than_nu_of_the_examples_lie_outside(nu, weighting):
    X, topic = topical_counts(n_docs=160, n_words=30, n_topics=2, length=15, seed=5)
    y = np.where(topic == 0, 1, -1)
    p = np.sum(y == 1)
    scores = OneClassSVM(nu=nu, weighting=weighting).fit(X, y).decision_function(X[y == 1])
    assert np.mean(scores < 0) <= nu + 1 / p
    # And those that hold the line up are no fewer: nearly nu of them are outside or on it.
    assert np.mean(scores < 1e-3 * p) >= nu - 1 / p


def test_a_greater_nu_leaves_more_outside(pu_counts):
    X, y, _ = pu_counts
    y = np.where(np.arange(len(y)) < 40, 1, -1)
    outside = [np.sum(OneClassSVM(nu=nu).fit(X, y).predict(X[y == 1]) == 0) for nu in (0.1, 0.5, 0.9)]
    assert outside[0] < outside[1] < outside[2]


def test_the_pile_is_not_looked_at(pu_counts):
    X, y, _ = pu_counts
    other = X.toarray()
    other[y == -1] = np.random.default_rng(0).poisson(1.0, size=other[y == -1].shape)
    first, second = (OneClassSVM(weighting="l2").fit(rows, y) for rows in (X, other))
    np.testing.assert_array_equal(first.coef_, second.coef_)
    np.testing.assert_array_equal(first.intercept_, second.intercept_)


def test_known_negatives_are_not_looked_at_either(pu_counts):
    X, y, _ = pu_counts
    first, second = (OneClassSVM(weighting="l2").fit(X, labels) for labels in (y, np.where(y == 1, 1, 0)))
    np.testing.assert_array_equal(first.coef_, second.coef_)


def test_an_example_of_no_weight_is_none(pu_counts):
    X, y, _ = pu_counts
    last = np.flatnonzero(y == 1)[-1]
    weight = np.ones(len(y))
    weight[last] = 0
    kept = weight > 0
    first = OneClassSVM(weighting="l2").fit(X, y, sample_weight=weight)
    second = OneClassSVM(weighting="l2").fit(X[kept], y[kept])
    np.testing.assert_allclose(first.coef_, second.coef_, atol=1e-9)


def test_a_single_example_is_inside_its_own_line():
    X = sparse.csr_array([[3.0, 1.0, 0.0], [0.0, 1.0, 4.0], [0.0, 2.0, 2.0]])
    assert OneClassSVM().fit(X, [1, -1, -1]).predict(X).tolist() == [1, 0, 0]


def test_copies_of_one_example_are_all_inside():
    X = sparse.csr_array(np.array([[3.0, 1.0, 0.0]] * 7 + [[0.0, 1.0, 4.0]] * 3))
    model = OneClassSVM(nu=0.3).fit(X, [1] * 7 + [-1] * 3)
    assert model.predict(X).tolist() == [1] * 7 + [0] * 3


@pytest.mark.parametrize("nu", [0.0, 1.0, 1.1, -1])
def test_nu_is_a_share_between_nought_and_one(nu, pu_counts):
    X, y, _ = pu_counts
    with pytest.raises(ValueError, match="nu"):
        OneClassSVM(nu=nu).fit(X, y)
