"""What every classifier has from its base: the cut-off, probabilities, weights, and the order of documents."""

import numpy as np
import pytest
from scipy import sparse
from scipy.special import expit
from sklearn.base import clone

from likewise import registry
from likewise.errors import UserError
from likewise.models.base import FOLDS, PUClassifier
from likewise.models.linear import (
    Centroid,
    OneClassSVM,
    UnlabeledAsNegative,
    WeightedLogisticRegression,
    weighted_logistic,
)
from likewise.models.meta import BaggingPU, ElkanNoto
from likewise.models.row_order import put_back
from tests.conftest import topical_counts

CHEAP = {
    "centroid": {},
    "naive": {},
    "nb": {},
    "wlr": {"C": 1.0},
    "bagging-pu": {"n_estimators": 6, "random_state": 0},
    "elkan-noto": {"cv": 3, "random_state": 0},
    "ts-plsa": {"n_components": 3, "random_state": 0},
}
every_cheap_one = pytest.mark.parametrize("name", CHEAP)


def make(name, **options):
    return registry.get(name)(**CHEAP[name], **options)


class FirstWord(PUClassifier):
    """Scores a document by the count of its first word; what it was fitted on is kept."""

    def __init__(self, *, threshold="default", transductive=False):
        self.threshold = threshold
        self.transductive = transductive

    _parameter_constraints = {**PUClassifier._parameter_constraints, "transductive": ["boolean"]}  # noqa: RUF012

    def _learn(self, X, labels, weights):
        self.seen_ = X[:, [0]].toarray().ravel()
        self.positive_, self.weights_, self.kept_ = labels.positive, weights, self.seen_.copy()
        return 10 * self.seen_ if self.transductive else None

    def _put_back(self, order):
        self.kept_ = put_back(self.kept_, order)

    def _score(self, X):
        return X[:, [0]].toarray().ravel() - 5


@pytest.fixture
def topics():
    X, topic = topical_counts(n_docs=120, n_words=40, n_topics=3, length=25, seed=7)
    truth = topic == 0
    y = np.full(120, -1)
    y[np.flatnonzero(truth)[:8]] = 1
    return X, y, truth


@pytest.fixture
def counted():
    """Thirty documents in no order, counted by their first words; the five highest of every other are examples."""
    values = np.random.default_rng(0).permutation(30).astype(float)
    y = np.where((values >= 20) & (values % 2 == 0), 1, -1)
    return sparse.csr_array(np.column_stack([values, np.ones(30)])), y, values


@every_cheap_one
class TestACutOffFromThePrior:
    def test_the_class_is_a_score_above_nought(self, name, topics):
        X, y, _ = topics
        model = make(name, threshold="prior").fit(X, y)
        np.testing.assert_array_equal(model.predict(X) == 1, model.decision_function(X) > 0)

    def test_probabilities_never_fall_as_scores_rise(self, name, topics):
        X, y, _ = topics
        model = make(name, threshold="prior").fit(X, y)
        both = model.predict_proba(X)
        np.testing.assert_allclose(both.sum(axis=1), 1.0)
        probability = both[np.argsort(model.decision_function(X)), 1]
        assert probability.min() >= 0
        assert probability.max() <= 1
        assert np.diff(probability).min() >= -1e-12
        assert probability[-1] > probability[0]

    def test_the_cut_off_is_subtracted_from_the_methods_own_scores(self, name, topics):
        X, y, _ = topics
        own, cut = make(name).fit(X, y), make(name, threshold="prior").fit(X, y)
        assert own.cut_off_ == 0
        assert cut.cut_off_ == cut.rank_prior_.cut_off_ != 0
        np.testing.assert_allclose(cut.decision_function(X), own.decision_function(X) - cut.cut_off_, atol=1e-12)

    def test_as_many_of_the_pile_are_taken_as_the_prior_says(self, name, topics):
        X, y, _ = topics
        model = make(name, threshold="prior").fit(X, y)
        scores = model.training_scores_ if hasattr(model, "training_scores_") else model.decision_function(X)
        assert np.sum(scores[y == -1] > 0) == model.rank_prior_.n_taken_

    def test_the_share_is_near_the_truth_and_inside_its_interval(self, name, topics):
        X, y, truth = topics
        found = make(name, threshold="prior").fit(X, y).rank_prior_
        assert found.low_ <= truth[y == -1].mean() <= found.high_

    def test_a_refit_with_its_own_cut_off_forgets_the_prior(self, name, topics):
        X, y, _ = topics
        model = make(name, threshold="prior").fit(X, y)
        model.set_params(threshold="default").fit(X, y)
        assert not hasattr(model, "rank_prior_")
        assert model.cut_off_ == 0
        np.testing.assert_array_equal(model.decision_function(X), make(name).fit(X, y).decision_function(X))

    def test_the_order_of_documents_does_not_matter(self, name, topics):
        X, y, _ = topics
        order = np.random.default_rng(0).permutation(len(y))
        first, second = (make(name, threshold="prior").fit(X[rows], y[rows]) for rows in (np.arange(len(y)), order))
        assert second.rank_prior_.prior_ == pytest.approx(first.rank_prior_.prior_, abs=1e-9)
        np.testing.assert_allclose(second.predict_proba(X), first.predict_proba(X), atol=1e-6)

    def test_without_a_pile_the_own_cut_off_is_kept(self, name, topics):
        X, _, truth = topics
        cut = make(name, threshold="prior").fit(X, truth.astype(int))
        own = make(name).fit(X, truth.astype(int))
        np.testing.assert_array_equal(cut.predict(X), own.predict(X))
        np.testing.assert_array_equal(cut.predict_proba(X), own.predict_proba(X))
        assert not hasattr(cut, "rank_prior_")

    def test_one_example_cannot_be_left_out(self, name, topics):
        X, y, _ = topics
        y[np.flatnonzero(y == 1)[1:]] = -1
        with pytest.raises(UserError, match=r"two|2 positives") as told:
            make(name, threshold="prior").fit(X, y)
        assert "\n" not in str(told.value)


