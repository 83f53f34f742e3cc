"""The graph of documents and those most like them: exact, whatever the threads, and honest about who has no links."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.preprocessing import normalize

from likewise.models.graph.cuts import conductance, list_links
from likewise.models.graph.neighbours import (
    document_graph,
    heaviest_terms,
    linked,
    linked_vectors,
    nearest,
    score_by_neighbours,
    smooth,
    together,
)


@pytest.fixture
def rows():
    rng = np.random.default_rng(0)
    counts = sparse.random_array((300, 80), density=0.1, rng=rng, format="csr")
    return normalize(sparse.csr_array(counts))


def brute_force(rows, among, k, itself):
    alike = (rows @ among.T).toarray()
    if not itself:
        np.fill_diagonal(alike, 0.0)
    order = np.argsort(-alike, axis=1, kind="stable")[:, :k]
    values = np.take_along_axis(alike, order, axis=1)
    return np.where(values > 0, order, -1), values


def test_neighbours_are_those_of_all_products(rows):
    neighbours, likeness = nearest(rows, rows, 7)
    expected, values = brute_force(rows, rows, 7, itself=False)
    np.testing.assert_allclose(likeness, values, atol=1e-12)
    np.testing.assert_array_equal(neighbours, expected)


def test_trying_which_way_is_faster_changes_nothing(rows, monkeypatch):
    expected = nearest(rows, rows, 7)
    monkeypatch.setattr("likewise.models.graph.neighbours._FEW_ROWS", 10)
    monkeypatch.setattr("likewise.models.graph.neighbours._TRIED", 5)
    for one, other in zip(nearest(rows, rows, 7, 2), expected, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("shape", ["copies", "a whole chunk", "one"])
def test_to_look_at_all_sums_or_at_those_that_were_touched_gives_the_same(rows, shape, monkeypatch):
    copies = sparse.csr_array(sparse.vstack([rows[:70]] * 3))
    chosen = {"copies": copies, "a whole chunk": rows[:64], "one": rows[:1]}[shape]
    found = []
    for is_dense in (False, True):
        monkeypatch.setattr("likewise.models.graph.neighbours._is_dense_faster", lambda *given, answer=is_dense: answer)
        found.append(nearest(chosen, chosen, 7))
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)
    neighbours, likeness = found[0]
    np.testing.assert_allclose(likeness, _padded(brute_force(chosen, chosen, 7, itself=False)[1], 7))
    is_tie = (np.diff(likeness, axis=1) == 0) & (neighbours[:, 1:] >= 0)
    assert (np.diff(neighbours, axis=1)[is_tie] > 0).all()
    assert is_tie.any() == (shape == "copies")


def _padded(values, width):
    return np.pad(values, ((0, 0), (0, width - values.shape[1])))


def test_rows_of_another_matrix_may_be_neighbours_of_themselves(rows):
    few = rows[:20].copy()
    neighbours, _ = nearest(few, rows, 3)
    assert (neighbours[:, 0] == np.arange(20)).all()


def test_threads_change_nothing(rows):
    many = sparse.csr_array(sparse.vstack([rows] * 40))
    for one, other in zip(nearest(many, many, 5, 1), nearest(many, many, 5, 2), strict=True):
        np.testing.assert_array_equal(one, other)


def test_rows_without_words_have_no_neighbours(rows):
    with_empty = sparse.csr_array(sparse.vstack([rows, sparse.csr_array((1, rows.shape[1]))]))
    neighbours, likeness = nearest(with_empty, with_empty, 4)
    assert (neighbours[-1] == -1).all()
    assert not likeness[-1].any()
    assert not (neighbours == len(neighbours) - 1).any()


def test_zeros_that_are_stored_link_nothing():
    rows = sparse.csr_array((np.array([0.0, 1.0, 0.0, 1.0]), np.array([0, 1, 0, 2]), np.array([0, 2, 4])), shape=(2, 3))
    assert (nearest(rows, rows, 1)[0] == -1).all()


def test_the_heaviest_words_are_kept_at_unit_length(rows):
    kept = heaviest_terms(rows, 3)
    assert np.diff(kept.indptr).max() == 3
    np.testing.assert_allclose(np.sqrt((kept * kept).sum(axis=1)), 1.0)
    row, own = rows[[5]].toarray().ravel(), kept[[5]].toarray().ravel()
    assert set(np.flatnonzero(own)) == set(np.argsort(-row)[:3])


def test_words_of_most_documents_link_only_documents_that_have_no_other():
    rows = sparse.csr_array([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
    kept = heaviest_terms(rows, 5).toarray()
    assert not kept[:3, 0].any()
    assert kept[3, 0] == 1


def test_links_are_the_same_both_ways(rows):
    graph = linked(*nearest(rows, rows, 5))
    assert abs(graph - graph.T).max() == 0
    assert not graph.diagonal().any()
    assert np.diff(graph.indptr).min() >= 5


def test_dense_vectors_link_those_on_the_same_side():
    rng = np.random.default_rng(0)
    vectors = np.concatenate([rng.normal(5, 1, (50, 8)), rng.normal(-5, 1, (50, 8))])
    graph = linked_vectors(vectors, 5).tocoo()
    assert ((graph.row < 50) == (graph.col < 50)).all()


def test_two_graphs_count_alike_together(rows):
    one = linked(*nearest(rows, rows, 5))
    np.testing.assert_allclose(together(one, 100 * one).toarray(), (2 / one.data.mean() * one).toarray())


def test_conductance_is_what_counting_links_says(rows):
    graph = linked(*nearest(rows, rows, 5))
    order = np.random.default_rng(1).permutation(graph.shape[0])
    shares = conductance(list_links(graph), order)
    dense = graph.toarray()
    for k in (1, 17, 150, 299):
        inside = np.isin(np.arange(300), order[:k])
        cut = dense[inside][:, ~inside].sum()
        assert shares[k - 1] == pytest.approx(cut / min(dense[inside].sum(), dense[~inside].sum()))
    assert shares[-1] == 1


def test_nothing_is_linked_and_nothing_breaks():
    nothing = sparse.csr_array((4, 4))
    np.testing.assert_array_equal(conductance(list_links(nothing), np.arange(4)), np.ones(4))
    values = np.array([1.0, 0.0, 0.5, 0.2])
    np.testing.assert_array_equal(smooth(nothing, np.zeros(4), values, 0.9, 3), values)


def test_smoothing_draws_documents_to_their_neighbours(rows):
    graph = linked(*nearest(rows, rows, 5))
    values = np.random.default_rng(0).random(graph.shape[0])
    smoothed = smooth(graph, list_links(graph).degrees, values, 0.9, 5)
    assert smoothed.std() < values.std() / 2
    assert smoothed.min() >= values.min()
    assert smoothed.max() <= values.max()


def test_new_documents_have_the_mean_score_of_their_neighbours(rows):
    kept, _ = document_graph(rows, 5, 40)
    scores = np.random.default_rng(0).random(300)
    new = sparse.csr_array(sparse.vstack([rows[:3], sparse.csr_array((1, rows.shape[1]))]))
    found = score_by_neighbours(new, kept, scores, n_neighbors=4, n_terms=40, otherwise=-9.0)
    for row in range(3):
        alike = (rows[[row]] @ rows.T).toarray().ravel()
        best = np.argsort(-alike)[:4]
        assert found[row] == pytest.approx(np.average(scores[best], weights=alike[best]))
    assert found[3] == -9


def test_vectors_add_links_to_those_of_words(rows):
    vectors = np.random.default_rng(0).normal(size=(300, 6))
    _, by_words = document_graph(rows, 5, 40)
    _, by_both = document_graph(rows, 5, 40, vectors=vectors)
    expected = together(by_words, linked_vectors(vectors, 5))
    np.testing.assert_allclose(by_both.toarray(), expected.toarray())
    assert by_both.nnz > by_words.nnz
