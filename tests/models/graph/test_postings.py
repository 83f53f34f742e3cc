"""Posting lists that are bounded: whole where that is cheap, and their heaviest entries where it is not."""

import numpy as np
import pytest
from scipy import sparse

from likewise.models.graph.neighbours import heaviest_terms, nearest
from likewise.models.graph.postings import make_postings


@pytest.fixture
def rows() -> sparse.csr_array:
    """Documents with words of all frequencies."""
    rng = np.random.default_rng(3)
    frequency = 1 / np.arange(1, 201)
    counts = sparse.csr_array(rng.poisson(3 * frequency, size=(600, 200)).astype(np.float32))
    weights = np.log(600 / np.maximum(np.bincount(counts.indices, minlength=200), 1)).astype(np.float32)
    return heaviest_terms(sparse.csr_array(counts * (weights + 0.1)), 12)


def _documents(rows: sparse.csr_array) -> np.ndarray:
    return np.bincount(rows.indices, minlength=rows.shape[1])


def test_a_bound_that_is_not_reached_changes_nothing(rows: sparse.csr_array) -> None:
    whole, bounded = (nearest(rows, rows, 5, most_work=work) for work in (None, 1e9))
    assert all(one.tobytes() == other.tobytes() for one, other in zip(whole, bounded, strict=True))


def test_no_more_entries_are_looked_at_than_the_bound_allows(rows: sparse.csr_array) -> None:
    documents = _documents(rows)
    whole = float(documents @ np.diff(make_postings(documents, rows, None).indptr))
    postings = make_postings(documents, rows, whole / 4)
    assert float(documents @ np.diff(postings.indptr)) <= whole / 4


def test_shortened_lists_keep_the_heaviest_entries(rows: sparse.csr_array) -> None:
    documents = _documents(rows)
    whole, short = make_postings(documents, rows, None), make_postings(documents, rows, 20_000)
    word = int(np.argmax(np.diff(whole.indptr)))
    kept = short.values[short.indptr[word] : short.indptr[word + 1]]
    entries = whole.values[whole.indptr[word] : whole.indptr[word + 1]]
    assert 0 < len(kept) < len(entries)
    assert sorted(kept) == sorted(entries)[-len(kept) :]
    assert (np.diff(short.rows[short.indptr[word] : short.indptr[word + 1]]) > 0).all()


def test_bounded_neighbours_are_the_same_on_any_number_of_threads(rows: sparse.csr_array) -> None:
    many = sparse.csr_array(sparse.vstack([rows] * 8, format="csr"))
    one, two = (nearest(many, many, 5, n_threads, most_work=200) for n_threads in (1, 3))
    assert one[0].tobytes() == two[0].tobytes()
    assert one[1].tobytes() == two[1].tobytes()


def test_bounded_neighbours_are_mostly_those_of_whole_lists(rows: sparse.csr_array) -> None:
    work = float(_documents(rows) @ _documents(rows)) / rows.shape[0]
    exact, bounded = (nearest(rows, rows, 5, most_work=most)[0] for most in (None, work / 2))
    shared = np.mean([len(np.intersect1d(one, other)) / 5 for one, other in zip(exact, bounded, strict=True)])
    assert shared > 0.6
