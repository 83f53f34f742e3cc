"""The theorems' numbers, as worked out in the specification."""

import numpy as np
import pytest

from likewise.errors import UserError
from likewise.metrics import guarantees, required_sample_size


@pytest.mark.parametrize(("vc_dim", "expected"), [(1, 2_249), (10, 13_595), (1001, 1_262_951)])
def test_documents_needed_without_noise(vc_dim, expected):
    assert required_sample_size(0.1, 0.05, vc_dim) == (expected, expected)


@pytest.mark.parametrize(
    ("vc_dim", "positive", "unlabelled"), [(1, 11_351_966, 2_714_370), (10, 76_301_601, 17_839_178)]
)
def test_documents_needed_with_noise(vc_dim, positive, unlabelled):
    size = required_sample_size(0.1, 0.05, vc_dim, noisy=True)
    assert (size.positive, size.unlabeled) == (positive, unlabelled)


def test_bounds_without_noise():
    recall, precision, error = guarantees(0.01, prevalence=0.2)
    assert recall == pytest.approx(0.99, abs=1e-6)
    assert precision == pytest.approx(0.767442, abs=1e-6)
    assert error == pytest.approx(0.06, abs=1e-6)


def test_bounds_with_noise():
    recall, precision, error = guarantees(0.01, prevalence=0.2, recall=0.9, e0=0.02)
    assert recall == pytest.approx(0.89, abs=1e-6)
    assert precision == pytest.approx(0.68, abs=1e-6)
    assert error == pytest.approx(0.08, abs=1e-6)


def test_a_negative_precision_is_no_guarantee():
    bounds = guarantees(0.2, prevalence=0.2, recall=0.9, e0=0.0)
    assert bounds.precision is None
    assert bounds.recall == pytest.approx(0.7)
    assert bounds.error == pytest.approx(0.44)


def test_bounds_that_say_nothing_are_no_guarantee():
    assert guarantees(0.5, prevalence=0.2, recall=0.4, e0=0.5) == (None, None, None)
    assert guarantees(0.5, prevalence=0.2).error is None


def test_perfect_recall_without_false_positives_nears_the_noiseless_case():
    noisy, noiseless = guarantees(1e-9, 0.3, recall=1.0, e0=0.0), guarantees(1e-9, 0.3)
    np.testing.assert_allclose(noisy, noiseless, atol=1e-7)


@pytest.mark.parametrize("wrong", [0, 1, -0.1, 5])
def test_shares_lie_within_zero_and_one(wrong):
    with pytest.raises(UserError, match=f"epsilon.*not {wrong}"):
        required_sample_size(wrong, 0.05, 1)
    with pytest.raises(UserError, match=f"delta.*not {wrong}"):
        required_sample_size(0.1, wrong, 1)
    with pytest.raises(UserError, match=f"epsilon.*not {wrong}"):
        guarantees(wrong, 0.2)
    with pytest.raises(UserError, match=f"prevalence.*not {wrong}"):
        guarantees(0.1, wrong)


def test_a_vc_dimension_is_at_least_one():
    with pytest.raises(UserError, match=r"vc_dim.*not 0"):
        required_sample_size(0.1, 0.05, 0)


@pytest.mark.parametrize("options", [{"recall": 0.9}, {"e0": 0.1}])
def test_the_noisy_case_needs_both_numbers(options):
    with pytest.raises(UserError, match="both"):
        guarantees(0.1, 0.2, **options)


@pytest.mark.parametrize(("recall", "e0"), [(0.0, 0.1), (1.1, 0.1), (0.9, -0.1), (0.9, 2)])
def test_recall_and_false_positives_are_shares(recall, e0):
    with pytest.raises(UserError, match=f"not {recall} and {e0}"):
        guarantees(0.1, 0.2, recall=recall, e0=e0)
