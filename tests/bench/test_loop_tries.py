"""What was tried instead of the rule that learns from answers: every rule ranks, and the page is that of its rows."""

import pytest
from bench.loop import Review
from bench.rows import read_rows

from bench import loop_tries
from tests.conftest import TOPICS, make_documents


@pytest.fixture(scope="module")
def rows():
    texts = [text for topic in TOPICS for text in make_documents(topic, 20, seed=3)]
    review = Review("wine", texts, texts, [""] * len(texts), [number < 20 for number in range(len(texts))])
    return [
        {"review": "wine", "start": start, "rule": name, **found}
        for start in ("0", "1")
        for name, found in loop_tries.try_rules(review, int(start))
    ]


def test_every_rule_finds_what_is_plain_to_see(rows):
    names = [row["rule"] for row in rows if row["start"] == "0"]
    assert names[: len(loop_tries.RULES)] == list(loop_tries.RULES)
    assert all(row["recall20"] > 0.6 for row in rows)  # the first eleven of 55, of which 15 match


def test_the_page_has_the_differences_from_the_first_rule(rows):
    page = loop_tries.make_page(rows)
    first, *others = [line for line in page.splitlines() if line.startswith("| ") and "recall@" not in line]
    assert first.split("|")[4].strip() == "+0.000"
    assert len(others) == len({row["rule"] for row in rows}) - 1
    worse = [{**row, "recall20": row["recall20"] - 0.1 * (row["rule"] == "least squares")} for row in rows]
    changed = next(line for line in loop_tries.make_page(worse).splitlines() if line.startswith("| least squares |"))
    assert float(changed.split("|")[4]) < 0


def test_the_page_is_that_of_its_rows():
    page = loop_tries.ROWS.with_suffix(".md").read_text(encoding="utf-8")
    assert page == loop_tries.make_page(read_rows(loop_tries.ROWS))
