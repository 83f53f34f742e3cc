"""Texts in pieces: what stands out in titles and texts, and nothing twice."""

import pytest

from likewise.app.card import Card
from likewise.web.pages import card_pieces, snippet_pieces, title_pieces


def make_card(title, text, word="wine"):
    start = text.find(word)
    words = () if start < 0 else ((start, start + len(word), word),)
    rest = dict.fromkeys(("probability", "lower", "upper", "nearest", "nearest_title"))
    return Card(id="1", place=1, pick=None, why=word, words=words, title=title, text=text, fields={}, **rest)


@pytest.mark.parametrize(
    ("title", "text", "expected_title", "expected_text"),
    [
        ("Old wine", "Old wine\nIn a cellar", [("Old ", False), ("wine", True)], [("In a cellar", False)]),
        ("Old wine", "Old wine", [("Old ", False), ("wine", True)], []),
        ("Cellars", "Old wine", [("Cellars", False)], [("Old ", False), ("wine", True)]),
        ("", "Old wine", [("", False)], [("Old ", False), ("wine", True)]),
        ("Tea", "", [("Tea", False)], []),
    ],
)
def test_titles_and_texts_are_marked_and_shown_once(title, text, expected_title, expected_text):
    card = make_card(title, text)
    assert title_pieces(card) == expected_title
    assert card_pieces(card) == snippet_pieces(card) == expected_text
