"""Screening of reviews: what is left is counted, and the page tells how often the interval holds it."""

import pytest

from bench import reviews
from tests.conftest import TOPICS, make_documents


@pytest.fixture(scope="module")
def rows():
    texts = [text for topic in TOPICS for text in make_documents(topic, 40, seed=9)]
    truth = [number < 40 for number in range(len(texts))]
    return [{"review": "wine", "start": 0, **row} for row in reviews.screen(texts, truth, 0, "topics")]


def test_what_is_left_and_what_is_found_add_up(rows):
    assert [row["level"] for row in rows] == [0, 20, 50, 100]
    assert all(row["left"] + row["found"] == 35 for row in rows)
    assert rows[2]["found"] > 25


def test_the_page_has_a_row_for_every_level(rows):
    page = reviews.page(rows)
    assert "| 0 | 1 | 100% |" in page
    assert "| wine |" in page


@pytest.mark.parametrize(("left", "held"), [(3, True), (7, False), (6, True)])
def test_an_interval_is_told_in_whole_documents(left, held):
    assert reviews.covers({"low": 3.4, "high": 5.6, "left": left}) is held
