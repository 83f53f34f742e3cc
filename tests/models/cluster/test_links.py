"""Sums over groups equal loops over pairs."""

import numpy as np
import pytest
from scipy import sparse

from likewise.models.cluster.links import GroupLinks, PairLinks
from likewise.models.cluster.pck import all_alike
from tests.models.cluster.oracle import group_pairs, link_cost

APART = {(0, 1): 0.3, (0, -1): 0.2}
CODES = np.array([0, -1, 0, 1, -1, -1, 0, 1, -1, 0])


@pytest.fixture
def places():
    rng = np.random.default_rng(4)
    rows, metrics, ends = rng.random((10, 3)), rng.random((3, 3)) + 0.5, rng.random(3) * 2
    return rows, rng.integers(3, size=10), metrics, ends


def linked_both_ways(rows, ends):
    must, cannot = group_pairs(CODES, 0.7, APART)
    groups = GroupLinks(rows, CODES, 0.7, APART, ends)
    return groups, must, cannot


@pytest.mark.parametrize("container", [np.asarray, sparse.csr_array])
def test_all_links_cost_what_the_pairs_cost(places, container):
    rows, labels, metrics, ends = places
    groups, must, cannot = linked_both_ways(container(rows), ends)
    groups.start(labels, 3)
    assert (metrics * groups.differences()).sum() == pytest.approx(
        link_cost(rows, labels, metrics, must, cannot, ends), rel=1e-12
    )


@pytest.mark.parametrize("container", [np.asarray, sparse.csr_array])
def test_moving_a_linked_document_costs_what_its_pairs_cost(places, container):
    rows, labels, metrics, ends = places
    groups, must, cannot = linked_both_ways(container(rows), ends)
    groups.start(labels, 3)
    for place in groups.linked.tolist():
        costs = groups.costs_of(place, metrics)
        expected = []
        for cluster in range(3):
            moved = labels.copy()
            moved[place] = cluster
            expected.append(link_cost(rows, moved, metrics, must, cannot, ends))
        np.testing.assert_allclose(costs - costs[0], np.array(expected) - expected[0], atol=1e-12)
        labels = labels.copy()
        labels[place] = int(costs.argmin())
        groups.put(place, int(labels[place]))
    # After all moves the sums still are those of the places.
    assert (metrics * groups.differences()).sum() == pytest.approx(
        link_cost(rows, labels, metrics, must, cannot, ends), abs=1e-12
    )


def test_a_document_of_the_pile_pays_for_its_pairs_only(places):
    rows, labels, metrics, ends = places
    groups, _, cannot = linked_both_ways(rows, ends)
    groups.start(labels, 3)
    costs = groups.free_costs(metrics)
    for row, place in enumerate(np.flatnonzero(CODES == -1)):
        for cluster in range(3):
            moved = labels.copy()
            moved[place] = cluster
            own = [pair for pair in cannot if place in pair[:2]]
            assert costs[row, cluster] == pytest.approx(link_cost(rows, moved, metrics, [], own, ends), abs=1e-12)


def test_the_pile_is_counted_where_it_was_put(places):
    rows, labels, metrics, ends = places
    groups, must, cannot = linked_both_ways(rows, ends)
    groups.start(labels, 3)
    moved = np.where(CODES == -1, (labels + 1) % 3, labels)
    groups.place_free(moved)
    assert (metrics * groups.differences()).sum() == pytest.approx(
        link_cost(rows, moved, metrics, must, cannot, ends), rel=1e-12
    )


def test_given_pairs_cost_the_same_as_the_groups_they_make(places):
    rows, labels, metrics, ends = places
    groups = GroupLinks(rows, CODES, 0.7, {(0, 1): 0.3}, ends)
    must, cannot = group_pairs(CODES, 0.7, {(0, 1): 0.3})
    pairs = PairLinks(rows, *(np.array([p[:2] for p in some]) for some in (must, cannot)), 0.7, 0.3, ends)
    for links in (groups, pairs):
        links.start(labels, 3)
    np.testing.assert_allclose(pairs.differences(), groups.differences(), atol=1e-12)
    assert pairs.linked.tolist() == groups.linked.tolist()
    for place in pairs.linked.tolist():
        np.testing.assert_allclose(pairs.costs_of(place, metrics), groups.costs_of(place, metrics), atol=1e-12)
        for links in (groups, pairs):
            links.put(place, 2)
    assert not pairs.free_costs(metrics).any()
    assert pairs.free_costs(metrics).shape == (4, 3)


def test_among_documents_that_are_all_alike_each_violated_link_costs_its_weight():
    rows, ends = all_alike(10)
    labels = np.array([0, 0, 1, 1, 2, 0, 0, 0, 1, 2])
    groups = GroupLinks(rows, CODES, 0.7, APART, ends)
    groups.start(labels, 3)
    must, cannot = group_pairs(CODES, 0.7, APART)
    expected = sum(w for i, j, w in must if labels[i] != labels[j])
    expected += sum(w for i, j, w in cannot if labels[i] == labels[j])
    assert groups.differences().sum() == pytest.approx(expected, rel=1e-12)
