import numpy as np
import pytest
from scipy import sparse
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from likewise.errors import UserError
from likewise.models import class_prior
from likewise.models.linear import NonNegativePU, non_negative
from likewise.models.linear.non_negative import _risk
from likewise.text import Weighting
from tests.conftest import topical_counts


def rule(model):
    return np.append(model.coef_[0], model.intercept_)


def with_ones(X):
    return np.column_stack([Weighting("l2").fit_transform(X).toarray(), np.ones(X.shape[0])])


def soft(scores):
    return np.logaddexp(0, scores)


def parts(rows, y, q, found):
    """q R_P⁺ and R_U⁻ − q R_P⁻, from their definitions."""
    near, pile = rows[y == 1] @ found, rows[y == -1] @ found
    return q * soft(-near).mean(), soft(pile).mean() - q * soft(near).mean()


def width(found, reg):
    return reg / 2 * found[:-1] @ found[:-1]


@pytest.fixture
def overfitting(short_documents):
    """A share of positives so great, and regularisation so weak, that the unbiased risk falls below zero."""
    X, y, _ = short_documents
    return X, y, {"prior": 0.6, "C": 10000.0, "weighting": "l2"}


class TestUnbiased:
    @pytest.mark.parametrize(("prior", "reg"), [(0.1, 1e-3), (0.4, 1e-2), (0.6, 1.0)])
    def test_the_derivative_of_the_risk_is_nought_at_the_answer(self, short_documents, prior, reg):
        X, y, _ = short_documents
        rows = with_ones(X)
        found = rule(NonNegativePU(prior=prior, C=1 / reg, unbiased=True, weighting="l2").fit(X, y))
        strength = np.append(np.full(rows.shape[1] - 1, reg), 0.0)  # the intercept is free

        def slope(w):
            fall = -prior * rows[y == 1].mean(axis=0)
            return fall + rows[y == -1].T @ expit(rows[y == -1] @ w) / np.sum(y == -1) + strength * w

        assert np.abs(slope(found)).max() <= 1.01e-4 * np.abs(slope(np.zeros(len(found)))).max()

    def test_the_negative_risk_may_fall_below_zero_and_is_told(self, overfitting):
        X, y, options = overfitting
        model = NonNegativePU(unbiased=True, **options).fit(X, y)
        assert model.negative_risk_ == pytest.approx(parts(with_ones(X), y, 0.6, rule(model))[1], abs=1e-9)
        assert model.negative_risk_ < -0.05


