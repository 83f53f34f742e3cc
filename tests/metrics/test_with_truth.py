"""Precision, recall, F1, average precision, ROC and break-even."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as reference
from sklearn.metrics import average_precision_score, precision_recall_fscore_support

from likewise.errors import UserError
from likewise.metrics import average_precision, best_f1, break_even, precision_recall_f1, roc_auc, roc_curve

pairs = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30)
scored = st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=1, max_size=30)
OF_SCORES = [average_precision, roc_auc, roc_curve, break_even, best_f1]


@given(pairs)
def test_equals_scikit_learn_with_zero_where_undefined(rows):
    truth, predicted = map(list, zip(*rows, strict=True))
    expected = precision_recall_fscore_support(truth, predicted, average="binary", zero_division=0)[:3]
    np.testing.assert_allclose(precision_recall_f1(truth, predicted), expected)


@given(scored)
def test_average_precision_handles_ties_as_scikit_learn_does(rows):
    truth, scores = map(list, zip(*rows, strict=True))
    expected = average_precision_score(truth, scores) if any(truth) else 0.0
    assert average_precision(truth, scores) == pytest.approx(expected)


def test_ties_do_not_depend_on_the_order_of_documents():
    assert average_precision([1, 0, 0], [1, 1, 0]) == average_precision([0, 1, 0], [1, 1, 0]) == 0.5


def test_f1_is_zero_when_nothing_is_found():
    assert precision_recall_f1([1, 1], [0, 0]) == (0.0, 0.0, 0.0)


@given(scored)
def test_area_under_roc_counts_pairs_in_order_and_ties_half(rows):
    truth, scores = (np.array(column) for column in zip(*rows, strict=True))
    pairs = [(p > n) + 0.5 * (p == n) for p in scores[truth] for n in scores[~truth]]
    if pairs:
        assert roc_auc(truth, scores) == pytest.approx(np.mean(pairs), abs=1e-12)
    else:
        assert np.isnan(roc_auc(truth, scores))


def test_area_under_roc_of_a_tie_by_hand():
    # Of the four pairs two are in order, one is tied and one is not.
    assert roc_auc([1, 1, 0, 0], [3.0, 1.0, 1.0, 2.0]) == 0.625


@given(scored)
def test_roc_curve_equals_scikit_learns_and_has_the_area(rows):
    truth, scores = map(list, zip(*rows, strict=True))
    if not any(truth) or all(truth):
        return
    curve = roc_curve(truth, scores)
    expected = reference.roc_curve(truth, scores, drop_intermediate=False)
    for own, theirs in zip(curve, expected, strict=True):
        np.testing.assert_allclose(own, theirs)
    area = np.trapezoid(curve.true_positive_rate, curve.false_positive_rate)
    assert area == pytest.approx(roc_auc(truth, scores), abs=1e-12)


def test_rates_of_a_class_that_is_not_there_are_nan():
    curve = roc_curve([1, 1], [2.0, 1.0])
    assert np.isnan(curve.false_positive_rate).all()
    assert curve.true_positive_rate.tolist() == [0.0, 0.5, 1.0]


def test_break_even_is_precision_and_recall_at_as_many_documents_as_positives():
    truth, scores = np.array([1, 0, 1, 1, 0, 0]), np.array([6.0, 5, 4, 3, 2, 1])
    found = scores >= 4
    precision, recall, _ = precision_recall_f1(truth, found)
    assert break_even(truth, scores) == precision == recall == 2 / 3


def test_break_even_shares_out_a_tie_at_the_cut():
    # One positive is found above the tie; one of its four documents is positive and one of four places is left.
    for truth in ([1, 1, 0, 0, 0], [1, 0, 0, 0, 1]):
        assert break_even(truth, [2.0, 1, 1, 1, 1]) == pytest.approx((1 + 1 / 4) / 2)


def test_break_even_is_zero_when_nothing_is_positive():
    assert break_even([0, 0], [1.0, 2.0]) == 0.0


@given(scored)
def test_best_f1_is_the_highest_over_all_scores_as_cut_offs(rows):
    truth, scores = (np.array(column) for column in zip(*rows, strict=True))
    expected = max(precision_recall_f1(truth, scores >= cut).f1 for cut in np.unique(scores))
    assert best_f1(truth, scores) == pytest.approx(expected, abs=1e-12)


def test_best_f1_does_not_cut_between_equal_scores():
    assert best_f1([1, 0, 0], [1.0, 1.0, 0.0]) == best_f1([0, 1, 0], [1.0, 1.0, 0.0]) == pytest.approx(2 / 3)


def test_best_f1_is_zero_when_nothing_is_positive():
    assert best_f1([0, 0], [1.0, 2.0]) == 0.0


@pytest.mark.parametrize("function", OF_SCORES)
def test_infinite_scores_rank_as_they_should(function):
    truth = [1, 0, 1, 0]
    finite, infinite = (
        function(truth, scores)[:2] if function is roc_curve else function(truth, scores)
        for scores in ([4.0, 3, 2, 1], [np.inf, 3, 2, -np.inf])
    )
    np.testing.assert_array_equal(finite, infinite)


@pytest.mark.parametrize("function", [precision_recall_f1, *OF_SCORES])
def test_lengths_must_match(function):
    with pytest.raises(UserError, match=r"\(2,\).*\(3,\)"):
        function([1, 0], [1, 0, 1])


@pytest.mark.parametrize("function", [precision_recall_f1, *OF_SCORES])
def test_one_dimension_only(function):
    with pytest.raises(UserError, match="one value a document"):
        function([[1, 0]], [[1, 0]])


@pytest.mark.parametrize("function", [precision_recall_f1, *OF_SCORES])
def test_unlabelled_documents_are_not_silently_positive(function):
    with pytest.raises(UserError, match=r"truth.*not -1"):
        function([1, -1], [1, 0])


def test_predictions_are_decisions_and_not_scores():
    with pytest.raises(UserError, match=r"prediction.*not 0\.7"):
        precision_recall_f1([1, 0], [0.7, 0.0])


@pytest.mark.parametrize("function", OF_SCORES)
def test_a_score_that_is_not_a_number_is_refused(function):
    with pytest.raises(UserError, match="1 of 2 scores are NaN"):
        function([1, 0], [np.nan, 1.0])
