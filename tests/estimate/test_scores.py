"""Scores are read once, and brought to a scale."""

import numpy as np
import pytest

from likewise.errors import UserError
from likewise.estimate.scores import balanced_places, read_scores, standardised


@pytest.mark.parametrize(
    ("positive", "unlabelled", "says"),
    [
        ([], [1.0], "positive has shape"),
        ([1.0], [], "unlabelled has shape"),
        ([[1.0]], [1.0], r"positive has shape \(1, 1\)"),
        ([1.0], [1.0, np.nan], "a score of unlabelled is NaN"),
    ],
)
def test_scores_that_say_nothing_are_errors(positive, unlabelled, says):
    with pytest.raises(UserError, match=says):
        read_scores(positive, unlabelled)


def test_infinite_scores_stay_the_greatest_and_can_be_subtracted():
    read = read_scores([np.inf, 1.0], [-np.inf])
    assert read.positive[0] > 1e300
    assert np.isfinite(read.positive[0] - read.unlabelled[0])


def test_standard_scores_have_median_nought_and_a_middle_half_of_one():
    pile = np.random.default_rng(0).normal(7, 3, 401)
    moved = standardised(read_scores([7.0], pile)).unlabelled
    low, middle, high = np.quantile(moved, [0.25, 0.5, 0.75])
    assert middle == pytest.approx(0)
    assert high - low == pytest.approx(1)


def test_standard_scores_do_not_depend_on_the_scale():
    positive, pile = np.array([1.0, 2.0]), np.array([-1.0, 0.0, 0.5, 3.0])
    plain = standardised(read_scores(positive, pile))
    scaled = standardised(read_scores(1e300 * positive + 1e299, 1e300 * pile + 1e299))
    np.testing.assert_allclose(scaled.positive, plain.positive)
    np.testing.assert_allclose(scaled.unlabelled, plain.unlabelled)


@pytest.mark.parametrize("value", [0.0, 5.0, -np.inf])
def test_equal_scores_are_all_nought(value):
    both = standardised(read_scores([value, value], [value] * 5))
    assert not np.concatenate(both).any()


def test_a_pile_that_is_mostly_tied_is_scaled_by_what_differs():
    both = standardised(read_scores([1.0], [0.0, 0.0, 0.0, 0.0, 1.0]))
    assert both.unlabelled.tolist() == [0, 0, 0, 0, 20]


def test_balanced_places_give_each_side_half_of_the_room():
    places = balanced_places(read_scores([10.0, 11.0], np.arange(8.0)))
    assert places.positive.min() > 0.5
    assert places.unlabelled.max() < 0.5
    assert np.concatenate(places).min() >= 0
    assert np.concatenate(places).max() <= 1
