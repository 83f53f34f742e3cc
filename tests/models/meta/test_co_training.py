import re

import numpy as np
import pytest
from scipy import sparse
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import MultinomialNB

from likewise.datasets import load_webkb_course
from likewise.errors import UserError
from likewise.models.bayes import NaiveBayes
from likewise.models.meta.co_training import Choice, CoTraining, agreed, log_posteriors, surest
from likewise.text import Vectorizer
from tests.conftest import topical_counts


def pages_and_links(n_docs=300, n_classes=2, seed=0):
    """Draw two views that are independent given the class, a long one and a short one, and the classes."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(n_classes, size=n_docs)
    views = []
    for n_words, length in ((120, 12), (60, 4)):
        words = rng.dirichlet(np.full(n_words, 0.3), n_classes) * 0.7 + 0.3 / n_words
        views.append(sparse.csr_array(np.array([rng.multinomial(length, words[c]) for c in truth]).astype(float)))
    return (views[0], views[1]), truth


def few_labels(truth, per_class=2):
    y = np.full(len(truth), -1)
    for code in np.unique(truth):
        y[np.flatnonzero(truth == code)[:per_class]] = code
    return y


class Counting(ClassifierMixin, BaseEstimator):
    """Is as sure of class 1 as the first word's count says: log-odds are the count less ten."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.n_seen_ = len(y)
        return self

    def predict_proba(self, X):
        log_odds = X[:, [0]].toarray().ravel() - 10.0
        return np.column_stack([expit(-log_odds), expit(log_odds)])


class TestRounds:
    def test_unlabelled_documents_help(self):
        views, truth = pages_and_links()
        y = few_labels(truth)
        hidden = y == -1
        alone = CoTraining(random_state=0).fit(tuple(view[~hidden] for view in views), y[~hidden])
        model = CoTraining(n_positive=1, n_negative=1, random_state=0).fit(views, y)
        error, before = ((m.predict(views)[hidden] != truth[hidden]).mean() for m in (model, alone))
        assert error < before - 0.03
        assert error < 0.05

    def test_each_labels_at_most_its_growth_and_given_labels_stay(self):
        views, truth = pages_and_links()
        y = few_labels(truth)
        model = CoTraining(n_positive=2, n_negative=3, max_iter=7, random_state=0).fit(views, y)
        assert model.n_iter_ == 7
        assert model.stop_reason_ == "max_iter"
        for number in range(1, 8):
            new = model.taught_[model.labeled_ == number]
            assert 0 < (new == 1).sum() <= 4
            assert 0 < (new == 0).sum() <= 6
        given = y != -1
        np.testing.assert_array_equal(model.labeled_ == 0, given)
        np.testing.assert_array_equal(model.taught_[given], y[given])
        np.testing.assert_array_equal(model.taught_ == -1, model.labeled_ == -1)

    def test_it_ends_when_the_pool_is_empty(self):
        views, truth = pages_and_links(n_docs=40)
        model = CoTraining(max_iter=200, random_state=0).fit(views, few_labels(truth))
        assert model.stop_reason_ == "no_change"
        assert (model.labeled_ >= 0).all()
        assert model.n_iter_ == model.labeled_.max() < 200

    def test_documents_come_from_the_pool_only_and_it_is_refilled(self):
        views, truth = pages_and_links()
        small = CoTraining(pool_size=4, max_iter=1, random_state=0).fit(views, few_labels(truth))
        assert (small.labeled_ == 1).sum() <= 4
        longer = CoTraining(pool_size=4, max_iter=50, random_state=0).fit(views, few_labels(truth))
        assert (longer.labeled_ > 0).sum() > 50

    def test_the_seed_decides_the_pool(self):
        views, truth = pages_and_links()
        first, second, third = (
            CoTraining(max_iter=2, random_state=seed).fit(views, few_labels(truth)).labeled_ for seed in (0, 0, 1)
        )
        np.testing.assert_array_equal(first, second)
        assert not np.array_equal(first, third)

    def test_what_it_kept_of_each_document_is_in_the_order_they_came_in(self):
        views, truth = pages_and_links()
        y = few_labels(truth)
        order = np.random.default_rng(3).permutation(len(y))
        one = CoTraining(random_state=0).fit(views, y)
        two = CoTraining(random_state=0).fit(tuple(view[order] for view in views), y[order])
        np.testing.assert_array_equal(two.labeled_, one.labeled_[order])
        np.testing.assert_array_equal(two.taught_, one.taught_[order])

    def test_identical_views_are_self_training(self):
        (X, _), truth = pages_and_links()
        y = few_labels(truth)
        model = CoTraining(views=(slice(None), slice(None)), pool_size=1000, max_iter=1, random_state=0).fit(X, y)
        known = y != -1
        base = NaiveBayes(alpha=1.0).fit(X[known], y[known])
        log_odds = np.where(known, np.nan, base.decision_function(X))
        ascending = np.argsort(log_odds)[: (~known).sum()]
        expected = {*ascending[:3].tolist(), *ascending[-1:].tolist()}
        assert set(np.flatnonzero(model.labeled_ == 1).tolist()) == expected
        # Both answer alike: their product has twice the log-odds of one.
        np.testing.assert_allclose(
            model.decision_function(X), 2 * model.estimators_[0].decision_function(X), rtol=1e-9, atol=1e-9
        )

    def test_all_labelled_is_supervised(self):
        views, truth = pages_and_links()
        model = CoTraining(random_state=0).fit(views, truth)
        alone = [NaiveBayes(alpha=1.0).fit(view, truth).decision_function(view) for view in views]
        np.testing.assert_allclose(model.decision_function(views), alone[0] + alone[1], rtol=1e-9, atol=1e-9)
        assert model.n_iter_ == 1  # scikit-learn wants at least one round to be told
        assert model.stop_reason_ == "no_change"


