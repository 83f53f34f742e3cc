"""The wait after an answer: every ranking after the first ones is timed, and the page tells the median."""

import pytest

from bench import judging
from tests.conftest import TOPICS, make_documents


@pytest.fixture(scope="module")
def row():
    texts = [text for topic in TOPICS for text in make_documents(topic, 40, seed=9)]
    dealt = judging._deal(texts, [number < 40 for number in range(len(texts))], 100)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(judging.KINDS, "topics", lambda n_documents: dealt)
        patch.setattr(judging, "N_ANSWERS", 12)
        assert judging.measure("topics", 201) is None
        return judging.measure("topics", 100)


def test_examples_are_not_in_the_pile_and_what_stands_first_is_answered(row):
    assert 0 < row["median_ms"] <= row["most_ms"]
    assert 6 < row["n_yes"] <= 12


def test_the_page_tells_what_is_wanted_beside_what_is_there(row):
    page = judging.page([{**row, "size": 2_000, "documents": 1_999, "median_ms": 12.4, "most_ms": 17.6}])
    assert "| topics | 1,999 | 12 ms | 18 ms | 50 ms |" in page
