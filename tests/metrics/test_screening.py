"""Work that a ranking saves, on examples worked by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from likewise.errors import UserError
from likewise.metrics import atd, recall_at, recall_curve, rrf, wss

DESCENDING = np.arange(10, 0, -1)
#: Relevant documents at places 1, 2, 4 and 9 of ten.
TRUTH = np.array([1, 1, 0, 1, 0, 0, 0, 0, 1, 0])
EVERY = [lambda t, s, **k: recall_at(t, s, 3, **k), rrf, wss, atd, lambda t, s, **k: recall_curve(t, s, **k).recall]


def test_recall_curve_by_hand():
    curve = recall_curve(TRUTH, DESCENDING)
    assert curve.n_read.tolist() == list(range(11))
    assert curve.recall.tolist() == [0, 0.25, 0.5, 0.5, 0.75, 0.75, 0.75, 0.75, 0.75, 1, 1]


def test_the_ranking_is_by_scores_and_not_by_order():
    order = np.random.default_rng(0).permutation(10)
    for measure in EVERY:
        np.testing.assert_array_equal(measure(TRUTH[order], DESCENDING[order]), measure(TRUTH, DESCENDING))


@pytest.mark.parametrize(("k", "expected"), [(0, 0.0), (1, 0.25), (3, 0.5), (4, 0.75), (9, 1.0), (99, 1.0), (2.0, 0.5)])
def test_recall_after_some_documents(k, expected):
    assert recall_at(TRUTH, DESCENDING, k) == expected


@pytest.mark.parametrize(("at", "expected"), [(0.0, 0.0), (0.1, 0.25), (0.39, 0.5), (0.4, 0.75), (1.0, 1.0)])
def test_references_found_after_a_share_rounded_down(at, expected):
    assert rrf(TRUTH, DESCENDING, at) == expected


def test_ten_percent_is_the_default_share():
    assert rrf(TRUTH, DESCENDING) == 0.25


def test_a_share_that_is_a_whole_number_of_documents_is_not_rounded_down():
    truth = np.zeros(100)
    truth[28] = 1
    assert 0.29 * 100 < 29
    assert rrf(truth, -np.arange(100), at=0.29) == 1.0


def test_work_saved_by_hand():
    # All four are needed for 95 %, the last at place 9; three for 75 %, at place 4; two for 30 %, at place 2.
    assert wss(TRUTH, DESCENDING) == pytest.approx(0.95 - 0.9)
    assert wss(TRUTH, DESCENDING, recall=0.75) == pytest.approx(0.75 - 0.4)
    assert wss(TRUTH, DESCENDING, recall=0.3) == pytest.approx(0.3 - 0.2)
    assert wss(TRUTH, DESCENDING, recall=0.0) == 0.0


def test_work_saved_is_what_nobody_reads_less_what_chance_would_leave():
    # 20 relevant ones first, so 19 of 200 reach 95 %: TN + FN = 181.
    truth = np.arange(200) < 20
    assert wss(truth, -np.arange(200)) == pytest.approx(181 / 200 - 0.05)


def test_a_recall_that_is_a_whole_number_of_documents_is_not_rounded_up():
    truth = np.ones(100)
    assert 0.55 * 100 > 55
    assert wss(truth, -np.arange(100), recall=0.55) == pytest.approx(0.0)


def test_the_worst_order_saves_less_than_nothing():
    assert wss([0, 0, 0, 1], [4, 3, 2, 1]) == pytest.approx(-0.05)


def test_average_time_to_discovery_by_hand():
    assert atd(TRUTH, DESCENDING) == pytest.approx((1 + 2 + 4 + 9) / 4 / 10)


def test_a_perfect_ranking_has_the_least_time_to_discovery():
    assert atd([1, 1, 1, 0, 0], [5, 4, 3, 2, 1]) == pytest.approx((3 + 1) / (2 * 5))


@pytest.mark.parametrize("measure", EVERY)
def test_documents_with_equal_scores_are_read_in_the_order_given(measure):
    np.testing.assert_array_equal(measure(TRUTH, np.zeros(10)), measure(TRUTH, DESCENDING))
    many = np.random.default_rng(0).random(1000) < 0.1  # sorts that are not stable leave short arrays in order
    np.testing.assert_array_equal(
        measure(many, np.arange(1000) % 2), measure(many, np.arange(1000) % 2 - 1e-4 * np.arange(1000))
    )


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3), st.booleans()), min_size=1, max_size=25))
def test_examples_that_were_shown_are_neither_found_nor_read(rows):
    truth, scores, shown = (np.array(column) for column in zip(*rows, strict=True))
    for measure in EVERY:
        np.testing.assert_array_equal(measure(truth, scores, shown=shown), measure(truth[~shown], scores[~shown]))


def test_a_shown_example_by_hand():
    # Without the first, places 1, 3 and 8 of nine.
    shown = np.arange(10) == 0
    assert atd(TRUTH, DESCENDING, shown=shown) == pytest.approx(4 / 9)
    assert wss(TRUTH, DESCENDING, shown=shown) == pytest.approx(0.95 - 8 / 9)
    assert recall_at(TRUTH, DESCENDING, 1, shown=shown) == pytest.approx(1 / 3)
    assert rrf(TRUTH, DESCENDING, shown=shown) == 0.0


@pytest.mark.parametrize("measure", EVERY)
def test_where_nothing_is_left_to_find_there_is_no_number(measure):
    assert np.isnan(measure([0, 0], [1.0, 2.0])).all()
    assert np.isnan(measure([1, 0], [1.0, 2.0], shown=[1, 0])).all()


@pytest.mark.parametrize("measure", EVERY)
def test_infinite_scores_come_last(measure):
    np.testing.assert_array_equal(measure([1, 0, 1], [1.0, -np.inf, 0.0]), measure([1, 0, 1], [3, 1, 2]))


@pytest.mark.parametrize("k", [-1, 0.5])
def test_a_number_of_documents_is_whole(k):
    with pytest.raises(UserError, match=f"not {k}"):
        recall_at(TRUTH, DESCENDING, k)


@pytest.mark.parametrize("share", [-0.1, 95])
def test_shares_lie_between_zero_and_one(share):
    with pytest.raises(UserError, match="recall is the share"):
        wss(TRUTH, DESCENDING, recall=share)
    with pytest.raises(UserError, match="at is the share"):
        rrf(TRUTH, DESCENDING, at=share)


@pytest.mark.parametrize("measure", EVERY)
def test_lengths_must_match(measure):
    with pytest.raises(UserError, match="one value a document"):
        measure(TRUTH, DESCENDING[:-1])
    with pytest.raises(UserError, match="one value a document"):
        measure(TRUTH, DESCENDING, shown=[True])
