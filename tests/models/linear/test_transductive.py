import numpy as np
import pytest
from scipy import sparse
from scipy.special import expit

from likewise.datasets import load_20newsgroups
from likewise.errors import UserError
from likewise.models.linear import Centroid, transductive
from likewise.models.linear.svm import hinge_rule
from likewise.models.linear.transductive import TransductiveSVM, positives_among, switched
from likewise.text import Vectorizer, Weighting
from tests.conftest import topical_counts


@pytest.fixture
def three_topics():
    """Counts of three topics in short documents, labels of four documents each, and the truth."""
    X, topic = topical_counts(n_docs=240, n_words=60, n_topics=3, length=12, seed=5)
    y = np.full(240, -1)
    for code in range(3):
        y[np.flatnonzero(topic == code)[:4]] = code
    return X, y, topic


@pytest.fixture
def two_topics(three_topics):
    """The same with two classes: topic 0 against both others."""
    X, y, topic = three_topics
    return X, np.where(y == -1, -1, (y == 0).astype(int)), (topic == 0).astype(int)


def inductive(X, y, C, code=1):
    """Return the margins of all rows by an SVM of the labelled ones, weighted as all are."""
    rows = sparse.csr_array(Weighting("tfidf-log").fit_transform(X))
    known = y != -1
    coef, intercept = hinge_rule(rows[known], y[known] == code, np.full(known.sum(), C))
    return rows @ coef + intercept


def objective_at(sides, scores, costs):
    """Return Σ cost · ξ of sides at a fixed rule, with one cost a side."""
    slack = np.maximum(0, 1 - np.where(sides, scores, -scores))
    return slack @ np.where(sides, *costs)


class TestSwitching:
    def test_pairs_of_most_slack_go_first_and_only_while_they_have_more_than_two(self):
        sides = np.array([True, True, True, False, False, False])
        slack = np.array([0.9, 1.8, 1.2, 1.1, 0.7, 0.3])
        # 1.8 + 1.1 and no more: 1.2 + 0.7 is below 2.
        assert switched(sides, slack, np.ones(6, bool)).tolist() == [True, False, True, True, False, False]

    def test_a_sum_of_exactly_two_stays(self):
        sides = np.array([True, False])
        assert switched(sides, np.array([1.5, 0.5]), np.ones(2, bool)) is sides

    def test_both_must_have_slack(self):
        sides = np.array([True, False])
        assert switched(sides, np.array([5.0, 0.0]), np.ones(2, bool)) is sides
        assert switched(sides, np.array([5.0, 1e-9]), np.ones(2, bool)) is sides

    def test_labelled_documents_never_move(self):
        sides = np.array([True, True, False, False])
        slack = np.array([9.0, 1.5, 9.0, 1.5])
        result = switched(sides, slack, np.array([False, True, False, True]))
        assert result.tolist() == [True, False, False, True]

    def test_what_was_given_is_not_written_to(self):
        sides = np.array([True, False])
        switched(sides, np.array([2.0, 2.0]), np.ones(2, bool))
        assert sides.tolist() == [True, False]

    @pytest.mark.parametrize("seed", range(20))
    def test_it_lowers_the_objective_at_any_costs_and_keeps_the_number_of_positives(self, seed):
        rng = np.random.default_rng(seed)
        scores, sides = rng.normal(0, 1.5, 60), rng.random(60) < 0.4
        slack = np.maximum(0, 1 - np.where(sides, scores, -scores))
        new = switched(sides, slack, np.ones(60, bool))
        assert new is not sides
        assert new.sum() == sides.sum()
        costs = rng.random(2) + 0.01
        assert objective_at(new, scores, costs) < objective_at(sides, scores, costs)
        # Nothing is left at this rule.
        again = np.maximum(0, 1 - np.where(new, scores, -scores))
        assert switched(new, again, np.ones(60, bool)) is new

    @pytest.mark.parametrize(
        ("wanted", "n", "expected"), [(2.4, 10, 2), (0.0, 10, 1), (10.0, 10, 9), (0.4, 1, 0), (1.0, 1, 1), (0.3, 0, 0)]
    )
    def test_there_is_one_of_either_side_where_there_are_two(self, wanted, n, expected):
        assert positives_among(wanted, n) == expected


