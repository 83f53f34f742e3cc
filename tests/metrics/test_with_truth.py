"""Precision, recall, F1 and average precision."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, precision_recall_fscore_support

from likewise.errors import UserError
from likewise.metrics import average_precision, precision_recall_f1

pairs = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30)


@given(pairs)
def test_equals_scikit_learn_with_zero_where_undefined(rows):
    truth, predicted = map(list, zip(*rows, strict=True))
    expected = precision_recall_fscore_support(truth, predicted, average="binary", zero_division=0)[:3]
    np.testing.assert_allclose(precision_recall_f1(truth, predicted), expected)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=1, max_size=30))
def test_average_precision_handles_ties_as_scikit_learn_does(rows):
    truth, scores = map(list, zip(*rows, strict=True))
    expected = average_precision_score(truth, scores) if any(truth) else 0.0
    assert average_precision(truth, scores) == pytest.approx(expected)


def test_ties_do_not_depend_on_the_order_of_documents():
    assert average_precision([1, 0, 0], [1, 1, 0]) == average_precision([0, 1, 0], [1, 1, 0]) == 0.5


def test_f1_is_zero_when_nothing_is_found():
    assert precision_recall_f1([1, 1], [0, 0]) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("function", [precision_recall_f1, average_precision])
def test_lengths_must_match(function):
    with pytest.raises(UserError, match=r"\(2,\).*\(3,\)"):
        function([1, 0], [1, 0, 1])