class TestTheBase:
    def test_what_was_given_beside_the_labels_is_gone_when_learning_fails(self, counted, monkeypatch):
        X, y, _ = counted
        model = FirstWord()

        def fail(self, X, labels, weights):
            assert self._beside["extra"].shape == (30,)
            raise KeyError

        monkeypatch.setattr(FirstWord, "_learn", fail)
        with pytest.raises(KeyError):
            model._fit(X, y, extra=np.ones(30))
        assert not hasattr(model, "_beside")

    def test_the_prior_comes_of_examples_left_out_in_five_turns(self, counted, monkeypatch):
        X, y, _ = counted
        shown = []
        learn = FirstWord._learn
        monkeypatch.setattr(
            FirstWord, "_learn", lambda self, X, labels, w: shown.append(labels) or learn(self, X, labels, w)
        )
        model = FirstWord(threshold="prior").fit(X, y)
        assert FOLDS == 5
        assert [int(labels.positive.sum()) for labels in shown] == [5] + [4] * 5
        assert {int(labels.unlabelled.sum()) for labels in shown[1:]} == {26}
        assert 0 < model.rank_prior_.prior_ < 1

    def test_known_negatives_stay_so_while_examples_are_left_out(self, counted, monkeypatch):
        X, y, values = counted
        y[values < 3] = 0
        shown = []
        learn = FirstWord._learn
        monkeypatch.setattr(
            FirstWord, "_learn", lambda self, X, labels, w: shown.append(labels) or learn(self, X, labels, w)
        )
        FirstWord(threshold="prior").fit(X, y)
        assert {int(labels.negative.sum()) for labels in shown} == {3}

    def test_what_the_fit_chose_is_not_chosen_again_without_some_examples(self, topics, monkeypatch):
        X, y, _ = topics
        calls = []
        hide = weighted_logistic.hide
        monkeypatch.setattr(weighted_logistic, "hide", lambda *args: calls.append(args) or hide(*args))
        model = WeightedLogisticRegression(threshold="prior").fit(X, y)
        assert len(calls) == 1
        given = WeightedLogisticRegression(C=model.C_, threshold="prior").fit(X, y)
        assert given.rank_prior_.prior_ == model.rank_prior_.prior_

    def test_its_own_probability_is_the_logistic_function_of_the_score(self, counted):
        X, y, values = counted
        model = FirstWord().fit(X, y)
        np.testing.assert_allclose(model.predict_proba(X)[:, 1], expit(values - 5))
        np.testing.assert_array_equal(model.predict(X), (values > 5).astype(int))

    def test_documents_are_learned_in_an_order_of_their_own_and_brought_back(self, counted):
        X, y, values = counted
        order = np.random.default_rng(1).permutation(30)
        first, second = FirstWord(transductive=True).fit(X, y), FirstWord(transductive=True).fit(X[order], y[order])
        np.testing.assert_array_equal(first.seen_, second.seen_)
        np.testing.assert_array_equal(first.kept_, values)
        np.testing.assert_array_equal(first.training_scores_, 10 * values)
        np.testing.assert_array_equal(second.training_scores_, first.training_scores_[order])
        np.testing.assert_array_equal(second.kept_, first.kept_[order])

    def test_labels_and_weights_go_with_their_documents(self, counted):
        X, y, values = counted
        model = FirstWord()
        model._fit(X, y, values + 1)
        np.testing.assert_array_equal(model.weights_, model.seen_ + 1)
        np.testing.assert_array_equal(model.positive_, (model.seen_ >= 20) & (model.seen_ % 2 == 0))

    def test_copies_are_ordered_by_label_and_weight(self):
        X, y, weight = np.ones((6, 2)), np.array([-1, 1, -1, 0, 1, -1]), np.array([3.0, 2.0, 1.0, 5.0, 1.0, 2.0])
        order = np.array([4, 2, 5, 0, 3, 1])
        first, second = FirstWord(), FirstWord()
        first._fit(X, y, weight)
        second._fit(X, y[order], weight[order])
        assert first.weights_.tolist() == second.weights_.tolist() == [1.0, 2.0, 3.0, 5.0, 1.0, 2.0]

    def test_a_class_that_does_not_sort_sees_the_given_order(self, counted):
        X, y, values = counted

        class Unsorted(FirstWord):
            _sorts = False

        model = Unsorted(transductive=True).fit(X, y)
        np.testing.assert_array_equal(model.seen_, values)
        np.testing.assert_array_equal(model.training_scores_, 10 * values)

    def test_transduction_is_cut_like_the_rest(self, counted):
        X, y, values = counted
        model = FirstWord(threshold="prior", transductive=True).fit(X, y)
        np.testing.assert_allclose(model.training_scores_, 10 * values - model.cut_off_)
        np.testing.assert_array_equal(model.transduction_ == 1, model.training_scores_ > 0)
        np.testing.assert_array_equal(model.training_proba_, model.rank_prior_.probability(10 * values))

    def test_other_classes_are_told_by_their_own_names(self, counted):
        X, _, values = counted
        model = FirstWord(transductive=True).fit(X, np.where(values > 10, "yes", "no"))
        assert model.classes_.tolist() == ["no", "yes"]
        assert set(model.predict(X)) == set(model.transduction_) == {"no", "yes"}

    def test_put_back_undoes_an_order(self):
        values = np.array([[3.0, 1.0], [1.0, 2.0], [2.0, 3.0]])
        order = np.array([2, 0, 1])
        np.testing.assert_array_equal(put_back(values[order], order), values)


