"""Counts with a few examples among them, for tests."""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from likewise.sklearn_api import Array


class PUSample(NamedTuple):
    """Counts, labels with a few examples, and the truth.

    Parameters
    ----------
    X : sparse array of shape (n_documents, n_words)
        Counts.
    y : ndarray of shape (n_documents,)
        1 for an example, -1 for the rest.
    truth : ndarray of bool of shape (n_documents,)
        Which documents are positive.
    """

    X: sparse.csr_array
    y: Array
    truth: Array


def make_pu_sample(n_documents: int = 90, n_words: int = 40, n_examples: int = 4, *, seed: int = 1) -> PUSample:
    """Draw documents of one of three topics each, over words that mostly belong to a topic.

    Parameters
    ----------
    n_documents, n_words : int
        Size of the counts.
    n_examples : int
        Documents of the first topic that are labelled; all others are unlabelled.
    seed : int
        Of the draw.

    Returns
    -------
    PUSample
        ``X``, ``y`` (1 and -1) and ``truth`` (bool).

    Examples
    --------
    >>> X, y, truth = make_pu_sample()
    >>> X.shape, int((y == 1).sum()), bool(truth[y == 1].all())
    ((90, 40), 4, True)
    """
    rng = np.random.default_rng(seed)
    words = rng.dirichlet(np.full(n_words, 0.15), 3) * 0.9 + 0.1 / n_words
    topic = rng.integers(3, size=n_documents)
    counts = np.array([rng.multinomial(40, words[z]) for z in topic], dtype=np.float64)
    y = np.full(n_documents, -1)
    y[np.flatnonzero(topic == 0)[:n_examples]] = 1
    return PUSample(sparse.csr_array(counts), y, topic == 0)
