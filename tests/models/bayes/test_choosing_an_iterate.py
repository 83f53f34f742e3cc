import numpy as np
import pytest

from likewise.models.bayes import ErrorChange, NaiveBayes, NaiveBayesEM
from likewise.models.bayes.em import WITHOUT_CHOICE
from likewise.models.bayes.iterates import chosen_iteration
from tests.conftest import topical_counts

# Share taken of the pile and share of the examples missed, from one iterate to the next.
HAND = np.array([[0.30, 0.02], [0.25, 0.04], [0.23, 0.10]])


@pytest.fixture
def blurred():
    """Documents so short that some examples are missed, six of them shown."""
    X, topic = topical_counts(n_docs=80, n_words=15, n_topics=2, length=5, seed=4)
    y = np.full(len(topic), -1)
    y[np.flatnonzero(topic == 0)[:6]] = 1
    return X, y


def test_the_change_of_the_error_is_the_hand_example():
    policy = ErrorChange(0, lambda number: tuple(HAND[number]))
    assert [policy.see(1), policy.see(2)] == [False, True]
    np.testing.assert_allclose(policy.changes, [-0.038, 0.010], atol=1e-12)
    assert policy.chosen() == 1


def test_no_change_of_the_error_goes_on_and_the_last_is_kept():
    policy = ErrorChange("a", lambda _: (0.3, 0.1))
    assert [policy.see("b"), policy.see("c")] == [False, False]
    assert policy.chosen() == "c"


def test_a_rise_at_once_keeps_the_start():
    rates = {"a": (0.2, 0.0), "b": (0.3, 0.0)}
    policy = ErrorChange("a", rates.get)
    assert policy.see("b")
    assert policy.chosen() == "a"


@pytest.mark.parametrize(
    ("rates", "rule", "hidden", "expected"),
    [
        (HAND, "error_change", False, 1),
        (HAND, "error_change", True, 1),
        (HAND, "criterion_one", True, 1),
        # A rise and then a longer fall: as printed it ends at the rise, with hidden examples the sum counts.
        ([[0.30, 0.0], [0.32, 0.0], [0.20, 0.0]], "error_change", False, 0),
        ([[0.30, 0.0], [0.32, 0.0], [0.20, 0.0]], "error_change", True, 2),
        # Δ weighs a miss by the share taken before, its sum by the share taken after: .0 against -.06.
        ([[0.50, 0.0], [0.20, 0.301]], "error_change", False, 0),
        ([[0.50, 0.0], [0.20, 0.301]], "error_change", True, 1),
        # Equal ones: the first.
        ([[0.30, 0.1], [0.30, 0.1]], "error_change", True, 0),
        # .81 / .3, 1 / .36, .64 / .2
        ([[0.30, 0.1], [0.36, 0.0], [0.20, 0.2]], "criterion_one", True, 2),
        ([[0.30, 0.1], [0.36, 0.0], [0.00, 1.0]], "criterion_one", True, 1),
    ],
)
def test_an_iterate_is_chosen_by_its_rates(rates, rule, hidden, expected):
    assert chosen_iteration(np.asarray(rates), rule, hidden=hidden) == expected


def test_rates_of_examples_that_were_shown(blurred):
    X, y = blurred
    options = {"max_iter": 5, "tol": 0.0}
    rates = NaiveBayesEM(select="error_change", cv=0, **options).fit(X, y).rates_
    path = list(NaiveBayesEM(keep_path=True, **options).fit(X, y).staged_decision_function(X))
    expected = [((scores[y == -1] > 0).mean(), (scores[y == 1] <= 0).mean()) for scores in path]
    np.testing.assert_allclose(rates, expected, atol=1e-12)
    assert len(np.unique(rates[:, 0])) > 1


def test_rates_of_examples_that_were_hidden(blurred):
    X, y = blurred
    options = {"max_iter": 5, "tol": 0.0}
    rates = NaiveBayesEM(select="error_change", cv=20, **options).fit(X, y).rates_
    examples = np.flatnonzero(y == 1)
    expected = np.zeros((6, 2))
    for hidden in examples:
        some = y.copy()
        some[hidden] = -1
        path = NaiveBayesEM(keep_path=True, **options).fit(X, some).staged_decision_function(X)
        expected += [((scores[y == -1] > 0).mean(), scores[hidden] <= 0) for scores in path]
    np.testing.assert_allclose(rates, expected / len(examples), atol=1e-12)
    assert rates[:, 1].max() > 0


