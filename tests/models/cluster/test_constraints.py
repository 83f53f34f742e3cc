"""Labels and pairs as constraints."""

import numpy as np
import pytest
from scipy import sparse

from likewise.errors import UserError
from likewise.labels import Labels
from likewise.models.cluster import (
    ConstrainedNCut,
    COPKMeans,
    InfeasibleConstraints,
    MPCKMeans,
    PCKMeans,
    SeededKMeans,
)
from likewise.models.cluster.constraints import Task, from_labels, from_pairs, no_pairs, read_pairs
from likewise.models.cluster.ncut import leading_vectors, link_operator
from likewise.models.cluster.seeds import far_ends, first_centers, neighbourhoods
from tests.models.cluster.oracle import group_pairs

#: Three on one axis, three on the other, and one between.
X = np.array([[9, 0, 1], [8, 1, 0], [9, 1, 0], [0, 9, 1], [1, 8, 0], [1, 9, 0], [5, 5, 0]])
SOFT = (PCKMeans, MPCKMeans)


def test_negatives_are_a_second_group_and_only_positives_shun_the_pile():
    task = from_labels(np.eye(5), Labels(np.array([0, 1]), np.array([1, 0, -1, -1, 1])))
    assert task.groups.tolist() == [0, 1, -1, -1, 0]
    assert task.apart(0.2, "raw") == {(0, 1): 0.2, (0, -1): 0.2}


def test_balanced_links_of_one_document_weigh_no_more_than_one_link():
    task = Task(np.eye(9), np.array([0, 0, 1, 1, 1, -1, -1, -1, -1]), pile_apart=True)
    assert task.apart(0.2, "balanced") == {(0, 1): pytest.approx(0.2 / 3), (0, -1): pytest.approx(0.05)}


def test_of_three_classes_none_shuns_the_pile():
    task = from_labels(np.eye(4), Labels(np.arange(3), np.array([0, 1, 2, -1])))
    assert task.apart(1.0, "raw") == {(0, 1): 1.0, (0, 2): 1.0, (1, 2): 1.0}


def test_shares_of_links_kept_are_those_of_the_pairs():
    rng = np.random.default_rng(0)
    task = Task(np.eye(10), np.array([0, 0, 0, 1, 1, -1, -1, -1, -1, -1]), pile_apart=True)
    labels = rng.integers(3, size=10)
    must, cannot = group_pairs(task.groups, 1.0, task.apart(1.0, "raw"))
    expected = (
        np.mean([labels[i] == labels[j] for i, j, _ in must]),
        np.mean([labels[i] != labels[j] for i, j, _ in cannot]),
    )
    assert task.satisfied(labels) == pytest.approx(expected)
    pairs = from_pairs(np.eye(10), np.array([p[:2] for p in must]), np.array([p[:2] for p in cannot]))
    assert pairs.satisfied(labels) == pytest.approx(expected)


def test_one_example_has_no_must_link():
    must, cannot = Task(np.eye(3), np.array([0, -1, -1]), pile_apart=True).satisfied(np.array([0, 0, 1]))
    assert np.isnan(must)
    assert cannot == 0.5


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([[0, 7]], "names document 7"),
        ([[-1, 2]], "names document -1"),
        ([[2, 2]], "has 2 with itself"),
        ([0, 1], "shape"),
        ([[0.5, 1.0]], "row numbers"),
    ],
)
def test_wrong_pairs_are_told_in_one_sentence(pairs, message):
    with pytest.raises(UserError, match=message) as told:
        PCKMeans(2).fit(X, must_link=pairs)
    assert "\n" not in str(told.value)


def test_the_same_pair_twice_is_one_pair():
    assert read_pairs([[2, 1], [1, 2]], 3, who="", kind="").tolist() == [[1, 2]]
    assert read_pairs([], 3, who="", kind="").shape == (0, 2)


def test_labels_and_pairs_together_are_refused():
    with pytest.raises(UserError, match="got both"):
        PCKMeans(2).fit(X, [1, -1, -1, -1, -1, -1, -1], must_link=[[0, 1]])


