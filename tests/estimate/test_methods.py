"""Every method finds the prior of scores that are well apart, and survives any others."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from likewise.errors import UserError
from likewise.estimate import (
    METHODS,
    best_bin,
    dedpul,
    elkan_noto,
    kernel_mean,
    label_frequency,
    positive_weight,
    probability_positive,
    spies,
    tice,
)
from likewise.estimate.literature.elkan_noto import prior_among_unlabelled
from tests.estimate.conftest import drawn_scores

#: How far from the truth each may be, in its own direction of error, on scores that are well apart.
TOLERANCE = {"rank": 0.03, "elkan-noto": 0.05, "tice": 0.07, "km2": 0.04, "bbe": 0.04, "dedpul": 0.05, "spies": 0.05}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("prior", [0.05, 0.2, 0.5])
def test_each_method_finds_the_prior_of_groups_well_apart(method, prior):
    positive, pile, _ = drawn_scores(prior, 300, 5000, 5.0, seed=2)
    assert METHODS[method](positive, pile) == pytest.approx(prior, abs=TOLERANCE[method])


@pytest.mark.parametrize("method", METHODS)
def test_more_positives_in_the_pile_give_a_greater_prior(method):
    found = [METHODS[method](*drawn_scores(prior, 200, 3000, 3.0, seed=1)[:2]) for prior in (0.05, 0.2, 0.6)]
    assert found[0] < found[1] < found[2]


@pytest.mark.parametrize("method", METHODS)
def test_the_same_scores_in_another_order_and_on_another_scale_give_the_same(method):
    positive, pile, _ = drawn_scores(0.2, 100, 2000, 3.0)
    found = METHODS[method](positive, pile)
    assert METHODS[method](5 * positive[::-1] + 3, 5 * pile[::-1] + 3) == pytest.approx(found, rel=1e-6)
    assert METHODS[method](positive, pile) == found


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("positive", "pile"),
    [
        ([1.0], [0.0]),
        ([0.0], [1.0]),
        ([0.0] * 9, [0.0] * 50),
        ([1.0] * 9, [1.0] * 20 + [0.0] * 80),
        ([np.inf, 1.0], [-np.inf, 0.0, np.inf]),
        ([1e300, -1e300], [1e300, 0.0, -1e300]),
    ],
)
def test_ties_single_documents_and_infinity_give_a_share(method, positive, pile):
    assert 0 <= METHODS[method](positive, pile) <= 1


finite_or_not = st.floats(allow_nan=False, width=64)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=25, deadline=None)
@given(
    arrays(np.float64, st.integers(1, 8), elements=finite_or_not),
    arrays(np.float64, st.integers(1, 40), elements=finite_or_not),
)
def test_any_scores_give_a_share(method, positive, pile):
    assert 0 <= METHODS[method](positive, pile) <= 1


@pytest.mark.parametrize("method", METHODS)
def test_bad_scores_are_errors_for_all(method):
    with pytest.raises(UserError, match="NaN"):
        METHODS[method]([np.nan], [0.0])
    with pytest.raises(UserError, match="at least one"):
        METHODS[method]([1.0], [])


# Elkan and Noto


def test_the_three_constants_by_hand():
    positive, unlabelled = [0.6, 0.2], [0.1, 0.4, 0.3]
    assert label_frequency(positive, unlabelled, "e1") == pytest.approx(0.4)
    assert label_frequency(positive, unlabelled, "e2") == pytest.approx(0.5)
    assert label_frequency(positive, unlabelled, "e3") == pytest.approx(0.6)
    assert label_frequency([0.1], [0.7], "e3") == pytest.approx(0.7)
    assert label_frequency([0.0], [0.0], "e2") == 0


def test_probability_and_weight_by_hand():
    assert probability_positive(0.2, 0.4) == pytest.approx(0.5, abs=1e-6)
    assert positive_weight(0.2, 0.4) == pytest.approx(0.375, abs=1e-6)


def test_probabilities_and_weights_are_never_above_one():
    assert probability_positive([0.0, 0.5, 1.0], 0.2).tolist() == [0.0, 1.0, 1.0]
    assert positive_weight([0.0, 0.9, 1.0], 0.2).tolist() == [0.0, 1.0, 1.0]
    assert probability_positive([0.0, 0.5], 0.0).tolist() == [0.0, 1.0]
    assert positive_weight([0.0, 0.5], 0.0).tolist() == [0.0, 1.0]


def test_the_constant_gives_the_prior_among_the_unlabelled():
    # 50 of 200 positives are labelled: 150 are among 1,000 others.
    assert prior_among_unlabelled(0.25, 50, 1000) == pytest.approx(0.15)
    assert prior_among_unlabelled(1.0, 50, 1000) == 0
    assert prior_among_unlabelled(0.0, 50, 1000) == 1
    assert prior_among_unlabelled(0.01, 50, 100) == 1


def test_the_greatest_value_gives_the_smallest_prior():
    positive, pile, _ = drawn_scores(0.2, 100, 2000, 3.0)
    assert elkan_noto(positive, pile, "e3") < elkan_noto(positive, pile) <= elkan_noto(positive, pile, "e2") + 0.02


def test_scores_that_are_no_probabilities_and_unknown_variants_are_errors():
    with pytest.raises(UserError, match=r"from -1 to 5\.5"):
        label_frequency([5.5], [-1.0])
    with pytest.raises(UserError, match="not 'e4'"):
        label_frequency([0.5], [0.5], "e4")


# Spies


def test_the_threshold_of_spies_is_not_interpolated():
    positive = [0.02, 0.4, *np.arange(0.5, 0.9, 0.05)]  # ten: one may lie below, so the threshold is 0.4
    assert spies(positive, [0.435, 0.41, 0.4, 0.39, 0.0]) == pytest.approx(0.6 / 0.9)


def test_noise_is_a_share_whose_product_is_exact():
    positive = np.arange(100.0)
    # 0.29 · 100 is 28.999…, and 29 spies lie below the threshold of 29.
    assert spies(positive, [29.0, 28.5], 0.29) == pytest.approx(0.5 / 0.71)


def test_without_noise_the_lowest_spy_is_the_threshold():
    assert spies([1.0, 2.0], [3.0, 1.0, 0.0, 0.0], 0.0) == pytest.approx(0.5)
    with pytest.raises(UserError, match="not 1"):
        spies([1.0], [1.0], 1.0)


# Best bin


def test_the_best_bin_is_where_the_bound_is_least_by_hand():
    rng = np.random.default_rng(0)
    positive, pile = rng.normal(2, 1, 40), rng.normal(size=500)
    slack = np.sqrt(np.log(40) / 80) + np.sqrt(np.log(40) / 1000)
    bounds = {}
    for c in np.concatenate([positive, pile]):
        q_p, q_u = (positive >= c).mean(), (pile >= c).mean()
        if q_p:
            bounds[(q_u + 1.01 * slack) / q_p] = q_u / q_p
    assert best_bin(positive, pile) == pytest.approx(bounds[min(bounds)])


# TIcE


def test_tice_errs_upwards_as_it_bounds_the_label_frequency_from_below():
    assert 0.1 < tice(*drawn_scores(0.1, 1000, 20_000, 6.0)[:2]) < 0.15


# KM2 and DEDPUL


def test_kernel_mean_of_one_distribution_is_its_limit():
    assert kernel_mean(np.zeros(5), np.zeros(50)) == pytest.approx(0.875)


def test_dedpul_of_one_distribution_is_near_one():
    rng = np.random.default_rng(3)
    assert dedpul(rng.normal(size=2000), rng.normal(size=2000)) > 0.7


def test_twenty_thousand_documents_are_a_matter_of_seconds():
    positive, pile, _ = drawn_scores(0.1, 200, 20_000, 3.0)
    for method in METHODS.values():
        assert 0 < method(positive, pile) < 1