def test_rates_are_told_of_the_pile_with_its_reliable_negatives(blurred):
    X, y = blurred
    y = y.copy()
    y[np.flatnonzero(y == -1)[::3]] = 0
    options = {"max_iter": 4, "tol": 0.0, "clamp": (1,)}
    rates = NaiveBayesEM(select="error_change", cv=0, **options).fit(X, y).rates_
    path = NaiveBayesEM(keep_path=True, **options).fit(X, y).staged_decision_function(X)
    np.testing.assert_allclose(rates[:, 0], [(scores[y != 1] > 0).mean() for scores in path], atol=1e-12)


def test_rates_weigh_documents(blurred):
    X, y = blurred
    weight = 1.0 + np.arange(len(y)) % 2
    copies = np.repeat(np.arange(len(y)), weight.astype(int))
    options = {"select": "error_change", "cv": 0, "max_iter": 4, "tol": 0.0}
    weighted = NaiveBayesEM(**options).fit(X, y, sample_weight=weight)
    copied = NaiveBayesEM(**options).fit(X[copies], y[copies])
    np.testing.assert_allclose(weighted.rates_, copied.rates_, atol=1e-12)


@pytest.mark.parametrize("rule", ["error_change", "criterion_one"])
@pytest.mark.parametrize("cv", [0, 3])
def test_the_chosen_iterate_is_that_of_a_run_of_its_length(blurred, rule, cv):
    X, y = blurred
    model = NaiveBayesEM(select=rule, cv=cv, max_iter=6, tol=0.0).fit(X, y)
    number = chosen_iteration(model.rates_, rule, hidden=cv > 0)
    assert model.rates_.shape == (7, 2)
    assert model.n_iter_ == number
    fixed = NaiveBayesEM(max_iter=number, tol=0.0) if number else NaiveBayes()
    np.testing.assert_allclose(model.decision_function(X), fixed.fit(X, y).decision_function(X), rtol=1e-9)


def test_a_choice_does_not_warn_of_iterations_that_it_did_not_want(blurred):
    X, y = blurred
    model = NaiveBayesEM(select="error_change", max_iter=3, tol=1e-12).fit(X, y)
    assert model.n_iter_ <= 3


def test_rates_are_of_every_iterate_whatever_the_tolerance(blurred):
    X, y = blurred
    loose, strict = (
        NaiveBayesEM(select="error_change", cv=0, max_iter=5, tol=tol).fit(X, y).rates_ for tol in (0.5, 0.0)
    )
    np.testing.assert_array_equal(loose, strict)


def test_the_choice_is_the_same_each_time(blurred):
    X, y = blurred
    first, second = (NaiveBayesEM(select="error_change", cv=3, max_iter=5).fit(X, y) for _ in range(2))
    np.testing.assert_array_equal(first.rates_, second.rates_)


def test_a_run_that_is_stopped_has_the_rates_of_its_last_iterate(blurred):
    X, y = blurred
    stopped = NaiveBayesEM(select="error_change", cv=0, max_iter=6, tol=0.0, callback=lambda p: p.done == 2)
    rates = stopped.fit(X, y).rates_
    whole = NaiveBayesEM(select="error_change", cv=0, max_iter=6, tol=0.0).fit(X, y).rates_
    np.testing.assert_allclose(rates[:3], whole[:3])
    np.testing.assert_allclose(rates[3:], np.tile(rates[2], (4, 1)))


@pytest.mark.parametrize("max_iter", [1, 12])
def test_one_example_cannot_be_hidden_and_a_few_steps_are_made(max_iter):
    X, y = [[2, 0, 1], [1, 1, 0], [0, 2, 1]], [1, -1, -1]
    model = NaiveBayesEM(select="error_change", max_iter=max_iter, tol=0.0).fit(X, y)
    assert not hasattr(model, "rates_")
    assert model.n_iter_ == min(WITHOUT_CHOICE, max_iter)
    shown = NaiveBayesEM(select="error_change", cv=0, max_iter=max_iter).fit(X, y)
    assert shown.rates_.shape == (max_iter + 1, 2)


def test_a_refit_without_a_choice_forgets_the_rates(blurred):
    X, y = blurred
    model = NaiveBayesEM(select="error_change").fit(X, y).set_params(select=None).fit(X, y)
    assert not hasattr(model, "rates_")
