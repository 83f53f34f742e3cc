import numpy as np
import pytest
from sklearn.svm import LinearSVC

from likewise.errors import UserError
from likewise.models.linear import BiasedSVM, biased_svm
from likewise.models.linear.biased_svm import ALL_LABELLED, C_NEG, HARD, RATIOS, WITHOUT_CHOICE, costs
from likewise.text import Weighting


def rule(model):
    return np.append(model.coef_[0], model.intercept_)


def fitted(X, y, **options):
    return BiasedSVM(weighting="l2", **options).fit(X, y)


@pytest.fixture
def asked(monkeypatch):
    """What the choice is asked, with the last candidate as its answer."""
    calls = {}

    def hide(scores, positive, unlabelled, n_folds):
        calls.update(scores=scores, positive=positive, unlabelled=unlabelled, cv=n_folds)
        calls["hinge"] = []
        hinge = biased_svm.hinge_rule

        def spy(rows, shown, cost, *rest):
            calls["hinge"].append((rows, shown, cost))
            return hinge(rows, shown, cost, *rest)

        monkeypatch.setattr(biased_svm, "hinge_rule", spy)
        calls["answer"] = scores(positive)
        monkeypatch.setattr(biased_svm, "hinge_rule", hinge)
        return calls["answer"]

    monkeypatch.setattr(biased_svm, "hide", hide)
    monkeypatch.setattr(biased_svm, "best_of_hidden", lambda answer: len(answer) - 1)
    return calls


class TestTheRule:
    @pytest.mark.parametrize("cost", [0.05, 0.5, 2.0])
    def test_with_equal_costs_it_is_the_plain_svm(self, short_documents, cost):
        X, y, _ = short_documents
        rows = Weighting("l2").fit_transform(X)
        peer = LinearSVC(loss="hinge", C=cost, tol=1e-8, max_iter=100_000, random_state=1).fit(rows, y == 1)
        found = rule(fitted(X, y, C=cost, ratio=1.0))
        np.testing.assert_allclose(found, np.append(peer.coef_[0], peer.intercept_), atol=2e-3)

    def test_the_ratio_is_on_the_examples(self, short_documents):
        X, y, _ = short_documents
        rows = Weighting("l2").fit_transform(X)
        peer = LinearSVC(
            loss="hinge", C=0.05, class_weight={True: 20.0}, tol=1e-8, max_iter=100_000, random_state=1
        ).fit(rows, y == 1)
        found = rule(fitted(X, y, C=0.05, ratio=20.0))
        np.testing.assert_allclose(found, np.append(peer.coef_[0], peer.intercept_), atol=2e-3)

    def test_costs_are_weights_times_those_of_the_sides(self):
        found = costs(np.array([True, True, False, False]), np.array([1.0, 3.0, 1.0, 2.0]), 0.5, 8.0)
        np.testing.assert_array_equal(found, [4.0, 12.0, 0.5, 1.0])

    def test_a_greater_ratio_finds_more(self, short_documents):
        X, y, _ = short_documents
        taken = [np.sum(fitted(X, y, C=0.05, ratio=ratio).predict(X) == 1) for ratio in (1.0, 8.0, 200.0)]
        assert taken[0] < taken[1] < taken[2]