class TestNonNegative:
    def test_it_is_the_unbiased_rule_where_that_is_not_below_zero(self, short_documents):
        X, y, _ = short_documents
        options = {"prior": 0.2, "C": 100.0, "weighting": "l2"}
        unbiased = NonNegativePU(unbiased=True, **options).fit(X, y)
        assert unbiased.negative_risk_ > 0
        np.testing.assert_array_equal(rule(NonNegativePU(**options).fit(X, y)), rule(unbiased))

    @pytest.mark.parametrize("beta", [0.0, 0.03])
    def test_the_negative_risk_stays_at_its_floor_where_the_unbiased_falls_below(self, overfitting, beta):
        X, y, options = overfitting
        model = NonNegativePU(beta=beta, **options).fit(X, y)
        assert model.negative_risk_ >= -beta - 1e-3
        assert model.negative_risk_ == pytest.approx(-beta, abs=1e-2)
        assert model.negative_risk_ == pytest.approx(parts(with_ones(X), y, 0.6, rule(model))[1], abs=1e-9)

    def test_a_floor_below_the_unbiased_answer_is_no_floor(self, overfitting):
        X, y, options = overfitting
        unbiased = NonNegativePU(unbiased=True, **options).fit(X, y)
        deep = NonNegativePU(beta=-unbiased.negative_risk_ + 0.01, **options).fit(X, y)
        np.testing.assert_array_equal(rule(deep), rule(unbiased))

    @pytest.mark.parametrize("beta", [0.0, 0.03])
    def test_no_point_around_has_a_lower_risk(self, overfitting, beta):
        X, y, options = overfitting
        rows = with_ones(X)

        def objective(found):
            near, below = parts(rows, y, 0.6, found)
            return near + max(-beta, below) + width(found, 1 / options["C"])

        found = rule(NonNegativePU(beta=beta, **options).fit(X, y))
        least = objective(found)
        rng = np.random.default_rng(0)
        for size in (1e-2, 0.1, 1.0, 5.0):
            cloud = found + size * rng.normal(size=(300, len(found)))
            assert min(objective(point) for point in cloud) >= least - 2e-4
        unbiased = rule(NonNegativePU(unbiased=True, **options).fit(X, y))
        assert objective(unbiased) > least + 1e-3
        assert objective(found + 1e-3 * (unbiased - found)) >= least - 1e-5

    def test_the_risk_of_any_share_has_the_slope_that_differences_show(self):
        rng = np.random.default_rng(0)
        scores, near, pile = (
            rng.normal(size=6),
            np.array([0.5, 0.5, 0, 0, 0, 0]),
            np.array([0, 0, 0.25, 0.25, 0.25, 0.25]),
        )
        for share in (0.0, 0.3, 1.0):
            loss = _risk(near, pile, 0.4, share)
            value, slope = loss(scores)
            expected = 0.4 * near @ soft(-scores) + share * (pile @ soft(scores) - 0.4 * near @ soft(scores))
            assert value == pytest.approx(expected)
            steps = [(loss(scores + 1e-6 * e)[0] - loss(scores - 1e-6 * e)[0]) / 2e-6 for e in np.eye(6)]
            np.testing.assert_allclose(slope, steps, atol=1e-8)


class TestLabels:
    def test_all_labelled_is_logistic_regression(self, short_documents):
        X, _, truth = short_documents
        n, reg = len(truth), 1e-2
        model = NonNegativePU(C=1 / reg, weighting="l2").fit(X, truth.astype(int))
        assert model.prior_ == pytest.approx(truth.mean())
        peer = LogisticRegression(C=1 / (n * reg), tol=1e-9, max_iter=10_000)
        peer.fit(with_ones(X)[:, :-1], truth)
        np.testing.assert_allclose(rule(model), np.append(peer.coef_[0], peer.intercept_), atol=2e-2)

    def test_simulated_labels_with_the_true_share_are_nearly_as_good_as_all_labels(self):
        rng = np.random.default_rng(0)
        X, topic = topical_counts(n_docs=3000, n_words=60, n_topics=2, length=2, seed=4)
        truth = topic == 0
        train, test = np.arange(3000) < 1800, np.arange(3000) >= 1800
        y = np.where(truth & (rng.random(3000) < 0.5), 1, -1)
        share = truth[train & (y == -1)].mean()
        model = NonNegativePU(prior=share, weighting="l2").fit(X[train], y[train])
        supervised = NonNegativePU(weighting="l2").fit(X[train], truth[train].astype(int))
        got, best = (np.mean((m.predict(X[test]) == 1) == truth[test]) for m in (model, supervised))
        assert 0.75 < best < 0.97
        assert got >= best - 0.02

    def test_known_negatives_make_positives_rarer_in_the_pile(self, short_documents):
        X, y, truth = short_documents
        y[np.flatnonzero(~truth)[:30]] = 0
        rows = with_ones(X)
        found = rule(NonNegativePU(prior=0.5, C=100.0, unbiased=True, weighting="l2").fit(X, y))
        rest = y != 1
        q = 0.5 * np.sum(y == -1) / np.sum(rest)
        slope = -q * rows[y == 1].mean(axis=0) + rows[rest].T @ expit(rows[rest] @ found) / rest.sum()
        slope += 1e-2 * np.append(found[:-1], 0)
        assert np.abs(slope).max() < 1e-4

    def test_a_weight_of_two_is_a_copy(self, short_documents):
        X, y, _ = short_documents
        weight = np.where(np.arange(len(y)) % 3 == 0, 2.0, 1.0)
        copies = np.repeat(np.arange(len(y)), weight.astype(int))
        options = {"prior": 0.3, "C": 100.0, "weighting": "l2"}
        weighted = NonNegativePU(**options).fit(X, y, sample_weight=weight)
        copied = NonNegativePU(**options).fit(X[copies], y[copies])
        np.testing.assert_allclose(rule(weighted), rule(copied), atol=2e-2)