@pytest.mark.parametrize("method", SOFT)
def test_a_dear_must_link_is_kept_and_a_cheap_one_is_not(method):
    dear = method(2, must_link_weight=50.0, n_components=None, random_state=0).fit(
        X, must_link=[[0, 3], [1, 4], [0, 4]]
    )
    assert dear.must_link_satisfied_ == 1.0
    cheap = method(2, must_link_weight=1e-3, n_components=None, init=np.eye(2, 3), random_state=0).fit(
        X, must_link=[[0, 3]]
    )
    assert cheap.labels_[0] != cheap.labels_[3]
    assert cheap.must_link_satisfied_ == 0.0
    assert np.isnan(cheap.cannot_link_satisfied_)


@pytest.mark.parametrize(("weight", "cluster"), [(0.19, 1), (0.21, 0)])
def test_a_must_link_weighs_against_half_the_squared_distance(weight, cluster):
    # The second document is at .8 from the first centre and at .4 from the other: leaving costs ½(.8 − .4).
    model = PCKMeans(2, must_link_weight=weight, n_components=None, weighting="l2", init=np.eye(2), max_iter=1, tol=0.0)
    model.fit([[5, 0], [3, 4], [0, 5]], must_link=[[0, 1]])
    assert model.labels_.tolist() == [0, cluster, 1]
    assert model.history_ == pytest.approx([-0.4 - 2 * weight])


@pytest.mark.parametrize("method", SOFT)
def test_a_dear_cannot_link_parts_two_like_documents(method):
    parted = method(2, cannot_link_weight=50.0, n_components=None, random_state=0).fit(X, cannot_link=[[0, 2]])
    assert parted.labels_[0] != parted.labels_[2]
    assert parted.cannot_link_satisfied_ == 1.0


@pytest.mark.parametrize("method", [SeededKMeans, PCKMeans, MPCKMeans, COPKMeans, ConstrainedNCut])
def test_without_labels_it_tells_clusters(method):
    model = method(2).fit(X)
    assert len(set(model.labels_[:3])) == len(set(model.labels_[3:6])) == 1
    assert model.labels_[0] != model.labels_[3]
    assert model.predict(X).tolist() == model.labels_.tolist()
    assert model.predict_proba(X).shape == (7, 2)
    assert not hasattr(model, "transduction_")
    assert not hasattr(model.fit(X, [1, -1, -1, -1, -1, -1, -1]).fit(X), "positive_cluster_")


def test_pairs_mean_the_same_documents_in_any_order():
    order = np.array([4, 2, 6, 0, 5, 1, 3])
    place = np.argsort(order)
    pairs, apart = np.array([[6, 3], [0, 1]]), np.array([[6, 0], [2, 5]])
    plain = PCKMeans(2, n_components=None, random_state=0).fit(X, must_link=pairs, cannot_link=apart)
    mixed = PCKMeans(2, n_components=None, random_state=0).fit(
        X[order], must_link=place[pairs], cannot_link=place[apart]
    )
    assert mixed.labels_.tolist() == plain.labels_[order].tolist()


def test_hard_links_are_all_kept():
    model = COPKMeans(3, n_components=None, random_state=0).fit(
        X, must_link=[[0, 3], [3, 5]], cannot_link=[[0, 2], [1, 2]]
    )
    assert model.must_link_satisfied_ == model.cannot_link_satisfied_ == 1.0
    assert model.labels_[0] == model.labels_[5]


def test_hard_labels_keep_the_pile_out_of_the_positives_cluster():
    model = COPKMeans(2, n_components=None, random_state=0).fit(X, [1, 1, -1, -1, -1, -1, 0])
    in_cluster = model.labels_ == model.positive_cluster_
    assert in_cluster.tolist() == [True, True, False, False, False, False, False]
    assert model.transduction_[2] == 1  # by distance alone


