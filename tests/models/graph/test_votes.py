"""Votes: leaving an example out equals fitting without it, and agreement has its knee at the size of the class."""

import numpy as np
import pytest

from likewise.models.graph.votes import Votes, agreement, clearly_best, left_out_ranks, voters


@pytest.fixture
def votes():
    rng = np.random.default_rng(0)
    return rng.random((50, 6))


def test_leaving_a_group_out_equals_never_having_had_it(votes):
    groups = np.array([0, 1, 2, 0, 1, 2])
    together = np.zeros((50, 3))
    np.add.at(together.T, groups, votes.T)
    part = Votes(together, np.bincount(groups), np.log)
    kept = votes[:, groups != 1]
    np.testing.assert_allclose(part.without(1), np.log(kept.mean(axis=1)))


def test_ranks_compare_scores_made_without_the_example(votes):
    examples, pile = np.arange(6), np.arange(6, 50)
    ranks = left_out_ranks([Votes(votes, np.ones(6), np.log), Votes(votes, np.ones(6), np.sqrt, 2.0)],
                           np.arange(6), examples, pile)  # fmt: skip
    for place, rank in enumerate(ranks):
        mean = np.delete(votes, place, axis=1).mean(axis=1)
        score = np.log(mean) + 2 * np.sqrt(mean)
        assert rank == pytest.approx(((score[pile] > score[place]).sum() + 0.5) / 45)


def test_equal_scores_share_a_place():
    part = Votes(np.zeros((10, 2)), np.ones(2), np.copy)
    np.testing.assert_allclose(left_out_ranks([part], np.arange(2), np.arange(2), np.arange(2, 10)), 0.5)


def test_one_example_has_no_rank():
    assert not len(left_out_ranks([Votes(np.ones((3, 1)), np.ones(1), np.copy)], np.zeros(1, int), np.zeros(1, int),
                                  np.array([1, 2])))  # fmt: skip
    assert agreement(np.ones((3, 1)), np.array([1, 2]), np.array([0.5])) is None


def test_many_examples_vote_in_groups():
    groups = voters(250)
    assert len(np.unique(groups)) == 100
    assert np.bincount(groups).max() == 3


def test_agreement_is_full_at_the_size_of_the_class_and_nought_by_chance():
    rng = np.random.default_rng(0)
    votes = rng.random((1000, 8))
    assert np.abs(agreement(votes, np.arange(1000), np.array([0.1, 0.3]))).max() < 0.05
    votes[:200] += 1  # all put the class first, in an order of their own
    half, whole, double = agreement(votes, np.arange(1000), np.array([0.1, 0.2, 0.4]))
    assert half < 0.6
    assert whole == pytest.approx(1.0)
    assert double < whole


def test_another_way_is_taken_only_if_it_is_clearly_better():
    rng = np.random.default_rng(0)
    first = rng.uniform(0.1, 0.5, 20)
    assert clearly_best([first, first / 2]) == 1
    assert clearly_best([first, first * rng.uniform(0.5, 1.9, 20)]) == 0
    assert clearly_best([first[:2], first[:2] / 10]) == 0
