import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC

from likewise.errors import UserError
from likewise.models.meta import ElkanNoto
from tests.conftest import topical_counts


class Told(ClassifierMixin, BaseEstimator):
    """Says of a document the probability that its first word counts, in hundredths; keeps what it was fitted on."""

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.unique(y)
        self.X_, self.y_, self.sample_weight_ = X, y, sample_weight
        return self

    def predict_proba(self, X):
        g = X[:, [0]].toarray().ravel() / 100
        return np.column_stack([1 - g, g])

    def predict(self, X):
        return self.predict_proba(X)[:, 1] > 0.5


#: Two examples of .3 and .5, so that c is .4 by its mean; then a pile of .2, .4, .8 and .01.
HAND = sparse.csr_array([[30.0], [50.0], [20.0], [40.0], [80.0], [1.0]])
Y = np.array([1, 1, -1, -1, -1, -1])


def told(**options):
    return ElkanNoto(Told(), cv=2, weighting="counts", random_state=0, **options)


@pytest.fixture
def sample():
    """A sample in which every positive is labelled with probability .4."""
    X, topic = topical_counts(n_docs=400, n_words=30, n_topics=3, length=30, seed=6)
    truth = topic == 0
    y = np.where(truth & (np.random.default_rng(0).random(400) < 0.4), 1, -1)
    return X, y, truth


class TestByHand:
    def test_a_fifth_over_two_fifths_is_one_half(self):
        model = told().fit(HAND, Y)
        assert model.c_ == pytest.approx(0.4)
        np.testing.assert_allclose(model.predict_proba(HAND)[:, 1], [0.75, 1.0, 0.5, 1.0, 1.0, 0.025], atol=1e-6)

    def test_the_cut_off_is_half_the_constant(self):
        model = told().fit(HAND, Y)
        assert model.predict(sparse.csr_array([[19.9], [20.1]])).tolist() == [0, 1]
        assert model.decision_function(HAND)[2] == pytest.approx(0, abs=1e-9)

    def test_above_the_constant_probabilities_are_one_and_scores_still_rank(self):
        model = told().fit(HAND, Y)
        scores = model.decision_function(HAND)
        assert scores[4] > scores[1] > scores[3] > scores[0]
        assert model.predict_proba(HAND).max() == 1.0

    @pytest.mark.parametrize(("constant", "expected"), [("e1", 0.4), ("e2", 0.8 / 2.21), ("e3", 0.8)])
    def test_three_constants(self, constant, expected):
        assert told(constant=constant).fit(HAND, Y).c_ == pytest.approx(expected)

    def test_the_share_of_positives_among_the_unlabelled(self):
        assert told().fit(HAND, Y).prior_ == pytest.approx((2 / 0.4 - 2) / 4)
        assert told().fit(HAND[:4], Y[:4]).prior_ == 1.0  # (2 / .4 − 2) / 2 is too many

    def test_the_second_fit_weighs_the_pile_by_its_odds(self):
        model = told(weighted=True).fit(HAND, Y)
        inner = model.estimator_
        rows = inner.X_.toarray().ravel()
        as_positive = {x: w for x, side, w in zip(rows, inner.y_, inner.sample_weight_, strict=True) if side}
        as_negative = {x: w for x, side, w in zip(rows, inner.y_, inner.sample_weight_, strict=True) if not side}
        # 1.5 g / (1 − g), no more than 1
        assert as_positive == pytest.approx({30: 1, 50: 1, 20: 0.375, 40: 1.0, 80: 1.0, 1: 1.5 / 99})
        assert as_negative == pytest.approx({20: 0.625, 40: 0.0, 80: 0.0, 1: 1 - 1.5 / 99})
        # and its probability is the answer.
        np.testing.assert_allclose(model.predict_proba(HAND)[:, 1], HAND.toarray().ravel() / 100, atol=1e-9)
        assert model.predict(sparse.csr_array([[49.9], [50.1]])).tolist() == [0, 1]

    def test_known_negatives_weigh_one_on_their_side_and_nought_on_the_other(self):
        y = np.array([1, 1, -1, -1, 0, -1])
        inner = told(weighted=True).fit(HAND, y).estimator_
        mine = inner.X_.toarray().ravel() == 80
        assert inner.y_[mine].tolist() == [False]
        assert inner.sample_weight_[mine].tolist() == [1.0]

    def test_without_a_pile_a_positive_is_always_labelled(self):
        model = told(weighted=True).fit(HAND, np.where(Y == 1, 1, 0))
        assert model.c_ == 1.0
        assert model.estimator_.sample_weight_ is None
        assert model.predict_proba(HAND)[2, 1] == pytest.approx(0.2)

    def test_all_documents_train_the_last_classifier(self):
        inner = told().fit(HAND, Y).estimator_
        assert inner.X_.shape == (6, 1)
        assert inner.y_.sum() == 2


