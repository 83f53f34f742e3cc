import numpy as np
import pytest
from scipy import sparse
from scipy.special import expit
from sklearn.exceptions import ConvergenceWarning

from likewise.models.linear.smooth import minimise


def logistic(positive):
    sides = np.where(positive, 1.0, -1.0)

    def loss(scores):
        return float(np.logaddexp(0, -sides * scores).sum()), -sides * expit(-sides * scores)

    return loss


def solve(rows, positive, reg=0.5, start=None, **options):
    return minimise(rows, sparse.csr_array(rows.T), logistic(positive), reg, start, **options)


def slope(rows, positive, weights, reg, reg_intercept):
    """The derivative written out over a dense matrix with a last column of ones."""
    dense = np.column_stack([rows.toarray(), np.ones(rows.shape[0])])
    strength = np.full(dense.shape[1], reg)
    if not reg_intercept:
        strength[-1] = 0
    return dense.T @ (expit(dense @ weights) - positive) + strength * weights


@pytest.mark.parametrize("reg_intercept", [True, False])
@pytest.mark.parametrize("reg", [0.01, 1.0, 100.0])
def test_the_derivative_is_nought_at_the_end(pu_rows, reg, reg_intercept):
    rows, _, truth = pu_rows
    found = solve(rows, truth, reg, reg_intercept=reg_intercept, tol=1e-8)
    assert np.abs(slope(rows, truth, found.weights, reg, reg_intercept)).max() < 1e-5


def test_tol_is_a_share_of_the_derivative_at_nought(pu_rows):
    rows, _, truth = pu_rows
    steepest = np.abs(slope(rows, truth, np.zeros(rows.shape[1] + 1), 0.5, True)).max()
    ends = [np.abs(slope(rows, truth, solve(rows, truth, tol=tol).weights, 0.5, True)).max() for tol in (1e-2, 1e-6)]
    assert ends[0] <= 1e-2 * steepest
    assert ends[1] <= 1e-6 * steepest < ends[0]


def test_from_any_start_the_answer_is_the_same(pu_rows):
    rows, _, truth = pu_rows
    cold = solve(rows, truth, tol=1e-9)
    far = np.random.default_rng(0).normal(size=rows.shape[1] + 1)
    np.testing.assert_allclose(solve(rows, truth, start=far, tol=1e-9).weights, cold.weights, atol=1e-6)


def test_a_start_at_the_answer_takes_no_iteration(pu_rows):
    rows, _, truth = pu_rows
    start = solve(rows, truth, tol=1e-9).weights
    again = solve(rows, truth, start=start, tol=1e-4)
    assert again.n_iter == 0
    np.testing.assert_array_equal(again.weights, start)


def test_the_start_is_left_as_it_was(pu_rows):
    rows, _, truth = pu_rows
    start = np.ones(rows.shape[1] + 1)
    solve(rows, truth, start=start)
    np.testing.assert_array_equal(start, 1.0)


def test_without_regularisation_the_intercept_meets_the_share_of_positives(pu_rows):
    rows, _, truth = pu_rows
    found = solve(rows, truth, 1e6, reg_intercept=False, tol=1e-9).weights
    assert expit(found[-1]) == pytest.approx(truth.mean(), abs=1e-4)
    assert abs(solve(rows, truth, 1e6, tol=1e-9).weights[-1]) < 1e-4


def test_running_out_of_iterations_is_told(pu_rows):
    rows, _, truth = pu_rows
    with pytest.warns(ConvergenceWarning, match="all of its 2 iterations"):
        assert solve(rows, truth, max_iter=2, tol=1e-9).n_iter == 2


def test_running_out_of_evaluations_is_told_too():
    # So flat around its least value that a step is tried many times: ten evaluations are gone after two iterations.
    rows = sparse.csr_array([[1.0, 2.0], [-1.0, 0.5], [0.3, -2.0]])

    def flat(scores):
        square = float((scores - 1) @ (scores - 1))
        return square**8, 16 * square**7 * (scores - 1)

    with pytest.warns(ConvergenceWarning, match="raise reg"):
        found = minimise(rows, sparse.csr_array(rows.T), flat, 1e-9, max_iter=5, tol=1e-12)
    assert found.n_iter < 5
