"""Answers on topics: both sides are answered by the truth until nothing is left, and the page tells what they found."""

import numpy as np
import pytest

from bench import topics
from likewise.finder.collecting import collect_texts
from tests.conftest import TOPICS, make_documents


@pytest.fixture(scope="module")
def rows():
    texts = [text for topic in TOPICS for text in make_documents(topic, 40, seed=9)]
    truth = np.arange(len(texts)) < 40
    collection = collect_texts(texts[:5], texts[5:])
    name = {"corpus": "some", "topic": "wine", "draw": 0, "n_positive": 35}
    return [
        {"side": side, **name, **row} for side in topics.SIDES for row in topics.screen(collection, truth[5:], side)
    ]


def test_found_and_left_add_up_until_all_is_found(rows):
    assert all(row["found"] + row["left"] == 35 for row in rows)
    ours = [row for row in rows if row["side"] == "likewise"]
    assert [row["answers"] for row in ours[:4]] == [0, 10, 20, 30]
    assert ours[-1]["left"] == 0
    assert all(row["f1"] <= row["f1_best"] for row in ours)
    assert topics.share_found(ours, 1.0) == 1.0
    assert topics.work_saved(ours) > 0.9


def test_the_page_has_a_line_for_each_side_and_level(rows):
    page = topics.page([*rows, *({**row, "answers": level} for level in (50, 100) for row in rows[:1])])
    assert "| `likewise` | 0.9" in page
    assert "| `elas-u4` |" in page
    assert "| 20 | " in page
