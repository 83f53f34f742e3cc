"""Rows that stand for several documents of a larger pile: what is judged is said of all of them."""

from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from likewise.engine import judge, prepare
from likewise.errors import UserError
from likewise.labels import Labels, read_labels
from likewise.text.weighting import Weighting

N_EXAMPLES, N_LIKE, N_OTHER = 8, 60, 1200


@pytest.fixture(scope="module")
def counts() -> sparse.csr_array:
    """Examples, documents of their topic, and documents of three other topics."""
    rng = np.random.default_rng(1)
    topics = rng.dirichlet(np.full(300, 0.05), size=4)
    of = np.concatenate([np.zeros(N_EXAMPLES + N_LIKE, dtype=int), rng.integers(1, 4, N_OTHER)])
    return sparse.csr_array(np.array([rng.multinomial(40, 0.8 * topics[topic] + 0.2 / 300) for topic in of], float))


def _labels(n_rows: int) -> Labels:
    return read_labels(np.where(np.arange(n_rows) < N_EXAMPLES, 1, -1), who="a test")


def _sample(n_rows: int, each: int) -> tuple[np.ndarray, np.ndarray]:
    """Return all examples and documents like them, some of the others, and what each row stands for."""
    first = N_EXAMPLES + N_LIKE
    rows = np.concatenate([np.arange(first), np.arange(first, n_rows, each)])
    return rows, np.where(rows < first, 1, each)


def test_rows_that_stand_for_themselves_change_next_to_nothing(counts: sparse.csr_array) -> None:
    labels = _labels(counts.shape[0])
    plain = judge(prepare(counts), labels)
    weighting = Weighting("tfidf-log").fit(counts)
    other = judge(prepare(counts, weighting=weighting, stands_for=np.ones(counts.shape[0], dtype=int)), labels)
    assert plain.cut_off == pytest.approx(other.cut_off, abs=1e-5)
    assert plain.estimate.count == pytest.approx(other.estimate.count, rel=1e-3)
    np.testing.assert_allclose(plain.scores, other.scores, atol=1e-4)


def test_the_count_is_that_of_the_larger_pile(counts: sparse.csr_array) -> None:
    whole = judge(prepare(counts), _labels(counts.shape[0])).estimate
    rows, stands_for = _sample(counts.shape[0], 6)
    weighting = Weighting("tfidf-log").fit(counts)
    part = judge(prepare(counts[rows], weighting=weighting, stands_for=stands_for), _labels(len(rows))).estimate
    assert part.n_pile == whole.n_pile == N_LIKE + N_OTHER
    assert part.low <= N_LIKE <= part.high
    assert part.count == pytest.approx(whole.count, rel=0.3)


def test_documents_like_the_examples_stand_first_among_those_that_are_judged(counts: sparse.csr_array) -> None:
    rows, stands_for = _sample(counts.shape[0], 6)
    judged = judge(prepare(counts[rows], stands_for=stands_for), _labels(len(rows)))
    best = np.argsort(-judged.scores[N_EXAMPLES:])[:N_LIKE]
    assert np.mean(best < N_LIKE) > 0.9


def test_decisions_are_counted_once(counts: sparse.csr_array) -> None:
    rows, stands_for = _sample(counts.shape[0], 6)
    y = np.where(np.arange(len(rows)) < N_EXAMPLES, 1, -1)
    y[N_EXAMPLES : N_EXAMPLES + 5] = 1
    stands_for = stands_for.copy()
    decided = np.arange(len(rows)) >= N_EXAMPLES
    judged = judge(
        prepare(counts[rows], stands_for=stands_for), read_labels(y, who="a test"), decided=decided & (y == 1)
    )
    assert judged.estimate.n_pile == N_LIKE + N_OTHER - 5


def test_rows_that_stand_for_others_are_not_saved(counts: sparse.csr_array, tmp_path: Path) -> None:
    prepared = prepare(counts[:50], stands_for=np.full(50, 2))
    with pytest.raises(UserError, match="stand for others"):
        prepared.save(tmp_path / "prepared")
