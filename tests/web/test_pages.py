"""Texts in pieces: what stands out in titles and texts, and nothing twice."""

import polars as pl
import pytest

from likewise.app.card import Card
from likewise.app.new_project import new_project
from likewise.app.project_requests import NewRequest
from likewise.web.pages import card_pieces, snippet_pieces, title_pieces
from tests.web.conftest import OURS


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


def test_a_document_as_long_as_a_book_is_shown_in_part_and_exported_whole(client, csrf, workspace, tmp_path):
    (tmp_path / "like.txt").write_text("red wine of an old cellar")
    book = "wine cellar grape " * 100_000 + "barrel"
    texts = [book, *(f"{'wine cellar' if number % 2 else 'tea pot'} {number}" for number in range(30))]
    pl.DataFrame({"id": [f"d{number}" for number in range(31)], "text": texts}).write_csv(tmp_path / "books.csv")
    likes, pile = str(tmp_path / "like.txt"), str(tmp_path / "books.csv")
    new_project(NewRequest(project=str(workspace.folder / "books"), examples=likes, pile=pile, by="ana"))
    page = client.get("/project/books/review?id=d0").text
    assert "These are the first 100,000 of 1,800,006 letters; an export has all of them." in page
    assert "<mark>" in page
    assert len(page) < 1_000_000
    assert "These are the first" not in client.get("/project/books/review?id=d1").text
    table = client.post("/project/books/export/table", data={"csrf": csrf, "format": "csv"}, headers=OURS).content
    assert pl.read_csv(table).filter(pl.col("id") == "d0")["text"].item() == book
