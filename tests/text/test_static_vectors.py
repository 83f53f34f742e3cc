"""Vectors of texts: means over word pieces, batch by batch, and one sentence where the extra is missing."""

import importlib.util

import numpy as np
import pytest

from likewise.errors import UserError
from likewise.finder import Finder
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
