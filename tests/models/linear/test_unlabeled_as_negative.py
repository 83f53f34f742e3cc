import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from likewise.models.linear import UnlabeledAsNegative
from likewise.text import Weighting


@pytest.mark.parametrize("class_weight", ["balanced", None])
@pytest.mark.parametrize("C", [0.1, 1.0])
def test_it_is_logistic_regression_on_examples_against_the_pile(short_documents, C, class_weight):
    X, y, _ = short_documents
    rows = Weighting("l2").fit_transform(X)
    peer = LogisticRegression(C=C, class_weight=class_weight, max_iter=1000, tol=1e-8).fit(rows, y == 1)
    model = UnlabeledAsNegative(C=C, class_weight=class_weight, weighting="l2").fit(X, y)
    np.testing.assert_allclose(model.coef_, peer.coef_, atol=1e-2)
    np.testing.assert_allclose(model.intercept_, peer.intercept_, atol=1e-2)
    assert model.n_iter_ > 0


def test_balanced_sides_weigh_the_same_whatever_their_weights(short_documents):
    X, y, _ = short_documents
    # Without any word the intercept alone is learned: balance puts it at nought.
    empty = np.zeros(X.shape)
    weight = np.random.default_rng(0).uniform(0.5, 3, len(y))
    assert UnlabeledAsNegative().fit(empty, y, sample_weight=weight).intercept_[0] == pytest.approx(0, abs=1e-6)
    share = weight[y == 1].sum() / weight.sum()
    unbalanced = UnlabeledAsNegative(class_weight=None).fit(empty, y, sample_weight=weight).intercept_[0]
    assert unbalanced == pytest.approx(np.log(share / (1 - share)), abs=1e-2)


def test_weights_given_are_left_as_they_were(short_documents):
    X, y, _ = short_documents
    weight = np.ones(len(y))
    UnlabeledAsNegative().fit(X, y, sample_weight=weight)
    np.testing.assert_array_equal(weight, 1.0)


def test_weights_of_classes_are_weights_of_their_documents(pu_counts):
    X, y, _ = pu_counts
    by_class = UnlabeledAsNegative(class_weight={1: 5.0, 0: 0.5}).fit(X, y)
    by_document = UnlabeledAsNegative(class_weight=None).fit(X, y, sample_weight=np.where(y == 1, 5.0, 0.5))
    np.testing.assert_array_equal(by_class.decision_function(X), by_document.decision_function(X))