class TestChoosing:
    def test_a_document_without_words_in_a_view_is_not_labelled_by_it(self):
        scores = np.array([[0.0, 9.0], [0.0, 5.0], [3.0, 0.0]])
        found = surest(scores, np.array([False, True, True]), np.array([1, 1]))
        assert found.codes.tolist() == [-1, 1, 0]

    def test_pages_without_links_are_left_to_the_other_view(self):
        (pages, _), truth = pages_and_links(n_docs=60)
        links = sparse.csr_array((60, 5))
        model = CoTraining(max_iter=5, random_state=0).fit((pages, links), few_labels(truth))
        assert (model.labeled_ > 0).any()
        assert max((model.labeled_ == number).sum() for number in range(1, 6)) <= 4
        assert np.isfinite(model.decision_function((pages, links))).all()

    def test_where_no_view_has_words_nothing_is_labelled(self):
        X = sparse.csr_array([[2.0, 1], [1.0, 2], [0, 0], [0, 0]])
        model = CoTraining(random_state=0).fit(X, [1, 0, -1, -1])
        assert model.labeled_.tolist() == [0, 0, -1, -1]
        assert model.stop_reason_ == "no_change"
        assert model.n_iter_ == 1  # scikit-learn wants at least one round to be told

    def test_no_document_is_given_a_class_that_is_not_its_likeliest(self):
        scores = np.array([[0.0, 1.0], [0.0, 2.0]])
        assert surest(scores, np.ones(2, bool), np.array([3, 1])).codes.tolist() == [-1, 1]

    def test_sureness_is_the_odds_against_all_other_classes(self):
        scores = np.log([[0.5, 0.3, 0.2], [0.4, 0.35, 0.25]])
        np.testing.assert_allclose(surest(scores, np.ones(2, bool), np.ones(3, int)).log_odds, np.log([1.0, 2 / 3]))

    @pytest.mark.parametrize(
        ("first", "second", "expected"),
        [
            ((1, 2.0), (0, 1.0), 1),
            ((1, 2.0), (0, 3.0), 0),
            ((1, 2.0), (0, 2.0), -1),
            ((1, 2.0), (1, 2.0), 1),
            ((-1, 9.0), (0, 1.0), 0),
            ((0, 1.0), (-1, 9.0), 0),
            ((-1, 1.0), (-1, 1.0), -1),
        ],
    )
    def test_of_two_opinions_the_surer_counts_and_of_equals_neither(self, first, second, expected):
        choices = [Choice(np.array([code]), np.array([odds])) for code, odds in (first, second)]
        assert agreed(choices).tolist() == [expected]

    def test_a_clash_stays_in_the_pool(self):
        # Document 2 is 4 above the cut in one view, 4 below in the other; neither may have it.
        X = sparse.csr_array([[20.0, 20], [1, 1], [14, 6]])
        model = CoTraining(Counting(), views=([0], [1]), max_iter=3, random_state=0).fit(X, [1, 0, -1])
        assert model.labeled_.tolist() == [0, 0, -1]
        X = sparse.csr_array([[20.0, 20], [1, 1], [15, 6]])
        model = CoTraining(Counting(), views=([0], [1]), max_iter=3, random_state=0).fit(X, [1, 0, -1])
        assert model.taught_.tolist() == [1, 0, 1]

    def test_saturated_probabilities_are_still_in_order(self):
        X = sparse.csr_array([[3000.0, 0], [2000.0, 0], [0, 2000]])
        for model in (MultinomialNB(), NaiveBayes()):
            scores = log_posteriors(model.fit([[2, 0], [0, 2]], [0, 1]), X)
            odds = scores[:, 0] - scores[:, 1]
            assert odds[0] > odds[1] > 100
            assert odds[2] < -100
        plain = log_posteriors(LogisticRegression(C=1e4).fit([[2, 0], [0, 2]], [0, 1]), X)
        assert np.isfinite(plain).all()


