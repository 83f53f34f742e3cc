"""A result in a notebook."""

import sys
import xml.etree.ElementTree as ElementTree

import pytest

from likewise.errors import UserError
from likewise.finder import Finder


@pytest.fixture
def result():
    return Finder("centroid").find(["red wine, a glass"], ["<b>tea</b> & milk", "a glass of wine"])


def test_it_is_shown_on_one_line(result):
    assert repr(result).startswith("Result(2 documents, 1 example")
    assert len(repr(result)) < 300
    assert len(result) == 2


def test_a_page_shows_the_first_documents_with_every_text_escaped(result):
    page = result._repr_html_()
    assert "<strong>1 of 2 documents looks like your example" in page
    assert "&lt;b&gt;tea&lt;/b&gt; &amp; milk" in page
    assert "<b>tea" not in page


def test_a_result_shows_its_sentence_documents_and_chart(examples, labelled):
    result = Finder().find(examples, labelled[0], decisions={"1": "yes"})
    page = result._repr_html_()
    assert result.summary in page
    assert "found so far" in page
    assert page.count("<tr>") == 9  # a head and eight documents
    assert "How many are found by reading on" in page
    ElementTree.fromstring(f"<div>{page}</div>")  # every element is closed


def test_a_finder_shows_its_method_and_what_was_set():
    finder = Finder("wlr", params={"cv": "<3>"}, language="german")
    assert repr(finder) == "Finder(method='wlr', params={'cv': '<3>'}, language='german', random_state=0)"
    page = finder._repr_html_()
    assert "Logistic regression" in page
    assert "Lee" in page
    assert "&lt;3&gt;" in page
    assert "german" in page
    ElementTree.fromstring(f"<div>{page}</div>")
    assert "no method of this name" in Finder("<none>")._repr_html_()


def test_pandas_is_asked_for_only_when_it_is_needed(result, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UserError, match="pandas is not installed"):
        result.to_pandas()


def test_a_frame_of_pandas_has_the_same_columns(result):
    pytest.importorskip("pandas", reason="pandas is not installed")
    assert list(result.to_pandas().columns) == result.table.columns


def test_recall_counts_examples_and_answers(examples, labelled):
    result = Finder().find(examples, labelled[0], decisions={"1": "yes", "2": "no"})
    recall = result.recall
    assert recall.found == len(examples) + 1
    assert recall.low <= recall.share <= recall.high <= 1
    assert recall.share == pytest.approx(recall.found / (recall.found + result.estimate.count))
    assert recall.describe().startswith("found so far, your examples included: 6 of about ")
    assert Finder("centroid").find(examples, labelled[0]).recall is None


def test_a_picture_shows_what_reading_on_brings(examples, labelled):
    picture = Finder().find(examples, labelled[0]).plot()
    root = ElementTree.fromstring(picture._repr_svg_())
    assert root.tag.endswith("svg")
    assert "How many are found by reading on" in picture
    with pytest.raises(UserError, match="does not estimate"):
        Finder("centroid").find(examples, labelled[0]).plot()
