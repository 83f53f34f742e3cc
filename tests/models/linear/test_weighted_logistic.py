import numpy as np
import pytest
from scipy import sparse
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from likewise.models.linear import WeightedLogisticRegression, weighted_logistic
from likewise.models.linear.weighted_logistic import GRID, WITHOUT_CHOICE, weighted_loss
from likewise.text import Weighting


def rule(model):
    return np.append(model.coef_[0], model.intercept_)


def fitted(X, y, **options):
    return WeightedLogisticRegression(weighting="l2", **options).fit(X, y)


def with_ones(X):
    return np.column_stack([Weighting("l2").fit_transform(X).toarray(), np.ones(X.shape[0])])


def paper_weights(y):
    """n₋/n₊ on examples and 1 on the pile."""
    return np.where(y == 1, np.sum(y != 1) / np.sum(y == 1), 1.0)


class TestTheProblem:
    @pytest.mark.parametrize("reg", [0.005, 0.1, 5.0])
    def test_the_derivative_with_a_regularised_bias_is_nought_at_the_answer(self, short_documents, reg):
        X, y, _ = short_documents
        found, rows = rule(fitted(X, y, C=1 / reg)), with_ones(X)
        rho = reg * len(y)
        slope = rows.T @ (paper_weights(y) * (expit(rows @ found) - (y == 1))) + rho * found
        at_nought = np.abs(rows.T @ (paper_weights(y) * (0.5 - (y == 1)))).max()
        assert np.abs(slope).max() <= 1.01e-4 * at_nought
        # The same without ρ on the bias is far from nought: its regularisation is not forgotten.
        assert abs(slope[-1] - rho * found[-1]) > 1e-2 * rho * np.abs(found).max()

    @pytest.mark.parametrize("reg", [0.01, 1.0])
    def test_it_is_scikit_learns_logistic_regression_over_a_column_of_ones(self, short_documents, reg):
        X, y, _ = short_documents
        peer = LogisticRegression(C=1 / (reg * len(y)), fit_intercept=False, tol=1e-10, max_iter=10_000)
        peer.fit(with_ones(X), y == 1, sample_weight=paper_weights(y))
        np.testing.assert_allclose(rule(fitted(X, y, C=1 / reg)), peer.coef_[0], rtol=0, atol=1e-3)

    def test_an_endless_strength_leaves_nothing(self, short_documents):
        X, y, _ = short_documents
        sizes = [np.abs(rule(fitted(X, y, C=1 / reg))).max() for reg in (1.0, 1e3, 1e6)]
        assert sizes[0] > sizes[1] > sizes[2]
        assert sizes[2] < 1e-5

    def test_a_pile_twice_under_twice_the_strength_changes_nothing(self, short_documents):
        X, y, _ = short_documents
        pile = np.flatnonzero(y == -1)
        twice = np.concatenate([np.arange(len(y)), pile])
        reg = 0.1
        copied = fitted(X[twice], y[twice], C=len(twice) / (2 * reg * len(y)))
        np.testing.assert_allclose(rule(copied), rule(fitted(X, y, C=1 / reg)), atol=1e-3)

    def test_a_weight_of_two_is_a_copy_also_in_the_two_sides_balance(self, short_documents):
        X, y, _ = short_documents
        weight = np.where(np.arange(len(y)) % 3 == 0, 2.0, 1.0)
        copies = np.repeat(np.arange(len(y)), weight.astype(int))
        model = WeightedLogisticRegression(C=10.0, weighting="l2")
        weighted = rule(model.fit(X, y, sample_weight=weight))
        np.testing.assert_allclose(weighted, rule(fitted(X[copies], y[copies], C=10.0)), atol=1e-3)

    def test_the_loss_weighs_both_sides_the_same(self):
        loss = weighted_loss(np.array([True, False, False, False]), np.array([2.0, 1.0, 1.0, 2.0]))
        value, slope = loss(np.zeros(4))
        assert value == pytest.approx(8 * np.log(2))
        np.testing.assert_allclose(slope, [-2.0, 0.5, 0.5, 1.0])

    def test_the_loss_stays_finite_for_huge_scores(self):
        value, slope = weighted_loss(np.array([True, False]), np.ones(2))(np.array([-1e4, 1e4]))
        assert value == pytest.approx(2e4)
        np.testing.assert_allclose(slope, [-1.0, 1.0])


