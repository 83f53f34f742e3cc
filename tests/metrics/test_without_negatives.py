"""Criteria that need no negative document, against their identities with the truth."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from likewise.errors import UserError
from likewise.metrics import (
    criterion_one,
    criterion_two,
    precision_recall_f1,
    pu_accuracy,
    pu_f1,
    pu_precision,
)

EVERY = [
    criterion_one,
    criterion_two,
    lambda p, u: pu_precision(p, u, 0.3),
    lambda p, u: pu_accuracy(p, u, 0.3),
    lambda p, u: pu_f1(p, u, 0.3),
]


def exact_rates(prior=0.3, recall=0.8, false_positive=0.1):
    """Positives, and an unlabelled pile of 1,000 whose shares are exact."""
    n_positive = round(1000 * prior)
    found = np.zeros(1000)
    found[: round(recall * n_positive)] = 1
    found[n_positive : n_positive + round(false_positive * (1000 - n_positive))] = 1
    return np.repeat([1, 0], [round(10 * recall), round(10 * (1 - recall))]), found, np.arange(1000) < n_positive


def test_criterion_one_is_precision_times_recall_over_the_share_of_positives():
    positive, pile, truth = exact_rates()
    precision, recall, _ = precision_recall_f1(truth, pile)
    assert criterion_one(positive, pile, "unlabeled") == pytest.approx(2.064516, abs=1e-6)
    assert precision * recall / 0.3 == pytest.approx(2.064516, abs=1e-6)


def test_a_perfect_decision_has_criterion_one_over_the_share_of_positives():
    # 2 of 10 in the pile and 2 marked ones: 4 of 12 where both are one sample.
    assert criterion_one([1, 1], [1, 1] + [0] * 8, "unlabeled") == pytest.approx(5.0)
    assert criterion_one([1, 1], [1, 1] + [0] * 8) == pytest.approx(3.0)


@pytest.mark.parametrize("population", ["all", "unlabeled"])
def test_to_take_everything_is_the_floor_of_criterion_one(population):
    assert criterion_one([1, 1, 1], [1] * 7, population) == 1.0


@pytest.mark.parametrize("population", ["all", "unlabeled"])
def test_criterion_one_is_zero_when_nothing_is_taken(population):
    assert criterion_one([0, 0], [0, 0, 0], population) == 0.0


def test_criterion_one_is_zero_when_nothing_of_the_population_is_taken():
    assert criterion_one([1, 1], [0, 0, 0], "unlabeled") == 0.0
    assert criterion_one([1, 1], [0, 0, 0], "all") == pytest.approx(1 / 0.4)


@given(st.lists(st.booleans(), min_size=1, max_size=20), st.lists(st.booleans(), min_size=1, max_size=20))
def test_criterion_one_divides_by_the_share_of_its_population(positive, pile):
    r, share = np.mean(positive), np.mean(positive + pile)
    assert criterion_one(positive, pile) == pytest.approx(r**2 / share if share else 0.0)


@given(alpha=st.floats(0.05, 0.9), gamma=st.floats(0.05, 0.9), miss=st.floats(0, 1), alarm=st.floats(0, 1))
def test_criterion_two_is_linear_in_the_true_sum_of_error_rates(alpha, gamma, miss, alarm):
    # Positives are left unlabelled with probability alpha, negatives always are: beta, their noise, is 0.
    marked = gamma * (1 - alpha)
    among_unlabelled = gamma * alpha / (1 - marked)
    share = among_unlabelled * (1 - miss) + (1 - among_unlabelled) * alarm
    expected = 1 - (1 - alpha) * gamma * (1 - gamma) * (1 - (miss + alarm)) / (marked * (1 - marked))
    assert criterion_two([1 - miss], [share]) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("decision", [0, 1])
def test_all_or_nothing_has_criterion_two_of_one(decision):
    assert criterion_two([decision] * 3, [decision] * 5) == 1.0


@given(
    prior=st.sampled_from([0.1, 0.3, 0.5]), recall=st.sampled_from([0.2, 0.8, 1.0]), alarm=st.sampled_from([0, 0.1, 1])
)
def test_corrected_measures_equal_the_true_ones_when_rates_are_exact(prior, recall, alarm):
    positive, pile, truth = exact_rates(prior, recall, alarm)
    expected = precision_recall_f1(truth, pile)
    assert pu_precision(positive, pile, prior) == pytest.approx(expected.precision)
    assert pu_f1(positive, pile, prior) == pytest.approx(expected.f1)
    assert pu_accuracy(positive, pile, prior) == pytest.approx(np.mean(truth == (pile == 1)))


def test_corrected_measures_by_hand():
    # r = 3/4, s = 1/4, prior = 1/5: 0.15 / 0.25, 2 · 0.15 / 0.45 and 1 − 0.25 − 0.2 + 0.3.
    positive, pile = [1, 1, 1, 0], [1, 0, 0, 0]
    assert pu_precision(positive, pile, 0.2) == pytest.approx(0.6)
    assert pu_f1(positive, pile, 0.2) == pytest.approx(2 / 3)
    assert pu_accuracy(positive, pile, 0.2) == pytest.approx(0.85)


def test_a_prior_too_high_leaves_precision_at_one():
    positive, pile = [1, 1, 1, 0], [1] + [0] * 9
    assert pu_precision(positive, pile, 0.5) == 1.0
    assert pu_f1(positive, pile, 0.5) == pytest.approx(2 * 0.75 / 1.75)
    assert pu_accuracy(positive, pile, 0.5) == pytest.approx(0.6)


def test_corrected_measures_are_zero_where_they_are_undefined():
    assert pu_precision([1, 1], [0, 0], 0.5) == 0.0
    assert pu_f1([1, 1], [0, 0], 0.5) == 0.0
    assert pu_f1([0, 0], [1, 0], 0.5) == 0.0


def test_accuracy_does_not_fall_below_zero():
    assert pu_accuracy([0], [1, 1], 0.9) == 0.0


@pytest.mark.parametrize("measure", EVERY)
def test_sure_decisions_are_the_same_as_numbers_and_as_bools(measure):
    assert measure([True, False], [True, False, False]) == measure([1.0, 0.0], [1.0, 0.0, 0.0])


def test_unsure_decisions_count_as_their_means():
    assert criterion_one([0.5, 0.7], [0.2, 0.2], "unlabeled") == pytest.approx(0.36 / 0.2)


@pytest.mark.parametrize("measure", EVERY)
@pytest.mark.parametrize(
    ("positive", "pile", "message"),
    [
        ([], [1], r"positive documents have shape \(0,\)"),
        ([1], [], r"unlabelled documents have shape \(0,\)"),
        ([[1]], [1], "one value each"),
        ([1], [-1, 1], "unlabelled documents lie between 0 and 1, not from -1.0 to 1.0"),
        ([1.5], [1], "positive documents lie between"),
        ([np.nan], [1], "nan"),
    ],
)
def test_what_is_no_decision_is_refused(measure, positive, pile, message):
    with pytest.raises(UserError, match=message):
        measure(positive, pile)


def test_an_unknown_population_is_refused():
    with pytest.raises(UserError, match="'everyone'"):
        criterion_one([1], [1], "everyone")


@pytest.mark.parametrize("measure", [pu_precision, pu_accuracy, pu_f1])
@pytest.mark.parametrize("prior", [-0.1, 1.1, np.nan])
def test_a_prior_is_a_share(measure, prior):
    with pytest.raises(UserError, match="prior"):
        measure([1], [1], prior)
