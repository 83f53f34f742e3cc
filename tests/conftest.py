"""Small texts and matrices that several rooms' tests share."""

import random

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


TOPICS = {
    "wine": "wine grape vineyard cellar cork barrel tannin vintage bottle glass",
    "tea": "tea leaf kettle pot milk steep brew ceylon cup sugar",
    "cars": "engine wheel brake gear fuel road driver clutch piston tyre",
}


def make_documents(topic, number, seed=0, words=30):
    draw = random.Random(f"{topic} {seed}")
    own, other = TOPICS[topic].split(), " ".join(TOPICS.values()).split()
    return [" ".join(draw.choice(own if draw.random() < 0.8 else other) for _ in range(words)) for _ in range(number)]


@pytest.fixture
def examples():
    return make_documents("wine", 5, seed=1)


@pytest.fixture
def labelled():
    """Texts and labels of 60 documents, topic by topic in turn."""
    columns = [make_documents(topic, 20) for topic in TOPICS]
    texts = [text for row in zip(*columns, strict=True) for text in row]
    return texts, list(TOPICS) * 20
