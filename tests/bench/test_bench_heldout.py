import numpy as np
import pytest
import scipy.sparse as sp
from bench.heldout import perplexity, split


@pytest.fixture
def two_topics():
    """Documents of one of two topics with words of their own, and the topics."""
    rng = np.random.default_rng(0)
    topics = np.zeros((2, 40))
    topics[0, :20] = topics[1, 20:] = 1 / 20
    counts = np.array([rng.multinomial(60, topics[i % 2]) for i in range(100)], dtype=np.float32)
    return sp.csr_matrix(counts), topics


def test_the_two_halves_hold_every_token_of_the_held_out_documents_and_differ_by_at_most_one(two_topics):
    X, _ = two_topics
    parts = split(X)
    assert parts.train.sum() + parts.observed.sum() + parts.scored.sum() == X.sum()
    assert abs(parts.observed.sum(axis=1) - parts.scored.sum(axis=1)).max() <= 1


def test_words_that_training_lacks_are_left_out_of_every_part():
    X = sp.csr_matrix(np.vstack([np.eye(10), np.eye(10)]).astype(np.float32) * 3)
    parts = split(X, share=0.9)
    assert parts.train.shape == (2, parts.scored.shape[1])
    assert parts.train.sum(axis=0).min() > 0


def test_the_same_seed_gives_the_same_split_and_another_seed_another(two_topics):
    X, _ = two_topics
    assert (split(X, seed=3).observed != split(X, seed=3).observed).nnz == 0
    assert (split(X, seed=3).observed != split(X, seed=4).observed).nnz > 0


def test_true_topics_come_near_their_entropy_and_one_topic_for_all_near_the_vocabulary(two_topics):
    X, topics = two_topics
    parts = split(X)
    assert perplexity(topics, parts) == pytest.approx(20, rel=0.02)
    assert perplexity(topics.mean(axis=0, keepdims=True), parts) == pytest.approx(40, rel=0.02)


def test_topics_that_rule_a_word_out_get_a_finite_perplexity(two_topics):
    X, topics = two_topics
    assert np.isfinite(perplexity(topics[:1], split(X)))