class TestThePrior:
    def test_a_given_share_is_used_as_it_is(self, short_documents, monkeypatch):
        X, y, _ = short_documents
        monkeypatch.setattr(class_prior, "estimate_prior", None)
        assert NonNegativePU(prior=0.123).fit(X, y).prior_ == 0.123

    def test_none_is_estimated_from_counts_and_labels(self, short_documents, monkeypatch):
        X, y, truth = short_documents
        seen = []

        class Estimate:
            prior = 0.37

        def estimate(counts, labels):
            seen.append((counts.sum(), np.bincount(labels + 1).tolist()))
            return Estimate

        monkeypatch.setattr(class_prior, "estimate_prior", estimate)
        y[np.flatnonzero(~truth)[:4]] = 0
        assert NonNegativePU().fit(X, y).prior_ == 0.37
        assert seen == [(X.sum(), [101, 4, 15])]

    @pytest.mark.parametrize(("estimated", "used"), [(0.0, 1e-4), (1.0, 1 - 1e-4)])
    def test_an_estimate_at_an_end_is_kept_off_it(self, short_documents, monkeypatch, estimated, used):
        X, y, _ = short_documents
        monkeypatch.setattr(class_prior, "estimate_prior", lambda *_: type("Estimate", (), {"prior": estimated}))
        assert NonNegativePU().fit(X, y).prior_ == used

    def test_the_true_estimate_is_near_the_share(self):
        X, topic = topical_counts(n_docs=300, seed=2)
        truth = topic == 0
        y = np.full(300, -1)
        y[np.flatnonzero(truth)[:30]] = 1
        model = NonNegativePU().fit(X, y)
        assert model.prior_ == pytest.approx(truth[y == -1].mean(), abs=0.1)

    def test_a_single_example_without_a_share_is_told_in_one_sentence(self, short_documents):
        X, y, _ = short_documents
        y[np.flatnonzero(y == 1)[1:]] = -1
        with pytest.raises(UserError, match=r"NonNegativePU cannot estimate .* from one example; give prior") as told:
            NonNegativePU().fit(X, y)
        assert "\n" not in str(told.value)
        assert NonNegativePU(prior=0.3).fit(X, y).prior_ == 0.3

    @pytest.mark.parametrize("wrong", [{"prior": 0.0}, {"prior": 1.0}, {"C": 0.0}, {"beta": -0.1}])
    def test_senseless_parameters_are_refused(self, short_documents, wrong):
        X, y, _ = short_documents
        with pytest.raises(ValueError, match=next(iter(wrong))):
            NonNegativePU(**wrong).fit(X, y)


def test_an_answer_that_is_not_finite_is_told(short_documents, monkeypatch):
    X, y, _ = short_documents
    broken = non_negative.minimise(sparse.csr_array((1, 1)), sparse.csr_array((1, 1)), lambda g: (0.0, g), 1.0)
    monkeypatch.setattr(
        non_negative, "minimise", lambda rows, *_, **__: broken._replace(weights=np.full(rows.shape[1] + 1, np.nan))
    )
    with pytest.raises(UserError, match=r"no finite solution with C=50; lower it"):
        NonNegativePU(prior=0.3, C=50.0).fit(X, y)