class TestNoiseless:
    @pytest.mark.parametrize("c_neg", [0.05, 1.0])
    def test_every_example_is_placed_and_the_ratio_raised_until_it_is(self, short_documents, c_neg):
        X, y, truth = short_documents
        y[np.flatnonzero(~truth)[:2]] = 1  # two that lie among the others
        noisy = fitted(X, y, C=c_neg, ratio=1.0)
        assert noisy.decision_function(X[y == 1]).min() < 0.9
        exact = fitted(X, y, C=c_neg, ratio=1.0, noiseless=True)
        assert exact.decision_function(X[y == 1]).min() >= 1 - 1e-3
        assert exact.ratio_ >= 10
        assert np.log10(exact.ratio_) == pytest.approx(round(np.log10(exact.ratio_)))
        # Not raised further than needed.
        before = fitted(X, y, C=c_neg, ratio=exact.ratio_ / 10)
        assert before.decision_function(X[y == 1]).min() < 1 - 1e-3

    def test_a_ratio_that_does_stays(self, short_documents):
        X, y, _ = short_documents
        assert fitted(X, y, C=0.05, ratio=1e4, noiseless=True).ratio_ == 1e4

    def test_by_default_it_starts_at_a_thousand(self, short_documents, asked):
        X, y, _ = short_documents
        assert fitted(X, y, noiseless=True).ratio_ >= 1e3
        assert len(asked["answer"]) == len(C_NEG)

    def test_examples_that_no_rule_places_are_told(self, short_documents):
        X, y, _ = short_documents
        with pytest.raises(UserError, match=r"cannot place every example with C=1e-12; raise it") as told:
            fitted(X, y, C=1e-12, ratio=1.0, noiseless=True)
        assert "\n" not in str(told.value)

    def test_an_example_of_no_weight_need_not_be_placed(self, short_documents):
        X, y, truth = short_documents
        odd = np.flatnonzero(~truth)[0]
        y[odd] = 1
        weight = np.ones(len(y))
        weight[odd] = 0
        model = BiasedSVM(C=1.0, ratio=1.0, noiseless=True, weighting="l2")
        placed = np.delete(X.toarray(), odd, axis=0)
        others = fitted(placed, np.delete(y, odd), C=1.0, ratio=1.0, noiseless=True)
        np.testing.assert_array_equal(rule(model.fit(X, y, sample_weight=weight)), rule(others))


class TestTheChoice:
    def test_it_is_the_same_every_time_and_one_of_the_grid(self, short_documents):
        X, y, _ = short_documents
        first, second = fitted(X, y), fitted(X, y)
        assert (first.C_, first.ratio_) == (second.C_, second.ratio_)
        assert first.C_ in C_NEG
        assert first.ratio_ in RATIOS
        np.testing.assert_array_equal(rule(first), rule(second))

    def test_the_rule_is_that_of_the_chosen_costs(self, short_documents):
        X, y, _ = short_documents
        chosen = fitted(X, y)
        np.testing.assert_array_equal(rule(chosen), rule(fitted(X, y, C=chosen.C_, ratio=chosen.ratio_)))

    def test_a_given_cost_leaves_the_ratio_to_choose(self, short_documents, asked):
        X, y, _ = short_documents
        model = fitted(X, y, C=0.02)
        assert (model.C_, model.ratio_) == (0.02, 300.0)  # the last under HARD
        assert len(asked["answer"]) == 4

    def test_a_given_ratio_leaves_the_cost_to_choose(self, short_documents, asked):
        X, y, _ = short_documents
        model = fitted(X, y, ratio=77.0)
        assert (model.C_, model.ratio_) == (C_NEG[-1], 77.0)
        assert len(asked["answer"]) == len(C_NEG)

    def test_candidates_that_change_nothing_are_left_out_and_the_cautious_come_first(self, short_documents, asked):
        X, y, _ = short_documents
        fitted(X, y)
        pairs = [(c, r) for c in C_NEG for r in RATIOS if c * r <= HARD]
        found = [(min(cost), max(cost) / min(cost)) for _, _, cost in asked["hinge"]]
        np.testing.assert_allclose(found, pairs)
        assert len(pairs) < len(C_NEG) * len(RATIOS)

    @pytest.mark.parametrize("c_neg", [0.5, 5.0])
    def test_a_cost_above_all_that_matter_takes_the_least_ratio(self, short_documents, c_neg):
        X, y, _ = short_documents
        model = fitted(X, y, C=c_neg)
        assert (model.C_, model.ratio_) == (c_neg, RATIOS[0])

    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ({}, WITHOUT_CHOICE),
            ({"C": 0.07}, (0.07, WITHOUT_CHOICE[1])),
            ({"ratio": 3.0}, (WITHOUT_CHOICE[0], 3.0)),
        ],
    )
    def test_a_single_example_cannot_be_hidden(self, short_documents, given, expected):
        X, y, _ = short_documents
        y[np.flatnonzero(y == 1)[1:]] = -1
        model = fitted(X, y, **given)
        assert (model.C_, model.ratio_) == expected

    def test_without_a_pile_it_is_the_plain_svm(self, short_documents):
        X, _, truth = short_documents
        model = fitted(X, truth.astype(int))
        assert (model.C_, model.ratio_) == ALL_LABELLED
        assert np.mean((model.predict(X) == 1) == truth) > 0.9

    def test_folds_are_passed_on(self, short_documents, asked):
        X, y, _ = short_documents
        fitted(X, y, cv=4)
        assert asked["cv"] == 4


