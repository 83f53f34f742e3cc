"""Which column is the text, the label, the id."""

import polars as pl
import pytest

from likewise.errors import UserError
from likewise.readers import Documents
from likewise.readers.assemble import assemble
from likewise.readers.raw_table import RawTable


def documents(table, **named):
    return assemble(RawTable(pl.DataFrame(table)), "pile.csv", **named)


def test_title_abstract_keywords_and_body_are_joined_in_this_order():
    found = documents({"Body": ["b"], "KEYWORDS": ["k"], "Abstract": ["a"], "Primary-Title": ["t"]})
    assert found.text.to_list() == ["t\na\nk\nb"]
    assert found.columns["text"] == ("Primary-Title", "Abstract", "KEYWORDS", "Body")


def test_empty_parts_leave_no_blank_lines():
    found = documents({"title": ["t", None, " "], "abstract": [None, "a", ""]})
    assert found.text.to_list() == ["t", "a", ""]
    assert found.notes == ("1 of 3 documents is empty",)


def test_title_is_left_out_where_the_text_begins_with_it():
    found = documents(
        {"title": ["On wine", "On tea"], "text": ["On wine\nWe drink.", "We drink."], "summary": ["s", "s"]}
    )
    assert found.text.to_list() == ["On wine\nWe drink.", "On tea\nWe drink."]


def test_without_a_known_name_the_longest_strings_are_the_text():
    found = documents({"who": ["Ann"], "said": ["I like red wine, and I like it a lot"], "when": [1999]})
    assert found.columns["text"] == ("said",)


def test_without_any_long_strings_the_error_lists_the_columns():
    with pytest.raises(UserError, match="it has: who, when; name the text columns"):
        documents({"who": ["Ann"], "when": [1999]})


def test_named_text_columns_override_and_join():
    found = documents({"title": ["t"], "a": ["x"], "b": ["y"]}, text="b, A")
    assert found.text.to_list() == ["y\nx"]
    assert found.columns["text"] == ("b", "a")


def test_column_whose_name_has_a_comma_can_be_named():
    assert documents({"a,b": ["x"], "a": ["y"]}, text="a,b").text.to_list() == ["x"]


@pytest.mark.parametrize("role", ["text", "label", "id"])
def test_naming_a_column_that_is_not_there_lists_those_that_are(role):
    with pytest.raises(UserError, match="no column 'nope'; it has: text, year; name one of these") as caught:
        documents({"text": ["x"], "year": [1999]}, **{role: "nope"})
    assert caught.value.parameter == role


def test_naming_no_text_column_is_an_error():
    with pytest.raises(UserError, match="the name of the text column is empty"):
        documents({"text": ["x"]}, text=" , ")


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([1, 0], ["1", "0"]),
        ([1.0, 0.5], ["1.0", "0.5"]),
        ([1.0, None], ["1", None]),
        ([True, False], ["true", "false"]),
    ],
)
def test_labels_become_strings(values, labels):
    assert documents({"text": ["a", "b"], "label_included": values}).label.to_list() == labels


def test_label_can_be_named():
    assert documents({"text": ["a"], "label": ["x"], "hue": ["y"]}, label="hue").label.to_list() == ["y"]


def test_ids_that_repeat_are_passed_over_for_numbers_of_rows():
    found = documents({"id": ["a", "a"], "text": ["x", "y"]})
    assert found.ids.to_list() == ["1", "2"]
    assert "not unique" in found.notes[0]


@pytest.mark.parametrize(
    ("values", "reason"), [(["a", "a"], "'a' occurs more than once"), (["a", None], "some are empty")]
)
def test_naming_ids_that_are_not_unique_is_an_error(values, reason):
    with pytest.raises(UserError, match=reason):
        documents({"key": values, "text": ["x", "y"]}, id="key")


def test_original_table_is_untouched():
    table = pl.DataFrame({"ID": [1, 2], "Title": ["t", None], "hat": [None, 2.5]})
    assert assemble(RawTable(table), "pile.csv").table.equals(table)


def test_concatenating_keeps_rows_columns_notes_and_unique_ids():
    first = documents({"id": ["a", "b"], "text": ["x", ""], "label": ["u", "v"]})
    second = documents({"id": ["b", "b~2"], "text": ["z", "w"], "topics": [["p"], ["q", "r"]], "year": [1, 2]})
    both = first.concat(second)
    assert both.ids.to_list() == ["a", "b", "b~3", "b~2"]
    assert both.text.to_list() == ["x", "", "z", "w"]
    assert both.label.to_list() == [["u"], ["v"], ["p"], ["q", "r"]]
    assert both.table["year"].to_list() == [None, None, 1, 2]
    assert both.columns["label"] == ("label", "topics")
    assert len(both) == 4
    assert len(both.notes) == 2


def test_concatenating_a_list_column_with_a_string_column_gives_strings():
    first = documents({"text": ["x"], "tags": [["p", "q"]]})
    second = documents({"text": ["y"], "tags": ["r"]})
    both = first.concat(second)
    assert both.table["tags"].to_list() == ["p; q", "r"]
    assert both.label is None


def test_concatenating_labelled_and_unlabelled_leaves_nulls():
    both = documents({"text": ["x"], "label": ["u"]}).concat(documents({"text": ["y"]}))
    assert both.label.to_list() == ["u", None]


def test_documents_know_their_number():
    table = pl.DataFrame({"text": ["a"]})
    assert len(Documents(table=table, text=table["text"], ids=table["text"])) == 1
