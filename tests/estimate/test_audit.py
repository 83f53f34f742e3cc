"""Bounds from a random sample, checked by counting all cases."""

from itertools import product

import pytest
from scipy.stats import hypergeom

from likewise.errors import UserError
from likewise.estimate.audit import OF_PILE, OF_REST, audit_interval, audit_recall, sampled_recall
from likewise.estimate.audit_stop import count_allowed, count_draws, may_stop

#: Chances are sums of products, exact to about this.
EXACT = 1e-9


def cases(most):
    for n_rest in range(1, most + 1):
        for n_relevant, n_drawn in product(range(n_rest + 1), repeat=2):
            yield n_rest, n_relevant, n_drawn


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95])
@pytest.mark.parametrize("one_sided", [True, False])
def test_the_interval_holds_the_truth_as_often_as_it_says_in_every_small_case(confidence, one_sided):
    bounds = {}
    for n_rest, n_relevant, n_drawn in cases(14):
        covered = 0.0
        for n_found in range(max(0, n_drawn - n_rest + n_relevant), min(n_drawn, n_relevant) + 1):
            key = n_rest, n_drawn, n_found
            if key not in bounds:
                bounds[key] = audit_interval(*key, confidence, one_sided=one_sided)
            if bounds[key].low <= n_relevant - n_found <= bounds[key].high:
                covered += float(hypergeom.pmf(n_found, n_rest, n_relevant, n_drawn))
        assert covered >= confidence - EXACT, (n_rest, n_relevant, n_drawn)


@pytest.mark.parametrize("n_relevant", [0, 1, 7, 60, 400])
def test_the_interval_holds_the_truth_in_a_large_pile_too(n_relevant):
    chances = [
        (audit_interval(400, 120, n_found), float(hypergeom.pmf(n_found, 400, n_relevant, 120)), n_found)
        for n_found in range(min(120, n_relevant) + 1)
        if hypergeom.pmf(n_found, 400, n_relevant, 120) > 0
    ]
    assert sum(p for bound, p, k in chances if bound.low <= n_relevant - k <= bound.high) >= 0.95 - EXACT


def test_the_bounds_are_as_narrow_as_their_tails_allow():
    bound = audit_interval(1000, 100, 3, one_sided=True)
    assert hypergeom.cdf(3, 1000, 3 + bound.high, 100) > 0.05 >= hypergeom.cdf(3, 1000, 4 + bound.high, 100)
    both = audit_interval(1000, 100, 3)
    assert hypergeom.sf(2, 1000, 3 + both.low, 100) > 0.025 >= hypergeom.sf(2, 1000, 2 + both.low, 100)


def test_a_sample_of_everything_leaves_no_doubt_and_an_empty_one_all():
    assert audit_interval(50, 50, 7)[:2] == (0, 0)
    assert audit_interval(50, 0, 0)[:2] == (0, 50)
    assert audit_interval(0, 0, 0)[:2] == (0, 0)


def test_recall_counts_what_was_known_and_what_the_sample_found():
    bound = audit_interval(200, 80, 2)
    recall = audit_recall(50, 200, 80, 2)
    assert recall.low == 52 / (52 + bound.high)
    assert recall.high == 52 / (52 + bound.low)
    assert recall.assumption == OF_REST
    assert audit_recall(0, 10, 10, 0)[:2] == (1.0, 1.0)


def test_recall_by_a_sample_of_the_pile_holds_as_often_as_it_says_in_every_small_case():
    n_pile = 16
    for n_relevant in range(1, 13):
        for n_reached, n_sampled in product(range(n_relevant + 1), repeat=2):
            covered = 0.0
            least = max(0, n_sampled - n_relevant + n_reached)
            for both in range(least, min(n_sampled, n_reached) + 1):
                if sampled_recall(n_reached, n_sampled, both, n_pile, 0.9).low <= n_reached / n_relevant + EXACT:
                    covered += float(hypergeom.pmf(both, n_relevant, n_reached, n_sampled))
            assert covered >= 0.9 - EXACT, (n_relevant, n_reached, n_sampled)


