"""Wilcoxon's signed rank test of paired scores."""

import numpy as np
import pytest
from scipy.stats import wilcoxon

from likewise.errors import UserError
from likewise.metrics import paired_wilcoxon

A = np.array([0.72, 0.75, 0.70, 0.81, 0.66])
B = np.array([0.70, 0.71, 0.71, 0.75, 0.60])


def test_five_sets_by_hand():
    # Only one difference is negative, and it has rank 1: two of 32 signs are as extreme, on either side.
    result = paired_wilcoxon(A, B)
    assert result.statistic == 1.0
    assert result.p_value == pytest.approx(0.125, abs=1e-6)
    assert result.n_zero == 0
    assert result.median_difference == pytest.approx(0.04)


def test_the_other_way_round_only_the_sign_changes():
    forth, back = paired_wilcoxon(A, B), paired_wilcoxon(B, A)
    assert forth[:3] == back[:3]
    assert forth.median_difference == -back.median_difference


def test_equals_scipy_without_ties():
    rng = np.random.default_rng(0)
    a, b = rng.random((2, 20))
    expected = wilcoxon(a, b)
    np.testing.assert_allclose(paired_wilcoxon(a, b)[:2], (expected.statistic, expected.pvalue))


def test_equal_scores_mean_no_evidence_at_all():
    assert paired_wilcoxon(A, A) == (0.0, 1.0, 5, 0.0)
    assert paired_wilcoxon([0.0], [0.0]) == (0.0, 1.0, 1, 0.0)


def test_zero_differences_are_counted_and_left_out_of_the_test():
    result = paired_wilcoxon([*A, 0.3, 0.4, 0.5], [*B, 0.3, 0.4, 0.5])
    assert (result.statistic, result.p_value, result.n_zero) == (1.0, paired_wilcoxon(A, B).p_value, 3)
    assert result.median_difference == pytest.approx(0.01)


def test_differences_of_decimals_tie_though_their_last_bits_differ():
    a, b = np.array([0.3, 0.2, 0.9]), np.array([0.2, 0.1, 1.0])
    assert len(set(np.abs(a - b))) > 1
    # Three equal ranks of 2, one of them negative.
    assert paired_wilcoxon(a, b).statistic == 2.0
    assert paired_wilcoxon([0.1 + 0.2], [0.3]).n_zero == 1


def test_the_unit_does_not_matter():
    small, large = paired_wilcoxon(A * 1e-12, B * 1e-12), paired_wilcoxon(A * 1e9, B * 1e9)
    assert small[:3] == large[:3] == paired_wilcoxon(A, B)[:3]


@pytest.mark.parametrize(("a", "b"), [([1, 2], [1]), ([], []), ([[1.0]], [[2.0]])])
def test_scores_come_in_pairs(a, b):
    with pytest.raises(UserError, match="one for each set"):
        paired_wilcoxon(a, b)


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_scores_are_finite(wrong):
    for a, b in (([1.0, wrong], [1.0, 2.0]), ([1.0, 2.0], [1.0, wrong])):
        with pytest.raises(UserError, match="finite"):
            paired_wilcoxon(a, b)