class TestLearning:
    def test_unlabelled_documents_help(self):
        X, topic = topical_counts(n_docs=600, n_words=200, n_topics=3, length=6, seed=5)
        y = np.full(600, -1)
        for code in range(3):
            y[np.flatnonzero(topic == code)[:4]] = code
        hidden = y == -1
        alone = np.column_stack([inductive(X, y, 3.0, code) for code in range(3)]).argmax(axis=1)
        model = TransductiveSVM().fit(X, y)
        assert (model.predict(X)[hidden] == topic[hidden]).mean() > (alone[hidden] == topic[hidden]).mean() + 0.05

    def test_without_unlabelled_documents_it_is_the_svm(self, two_topics):
        X, _, truth = two_topics
        model = TransductiveSVM(C=0.7).fit(X, truth)
        np.testing.assert_allclose(model.decision_function(X), 2 * inductive(X, truth, 0.7), rtol=1e-6, atol=1e-8)
        assert model.n_iter_ == 1  # scikit-learn wants at least one to be told
        assert model.history_ == [[]]
        assert model.stop_reason_ == "no_change"

    def test_unlabelled_documents_that_cost_nothing_change_nothing(self, two_topics):
        X, y, _ = two_topics
        model = TransductiveSVM(C_unlabeled=1e-9, n_levels=1).fit(X, y)
        np.testing.assert_allclose(model.decision_function(X), 2 * inductive(X, y, 3.0), atol=1e-4)

    @pytest.mark.parametrize("class_weight", ["balanced", None])
    def test_the_objective_never_falls_inside_a_level(self, two_topics, monkeypatch, class_weight):
        monkeypatch.setattr(transductive, "LOOSE", 1e-8)
        X, y, _ = two_topics
        model = TransductiveSVM(C_unlabeled=1.0, class_weight=class_weight, prior=0.5).fit(X, y)
        (levels,) = model.history_
        assert len(levels) == 4
        assert max(map(len, levels)) > 1  # something was switched
        assert min(np.diff(level).min(initial=1) for level in levels) >= -1e-6
        assert model.n_iter_ == sum(map(len, levels))

    def test_the_objective_is_that_of_the_rule(self):
        X, y = sparse.csr_array([[1.0, 0], [0, 1], [3, 1], [1, 4], [2, 1]]), np.array([1, 0, -1, -1, -1])
        model = TransductiveSVM(C=1.5, C_unlabeled=0.4, n_levels=1, class_weight="balanced", prior=0.6, weighting="l2")
        model.fit(X, y)
        margins = model.decision_function(X) / 2
        # Two of three are positive: a positive costs 3/(2·2), a negative 3/(2·1) times C*.
        slack = np.maximum(0, 1 - margins * np.array([1, -1, 1, -1, 1]))
        costs = np.array([1.5, 1.5, 0.3, 0.6, 0.3])
        width = (np.sum(model.coef_**2) + model.intercept_[0] ** 2) / 2
        assert -model.history_[0][-1][-1] == pytest.approx(width + costs @ slack, abs=1e-3)

    def test_the_share_of_positives_is_kept_at_high_cost(self, two_topics):
        X, y, _ = two_topics
        hidden = y == -1
        shares = [
            (TransductiveSVM(C_unlabeled=10.0, class_weight=None, prior=share).fit(X, y).predict(X)[hidden]).mean()
            for share in (0.1, 0.5)
        ]
        np.testing.assert_allclose(shares, [0.1, 0.5], atol=0.05)

    def test_rounds_that_run_out_are_told(self, two_topics):
        X, y, _ = two_topics
        options = {"C_unlabeled": 1.0, "prior": 0.5}
        assert TransductiveSVM(max_iter=1, **options).fit(X, y).stop_reason_ == "max_iter"
        assert TransductiveSVM(max_iter=200, **options).fit(X, y).stop_reason_ == "no_change"

    def test_processes_give_the_same_bytes(self, three_topics):
        X, y, _ = three_topics
        one, two = (TransductiveSVM(n_jobs=n).fit(X, y) for n in (None, 2))
        assert one.coef_.tobytes() == two.coef_.tobytes()
        assert one.decision_function(X).tobytes() == two.decision_function(X).tobytes()

    def test_one_unlabelled_document_works(self):
        model = TransductiveSVM().fit([[4, 0], [0, 4], [3, 1]], [1, 0, -1])
        assert model.predict([[3, 1], [0, 2]]).tolist() == [1, 0]


class TestScores:
    def test_of_two_classes_are_twice_the_margin(self, two_topics):
        X, y, _ = two_topics
        model = TransductiveSVM().fit(X, y)
        rows = Weighting("tfidf-log").fit(X).transform(X)
        np.testing.assert_allclose(
            model.decision_function(X), 2 * (rows @ model.coef_[0] + model.intercept_[0]), rtol=1e-6, atol=1e-9
        )

    def test_of_many_classes_are_of_the_largest_margin_and_sane(self, three_topics):
        X, y, _ = three_topics
        model = TransductiveSVM().fit(X, y)
        margins = Weighting("tfidf-log").fit(X).transform(X) @ model.coef_.T + model.intercept_
        np.testing.assert_array_equal(model.predict(X), margins.argmax(axis=1))
        odds = expit(2 * margins)
        np.testing.assert_allclose(model.predict_proba(X), odds / odds.sum(axis=1, keepdims=True), rtol=1e-9)

    def test_names_of_classes_come_back(self, three_topics):
        X, y, _ = three_topics
        names = np.array(["a", "b", "c", "-1"])[y]
        model = TransductiveSVM().fit(X, names)
        assert model.classes_.tolist() == ["a", "b", "c"]
        np.testing.assert_array_equal(
            np.searchsorted(model.classes_, model.predict(X)), TransductiveSVM().fit(X, y).predict(X)
        )