class TestViews:
    def test_two_matrices_equal_columns_of_one(self):
        views, truth = pages_and_links()
        y = few_labels(truth)
        joined = sparse.csr_array(sparse.hstack(views))
        mask = np.arange(180) < 120
        expected = CoTraining(random_state=0).fit(views, y).decision_function(views)
        for columns in (
            (slice(0, 120), slice(120, None)),
            (np.arange(120), list(range(120, 180))),
            [mask, ~mask],
        ):
            model = CoTraining(views=columns, random_state=0).fit(joined, y)
            np.testing.assert_array_equal(model.decision_function(joined), expected)
            assert [len(view) for view in model.views_] == [120, 60]
        dense = tuple(view.toarray() for view in views)
        np.testing.assert_array_equal(
            CoTraining(random_state=0).fit(dense, y).predict_proba(dense)[:, 1] > 0.5, expected > 0
        )

    def test_without_views_columns_alternate(self):
        X, topic = topical_counts(n_docs=40, n_words=7, n_topics=2)
        model = CoTraining(random_state=0).fit(X, few_labels(topic))
        assert [view.tolist() for view in model.views_] == [[0, 2, 4, 6], [1, 3, 5]]

    def test_a_single_column_is_both_views(self):
        model = CoTraining(random_state=0).fit([[1.0], [2.0], [3.0]], [1, 0, -1])
        assert [view.tolist() for view in model.views_] == [[0], [0]]

    def test_a_tuple_of_rows_is_one_matrix(self):
        model = CoTraining(random_state=0).fit(([3.0, 0, 1, 0], [0, 3.0, 0, 1]), [1, 0])
        assert model.n_features_in_ == 4

    @pytest.mark.parametrize(
        ("views", "message"),
        [
            ((slice(0, 2),), "two views"),
            (([0, 1], [2, 99]), "not made of the 4 columns"),
            (([True, False], [0]), "not made of the 4 columns"),
            (([0.5], [1.5]), "not made of the 4 columns"),
            ((slice(0, 4), slice(2, 2)), "no column in view 2"),
            ((slice(0, 4), []), "not made of the 4 columns"),
            ((slice(4, 9), [0]), "no column in view 1"),
        ],
    )
    def test_that_are_none_are_refused_in_one_sentence(self, views, message):
        with pytest.raises(UserError, match=message) as told:
            CoTraining(views=views).fit(np.eye(4), [1, 0, -1, -1])
        assert "\n" not in str(told.value)

    def test_of_other_lengths_or_given_twice_are_refused(self):
        with pytest.raises(UserError, match="3 and 2 rows"):
            CoTraining().fit((np.eye(3), np.eye(2)), [1, 0, -1])
        with pytest.raises(UserError, match="not both"):
            CoTraining(views=([0], [1])).fit((np.eye(3), np.eye(3)), [1, 0, -1])

    def test_a_cut_off_from_the_prior_keeps_the_views(self):
        views, truth = pages_and_links()
        y = np.where(few_labels(truth, 8) == 1, 1, -1)
        model = CoTraining(threshold="prior", random_state=0).fit(views, y)
        assert model.rank_prior_.prior_ == pytest.approx(truth[y == -1].mean(), abs=0.15)
        assert [len(view) for view in model.views_] == [120, 60]
        columns = CoTraining(views=(slice(0, 120), slice(120, 180)), threshold="prior", random_state=0)
        assert columns.fit(sparse.csr_array(sparse.hstack(views)), y).cut_off_ == model.cut_off_


