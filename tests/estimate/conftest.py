"""Scores of which the truth is known."""

import numpy as np
import pytest


def drawn_scores(prior, n_positive, n_unlabelled, separation, seed=0):
    """Draw normal scores of examples and of a pile; return them and which of the pile are positive."""
    rng = np.random.default_rng(seed)
    truth = np.arange(n_unlabelled) < round(prior * n_unlabelled)
    pile = rng.normal(size=n_unlabelled) + separation * truth
    return rng.normal(separation, 1.0, n_positive), pile, truth


@pytest.fixture
def scores():
    """A fifth of the pile positive, well apart."""
    return drawn_scores(0.2, 60, 3000, 3.5, seed=5)
