"""Figures of a screening loop, by hand."""

import numpy as np
import pytest

from likewise.errors import UserError
from likewise.metrics.reading_loop import measure_loop, read_until, wss_of_insights


def test_figures_of_a_small_loop_are_those_counted_by_hand():
    # 20 documents, relevant ones read 1st, 2nd, 4th and 10th.
    figures = measure_loop([1, 2, 4, 10], 20)
    assert figures.n95 == 10  # 95 % of four are 3.8, so all four
    assert figures.n_last == 10
    assert figures.wss95 == pytest.approx(0.95 - 10 / 20)
    assert figures.recall10 == 2 / 4  # the first 2
    assert figures.recall20 == 3 / 4  # the first 4
    assert figures.atd == pytest.approx((1 + 2 + 4 + 10) / 4 / 20)
    assert (figures.n_pile, figures.n_positive) == (20, 4)


def test_95_percent_of_twenty_are_nineteen_and_not_twenty():
    assert measure_loop([*range(1, 20), 100], 100).n95 == 19


def test_places_may_come_in_any_order():
    assert measure_loop([9, 1], 10) == measure_loop([1, 9], 10)


def test_work_saved_as_asreview_has_it_rounds_down():
    relevant = np.zeros(20, dtype=bool)
    relevant[[0, 1, 3, 19]] = True
    # 95 % of four are three there; an even order has found 4 · 12 / 19 = 2.53 of them, rounded 3, at the 13th place.
    assert wss_of_insights(relevant) == pytest.approx((13 - 4) / 20)


def test_work_saved_on_a_single_relevant_document():
    assert wss_of_insights(np.array([True, False, False, False])) == pytest.approx(2 / 4)


def test_nothing_is_read_until_nothing_is_found():
    assert read_until([3, 5], 0.0) == 0


@pytest.mark.parametrize("places", [[0, 1], [1, 11], [2, 2]])
def test_places_outside_of_the_pile_are_refused(places):
    with pytest.raises(UserError, match="from 1 to 10"):
        measure_loop(places, 10)


def test_a_pile_without_relevant_documents_cannot_be_measured():
    with pytest.raises(UserError, match="nothing to measure"):
        measure_loop([], 10)
