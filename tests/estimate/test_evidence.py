"""What the pile says of where to cut moves the estimate the right way, and says what is left after decisions."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.special import expit

from likewise.errors import UserError
from likewise.estimate import CutEvidence, RankPrior

SHARES = expit(np.linspace(-7, 3, 60))


def evidence(at, n_examples=5):
    """Links that hardly leave the first documents at a share, and examples that agree up to it."""
    away = np.abs(np.log(SHARES / (1 - SHARES)) - np.log(at / (1 - at)))
    return CutEvidence(SHARES, np.clip(0.1 + 0.3 * away, 0, 1), np.clip(0.9 * SHARES / at, 0, 0.9), n_examples)


@pytest.fixture
def pile():
    return np.random.default_rng(0).normal(size=2000)


@pytest.mark.parametrize("share", [0.02, 0.1, 0.3])
def test_a_cut_through_few_links_is_likelier(share, pile):
    model = RankPrior(gap_power=0.0).fit(None, pile, [], evidence=evidence(share))
    assert model.prior_ == pytest.approx(share, rel=0.6)
    assert model.low_ < share < model.high_


def test_without_ranks_and_without_scores_there_is_nothing_to_go_by(pile):
    with pytest.raises(UserError, match="at least one"):
        RankPrior().fit(None, pile)


def test_separation_is_a_probability():
    separations = np.geomspace(0.4, 6.5, 11)
    for given in (evidence(0.1), CutEvidence(SHARES, np.full(60, 0.5), None, 1)):
        table = given.log_separation(np.array([0.01, 0.2]), separations)
        np.testing.assert_allclose(np.exp(table).sum(axis=1), 1.0)


def test_decisions_of_no_at_the_top_lower_the_count_and_of_yes_raise_it(pile):
    ranks = np.random.default_rng(1).uniform(0.001, 0.2, 10)
    at = np.linspace(0.001, 0.03, 25)
    decisions = [None if yes is None else (at, np.full(25, yes), np.ones(25)) for yes in (False, None, True)]
    counts = [RankPrior(gap_power=0.0).fit(None, pile, ranks, decided=decided).count_ for decided in decisions]
    assert counts[0] < counts[1] < counts[2]


def test_what_is_good_and_what_is_missed_add_up_to_the_count_at_every_cut_off(pile):
    posterior = RankPrior(gap_power=0.0).fit(None, pile, [0.01, 0.03], evidence=evidence(0.1))
    some = np.sort(pile)[:-80]  # the first eighty are decided
    for estimate in (posterior.estimate_, posterior.estimate_left(some, 10), posterior.estimate_left(some, 10, 0.5)):
        assert estimate.low <= estimate.count <= estimate.high
        for taken in (0, 1, 7, 100, 1000, estimate.n_pile):
            at = estimate.at(taken)
            assert at.good + at.missed == pytest.approx(estimate.count, abs=1e-9)
            assert 0 <= at.missed_low <= at.missed + 1e-9
            assert at.missed <= at.missed_high + 1e-9
        assert estimate.at(estimate.n_pile).missed == pytest.approx(0, abs=1e-6)


def test_fewer_are_left_once_the_first_are_decided(pile):
    posterior = RankPrior(gap_power=0.0).fit(None, pile, [0.01, 0.03], evidence=evidence(0.1))
    left = posterior.estimate_left(np.sort(pile)[:-80], 10)
    assert left.n_pile == len(pile) - 80
    assert left.count < posterior.estimate_.count
    assert posterior.estimate_left(np.sort(pile)[:50], 0).count < 1


def test_taking_more_finds_more_and_misses_less(pile):
    estimate = RankPrior().fit(None, pile, [0.01, 0.05, 0.1]).estimate_
    takes = [estimate.at(k) for k in (0, 10, 100, 1000, 2000)]
    assert all(a.good <= b.good and a.missed >= b.missed for a, b in pairwise(takes))
    assert all(take.missed_low <= take.missed <= take.missed_high for take in takes[:-1])
    assert takes[-1].missed == pytest.approx(0, abs=1)
    with pytest.raises(UserError, match="cannot be taken"):
        estimate.at(2001)
