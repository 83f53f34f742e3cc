"""One meaning of "rank" wherever a posterior is fed by ranks."""

import numpy as np
import pytest
from scipy.stats import rankdata

from likewise.models.graph.votes import Votes, left_out_ranks
from likewise.selection import ranks_among


def test_equal_scores_share_their_places():
    pile = np.array([3.0, 1.0, 2.0, 2.0, 0.0])
    for score in (4.0, 2.0, 1.5, -1.0):
        place = rankdata(-np.append(pile, score))[-1]
        assert ranks_among([score], pile)[0] == pytest.approx((place - 0.5) / 6)


def test_the_best_is_as_far_from_0_as_the_worst_from_1():
    pile = np.arange(5.0)
    assert ranks_among([9.0], pile)[0] == pytest.approx(1 - ranks_among([-9.0], pile)[0])


def test_documents_of_the_pile_lie_evenly():
    pile = np.array([0.3, 0.9, 0.1, 0.5])
    np.testing.assert_allclose(np.sort(ranks_among(pile, pile)), np.arange(1, 5) / 5)


def test_an_example_that_is_left_out_has_the_rank_of_any_other_document():
    """It was 0.5/11 for examples and 1/11 for decided documents, and both fed one posterior."""
    scores = np.concatenate([[50.0, 40.0], np.arange(10.0)])
    votes = Votes(np.column_stack([scores, scores]), np.array([1, 1]), np.copy)
    ranks = left_out_ranks([votes], np.array([0, 1]), np.array([0, 1]), np.arange(2, 12))
    assert ranks.tolist() == ranks_among([50.0, 40.0], scores[2:]).tolist() == [0.5 / 11, 0.5 / 11]


def test_many_scores_at_once_have_the_ranks_that_each_has_alone():
    rng = np.random.default_rng(0)
    pile, scores = rng.integers(0, 9, 50).astype(float), rng.integers(-1, 10, (4, 5)).astype(float)
    alone = [[ranks_among([score], pile)[0] for score in row] for row in scores]
    assert ranks_among(scores, pile).tolist() == alone
