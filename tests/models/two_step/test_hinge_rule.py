import numpy as np
import pytest
from scipy import sparse

from likewise.models.linear.svm import hinge_rule
from likewise.text import Weighting
from tests.conftest import topical_counts

costs_of_classes = pytest.mark.parametrize(
    ("on_positive", "on_negative"), [(1.0, 1.0), (0.3, 1.0), (20.0, 1.0), (20.0, 0.1)]
)


@pytest.fixture
def noisy():
    """Unit rows of two classes that no plane tells apart."""
    X, topic = topical_counts(n_docs=80, n_words=20, n_topics=2, length=5, seed=8)
    positive = (topic == 0) ^ (np.random.default_rng(0).random(80) < 0.15)
    return sparse.csr_array(Weighting("tfidf").fit_transform(X)), positive


@costs_of_classes
def test_no_step_in_any_direction_lowers_what_it_minimises(noisy, on_positive, on_negative):
    rows, positive = noisy
    rows = np.column_stack([rows.toarray(), np.ones(len(positive))])
    sides, costs = np.where(positive, 1.0, -1.0), np.where(positive, on_positive, on_negative)

    def objective(rule):
        return rule @ rule / 2 + costs @ np.maximum(0, 1 - sides * (rows @ rule))

    coef, intercept = hinge_rule(sparse.csr_array(rows[:, :-1]), positive, costs)
    found = np.append(coef, intercept)
    least = objective(found)
    rng = np.random.default_rng(0)
    for size in (1e-3, 1e-2, 1e-1, 1.0):
        assert min(objective(found + size * rng.normal(size=len(found))) for _ in range(200)) > least
    for step in np.concatenate([np.eye(len(found)), -np.eye(len(found))]):
        assert objective(found + 1e-3 * step) > least


def test_a_cost_of_two_is_two_documents_and_of_nought_none(noisy):
    rows, positive = noisy
    costs = np.arange(80) % 3.0
    copies = np.repeat(np.arange(80), costs.astype(int))
    weighted, copied = (
        hinge_rule(rows, positive, costs),
        hinge_rule(rows[copies], positive[copies], np.ones(len(copies))),
    )
    np.testing.assert_allclose(weighted[0], copied[0], atol=1e-4)
    assert weighted[1] == pytest.approx(copied[1], abs=1e-4)