class TestManyClasses:
    def test_are_told_apart(self):
        views, truth = pages_and_links(n_docs=400, n_classes=4)
        y = few_labels(truth, 3)
        model = CoTraining(random_state=0).fit(views, y)
        assert isinstance(model.estimators_[0], NaiveBayes)
        assert (model.predict(views)[y == -1] == truth[y == -1]).mean() > 0.85
        posteriors = [m.predict_proba(view) for m, view in zip(model.estimators_, views, strict=True)]
        product = posteriors[0] * posteriors[1]
        np.testing.assert_allclose(
            model.predict_proba(views), product / product.sum(axis=1, keepdims=True), rtol=1e-6, atol=1e-12
        )

    def test_grow_by_their_shares_up_to_ten(self):
        views, truth = pages_and_links(n_docs=400, n_classes=3)
        y = np.full(400, -1)
        for code, size in enumerate((1, 3, 40)):
            y[np.flatnonzero(truth == code)[:size]] = code
        model = CoTraining(max_iter=1, pool_size=400, random_state=0).fit(views, y)
        new = np.bincount(model.taught_[model.labeled_ == 1], minlength=3)
        assert 1 <= new[0] <= 2
        assert 3 <= new[1] <= 6
        assert 10 <= new[2] <= 20

    @pytest.mark.parametrize("growth", [[2, 0, 1], {0: 2, 2: 1}])
    def test_or_as_one_says(self, growth):
        views, truth = pages_and_links(n_docs=300, n_classes=3)
        model = CoTraining(growth=growth, max_iter=1, pool_size=300, random_state=0).fit(views, few_labels(truth))
        new = np.bincount(model.taught_[model.labeled_ == 1], minlength=3)
        assert 2 <= new[0] <= 4
        assert new[1] == 0
        assert 1 <= new[2] <= 2

    @pytest.mark.parametrize("growth", [[1, 1], [1, 1, -1], [0.5, 1, 1], [0, 0, 0], {"x": 3}])
    def test_senseless_growth_is_refused(self, growth):
        views, truth = pages_and_links(n_docs=60, n_classes=3)
        with pytest.raises(UserError, match="growth"):
            CoTraining(growth=growth).fit(views, few_labels(truth))

    def test_names_of_classes_come_back(self):
        views, truth = pages_and_links(n_docs=100)
        names = np.array(["course", "other", "-1"])[few_labels(truth)]
        model = CoTraining(random_state=0).fit(views, names)
        assert set(model.predict(views)) == {"course", "other"}
        assert model.estimators_[0].classes_.tolist() == ["course", "other"]


def test_any_classifier_with_probabilities_will_do():
    views, truth = pages_and_links()
    y = few_labels(truth, 3)
    for base in (LogisticRegression(), MultinomialNB(), NaiveBayes(threshold="default")):
        model = CoTraining(base, random_state=0).fit(views, y)
        assert (model.predict(views) == truth).mean() > 0.8
    with pytest.raises(ValueError, match="estimator"):
        CoTraining(KMeans()).fit(views, y)


def test_with_positives_only_negatives_are_found_first():
    views, topic = pages_and_links(n_docs=400, n_classes=4)
    truth = (topic == 0).astype(int)
    y = np.where(few_labels(truth, 8) == 1, 1, -1)
    model = CoTraining(random_state=0).fit(views, y)
    assert model.reliable_.sum() > 10
    assert (model.labeled_[model.reliable_] == 0).all()
    hidden = y == -1
    assert roc_auc_score(truth[hidden], model.decision_function(views)[hidden]) > 0.9


@pytest.mark.parametrize("wrong", [{"n_positive": 0}, {"pool_size": 0}, {"max_iter": 0}, {"views": 3}, {"growth": 1}])
def test_senseless_parameters_are_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        CoTraining(**wrong).fit(np.eye(3), [1, 0, -1])


@pytest.mark.corpus
def test_twelve_labelled_pages_tell_course_pages():
    corpus = load_webkb_course()
    truth = np.array([label == "course" for label in corpus.labels]).astype(int)
    pages, links = (
        Vectorizer(min_df=n, preprocessor=one_number, dtype=np.float64).fit_transform(texts).sign()
        for n, texts in ((2, corpus.texts), (1, corpus.extra["inlinks_text"]))
    )
    errors = []
    for seed in range(200, 205):
        order = np.random.default_rng(seed).permutation(1051)
        test, rest = order[:263], order[263:]
        y = np.full(1051, -1)
        y[rest[truth[rest] == 1][:3]], y[rest[truth[rest] == 0][:9]] = 1, 0
        model = CoTraining(random_state=seed).fit((pages[rest], links[rest]), y[rest])
        errors.append((model.predict((pages[test], links[test])) != truth[test]).mean())
    assert np.mean(errors) < 0.06  # the paper has 0.050, and 0.111 without unlabelled pages


def one_number(text):
    return re.sub(r"\d+", " 0number ", text.lower())
