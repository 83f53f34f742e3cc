"""Examples that are rows of the pile: by id, by DOI, by mark."""

import polars as pl
import pytest

from likewise.documents.examples import select_by_ids, select_marked
from likewise.errors import UserError
from likewise.finder.inputs import as_documents


@pytest.fixture
def pile():
    table = {
        "id": ["a", "b", "c", "d"],
        "doi": ["10.1000/A", None, "10.1000/c", "10.1000/d"],
        "text": ["red wine", "green tea", "white wine", "milk"],
        "like": ["Yes", "0", "", None],
        "topic": ["wine", "tea", "wine", "milk"],
    }
    return as_documents(pl.DataFrame(table), "pile")


def test_ids_and_dois_may_be_mixed_and_repeated(pile):
    assert select_by_ids(pile, ["b", "https://doi.org/10.1000/a", " b ", ""]).ids.to_list() == ["b", "a"]


def test_ids_that_are_not_there_are_listed(pile):
    chosen = select_by_ids(pile, ["a", "z"])
    assert chosen.unread == (("z", "no document of the pile has this id or DOI"),)
    assert any("not read: z" in note for note in chosen.notes)


def test_no_id_that_is_there_is_a_mistake_that_shows_some_ids(pile):
    with pytest.raises(UserError, match=r"none of 2 ids .* such as a, b, c"):
        select_by_ids(pile, ["y", "z"])


def test_marks_are_examples_and_decisions_against(pile):
    examples, decisions, notes = select_marked(pile, "LIKE")
    assert examples.ids.to_list() == ["a"]
    assert decisions == {"b": "no"}
    assert notes == ()


@pytest.mark.parametrize(
    ("column", "sentence"),
    [("nope", "has no column 'nope'"), ("topic", "'wine' is not a decision"), ("empty", "marks nothing")],
)
def test_marks_that_are_none_are_a_mistake(pile, column, sentence):
    documents = pile.with_table(pile.table.with_columns(empty=pl.lit("")), pile.ids)
    with pytest.raises(UserError, match=sentence):
        select_marked(documents, column)
