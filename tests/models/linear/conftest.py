import numpy as np
import pytest
from scipy import sparse

from likewise.text import Weighting
from tests.conftest import topical_counts


@pytest.fixture
def pu_rows():
    """Unit rows of short documents, which of them are examples, and which are positive."""
    X, topic = topical_counts(n_docs=120, n_words=25, n_topics=2, length=8, seed=3)
    truth = topic == 0
    positive = np.zeros(120, dtype=bool)
    positive[np.flatnonzero(truth)[:15]] = True
    return sparse.csr_array(Weighting("l2").fit_transform(X)), positive, truth


@pytest.fixture
def short_documents():
    """Counts of short documents that overlap, labels with fifteen examples, and the truth."""
    X, topic = topical_counts(n_docs=120, n_words=25, n_topics=2, length=8, seed=3)
    truth = topic == 0
    y = np.full(120, -1)
    y[np.flatnonzero(truth)[:15]] = 1
    return X, y, truth
