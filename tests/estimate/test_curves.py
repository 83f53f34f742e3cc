"""Curves of where positives stand in a ranking."""

import numpy as np
import pytest

from likewise.estimate.rank_posterior.curves import rank_curves


@pytest.fixture(scope="module")
def curves():
    return rank_curves(np.array([0.02, 0.3]), np.array([0.5, 3.0]), np.array([0.0, 0.2]), n_unlabelled=5000)


def test_a_density_integrates_to_one_and_recall_is_its_integral(curves):
    total = np.trapezoid(curves.density, curves.ranks, axis=-1)
    np.testing.assert_allclose(total, 1, atol=0.01)
    assert (curves.recall[..., 0] == 0).all()
    assert (curves.recall[..., -1] == 1).all()


def test_positives_are_denser_at_the_top_and_never_more_than_all(curves):
    assert (np.diff(curves.density, axis=-1) <= 1e-12).all()
    probability = np.array([0.02, 0.3])[:, None, None, None] * curves.density
    assert probability.max() <= 1 + 1e-12


def test_recall_is_that_of_drawn_scores():
    prior, separation, stray = 0.3, 2.0, 0.2
    rng = np.random.default_rng(0)
    n = 200_000
    positive = rng.normal(np.where(rng.random(n) < stray, 0.0, separation), 1.0)
    negative = rng.normal(size=n)
    curves = rank_curves(np.array([prior]), np.array([separation]), np.array([stray]), n_unlabelled=10_000)
    for threshold in (0.0, 1.0, 2.0, 3.0):
        rank = prior * (positive > threshold).mean() + (1 - prior) * (negative > threshold).mean()
        told = np.interp(rank, curves.ranks, curves.recall[0, 0, 0])
        assert told == pytest.approx((positive > threshold).mean(), abs=0.01)


def test_without_separation_every_rank_is_as_likely():
    curves = rank_curves(np.array([0.1]), np.array([0.0]), np.array([0.0]), n_unlabelled=100)
    np.testing.assert_allclose(curves.density, 1)


def test_ranks_reach_from_nought_to_one_and_to_single_documents():
    ranks = rank_curves(np.array([0.1]), np.array([1.0]), np.array([0.0]), n_unlabelled=1000).ranks
    assert ranks[0] == 0
    assert ranks[-1] == 1
    assert (np.diff(ranks) > 0).all()
    assert ranks[1] == pytest.approx(0.5 / 1001, rel=1e-3)
