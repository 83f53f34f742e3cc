"""Wide topics: what is searched for, and a page that is made of its rows."""

from collections import Counter

import numpy as np

from bench import wide
from likewise.engine import prepare
from tests.conftest import topical_counts


def test_single_intents_are_searched_for_and_several_others_at_once():
    labels = np.repeat([f"intent {number:02d}" for number in range(77)], 60)
    searches = list(wide.list_lines(labels))
    sizes = Counter((len(topic), n_examples) for topic, n_examples, _ in searches)
    assert sizes == {(1, n): 60 for n in (3, 10, 50)} | {(joined, n): 20 for joined in wide.JOINED for n in (3, 10, 50)}
    single = {topic[0] for topic, *_ in searches if len(topic) == 1}
    assert len(single) == 20
    for topic, n_examples, shown in searches:
        assert len(set(shown.tolist())) == n_examples
        assert set(labels[shown]) <= set(topic)
        assert len(topic) == 1 or not single & set(topic)


def test_what_is_weighed_is_tried_on_the_other_half_of_the_topics():
    X, topic = topical_counts(n_docs=150, seed=3)
    prepared, rng = prepare(X), np.random.default_rng(0)
    rows = []
    for number in range(8):
        examples = rng.choice(np.flatnonzero(topic == 0), 3, replace=False)
        found = wide.measure_one(prepared, topic == 0, examples)
        rows.append({"pile": wide.LINES, "joined": str(1 + number // 4), **found, "half": str(number % 2)})
    for row in wide.weigh_lines(rows):
        assert 0 < row["f1_share"] <= row["f1_best"] + 1e-4
        assert 0 < row["f1_weighed"] <= row["f1_best"] + 1e-4
        assert ("f1_alone" in row) == (row["joined"] == "1")


def test_the_page_is_that_of_its_rows():
    page = wide.make_page(wide.read_rows(wide.ROWS))
    assert page == wide.ROWS.with_suffix(".md").read_text(encoding="utf-8")
