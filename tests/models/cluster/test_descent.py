"""The descent: hand numbers, scikit-learn's k-means, and a cost that never rises."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.cluster import KMeans

from likewise.fitting import Monitor, iterate
from likewise.models.cluster import MPCKMeans
from likewise.models.cluster.descent import Descent, State, distances
from likewise.models.cluster.links import GroupLinks, PairLinks
from likewise.models.cluster.seeds import far_ends
from likewise.text import Weighting
from tests.conftest import topical_counts
from tests.models.cluster.oracle import group_pairs, objective

NONE = np.empty((0, 2), dtype=int)


def metrics_after_a_step(must_link, ridge):
    """Let clusters {0, 1} and {4} learn their metrics with documents where they are."""
    rows = np.array([[0.0], [1.0], [4.0]])
    links = PairLinks(rows, must_link, NONE, 1.0, 1.0, np.zeros(1)) if len(must_link) else None
    problem = Descent(rows, np.ones(3), np.full(3, -1), links=links, metric="diagonal", ridge=ridge)
    if links is not None:
        links.start(np.array([0, 0, 1]), 2)
    state = problem._update(
        np.array([0, 0, 1]), np.zeros((3, 2)), State(np.array([0, 0, 1]), rows[:2], np.ones((2, 1)))
    )
    return state.metrics


def test_the_metric_of_two_documents_one_apart_is_four():
    assert metrics_after_a_step(NONE, 0.0)[0, 0] == pytest.approx(4.0, rel=1e-5)


def test_a_violated_must_link_widens_the_metric_to_point_four():
    # The ridge of 1e-6 that remains is subtracted: n / (.5 + 4.5 + 2e-6).
    assert metrics_after_a_step(np.array([[1, 2]]), 0.0)[0, 0] == pytest.approx(2 / (5 + 2e-6), abs=1e-9)
    assert metrics_after_a_step(np.array([[1, 2]]), 0.0)[0, 0] == pytest.approx(0.4, abs=1e-6)


def test_a_ridge_bounds_the_metric_of_a_single_document():
    variance = np.var([0.0, 1.0, 4.0])
    assert metrics_after_a_step(NONE, 0.1)[1, 0] == pytest.approx(1 / (0.1 * variance + 1e-6), rel=1e-9)


def test_cannot_links_that_outweigh_the_spread_leave_the_metric_at_its_bound():
    rows = np.array([[0.0, 0.3], [1.0, 0.1], [0.2, 0.9], [0.8, 0.5]])
    # Far ends that are no distance apart: each violated link only pays.
    links = GroupLinks(rows, np.array([0, 0, -1, -1]), 1.0, {(0, -1): 9.0}, np.zeros(2))
    problem = Descent(rows, np.ones(4), np.full(4, -1), links=links, metric="diagonal")
    together = np.zeros(4, dtype=int)
    links.start(together, 1)
    state = problem._update(together, np.zeros((4, 1)), State(together, rows[:1], np.ones((1, 2))))
    np.testing.assert_allclose(state.metrics[0], 1 / problem.floor)


def test_distances_are_those_of_the_metric():
    rng = np.random.default_rng(0)
    rows, centers, metrics, ridge = rng.random((6, 4)), rng.random((3, 4)), rng.random((3, 4)) + 0.1, rng.random(4)
    expected = [
        [(a * ((row - c) ** 2 + ridge) - np.log(a)).sum() for c, a in zip(centers, metrics, strict=True)]
        for row in rows
    ]
    np.testing.assert_allclose(distances(rows, centers, metrics, ridge), expected, atol=1e-12)
    np.testing.assert_allclose(distances(sparse.csr_array(rows), centers, metrics, ridge), expected, atol=1e-12)


@pytest.mark.parametrize("metric", ["none", "shared", "diagonal"])
@pytest.mark.parametrize("scale", [0.02, 1.0])
def test_the_objective_is_that_of_the_pairs_and_never_rises(metric, scale):
    rng = np.random.default_rng(7)
    rows = rng.random((10, 3))
    codes, apart = np.array([0, 0, 0, 1, 1, -1, -1, -1, -1, -1]), {(0, -1): 0.2 * scale, (0, 1): 0.5 * scale}
    weights, ends = np.where(codes == 0, 3.0, 1.0), far_ends(rows)
    links = GroupLinks(rows, codes, scale, apart, ends)
    problem = Descent(rows, weights, np.full(10, -1), links=links, metric=metric)
    must, cannot = group_pairs(codes, scale, apart)
    state, told = problem.begin(rows[[0, 4, 9]]), []
    for _ in range(8):
        new, value = problem.step(state)
        assert value == pytest.approx(
            -objective(rows, weights, state.labels, state.centers, state.metrics, problem.floor, must, cannot, ends),
            rel=1e-9,
        )
        told.append(value)
        state = new
    assert np.diff(told).min() >= -1e-9
    assert told[-1] > told[0]


def test_no_other_metric_or_centre_costs_less_where_documents_are():
    rng = np.random.default_rng(3)
    rows = rng.random((10, 2))
    codes, apart = np.array([0, 0, 0, -1, -1, -1, -1, -1, -1, -1]), {(0, -1): 0.05}
    links = GroupLinks(rows, codes, 1.0, apart, far_ends(rows))
    problem = Descent(rows, np.ones(10), np.full(10, -1), links=links, metric="diagonal")
    state = iterate(problem.step, problem.begin(rows[[0, 9]]), Monitor(max_iter=30, tol=1e-12))
    must, cannot = group_pairs(codes, 1.0, apart)

    def cost(centers, metrics):
        return objective(rows, np.ones(10), state.labels, centers, metrics, problem.floor, must, cannot, far_ends(rows))

    best = cost(state.centers, state.metrics)
    for _ in range(50):
        assert cost(state.centers + rng.normal(0, 0.05, state.centers.shape), state.metrics) >= best
        nearby = state.metrics * np.exp(rng.normal(0, 0.1, state.metrics.shape))
        assert cost(state.centers, np.minimum(nearby, 1 / problem.floor)) >= best - 1e-9


def test_an_empty_cluster_begins_anew_at_the_worst_placed_document():
    rows = np.array([[0.0], [0.1], [0.2], [9.0]])
    problem = Descent(rows, np.ones(4), np.full(4, -1))
    state = iterate(problem.step, problem.begin(np.array([[0.0], [500.0]])), Monitor(max_iter=10, tol=1e-9))
    assert state.labels.tolist() == [0, 0, 0, 1]


def test_a_spherical_centre_is_a_direction():
    rows = np.array([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])
    problem = Descent(rows, np.array([1.0, 1.0, 5.0]), np.array([0, -1, -1]), spherical=True)
    state, value = problem.step(problem.begin(np.array([[1.0, 0.0], [0.0, 1.0]])))
    assert state.labels.tolist() == [0, 1, 1]
    np.testing.assert_allclose(np.linalg.norm(state.centers, axis=1), 1.0)
    assert value == pytest.approx(-0.4)


@pytest.mark.parametrize("n_components", [None, 6])
def test_without_links_or_metrics_it_is_k_means(n_components):
    X, _ = topical_counts(n_docs=80, n_words=30, n_topics=4, seed=5)
    model = MPCKMeans(
        4,
        metric="none",
        must_link_weight=0.0,
        cannot_link_weight=0.0,
        n_components=n_components,
        weighting="l2",
        tol=0.0,
    )
    model.fit(X)
    rows = model._space.transform(X)
    dense = rows.toarray() if sparse.issparse(rows) else rows
    start = dense[[3, 11, 30, 42]]
    model.set_params(init=start).fit(X)
    theirs = KMeans(4, init=start, n_init=1, tol=0.0, algorithm="lloyd").fit(dense)
    np.testing.assert_array_equal(model.labels_, theirs.labels_)
    np.testing.assert_allclose(model.cluster_centers_, theirs.cluster_centers_, atol=1e-10)
    assert -model.history_[-1] == pytest.approx(theirs.inertia_, rel=1e-9)


def test_rows_of_a_weighting_are_the_rows_that_are_clustered():
    X, _ = topical_counts(n_docs=40)
    model = MPCKMeans(3, n_components=None, weighting="tfidf", random_state=0).fit(X)
    np.testing.assert_allclose(model._space.transform(X).toarray(), Weighting("tfidf").fit_transform(X).toarray())
