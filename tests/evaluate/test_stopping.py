"""Where rules stop a loop."""

import numpy as np
import pytest

from likewise.estimate import Estimate
from likewise.evaluate.replay import Replay, Round
from likewise.evaluate.stopping import (
    go_on_until_advised,
    is_advised,
    stop_by_all_rules,
    stop_by_audit_of_pile,
    stop_by_audit_of_rest,
    stop_by_estimate,
    stop_by_pace,
    stop_in_a_row,
)


def estimate_left(count, high, verdict="found"):
    nothing = np.zeros(1)
    return Estimate(
        count, 0.0, high, 0.9, 100, 0, verdict,
        places=nothing, good=nothing, missed_low=nothing, missed_high=nothing, lower=nothing, upper=nothing,
    )  # fmt: skip


def loop_with(places, n_pile, rounds=()):
    relevant = np.zeros(max(places), dtype=bool)
    relevant[np.array(places) - 1] = True
    return Replay(np.arange(max(places)), relevant, n_pile, len(places), tuple(rounds))


@pytest.mark.parametrize(
    ("n_irrelevant", "n_answers", "recall", "stopped"),
    # Three irrelevant documents stand before the 6th place, 13 before the 20th, and 20 after it.
    [(2, 4, 2 / 4, True), (3, 5, 2 / 4, True), (4, 10, 3 / 4, True), (14, 34, 1, True), (21, 40, 1, False)],
)
def test_a_run_of_irrelevant_documents_stops_at_its_end(n_irrelevant, n_answers, recall, stopped):
    stop = stop_in_a_row([1, 2, 6, 20], 40, n_irrelevant)
    assert (stop.n_answers, stop.recall, stop.stopped) == (n_answers, recall, stopped)


def test_an_estimate_advises_to_stop_when_enough_is_found_by_it():
    assert is_advised(estimate_left(1.0, 2.0), 19)
    assert not is_advised(estimate_left(1.1, 2.0), 19)
    assert not is_advised(estimate_left(1.0, 2.2), 19), "at the upper bound less than 90 % are found"
    assert not is_advised(estimate_left(0.0, 0.0), 0)
    assert not is_advised(estimate_left(0.0, 0.0, "cannot tell"), 19)
    assert not is_advised(None, 19)


def test_the_first_advice_counts():
    rounds = [Round(0, 0, 0.1, estimate_left(9, 20)), Round(10, 19, 0.1, estimate_left(1, 1)), Round(20, 20, 0.1, None)]
    loop = loop_with([*range(1, 20), 25], 100, rounds)
    stop = stop_by_estimate(loop)
    assert (stop.n_answers, stop.recall, stop.enough) == (10, 10 / 20, False)
    assert stop_by_estimate(loop_with([1], 10, [Round(0, 0, 0.1)])) is None


def test_a_loop_goes_on_until_the_advice():
    assert go_on_until_advised(Round(10, 19, 0.1, estimate_left(2, 9)))
    assert not go_on_until_advised(Round(10, 19, 0.1, estimate_left(1, 1)))
    assert not go_on_until_advised(Round(10, 19, 0.1, None))


def test_the_pace_stops_after_a_long_silence_and_not_while_finds_go_on():
    early = stop_by_pace([1, 2, 3, 4, 6, 7, 9, 10, 13, 18], 1000)
    assert early.stopped
    assert 50 < early.n_answers < 500
    steady = stop_by_pace(list(range(5, 1000, 10)), 1000)
    assert (steady.recall, steady.enough) == (pytest.approx(1.0, abs=0.05), True)
    assert steady.n_answers > 900


def test_the_pace_waits_longer_the_less_was_found():
    few, many = (stop_by_pace(list(range(1, n + 1)), 2000).n_answers / n for n in (3, 30))
    assert few > 2 * many


def many_loops(n_loops, n_relevant, n_pile):
    """Loops that find nearly everything early, and the rest anywhere."""
    rng = np.random.default_rng(0)
    for _ in range(n_loops):
        n_early = n_relevant - rng.integers(0, n_relevant // 4)
        early = rng.choice(n_pile // 4, n_early, replace=False)
        late = n_pile // 4 + rng.choice(n_pile - n_pile // 4, n_relevant - n_early, replace=False)
        yield sorted((np.concatenate([early, late]) + 1).tolist())


@pytest.mark.parametrize("recall", [0.8, 0.95])
def test_an_audit_of_the_rest_finds_enough_as_often_as_it_says(recall):
    stops = [stop_by_audit_of_rest(places, 600, seed, recall) for seed, places in enumerate(many_loops(300, 60, 600))]
    assert np.mean([stop.enough for stop in stops]) >= 0.95
    assert np.mean([stop.stopped for stop in stops]) > 0.5


def test_an_audit_of_the_pile_finds_enough_as_often_as_it_says():
    stops = [stop_by_audit_of_pile(places, 600, 0.6, seed) for seed, places in enumerate(many_loops(300, 60, 600))]
    assert np.mean([stop.enough for stop in stops]) >= 0.95
    assert np.mean([stop.stopped for stop in stops]) > 0.5


def test_an_audit_of_the_pile_counts_each_answer_once():
    assert stop_by_audit_of_pile([1, 2, 3], 10, 1.0, 0).n_answers == 10


def test_all_rules_have_names_of_their_own():
    rounds = [Round(0, 0, 0.1, estimate_left(9, 20))]
    names = [stop.rule for stop in stop_by_all_rules(loop_with([1, 2, 30], 500, rounds), 0, 0.2)]
    assert len(set(names)) == len(names) == 8
    assert names[-1] == "audit of 20 % of the pile"
