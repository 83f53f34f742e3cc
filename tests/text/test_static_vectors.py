"""Vectors of texts: means over word pieces, batch by batch, and one sentence where the extra is missing."""

import importlib.util

import numpy as np
import pytest

from likewise.errors import UserError
from likewise.finder import Collection, Finder, collect, search
from likewise.finder import collection as collection_module
from likewise.text import static_vectors as module
from likewise.text.static_vectors import static_vectors

PIECES = {"red": 0, "wine": 1, "merlot": 1, "tea": 2}


@pytest.fixture
def small(monkeypatch):
    vectors = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]], dtype=np.float32)

    def cut(texts):
        return [[PIECES[word] for word in text.split() if word in PIECES] for text in texts]

    monkeypatch.setattr(module, "_load", lambda: (cut, vectors))
    monkeypatch.setattr(module, "_BATCH", 2)


@pytest.mark.usefixtures("small")
def test_a_text_is_the_mean_of_its_pieces_and_one_without_any_is_nought():
    found = static_vectors(["red wine", "tea", "", "merlot"])
    np.testing.assert_allclose(found, [[0.5, 0.5], [-1, -1], [0, 0], [0, 1]])


@pytest.mark.usefixtures("small")
def test_a_finder_links_texts_that_share_no_word():
    pile = ["merlot number one", "tea number two", "tea number three", "merlot number four"]
    result = Finder().find(["wine"], pile, extra_vectors="static")
    assert set(result.table["id"][:2]) == {"1", "4"}


def test_without_the_extra_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"pip install '\.\[embed\]'"):
        static_vectors(["red wine"])


@pytest.mark.skipif(importlib.util.find_spec("wordllama") is None, reason="the extra embed is not installed")
def test_the_real_vectors_know_that_merlot_is_wine():
    wine, merlot, engine = static_vectors(["red wine", "merlot", "diesel engine"])
    assert wine @ merlot > wine @ engine


def one_line_texts():
    return [f"{word} number {number}" for number in range(400) for word in ("merlot", "tea", "red")]


@pytest.fixture
def installed(small, monkeypatch):
    monkeypatch.setattr(collection_module, "has_static_vectors", lambda: True)


def find_first(texts, **options):
    return Finder().find(["red wine"], texts, **options).table.sort("rank")["probability"].to_list()


@pytest.mark.usefixtures("installed")
def test_texts_of_one_line_are_linked_by_meaning_where_the_extra_is_installed():
    texts = one_line_texts()
    assert find_first(texts) == find_first(texts, extra_vectors="static")
    assert collect(["red wine"], texts).is_embedded


@pytest.mark.usefixtures("installed")
def test_nobody_has_to_link_by_meaning(tmp_path):
    collection = collect(["wine", "tea"], one_line_texts(), extra_vectors="none")
    assert not collection.is_embedded
    assert not Collection.load(collection.save(tmp_path / "kept")).is_embedded
    assert not collection.add(["a cellar of wine"]).is_embedded


@pytest.mark.usefixtures("installed")
def test_longer_texts_and_large_piles_are_not_linked_by_meaning_unasked(monkeypatch):
    assert not collect(["red wine"], [text * 20 for text in one_line_texts()]).is_embedded
    monkeypatch.setattr(collection_module, "_MOST_EMBEDDED", 100)
    assert not collect(["red wine"], one_line_texts()).is_embedded


@pytest.mark.usefixtures("installed")
def test_documents_can_be_added_to_texts_that_are_linked_by_meaning():
    texts = one_line_texts()
    grown = collect(["red wine"], texts[:-30]).add(texts[-30:])
    whole = search(collect(["red wine"], texts)).table
    assert search(grown).table["probability"].sort().to_list() == whole["probability"].sort().to_list()


@pytest.mark.usefixtures("installed")
def test_methods_that_take_no_vectors_search_without():
    result = Finder("centroid").find(["wine merlot"], one_line_texts())
    assert result.n_found > 0
