"""Small texts and matrices that several rooms' tests share."""

import numpy as np
import pytest
from scipy import sparse


def topical_counts(n_docs=60, n_words=40, n_topics=3, length=40, seed=0, dtype=np.float64):
    """Draw documents of one topic each, over words that mostly belong to a topic; return counts and topics."""
    rng = np.random.default_rng(seed)
    words = rng.dirichlet(np.full(n_words, 0.15), n_topics) * 0.9 + 0.1 / n_words
    topic = rng.integers(n_topics, size=n_docs)
    counts = np.array([rng.multinomial(length, words[z]) for z in topic])
    return sparse.csr_array(counts.astype(dtype)), topic


@pytest.fixture
def counts():
    """Counts with an empty document and an empty column."""
    X, _ = topical_counts()
    X = X.toarray()
    X[7] = 0
    X[:, 11] = 0
    return sparse.csr_array(X)


@pytest.fixture
def pu_counts():
    """Counts, labels with four examples of topic 0, and the truth."""
    X, topic = topical_counts(n_docs=90, seed=1)
    y = np.full(len(topic), -1)
    y[np.flatnonzero(topic == 0)[:4]] = 1
    return X, y, topic == 0
