"""A topic model as a classifier of positive and unlabelled documents."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.decomposition import TruncatedSVD
from sklearn.preprocessing import normalize
from sklearn.utils.estimator_checks import parametrize_with_checks

from likewise.errors import UserError
from likewise.models.linear import Centroid
from likewise.models.linear.centroid import CUT, rocchio_rule
from likewise.models.meta import NearestInSpace
from likewise.models.topic import LDA, LSI, PLSA

TRANSFORMERS = [PLSA(3, random_state=0, tol=1e-3), LDA(3, random_state=0), LSI(3)]


@pytest.fixture
def two_topics():
    """40 documents of two topics, of which four of the first are labelled."""
    rng = np.random.default_rng(0)
    first, second = np.full(20, 0.2), np.full(20, 0.2)
    first[:10], second[10:] = 2.0, 2.0
    truth = np.arange(40) % 2 == 0
    X = rng.poisson(np.where(truth[:, None], first, second)).astype(np.float64)
    y = np.full(40, -1)
    y[[0, 2, 4, 6]] = 1
    return X, y, truth


@pytest.mark.parametrize("transformer", TRANSFORMERS, ids=lambda transformer: type(transformer).__name__)
class TestEveryTransformer:
    def test_unlabelled_documents_of_the_topic_are_found(self, transformer, two_topics):
        X, y, truth = two_topics
        model = NearestInSpace(transformer).fit(X, y)
        assert np.mean((model.predict(X) == 1) == truth) > 0.8
        assert np.mean((model.transduction_ == 1) == truth) > 0.8
        hidden = y == -1
        scores = model.training_scores_[hidden]
        assert scores[truth[hidden]].min() > scores[~truth[hidden]].max()

    def test_sparse_equals_dense(self, transformer, two_topics):
        X, y, _ = two_topics
        dense = NearestInSpace(transformer).fit(X, y).decision_function(X)
        thin = NearestInSpace(transformer).fit(sparse.csr_array(X), y).decision_function(sparse.csr_array(X))
        np.testing.assert_allclose(thin, dense, rtol=1e-6, atol=1e-8)

    def test_probabilities_sum_to_one_and_agree_with_classes(self, transformer, two_topics):
        X, y, _ = two_topics
        model = NearestInSpace(transformer).fit(X, y)
        probabilities = model.predict_proba(X)
        np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
        np.testing.assert_array_equal(probabilities[:, 1] > 0.5, model.predict(X) == 1)

    def test_empty_documents_survive(self, transformer, two_topics):
        X, y, _ = two_topics
        X[[5, 6]] = 0
        assert np.isfinite(NearestInSpace(transformer).fit(X, y).decision_function(X)).all()

    def test_the_transformer_given_is_left_alone(self, transformer, two_topics):
        X, y, _ = two_topics
        model = NearestInSpace(clone(transformer)).fit(X, y)
        assert not hasattr(model.transformer, "components_")
        assert hasattr(model.transformer_, "components_")


def test_nested_parameters_are_reached_through_the_transformer():
    model = clone(NearestInSpace(LSI(5)).set_params(transformer__n_components=7))
    assert model.get_params()["transformer__n_components"] == 7


def test_training_scores_are_those_of_a_linear_projection(two_topics):
    X, y, _ = two_topics
    model = NearestInSpace(LSI(3)).fit(X, y)
    np.testing.assert_allclose(model.training_scores_, model.decision_function(X), atol=1e-9)


def test_the_cut_lies_between_the_others_mean_and_that_of_examples_left_out(two_topics):
    X, y, _ = two_topics
    model = NearestInSpace(LSI(3)).fit(X, y)
    rows = normalize(model.transformer_.fit_transform(X))
    positive, others = rows[y == 1], rows[y != 1]
    left_out = [x @ (np.delete(positive, i, axis=0).mean(axis=0) - others.mean(axis=0)) for i, x in enumerate(positive)]
    direction = positive.mean(axis=0) - others.mean(axis=0)
    near, far = np.mean(left_out), np.mean(others @ direction)
    expected = 4 * (rows @ direction - far - CUT * (near - far)) / (near - far)
    np.testing.assert_allclose(model.training_scores_, expected, atol=1e-9)


def test_a_single_example_is_cut_by_the_document_most_like_it():
    rows = np.array([[1.0, 0.0], [0.8, 0.6], [0.0, 1.0]])
    direction, cut = rocchio_rule(rows, np.array([True, False, False]), np.ones(3))
    scores = rows @ direction + cut
    assert scores[1] == pytest.approx(4 * (1 - CUT))
    assert scores[2] < 0


def test_in_the_space_of_words_it_is_the_centroid(two_topics):
    class Unchanged(TruncatedSVD):
        def fit_transform(self, X, y=None):
            return X.toarray()

        def transform(self, X):
            return X.toarray()

    X, y, _ = two_topics
    expected = Centroid(weighting="l2").fit(X, y).decision_function(X)
    np.testing.assert_allclose(NearestInSpace(Unchanged()).fit(X, y).decision_function(X), expected)


def test_labels_and_documents_must_match_in_number():
    with pytest.raises((UserError, ValueError), match="2"):
        NearestInSpace(LSI(1)).fit([[1, 2], [2, 1], [0, 1]], [1, -1])


def test_an_estimator_that_does_not_transform_is_refused():
    with pytest.raises(ValueError, match="transformer"):
        NearestInSpace(Centroid()).fit([[1, 2], [2, 1]], [1, -1])


EXPECTED_FAILURES = {
    "check_decision_proba_consistency": "the check makes negative numbers; counts have none",
    "check_classifiers_classes": "one of its label vectors uses -1 as a class; here it means unlabelled",
}
OF_LSI = {"check_classifiers_train": "its blobs have two features, which leave LSI one dimension: only a sign"}


@parametrize_with_checks(
    [NearestInSpace(LSI(2)), NearestInSpace(PLSA(2, random_state=0, tol=0.0))],
    expected_failed_checks=lambda estimator: (
        EXPECTED_FAILURES | (OF_LSI if isinstance(estimator.transformer, LSI) else {})
    ),
)
def test_scikit_learns_contract(estimator, check):
    check(estimator)