class TestShares:
    def test_come_from_the_labelled(self, three_topics):
        X, y, _ = three_topics
        y[np.flatnonzero(y == 0)[:2]] = -1
        np.testing.assert_allclose(TransductiveSVM().fit(X, y).prior_, [0.2, 0.4, 0.4])
        y[y == 2] = 1
        np.testing.assert_allclose(TransductiveSVM().fit(X, y).prior_, [0.8])

    @pytest.mark.parametrize("given", [[0.2, 0.5, 0.3], {0: 0.2, 1: 0.5, 2: 0.3}, np.array([0.2, 0.5, 0.3])])
    def test_are_given_in_order_or_by_name(self, three_topics, given):
        X, y, _ = three_topics
        model = TransductiveSVM(prior=given).fit(X, y)
        assert model.prior_.tolist() == [0.2, 0.5, 0.3]

    @pytest.mark.parametrize("given", [0.3, [0.7, 0.3], {1: 0.3}, {0: 0.7, 1: 0.3}])
    def test_of_two_classes_the_positives_is_enough(self, two_topics, given):
        X, y, _ = two_topics
        assert TransductiveSVM(prior=given).fit(X, y).prior_.tolist() == [0.3]

    @pytest.mark.parametrize("given", [0.3, [0.5, 0.5], [0.2, 0.8, 0.0], [0.2, 0.3, 1.5], {0: 0.2, 1: 0.5}])
    def test_that_make_no_sense_are_refused_in_one_sentence(self, three_topics, given):
        X, y, _ = three_topics
        with pytest.raises(UserError, match="prior") as told:
            TransductiveSVM(prior=given).fit(X, y)
        assert "\n" not in str(told.value)

    def test_are_estimated_where_only_positives_are_labelled(self, two_topics):
        X, y, truth = two_topics
        y[y == 0] = -1
        y[np.flatnonzero(truth)[:12]] = 1
        model = TransductiveSVM().fit(X, y)
        hidden = y == -1
        assert model.reliable_.any()
        assert truth[hidden].mean() / 2 < model.prior_[0] < truth[hidden].mean() * 2
        ranks = Centroid(threshold="prior").fit(X, y).rank_prior_
        assert model.prior_[0] == pytest.approx(ranks.prior_, rel=1e-6)
        assert (model.predict(X)[hidden] == truth[hidden]).mean() > 0.85

    def test_with_positives_only_what_was_taken_for_negative_may_be_switched_and_there_is_one_level(self, two_topics):
        X, y, truth = two_topics
        y[y == 0] = -1
        y[np.flatnonzero(truth)[:12]] = 1
        model = TransductiveSVM(prior=0.6).fit(X, y)
        assert model.predict(X)[model.reliable_].any()
        assert [len(levels) for levels in model.history_] == [1]

    def test_of_the_pile_include_what_was_taken_for_negative(self, two_topics):
        X, y, truth = two_topics
        y[y == 0] = -1
        y[np.flatnonzero(truth)[:12]] = 1
        model = TransductiveSVM(prior=0.3, C_unlabeled=10.0, class_weight=None).fit(X, y)
        assert model.predict(X)[y == -1].mean() == pytest.approx(0.3, abs=0.04)

    def test_a_single_example_and_a_pile_work(self, two_topics):
        X, y, truth = two_topics
        y[:] = -1
        y[np.flatnonzero(truth)[0]] = 1
        model = TransductiveSVM().fit(X, y)
        assert 0 < model.prior_[0] < 1
        assert np.isfinite(model.decision_function(X)).all()


@pytest.mark.parametrize(
    "wrong",
    [{"C": 0}, {"C_unlabeled": 0.0}, {"n_levels": 0}, {"max_iter": 0}, {"prior": 1.5}, {"weighting": "x"}],
)
def test_senseless_parameters_are_refused(two_topics, wrong):
    X, y, _ = two_topics
    with pytest.raises(ValueError, match=next(iter(wrong))):
        TransductiveSVM(**wrong).fit(X, y)


@pytest.mark.corpus
def test_unlabelled_messages_help():
    corpus = load_20newsgroups(headers="subject")
    groups, topic = np.unique(corpus.labels, return_inverse=True)
    rows = np.flatnonzero(topic >= len(groups) - 5)
    X = Vectorizer(min_count=5).fit_transform([corpus.texts[row] for row in rows])
    truth = topic[rows] - topic[rows].min()
    gains = []
    for seed in (200, 201):
        y = np.full(len(truth), -1)
        some = np.random.default_rng(seed).permutation(len(truth))[:100]
        y[some] = truth[some]
        alone = np.column_stack([inductive(X, y, 3.0, code) for code in range(5)]).argmax(axis=1)
        hidden = y == -1
        found = TransductiveSVM().fit(X, y).predict(X)
        gains.append((found == truth)[hidden].mean() - (alone == truth)[hidden].mean())
    assert min(gains) > 0.02
