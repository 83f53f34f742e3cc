"""The random walk finds what shares no word with an example, and leaving an example out is free."""

import numpy as np
import pytest
from scipy import sparse

from likewise.errors import UserError
from likewise.models.graph import GraphWalk
from likewise.models.graph.walk import make_steps, walk


def two_groups(n=40, n_words=30, seed=0):
    """Documents of two topics that hardly share words, three words each of thirty."""
    rng = np.random.default_rng(seed)
    X = np.zeros((2 * n, 2 * n_words))
    for row in range(2 * n):
        words = rng.choice(n_words, 4, replace=False) + (n_words if row >= n else 0)
        X[row, words] = rng.integers(1, 4, 4)
    return sparse.csr_array(X), np.arange(2 * n) < n


def test_documents_without_a_word_of_the_example_are_found():
    X, truth = two_groups()
    y = np.full(len(truth), -1)
    y[0] = 1
    model = GraphWalk(n_neighbors=5).fit(X, y)
    far = truth & ((X @ X[[0]].T).toarray().ravel() == 0)
    assert far.any()
    assert model.training_scores_[far].min() > model.training_scores_[~truth].max()


def test_the_walk_is_linear_in_its_starts():
    X, _ = two_groups()
    graph = sparse.csr_array((X @ X.T).toarray() * (1 - np.eye(X.shape[0])))
    apart = walk(make_steps(graph), np.array([0, 3]), np.array([0, 1]), 5)
    np.testing.assert_allclose(walk(make_steps(graph), np.array([0, 3]), np.array([0, 0]), 5)[:, 0], apart.sum(axis=1))


def walk_plainly(steps, examples, groups, n_steps):
    root, restart = np.sqrt(steps.degrees), steps.constants.restart
    start = np.zeros((len(root), groups.max() + 1))
    np.add.at(start, (examples, groups), steps.degrees.sum() / root[examples])
    now = before = start
    for _ in range(n_steps):
        now, before = (1 - restart) * (steps.spread @ now) + restart * start, now
    return (now + before) / (2 * root[:, None])


@pytest.mark.parametrize("n_steps", [1, 2, 7])
def test_where_documents_lie_does_not_change_a_bit(n_steps, monkeypatch):
    rng = np.random.default_rng(0)
    links = sparse.random_array((200, 200), density=0.03, rng=rng)
    graph = sparse.csr_array(links + links.T)
    starts = np.array([3, 7, 50, 120]), np.array([0, 1, 0, 2])
    steps = make_steps(graph)
    plain = walk_plainly(steps, *starts, n_steps)
    np.testing.assert_array_equal(walk(steps, *starts, n_steps), plain)
    monkeypatch.setattr("likewise.models.graph.walk._MANY", 0)
    laid = make_steps(graph)
    assert (laid.order != np.arange(200)).any()
    np.testing.assert_array_equal(walk(laid, *starts, n_steps), plain)


def test_a_document_nobody_links_has_no_lift():
    graph = sparse.csr_array(np.pad(np.ones((3, 3)) - np.eye(3), (0, 1)))
    assert walk(make_steps(graph), np.array([0]), np.array([0]), 4)[3, 0] == 0


def test_what_is_known_not_to_match_falls():
    X, truth = two_groups()
    y = np.full(len(truth), -1)
    y[[0, 1]] = 1
    before = GraphWalk(n_neighbors=8).fit(X, y).training_scores_
    y[50] = 0
    after = GraphWalk(n_neighbors=8).fit(X, y).training_scores_
    assert (after - before)[~truth].mean() < (after - before)[truth].mean()


def test_the_prior_is_as_good_as_the_ranks_of_left_out_examples():
    X, truth = two_groups(n=100)
    y = np.full(len(truth), -1)
    y[:12] = 1
    model = GraphWalk(threshold="prior").fit(X, y)
    assert model.estimate_.low <= (truth & (y == -1)).sum() <= model.estimate_.high


def test_new_documents_are_scored_by_their_neighbours():
    X, truth = two_groups(n=60)
    y = np.full(100, -1)
    rows = np.r_[0:50, 60:110]
    y[:5] = 1
    model = GraphWalk().fit(X[rows], y)
    new = np.setdiff1d(np.arange(120), rows)
    scores = model.decision_function(X[new])
    assert scores[truth[new]].min() > scores[~truth[new]].max()


def test_dense_vectors_link_documents_that_share_no_words():
    X = sparse.csr_array(np.eye(12))  # no two documents share a word
    y = np.full(12, -1)
    y[0] = 1
    vectors = np.repeat([[1.0, 0.0], [0.0, 1.0]], 6, axis=0)
    model = GraphWalk(n_neighbors=4).fit(X, y, extra_vectors=vectors)
    assert (model.training_scores_[1:6] > model.training_scores_[6:].max()).all()


@pytest.mark.parametrize("vectors", [np.ones((3, 2)), np.full((12, 2), np.nan), [["a"]] * 12])
def test_vectors_that_do_not_fit_are_refused(vectors):
    with pytest.raises(UserError, match="extra_vectors"):
        GraphWalk().fit(sparse.csr_array(np.eye(12)), [1] + [-1] * 11, extra_vectors=vectors)
