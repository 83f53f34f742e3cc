"""Counts that the tests of naive Bayes share."""

import numpy as np
import pytest

from tests.conftest import topical_counts


@pytest.fixture
def partly_labelled():
    """Short documents without an unused word, and five labels of each class."""
    X, topic = topical_counts(n_docs=50, n_words=12, n_topics=2, length=8, seed=3)
    y = np.full(len(topic), -1)
    for of in (0, 1):
        y[np.flatnonzero(topic == of)[:5]] = of
    assert (X.sum(axis=0) > 0).all()
    return X, y
