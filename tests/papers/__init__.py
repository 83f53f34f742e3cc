"""Tests of the papers' tables, and the made-up corpora that they run on."""

import numpy as np
from scipy import sparse

DATA = "0123456789ab"


def made_up(labels, *, n_words=30):
    """Return a stand-in of `counted` for one corpus: word 0 of document i is counted i + 1 times, the rest is topical.

    Words differ by label, so that methods can learn; the first column tells which document a row is.
    """
    labels = np.array(labels, dtype=object)
    rng = np.random.default_rng(3)
    _, topic = np.unique([str(label) for label in labels], return_inverse=True)
    words = rng.dirichlet(np.full(n_words, 0.1), topic.max() + 1) * 0.9 + 0.1 / n_words
    counts = np.array([rng.multinomial(60, words[one]) for one in topic])
    X = np.column_stack([np.arange(1, len(labels) + 1), counts]).astype(np.float32)

    def counted(corpus, text=()):
        return sparse.csr_array(X), labels, DATA

    return counted


def topical(labels):
    """Return the same without the column of numbers."""
    X, labels, data = made_up(labels)("any")
    return lambda corpus, text=(): (sparse.csr_array(X[:, 1:]), labels, data)


def numbers(X):
    """Return which documents of a made-up corpus the rows are."""
    return X[:, [0]].toarray().ravel().astype(int) - 1
