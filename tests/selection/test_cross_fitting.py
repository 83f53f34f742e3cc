"""Examples are scored by models that did not know them, and ranked among the pile of the same model."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB

from likewise.errors import UserError
from likewise.selection import CrossFit, cross_fit, scores_of


class Recorder(ClassifierMixin, BaseEstimator):
    """Scores a row by its only feature, plus the number of positives that it was fitted with; keeps what it saw."""

    seen: list = []  # noqa: RUF012

    def __init__(self, transductive=False):
        self.transductive = transductive

    def fit(self, X, y):
        Recorder.seen.append((np.asarray(X).ravel().copy(), np.asarray(y).copy()))
        self.offset_ = float((y == 1).sum())
        if self.transductive:
            self.training_scores_ = np.asarray(X).ravel() * 10
        return self

    def decision_function(self, X):
        return np.asarray(X).ravel() + self.offset_


@pytest.fixture
def seen():
    Recorder.seen.clear()
    return Recorder.seen


X = np.arange(12.0)[:, None]
Y = np.array([1, -1, 1, -1, -1, 1, 0, -1, 1, -1, 1, -1])


def test_each_positive_is_left_out_exactly_once_and_hidden_among_the_unlabelled(seen):
    cross_fit(Recorder(), X, Y, cv=3, random_state=0)
    hidden = np.array([(y == -1) & (Y == 1) for _, y in seen])
    assert len(seen) == 3
    assert (hidden.sum(axis=0) == (Y == 1)).all()
    assert sorted(hidden.sum(axis=1)) == [1, 2, 2]
    for rows, y in seen:
        assert rows.tolist() == X.ravel().tolist()
        assert (y[Y != 1] == Y[Y != 1]).all()


def test_removed_positives_are_not_seen_at_all(seen):
    cross_fit(Recorder(), X, Y, cv=5, left_out="removed", random_state=0)
    missing = [set(X.ravel()) - set(rows) for rows, _ in seen]
    assert sorted(value for some in missing for value in some) == [0, 2, 5, 8, 10]
    assert all((y == 1).sum() == 4 for _, y in seen)


def test_scores_are_those_of_the_model_without_the_example_in_row_order():
    fitted = cross_fit(Recorder(), X, Y, cv=5, random_state=0)
    assert fitted.positive.tolist() == [4.0, 6.0, 9.0, 12.0, 14.0]  # the feature, and four positives


def test_scores_of_the_pile_are_means_over_folds_of_unlabelled_rows_only():
    fitted = cross_fit(Recorder(), X, Y, cv=2, random_state=0)  # fitted with 2 and with 3 positives
    np.testing.assert_allclose(fitted.unlabeled, X.ravel()[Y == -1] + 2.5)


def test_ranks_are_told_among_the_pile_of_the_same_fold():
    fitted = cross_fit(Recorder(), X, Y, cv=2, random_state=0)
    pile = X.ravel()[Y == -1]
    expected = [(0.5 + (pile > x).sum()) / (len(pile) + 1) for x in X.ravel()[Y == 1]]
    np.testing.assert_allclose(fitted.ranks, expected)  # the offset of a fold cancels within it, and only there


def test_a_transductive_method_answers_with_its_training_scores():
    fitted = cross_fit(Recorder(transductive=True), X, Y, cv=5, random_state=0)
    assert fitted.positive.tolist() == [0.0, 20.0, 50.0, 80.0, 100.0]
    removed = cross_fit(Recorder(transductive=True), X, Y, cv=5, left_out="removed", random_state=0)
    assert removed.positive.tolist() == [4.0, 6.0, 9.0, 12.0, 14.0]


def test_folds_are_no_more_than_positives_and_follow_the_seed(seen):
    assert cross_fit(Recorder(), X, Y, cv=50, random_state=0).n_folds == 5
    first = [y.tolist() for _, y in seen]
    seen.clear()
    cross_fit(Recorder(), X, Y, cv=50, random_state=0)
    assert [y.tolist() for _, y in seen] == first
    draws = set()
    for seed in range(20):
        seen.clear()
        cross_fit(Recorder(), X, Y, cv=2, random_state=seed)
        draws.add(tuple(seen[0][1]))
    assert len(draws) > 3


def test_sparse_and_dense_rows_give_the_same(pu_counts):
    X, y, _ = pu_counts
    dense, thin = (
        cross_fit(LogisticRegression(), rows, y, cv=4, random_state=1) for rows in (X.toarray(), sparse.csc_array(X))
    )
    np.testing.assert_allclose(dense.positive, thin.positive, rtol=1e-5)
    np.testing.assert_allclose(dense.unlabeled, thin.unlabeled, rtol=1e-5)
    assert dense.ranks.shape == (4,)


def test_left_out_examples_of_a_topic_rank_above_the_rest(pu_counts):
    X, y, truth = pu_counts
    fitted = cross_fit(MultinomialNB(), X, y, cv=4, left_out="removed", random_state=0)
    assert fitted.ranks.max() < 0.6
    assert fitted.unlabeled[truth[y == -1]].mean() > fitted.unlabeled[~truth[y == -1]].mean()


def test_probabilities_are_those_of_class_1_whatever_other_classes_there_are():
    rows, y = np.array([[5, 0, 0], [0, 5, 0], [0, 0, 5]]), [1, 0, -1]
    model = MultinomialNB().fit(rows, y)
    np.testing.assert_allclose(scores_of(model, rows), model.predict_proba(rows)[:, 2])
    assert scores_of(model, rows).argmax() == 0


def test_decisions_between_three_classes_are_those_of_class_1():
    rows, y = np.eye(3) * 5, [1, 0, -1]
    model = LogisticRegression().fit(rows, y)
    np.testing.assert_allclose(scores_of(model, rows), model.decision_function(rows)[:, 2])


def test_infinite_scores_become_finite_and_keep_their_order():
    class Sure(Recorder):
        def decision_function(self, X):
            return np.array([np.inf, -np.inf, 0.0])

    scores = scores_of(Sure().fit(X[:3], Y[:3]), X[:3])
    assert np.isfinite(scores * 2).all()
    assert scores[0] > scores[2] > scores[1]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"y": [1, -1, -1, 0]}, "at least 2 positives, y has 1; mark another"),
        ({"y": [1, 1, 0, 0]}, "y has none; mark the pile -1"),
        ({"cv": 1}, "at least 2 folds, not 1"),
        ({"left_out": "gone"}, "not 'gone'"),
        ({"y": [1, 1, -1]}, "4 rows and y 3 labels"),
    ],
)
def test_what_cannot_be_cross_fitted_is_said_in_a_sentence(change, says):
    arguments = {"estimator": Recorder(), "X": X[:4], "y": [1, 1, -1, -1]} | change
    with pytest.raises(UserError, match=says):
        cross_fit(**arguments)


def test_an_estimator_without_scores_is_named():
    class Silent(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            return self

    with pytest.raises(UserError, match="Silent scores no rows"):
        scores_of(Silent(), X)


def test_a_score_that_is_no_number_is_an_error():
    class Confused(Recorder):
        def decision_function(self, X):
            return np.full(len(X), np.nan)

    with pytest.raises(UserError, match="Confused gave NaN"):
        cross_fit(Confused(), X, Y)


def test_a_result_cannot_be_changed():
    fitted = CrossFit(np.ones(1), np.ones(1), np.ones(1), 2)
    with pytest.raises(AttributeError):
        fitted.n_folds = 3