class TestOrder:
    def test_permuting_documents_permutes_what_is_told_of_them(self, topics):
        X, y, _ = topics
        order = np.random.default_rng(3).permutation(len(y))
        for name in ("bagging-pu", "ts-plsa"):
            first, second = make(name).fit(X, y), make(name).fit(X[order], y[order])
            np.testing.assert_allclose(second.training_scores_, first.training_scores_[order], rtol=1e-5, atol=1e-7)
            np.testing.assert_array_equal(second.transduction_, first.transduction_[order])

    @pytest.mark.parametrize("name", ["s-em", "pebl", "roc-svm", "nb-svm"])
    def test_permuting_documents_permutes_the_reliable_negatives(self, name, topics):
        X, y, _ = topics
        order = np.random.default_rng(3).permutation(len(y))
        first, second = (
            registry.get(name)(random_state=0).fit(X[rows], y[rows]) for rows in (np.arange(len(y)), order)
        )
        assert 0 < first.reliable_.sum() < len(y)
        assert not first.reliable_[y == 1].any()
        np.testing.assert_array_equal(second.reliable_, first.reliable_[order])


class TestWeights:
    WEIGHED = (
        Centroid(),
        UnlabeledAsNegative(),
        WeightedLogisticRegression(C=1.0),
        OneClassSVM(),
        registry.get("nb")(),
    )

    @pytest.mark.parametrize("model", WEIGHED, ids=lambda model: type(model).__name__)
    def test_they_go_with_the_methods_own_cut_off_only(self, model, topics):
        X, y, _ = topics
        with pytest.raises(UserError, match='takes no sample_weight with threshold="prior"') as told:
            clone(model).set_params(threshold="prior").fit(X, y, sample_weight=np.ones(len(y)))
        assert "\n" not in str(told.value)

    @pytest.mark.parametrize("model", WEIGHED, ids=lambda model: type(model).__name__)
    def test_below_nought_they_are_refused_in_one_sentence(self, model, topics):
        X, y, _ = topics
        weight = np.ones(len(y))
        weight[5] = -0.25
        with pytest.raises(UserError, match=rf"{type(model).__name__} .* sample_weight, -0.25 is below 0") as told:
            clone(model).fit(X, y, sample_weight=weight)
        assert "\n" not in str(told.value)

    @pytest.mark.parametrize("model", WEIGHED, ids=lambda model: type(model).__name__)
    def test_nought_is_no_document(self, model, topics):
        X, y, _ = topics
        weight = np.random.default_rng(0).uniform(0.5, 2, len(y)) * (np.arange(len(y)) % 4 > 0)
        kept = weight > 0
        weighted = clone(model).fit(X, y, sample_weight=weight)
        dropped = clone(model).fit(X[kept], y[kept], sample_weight=weight[kept])
        np.testing.assert_allclose(dropped.decision_function(X), weighted.decision_function(X), atol=1e-9)

    @pytest.mark.parametrize("side", [1, -1])
    def test_nought_on_a_whole_side_is_refused(self, side, topics):
        X, y, _ = topics
        with pytest.raises(UserError, match="left with one class, as sample_weight is 0 on the other"):
            Centroid().fit(X, y, sample_weight=(y != side).astype(float))

    def test_methods_that_draw_or_hold_out_take_none(self, topics):
        X, y, _ = topics
        for model in (BaggingPU(), ElkanNoto()):
            # Metadata reach the classifier inside, where scikit-learn's routing is switched on and it asks for them.
            with pytest.raises(ValueError, match="sample_weight"):
                model.fit(X, y, sample_weight=np.ones(len(y)))


@every_cheap_one
def test_a_threshold_of_another_name_is_refused(name, topics):
    X, y, _ = topics
    with pytest.raises(ValueError, match="threshold"):
        make(name, threshold="guess").fit(X, y)