class TestASample:
    @pytest.mark.parametrize("constant", ["e1", "e2"])
    def test_the_constant_is_the_share_that_is_labelled(self, sample, constant):
        X, y, truth = sample
        model = ElkanNoto(LogisticRegression(C=10.0), constant=constant, random_state=0).fit(X, y)
        assert model.c_ == pytest.approx(np.mean(y[truth] == 1), abs=0.12)
        assert model.prior_ == pytest.approx(truth.mean(), abs=0.12)

    def test_the_constant_is_of_examples_held_out(self, sample):
        X, y, _ = sample
        # A neighbour of one knows its training documents by heart.
        model = ElkanNoto(KNeighborsClassifier(1), random_state=0).fit(X, y)
        assert model.c_ < 0.8

    @pytest.mark.parametrize("weighted", [False, True])
    @pytest.mark.parametrize(
        ("estimator", "weighting"),
        [(None, "tfidf-log"), (MultinomialNB(), "counts"), (LogisticRegression(C=10.0), "l2")],
    )
    def test_hidden_positives_are_found_around_any_classifier_with_probabilities(
        self, sample, estimator, weighting, weighted
    ):
        X, y, truth = sample
        model = ElkanNoto(estimator, weighting=weighting, weighted=weighted, random_state=0).fit(X, y)
        probability = model.predict_proba(X)[:, 1]
        assert 0 <= probability.min() <= probability.max() <= 1
        assert np.mean((model.predict(X) == 1) == truth) > 0.9

    def test_the_same_seed_gives_the_same_folds_and_another_does_not(self, sample):
        X, y, _ = sample
        first, second, third = (ElkanNoto(random_state=seed).fit(X, y) for seed in (0, 0, 1))
        assert first.c_ == second.c_ != third.c_

    def test_folds_are_no_more_than_examples(self, sample):
        X, y, _ = sample
        y[np.flatnonzero(y == 1)[3:]] = -1
        seen = []

        class Counting(LogisticRegression):
            def fit(self, *args, **options):
                seen.append(self)
                return super().fit(*args, **options)

        ElkanNoto(Counting(), cv=10, random_state=0).fit(X, y)
        assert len(seen) == 3 + 1

    def test_the_estimator_given_is_left_alone(self, sample):
        X, y, _ = sample
        base = LogisticRegression()
        model = ElkanNoto(base, random_state=0).fit(X, y)
        assert not hasattr(base, "coef_")
        assert hasattr(model.estimator_, "coef_")


class TestWhatIsRefused:
    def test_a_classifier_without_probabilities(self):
        with pytest.raises(ValueError, match="estimator"):
            ElkanNoto(LinearSVC()).fit(HAND, Y)

    @pytest.mark.parametrize("y", [[1, -1, -1, -1, -1, -1], [1, 1, 1, 1, 1, -1]])
    def test_fewer_than_two_examples_or_others(self, y):
        with pytest.raises(UserError, match=r"needs two of them .* there are \d and \d: give more\.$") as said:
            ElkanNoto().fit(HAND, y)
        assert "\n" not in str(said.value)

    def test_a_second_fit_by_a_classifier_that_takes_no_weights(self):
        with pytest.raises(
            UserError, match="KNeighborsClassifier, whose fit takes no sample_weight; say weighted=False"
        ):
            ElkanNoto(KNeighborsClassifier(1), weighted=True).fit(HAND, Y)

    @pytest.mark.parametrize("wrong", [{"constant": "e4"}, {"cv": 1}, {"weighting": "idf"}])
    def test_senseless_parameters(self, wrong):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            ElkanNoto(**wrong).fit(HAND, Y)


def test_the_constant_is_the_mean_that_scikit_learn_cross_validates(sample):
    X, y, _ = sample
    model = ElkanNoto(MultinomialNB(), weighting="counts", cv=4, random_state=0).fit(X, y)
    means = [
        cross_val_predict(
            MultinomialNB(), X, y == 1, cv=StratifiedKFold(4, shuffle=True, random_state=seed), method="predict_proba"
        )[y == 1, 1].mean()
        for seed in range(5)
    ]
    assert model.c_ == pytest.approx(np.mean(means), abs=0.05)
