"""Theirs beside ours: where reproduced ends, in either unit and either direction."""

import math

import pytest

from likewise.papers.tables import Cell
from likewise.papers.verdicts import WORDS, Verdict, judge


def cell(value, metric="F", method="nb"):
    return Cell(method, {}, "average", metric, "=", value, "", "any")


@pytest.mark.parametrize(
    ("ours", "word"), [(0.66, "worse"), (0.671, "reproduced"), (0.729, "reproduced"), (0.74, "better")]
)
@pytest.mark.parametrize("whole", [1.0, 100.0])
def test_three_points_of_a_hundred_either_way_are_the_same(ours, word, whole):
    verdict = judge(cell(0.7 * whole), [[ours], [ours]], whole)
    assert (verdict.word, verdict.error, verdict.n_trials) == (word, 0.0, 2)
    assert verdict.ours == pytest.approx(ours * whole, abs=1e-6)


@pytest.mark.parametrize(("spread", "word"), [(0.1, "reproduced"), (0.001, "better")])
def test_a_wide_spread_allows_more_than_three_points(spread, word):
    # Four values a step apart: standard deviation 1.2909944 steps, standard error 0.6454972 steps.
    verdict = judge(cell(0.7), [[0.75 + spread * step] for step in (-1.5, -0.5, 0.5, 1.5)])
    assert verdict.error == pytest.approx(0.6454972 * spread, abs=1e-6)
    assert verdict.word == word


@pytest.mark.parametrize(
    ("theirs", "word"), [(0.62, "better"), (0.63, "reproduced"), (0.87, "reproduced"), (0.88, "worse")]
)
def test_reproduced_ends_at_two_standard_errors(theirs, word):
    assert judge(cell(theirs), [[0.6], [0.7], [0.8], [0.9]]).word == word


@pytest.mark.parametrize(("metric", "word"), [("error", "better"), ("error_percent", "better"), ("F", "worse")])
def test_less_is_better_of_errors_alone(metric, word):
    assert judge(cell(0.5, metric), [[0.4]]).word == word
    assert judge(cell(0.3, metric), [[0.4]]).word == {"better": "worse", "worse": "better"}[word]


def test_a_seed_is_the_mean_of_its_parts():
    verdict = judge(cell(0.5), [[0.2, 0.6], [0.4, 0.6]])
    assert verdict.ours == pytest.approx(0.45, abs=1e-6)
    # Means of seeds are 0.4 and 0.5: standard deviation 0.0707107, standard error 0.05.
    assert verdict.error == pytest.approx(0.05, abs=1e-6)
    assert verdict.n_trials == 4


def test_with_one_seed_the_parts_tell_the_spread():
    verdict = judge(cell(50.0), [[0.4, 0.6]], 100.0)
    assert verdict.ours == pytest.approx(50.0, abs=1e-6)
    assert verdict.error == pytest.approx(10.0, abs=1e-6)  # 14.142136 / sqrt(2)
    assert judge(cell(0.5), [[0.5]]).error == 0.0


def test_nothing_run_is_never():
    verdict = judge(cell(0.5), [])
    assert verdict.word == "never"
    assert math.isnan(verdict.ours)
    assert verdict.n_trials == 0


@pytest.mark.parametrize(
    ("ours", "word"), [(990, "reproduced"), (1010, "reproduced"), (1011, "not_comparable"), (989, "not_comparable")]
)
def test_numbers_of_documents_are_the_same_within_one_per_cent(ours, word):
    verdict = judge(cell(1000, "n_P", ""), [[ours], [ours]], 100.0)
    assert (verdict.word, verdict.ours) == (word, ours)
    assert bool(verdict.why) == (word == "not_comparable")


def test_small_numbers_of_documents_may_differ_by_one():
    assert [judge(cell(10, "n_M", ""), [[ours]]).word for ours in (9, 11, 12)] == [
        "reproduced", "reproduced", "not_comparable",
    ]  # fmt: skip


def test_words_are_those_that_a_cell_can_get_once_it_is_judged():
    assert WORDS == ("reproduced", "better", "worse", "not_comparable")
    assert Verdict("never").word not in WORDS