def test_recall_by_a_sample_of_the_pile_says_what_it_rests_on():
    assert sampled_recall(5, 2, 2, 100).assumption == OF_PILE
    assert sampled_recall(0, 0, 0, 100).low == 0.0
    assert sampled_recall(0, 0, 0, 0).low == 1.0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: audit_interval(10, 11, 0), "contradict"),
        (lambda: audit_interval(10, 5, 6), "contradict"),
        (lambda: audit_interval(10, 5, 1, 1.5), "divide a percentage"),
        (lambda: sampled_recall(3, 2, 3, 10), "contradict"),
        (lambda: sampled_recall(9, 4, 1, 10), "contradict"),
        (lambda: sampled_recall(3, 2, 2, 10, 95), "divide a percentage"),
    ],
)
def test_numbers_that_contradict_each_other_are_refused(call, message):
    with pytest.raises(UserError, match=message):
        call()


def chance_of_error(n_known, n_rest, n_missing, confidence, recall):
    """Follow an audit draw by draw through all its courses; return how probably it stops too early."""
    draws = [
        count_draws(n_known, n_rest, n_found, recall=recall, confidence=confidence) for n_found in range(n_missing + 1)
    ]
    courses, error = {0: 1.0}, 0.0
    for drawn in range(n_rest + 1):
        following = {}
        for n_found, p in courses.items():
            if drawn >= draws[n_found]:
                error += p * (n_missing - n_found > count_allowed(n_known + n_found, recall))
                continue
            if drawn == n_rest:
                continue
            hit = (n_missing - n_found) / (n_rest - drawn)
            following[n_found] = following.get(n_found, 0.0) + p * (1 - hit)
            if hit > 0:
                following[n_found + 1] = following.get(n_found + 1, 0.0) + p * hit
        courses = following
    return error


@pytest.mark.parametrize("recall", [0.7, 0.95])
@pytest.mark.parametrize("n_known", [0, 3, 20, 60])
@pytest.mark.parametrize("n_rest", [1, 7, 30])
def test_an_audit_of_the_rest_stops_too_early_no_more_often_than_it_says(n_known, n_rest, recall):
    for n_missing in range(n_rest + 1):
        assert chance_of_error(n_known, n_rest, n_missing, 0.9, recall) <= 0.1 + EXACT, n_missing


@pytest.mark.parametrize("recall", [0.7, 0.95])
def test_a_sample_at_the_start_stops_too_early_no_more_often_than_it_says(recall):
    # All samples of 12 documents, the first n_relevant of which stand in the order of reading; only these matter.
    n_pile = 12
    for n_relevant, n_drawn in product(range(1, 11), range(n_pile + 1)):
        enough = [n for n in range(n_relevant + 1) if may_stop(n_pile, n_drawn, n, recall=recall, confidence=0.9)]
        error = 0.0
        for last in range(n_relevant + 1):  # the last relevant document of the sample in the order of reading
            chance = _chance_of_last(n_pile, n_relevant, n_drawn, last)
            stop = next((n for n in enough if n >= last), n_relevant)
            error += chance * (n_relevant - stop > count_allowed(stop, recall))
        assert error <= 0.1 + EXACT, (n_relevant, n_drawn)


def _chance_of_last(n_pile, n_relevant, n_drawn, last):
    """Return how probably the sample has no relevant document after this one, but this one."""
    none_after = float(hypergeom.pmf(0, n_pile, n_relevant - last, n_drawn))
    none_from = float(hypergeom.pmf(0, n_pile, n_relevant - last + 1, n_drawn)) if last else 0.0
    return none_after - none_from


def test_allowed_misses_are_those_of_the_definition():
    for found in range(200):
        allowed = count_allowed(found)
        assert found >= 0.95 * (found + allowed) - EXACT
        assert found < 0.95 * (found + allowed + 1)
