"""Screening loops beside ASReview: starts, rows and the page."""

import numpy as np
import pytest
from bench.loop_page import make_page, mean_by_review, places_of

from bench import loop
from likewise.evaluate.replay import replay
from likewise.evaluate.simulation import choose_examples
from likewise.models.linear import ElasU4
from tests.conftest import TOPICS, make_documents


@pytest.fixture(scope="module")
def review():
    texts = [text for topic in TOPICS for text in make_documents(topic, 20, seed=3)]
    return loop.Review("wine", texts, texts, [""] * len(texts), [number < 20 for number in range(len(texts))])


@pytest.fixture(scope="module")
def rows(review):
    made = [
        row
        for side in ("likewise", "elas-u4", "first ranking")
        for n_examples in (5, 1)
        for row in loop.make_rows(side, review, n_examples, [0])
    ]
    # Their package is not run in tests: its rows are ours under another name.
    theirs = [{**row, "side": "asreview"} for row in made if row["side"] == "elas-u4"]
    return [{name: str(value) for name, value in row.items()} for row in [*made, *theirs]]


def test_a_start_is_that_of_the_command_line_and_one_excluded_record(review):
    examples, excluded = loop.choose_start(review, 5, seed=2)
    assert examples == choose_examples(review.labels, "included", 5, 2)[1].tolist()
    assert not review.truth[excluded]
    assert loop.choose_start(review, 5, seed=2) == (examples, excluded)
    assert loop.choose_start(review, 5, seed=3)[0] != examples


def test_rows_have_all_fields_and_places(review, rows):
    for row in rows:
        assert set(row) <= set(loop.FIELDS)
        assert len(places_of(row)) == int(row["n_positive"]) == 20 - int(row["n_examples"])
        assert int(row["n_pile"]) == len(review.texts) - int(row["n_examples"])
    assert all(("n_advised" in row) == (row["side"] == "likewise") for row in rows)


def test_the_first_ranking_is_made_once(rows):
    once = next(row for row in rows if row["side"] == "first ranking")
    assert float(once["recall20"]) == mean_by_review(rows, "first ranking", 5, "recall20")["wine"]


def test_the_page_has_every_side_review_and_rule(rows):
    page = make_page(rows)
    for word in ("| likewise |", "ELAS u4", "| wine |", "200 irrelevant in a row", "the engine's estimate", "audit"):
        assert word in page


def test_the_page_is_that_of_its_rows():
    rows = loop.read_rows(loop.ROWS)
    assert loop.ROWS.with_suffix(".md").read_text(encoding="utf-8") == make_page(rows)
    made = {(row["side"], row["n_examples"], row["review"], row["seed"]) for row in rows}
    assert len(made) == len(rows)
    assert {row["side"] for row in rows} == set(loop.SIDES)
    for side in loop.SIDES:
        assert sum(row["side"] == side and row["n_examples"] == "5" for row in rows) == 9 * loop.STARTS
    for row in rows:
        assert np.isclose(float(row["wss95"]), 0.95 - int(row["n95"]) / int(row["n_pile"]), atol=1e-4)


@pytest.mark.corpus
def test_elas_u4_reads_in_the_order_of_asreview_itself():
    review = next(review for review in loop.read_reviews() if review.name == "Donners_2021")
    texts = [f"{title} {abstract}" for title, abstract in zip(review.titles, review.abstracts, strict=True)]
    X = ElasU4.suited_vectorizer().fit_transform(texts)
    theirs = [row for row in loop.read_rows(loop.ROWS) if row["side"] == "asreview" and row["review"] == review.name]
    assert len(theirs) == 2 * loop.STARTS
    for row in theirs:
        examples, excluded = loop.choose_start(review, int(row["n_examples"]), int(row["seed"]))
        ours = replay(lambda y: ElasU4().fit(X, y).decision_function(X), review.truth, examples, excluded=[excluded])
        assert ours.places == places_of(row)
