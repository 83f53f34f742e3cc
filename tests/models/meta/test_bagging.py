import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from likewise.models.linear import Centroid
from likewise.models.meta import BaggingPU
from tests.conftest import topical_counts


class Memory(ClassifierMixin, BaseEstimator):
    """Scores a document by its first word's count, and by a thousand more if it was told the document is negative."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.told_ = X[:, [0]].toarray().ravel()[~y]
        self.n_positive_ = int(y.sum())
        return self

    def decision_function(self, X):
        first = X[:, [0]].toarray().ravel()
        return first + 1000.0 * np.isin(first, self.told_)


@pytest.fixture
def pile():
    """Three examples and forty others, whose first words all count differently."""
    return sparse.csr_array(np.arange(1.0, 44.0)[:, None]), np.where(np.arange(43) < 3, 1, -1)


@pytest.fixture
def topics():
    X, topic = topical_counts(n_docs=150, n_words=40, n_topics=3, length=30, seed=4)
    truth = topic == 0
    y = np.full(150, -1)
    y[np.flatnonzero(truth)[:12]] = 1
    return X, y, truth


class TestWhoJudges:
    def test_a_document_of_the_pile_is_not_scored_by_a_classifier_that_it_was_drawn_for(self, pile):
        X, y = pile
        model = BaggingPU(Memory(), n_estimators=30, weighting="counts", random_state=0).fit(X, y)
        values = X.toarray().ravel()
        drawn = np.array([np.isin(values, inner.told_) for inner in model.estimators_])
        assert drawn[:, y == -1].any(axis=0).sum() > 30  # most were drawn sometimes
        spreads = np.array([inner.decision_function(X)[y == -1].std() for inner in model.estimators_])
        free = np.where(drawn, np.nan, values / spreads[:, None])
        np.testing.assert_allclose(model.training_scores_, np.nanmean(free, axis=0))

    def test_new_documents_are_scored_by_all(self, pile):
        X, y = pile
        model = BaggingPU(Memory(), n_estimators=10, weighting="counts", random_state=0).fit(X, y)
        every = [m.decision_function(X) / m.decision_function(X)[y == -1].std() for m in model.estimators_]
        np.testing.assert_allclose(model.decision_function(X), np.mean(every, axis=0))

    def test_each_has_all_examples_and_as_many_of_the_pile(self, pile):
        X, y = pile
        model = BaggingPU(Memory(), n_estimators=10, weighting="counts", random_state=0).fit(X, y)
        assert {inner.n_positive_ for inner in model.estimators_} == {3}
        assert {len(inner.told_) for inner in model.estimators_} == {3}
        assert len({tuple(inner.told_) for inner in model.estimators_}) == 10
        assert not np.isin(np.concatenate([inner.told_ for inner in model.estimators_]), [1, 2, 3]).any()

    def test_or_as_many_as_one_says_with_replacement(self, pile):
        X, y = pile
        model = BaggingPU(Memory(), n_estimators=5, max_samples=100, weighting="counts", random_state=0).fit(X, y)
        assert {len(inner.told_) for inner in model.estimators_} == {100}

    def test_a_document_of_a_tiny_pile_that_is_always_drawn_is_judged_by_all(self):
        X = sparse.csr_array([[4.0, 4, 0], [3, 2, 0], [0, 1, 5], [0, 0, 3]])
        model = BaggingPU(n_estimators=4, max_samples=50, random_state=0).fit(X, [1, 1, -1, -1])
        np.testing.assert_allclose(model.training_scores_, model.decision_function(X))
        assert model.transduction_.tolist() == [1, 1, 0, 0]

    def test_a_pile_of_one_works(self):
        model = BaggingPU(n_estimators=3, random_state=0).fit([[4, 0], [3, 1], [0, 5]], [1, 1, -1])
        assert np.isfinite(model.training_scores_).all()
        assert model.predict([[5, 0], [0, 5]]).tolist() == [1, 0]

    def test_known_negatives_are_drawn_like_the_pile(self, pile):
        X, y = pile
        y[3:] = 0
        model = BaggingPU(Memory(), n_estimators=30, weighting="counts", random_state=0).fit(X, y)
        assert len(np.unique(np.concatenate([inner.told_ for inner in model.estimators_]))) > 30


class TestAnyClassifier:
    @pytest.mark.parametrize(
        ("estimator", "weighting"),
        [
            (None, "tfidf-log"),
            (LinearSVC(), "l2"),
            (LogisticRegression(), "tfidf"),
            (MultinomialNB(), "counts"),
            (DecisionTreeClassifier(random_state=0), "counts"),
            (Centroid(), "counts"),
            (BaggingPU(n_estimators=3, random_state=0), "counts"),
        ],
        ids=lambda value: value if isinstance(value, str) else type(value).__name__,
    )
    def test_with_scores_or_probabilities_finds_hidden_positives(self, topics, estimator, weighting):
        X, y, truth = topics
        model = BaggingPU(estimator, n_estimators=15, weighting=weighting, random_state=0).fit(X, y)
        hidden = y == -1
        scores = model.training_scores_[hidden]
        order = np.argsort(-scores)
        assert truth[hidden][order][: truth[hidden].sum()].mean() > 0.8
        assert np.isfinite(model.decision_function(X)).all()

    def test_a_probability_of_one_half_is_the_cut_off(self):
        class Undecided(ClassifierMixin, BaseEstimator):
            def fit(self, X, y):
                self.classes_ = np.unique(y)
                return self

            def predict_proba(self, X):
                g = X[:, [0]].toarray().ravel() / 100
                return np.column_stack([1 - g, g])

        X = sparse.csr_array([[90.0], [50.0], [49.0], [51.0], [10.0]])
        model = BaggingPU(Undecided(), n_estimators=4, weighting="counts", random_state=0).fit(X, [1, -1, -1, -1, -1])
        assert model.predict(X).tolist() == [1, 0, 0, 1, 0]

    def test_one_that_only_predicts_is_refused(self, pile):
        X, y = pile
        with pytest.raises(ValueError, match="estimator"):
            BaggingPU(KMeans()).fit(X, y)


class TestDraws:
    def test_two_processes_give_the_same_bytes_as_one(self, topics):
        X, y, _ = topics
        one, two = (BaggingPU(n_estimators=6, n_jobs=n, random_state=0).fit(X, y) for n in (None, 2))
        assert one.training_scores_.tobytes() == two.training_scores_.tobytes()
        assert one.decision_function(X).tobytes() == two.decision_function(X).tobytes()

    def test_the_seed_decides(self, topics):
        X, y, _ = topics
        first, second, third = (
            BaggingPU(n_estimators=5, random_state=seed).fit(X, y).training_scores_ for seed in (0, 0, 1)
        )
        np.testing.assert_array_equal(first, second)
        assert not np.array_equal(first, third)

    def test_a_generator_is_a_seed_too(self, topics):
        X, y, _ = topics
        first, second = (
            BaggingPU(n_estimators=5, random_state=seed).fit(X, y).training_scores_
            for seed in (0, np.random.default_rng(0))
        )
        np.testing.assert_array_equal(first, second)

    def test_more_classifiers_begin_with_the_same(self, topics):
        X, y, _ = topics
        few, many = (BaggingPU(n_estimators=n, random_state=0).fit(X, y).estimators_ for n in (2, 4))
        for a, b in zip(few, many, strict=False):
            np.testing.assert_array_equal(a.coef_, b.coef_)


@pytest.mark.parametrize("wrong", [{"n_estimators": 0}, {"max_samples": 0}, {"n_jobs": 1.5}, {"weighting": "idf"}])
def test_senseless_parameters_are_refused(pile, wrong):
    X, y = pile
    with pytest.raises(ValueError, match=next(iter(wrong))):
        BaggingPU(**wrong).fit(X, y)