def test_three_documents_that_exclude_each_other_need_three_clusters():
    apart = [[0, 1], [1, 2], [0, 2]]
    with pytest.raises(InfeasibleConstraints, match=r"no cluster for document [012],"):
        COPKMeans(2, random_state=0).fit(X, cannot_link=apart)
    assert COPKMeans(3, random_state=0).fit(X, cannot_link=apart).cannot_link_satisfied_ == 1.0


def test_a_pair_that_is_joined_and_parted_is_named():
    with pytest.raises(InfeasibleConstraints, match=r"document [46] apart"):
        COPKMeans(3).fit(X, must_link=[[4, 5], [5, 6]], cannot_link=[[4, 6]])


def test_centres_begin_at_groups_and_then_far_away():
    rows = np.array([[1.0, 0, 0], [0.8, 0.6, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]])
    centers = first_centers(rows, np.array([-1, 0, 0, -1, -1]), 2)
    np.testing.assert_allclose(centers[0], np.array([0.8, 1.6, 0]) / np.sqrt(0.64 + 2.56))
    np.testing.assert_allclose(centers[1], [0, 0, 1])


def test_of_too_many_groups_the_large_and_distant_begin():
    rows = np.array([[1.0, 0], [1, 0], [1, 0], [0.8, 0.6], [0.8, 0.6], [0, 1.0]])
    centers = first_centers(rows, np.array([1, 1, 1, 0, 0, 2]), 2)
    np.testing.assert_allclose(centers, [[1, 0], [0, 1]])


def test_must_links_reach_through_each_other():
    assert neighbourhoods(6, np.array([[5, 3], [3, 0], [1, 2]])).tolist() == [0, 1, 1, 0, -1, 0]
    assert neighbourhoods(2, no_pairs()).tolist() == [-1, -1]


def test_far_ends_are_far_apart():
    rows = np.random.default_rng(0).random((30, 4))
    farthest = max(((a - b) ** 2).sum() for a in rows for b in rows)
    assert 0.8 * farthest <= far_ends(rows).sum() <= farthest
    np.testing.assert_allclose(far_ends(sparse.csr_array(rows)), far_ends(rows))


@pytest.mark.parametrize("by_pairs", [False, True])
def test_links_of_the_cut_are_those_of_the_pairs(by_pairs):
    codes, v = np.array([0, 0, 0, 1, 1, -1, -1]), np.random.default_rng(1).random(7)
    task = Task(np.eye(7), codes, pile_apart=True)
    must, cannot = group_pairs(codes, 1.0, {(0, 1): 1 / 3, (0, -1): 1 / 3})
    if by_pairs:
        cannot = [(i, j, 1.0) for i, j, _ in cannot]
        task = from_pairs(np.eye(7), *(np.array([pair[:2] for pair in some]) for some in (must, cannot)))
    expected = np.zeros(7)
    for pairs, sign in ((must, -1), (cannot, 1)):
        for i, j, weight in pairs:
            expected[i] += weight * (v[i] + sign * v[j])
            expected[j] += weight * (v[j] + sign * v[i])
    np.testing.assert_allclose(link_operator(task, 2.0)(v), 2.0 * expected, atol=1e-12)


def test_leading_vectors_are_those_of_the_whole_matrix():
    rng = np.random.default_rng(2)
    rows = rng.random((70, 12)) * (rng.random((70, 12)) < 0.5)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    S = rows @ rows.T - np.eye(70)
    scale = 1 / np.sqrt(S.sum(axis=1))
    task = Task(rows, np.where(np.arange(70) < 5, 0, -1), pile_apart=True)
    links = np.array([link_operator(task, 0.5)(axis) for axis in np.eye(70)])
    values, vectors = np.linalg.eigh(scale[:, None] * (S - links) * scale)
    found, directions = leading_vectors(sparse.csr_array(rows), link_operator(task, 0.5), 3)
    np.testing.assert_allclose(np.sort(found), values[-3:], atol=1e-5)
    order = np.argsort(found)
    cosine = np.abs((directions[:, order] / scale[:, None] * vectors[:, -3:]).sum(axis=0))
    np.testing.assert_allclose(cosine, 1.0, atol=1e-4)
