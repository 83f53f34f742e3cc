"""What is left to find, from the pace of finds."""

import numpy as np
import pytest

from likewise.estimate.pace import count_left_by_pace


def draw_finds(rate, n_pile, rng):
    """Return places at which documents are found, each with the probability that `rate` says."""
    places = np.arange(1, n_pile + 1)
    return places[rng.random(n_pile) < rate(places)].tolist()


@pytest.mark.parametrize(
    "rate",
    [
        lambda place: 0.5 * np.exp(-place / 100),
        lambda place: np.minimum(0.6, 20 / place),
        lambda place: 0.8 / (1 + place / 50) ** 2,
    ],
    ids=["exponential", "hyperbolic", "quadratic"],
)
@pytest.mark.parametrize("n_read", [150, 400, 800])
def test_no_more_are_left_than_it_says_in_most_cases(rate, n_read):
    rng = np.random.default_rng(0)
    holds = []
    for _ in range(200):
        places = draw_finds(rate, 1000, rng)
        left = sum(place > n_read for place in places)
        # What is expected is said; how many there are scatters around it.
        holds.append(left <= count_left_by_pace(places, n_read, 1000) + 2 * np.sqrt(left))
    assert np.mean(holds) > 0.85


def test_a_steady_pace_is_far_from_enough():
    places = draw_finds(lambda place: np.full(len(place), 0.1), 1000, np.random.default_rng(0))
    for n_read in (50, 200, 500, 900):
        assert count_left_by_pace(places, n_read, 1000) > 0.06 * (1000 - n_read)


def test_only_what_is_read_counts():
    assert count_left_by_pace([1, 5, 700], 100, 1000) == count_left_by_pace([1, 5], 100, 1000)


def test_nothing_found_leaves_everything_open():
    assert count_left_by_pace([], 50, 200) == 150
    assert count_left_by_pace([60], 50, 200) == 150


def test_everything_read_leaves_nothing():
    assert count_left_by_pace([1, 2], 10, 10) == 0


def test_a_higher_level_says_more():
    places = [1, 2, 4, 9, 20]
    levels = [count_left_by_pace(places, 100, 1000, level) for level in (0.1, 0.5, 0.9, 0.99)]
    assert levels == sorted(levels)
    assert levels[0] < levels[-1]