class TestTheChoice:
    def test_one_of_the_grid_is_chosen_and_fitted_by(self, short_documents):
        X, y, _ = short_documents
        chosen = fitted(X, y)
        assert chosen.C_ in GRID
        np.testing.assert_array_equal(rule(chosen), rule(fitted(X, y, C=chosen.C_)))

    def test_the_strongest_are_asked_first(self):
        assert list(GRID) == sorted(GRID)
        assert GRID[0] == pytest.approx(0.02)
        assert GRID[-1] == pytest.approx(200)

    def test_what_the_hidden_examples_say_is_taken(self, short_documents, monkeypatch):
        X, y, _ = short_documents
        asked = {}

        def hide(scores, positive, unlabelled, n_folds):
            asked.update(shape=scores(positive).shape, n=positive.sum(), pile=unlabelled.sum(), folds=n_folds)
            return "hidden"

        monkeypatch.setattr(weighted_logistic, "hide", hide)
        monkeypatch.setattr(weighted_logistic, "best_of_hidden", {"hidden": 3}.get)
        assert GRID[3] == fitted(X, y, cv=4).C_
        assert asked == {"shape": (len(GRID), len(y)), "n": 15, "pile": 105, "folds": 4}

    def test_scores_of_each_strength_are_those_of_a_fit_by_it(self, short_documents, monkeypatch):
        X, y, _ = short_documents
        seen = []
        monkeypatch.setattr(weighted_logistic, "hide", lambda scores, positive, *_: seen.append(scores(positive)))
        monkeypatch.setattr(weighted_logistic, "best_of_hidden", lambda _: 0)
        fitted(X, y)
        for C, scores in zip(GRID, seen[0], strict=True):
            alone = fitted(X, y, C=C).decision_function(X)
            # Documents are sorted before they are learned from.
            np.testing.assert_allclose(np.sort(scores), np.sort(alone), atol=0.02 * np.abs(alone).max())

    def test_a_single_example_cannot_be_hidden(self, short_documents):
        X, y, _ = short_documents
        y[np.flatnonzero(y == 1)[1:]] = -1
        assert fitted(X, y).C_ == WITHOUT_CHOICE

    def test_without_a_pile_it_is_supervised(self, short_documents):
        X, _, truth = short_documents
        model = fitted(X, truth.astype(int))
        assert model.C_ == WITHOUT_CHOICE
        assert np.mean((model.predict(X) == 1) == truth) > 0.9

    def test_known_negatives_are_not_asked_to_stay_away_from_the_hidden(self, short_documents):
        X, y, truth = short_documents
        y[np.flatnonzero(~truth)[:20]] = 0
        assert fitted(X, y).C_ in GRID

    def test_examples_of_no_weight_are_not_hidden(self, short_documents):
        X, y, _ = short_documents
        weight = np.ones(len(y))
        weight[np.flatnonzero(y == 1)[1:]] = 0
        model = WeightedLogisticRegression(weighting="l2").fit(X, y, sample_weight=weight)
        assert model.C_ == WITHOUT_CHOICE
        np.testing.assert_array_equal(rule(model), rule(fitted(X[weight > 0], y[weight > 0])))


def test_an_empty_document_has_the_intercept_as_its_score(short_documents):
    X, y, _ = short_documents
    model = fitted(X, y, C=10.0)
    np.testing.assert_array_equal(model.decision_function(sparse.csr_array((1, X.shape[1]))), model.intercept_)


@pytest.mark.parametrize("wrong", [{"C": 0.0}, {"C": "most"}, {"cv": 1}, {"weighting": "idf"}])
def test_senseless_parameters_are_refused(short_documents, wrong):
    X, y, _ = short_documents
    with pytest.raises(ValueError, match=next(iter(wrong))):
        WeightedLogisticRegression(**wrong).fit(X, y)