class TestThinning:
    def test_the_choice_sees_every_example_and_so_many_others_that_stand_for_all(
        self, short_documents, asked, monkeypatch
    ):
        X, y, _ = short_documents
        monkeypatch.setattr(biased_svm, "CHOICE_ROWS", 30)
        model = fitted(X, y, ratio=10.0)
        assert asked["positive"].sum() == 15
        assert asked["unlabelled"].sum() == 30
        _, shown, cost = asked["hinge"][0]
        np.testing.assert_allclose(cost[shown], C_NEG[0] * 10)
        np.testing.assert_allclose(cost[~shown], C_NEG[0] * 105 / 30)
        assert cost[~shown].sum() == pytest.approx(C_NEG[0] * 105)
        # The rule itself is learned from all.
        np.testing.assert_array_equal(rule(model), rule(fitted(X, y, C=model.C_, ratio=10.0)))

    def test_documents_keep_their_labels(self, short_documents, asked, monkeypatch):
        X, y, _ = short_documents
        monkeypatch.setattr(biased_svm, "CHOICE_ROWS", 30)
        fitted(X, y)
        rows, shown, _ = asked["hinge"][0]
        examples = Weighting("l2").fit_transform(X)[y == 1].toarray()
        np.testing.assert_allclose(np.sort(rows[shown].toarray(), axis=0), np.sort(examples, axis=0))

    def test_a_small_pile_is_seen_whole(self, short_documents, asked, monkeypatch):
        X, y, _ = short_documents
        monkeypatch.setattr(biased_svm, "CHOICE_ROWS", 105)
        fitted(X, y)
        assert asked["unlabelled"].sum() == 105

    def test_a_thinned_choice_is_the_same_every_time(self, short_documents, monkeypatch):
        X, y, _ = short_documents
        monkeypatch.setattr(biased_svm, "CHOICE_ROWS", 40)
        first, second = fitted(X, y), fitted(X, y)
        assert (first.C_, first.ratio_) == (second.C_, second.ratio_)

    def test_many_known_negatives_do_not_push_the_pile_out(self, short_documents, asked, monkeypatch):
        X, y, truth = short_documents
        pile = np.flatnonzero(y == -1)
        y[pile[truth[pile] == 0]] = 0
        y[pile[truth[pile]][3:]] = 0
        assert np.sum(y == -1) == 3
        monkeypatch.setattr(biased_svm, "CHOICE_ROWS", 20)
        fitted(X, y)
        assert asked["unlabelled"].sum() == 1  # 3 · 20 / 105, rounded up


def test_examples_of_no_weight_are_not_hidden(short_documents):
    X, y, _ = short_documents
    weight = np.ones(len(y))
    weight[np.flatnonzero(y == 1)[1:]] = 0
    model = BiasedSVM(weighting="l2").fit(X, y, sample_weight=weight)
    assert (model.C_, model.ratio_) == WITHOUT_CHOICE
