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
    counts = [
        RankPrior(gap_power=0.0).fit(None, pile, ranks, decided=None if yes is None else (at, np.full(25, yes))).count_
        for yes in (False, None, True)
    ]
    assert counts[0] < counts[1] < counts[2]


def test_what_is_left_adds_up(pile):
    estimate = RankPrior(gap_power=0.0).fit(None, pile, [], evidence=evidence(0.1)).estimate_
    left = estimate.after(n_good=50, n_read=80)
    assert estimate.after(0, 0) is estimate
    assert left.count == pytest.approx(estimate.count - 50)
    assert left.n_pile == 1920
    assert left.at(0).good == 0
    assert left.at(200).good == pytest.approx(estimate.at(250).good - estimate.at(50).good)
    assert left.at(200).missed == pytest.approx(estimate.at(250).missed, abs=1e-6)
    assert estimate.after(400, 500).low == 0


def test_taking_more_finds_more_and_misses_less(pile):
    estimate = RankPrior().fit(None, pile, [0.01, 0.05, 0.1]).estimate_
    takes = [estimate.at(k) for k in (0, 10, 100, 1000, 2000)]
    assert all(a.good <= b.good and a.missed >= b.missed for a, b in pairwise(takes))
    assert all(take.missed_low <= take.missed <= take.missed_high for take in takes[:-1])
    assert takes[-1].missed == pytest.approx(0, abs=1)
    with pytest.raises(UserError, match="cannot be taken"):
        estimate.at(2001)
