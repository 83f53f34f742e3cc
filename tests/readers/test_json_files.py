"""JSON lines and JSON."""

import gzip
import json

import polars as pl
import pytest

from likewise.errors import UserError
from likewise.readers import read


@pytest.fixture
def json_file(tmp_path):
    def make(text, name="pile.jsonl"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return make


def test_lines_of_objects_become_rows_with_their_types(json_file):
    documents = read(
        json_file('{"id": 7, "text": "red wine", "label": 1.0}\n\n{"text": "tea", "id": 8, "new": true}\n')
    )
    assert documents.table.schema == {"id": pl.Int64, "text": pl.String, "label": pl.Float64, "new": pl.Boolean}
    assert documents.ids.to_list() == ["7", "8"]
    assert documents.label.to_list() == ["1", None]
    assert documents.table["new"].to_list() == [None, True]


def test_bad_lines_are_skipped_and_named(json_file):
    documents = read(json_file('{"text": "red wine"}\n{"text": \n[1]\n{"text": "tea"}\n'))
    assert documents.text.to_list() == ["red wine", "tea"]
    assert "2 lines are not valid JSON" in documents.notes[0]
    assert "line 2 (" in documents.notes[0]
    assert "line 3 (neither an object nor a string)" in documents.notes[0]


def test_last_line_cut_off_is_noted(json_file):
    assert "line 2" in read(json_file('{"text": "red wine"}\n{"text": "gre')).notes[0]


def test_only_bad_lines_are_an_error_that_names_the_first(json_file):
    with pytest.raises(UserError, match="line 1: Expecting"):
        read(json_file("{oops\n{again\n"))


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ('["red wine", "tea"]', ["red wine", "tea"]),
        ('[{"text": "red wine"}, {"text": "tea"}]', ["red wine", "tea"]),
        ('{"id": [1, 2], "text": ["red wine", "tea"]}', ["red wine", "tea"]),
        ('{"documents": [{"text": "red wine"}, {"text": "tea"}], "total": 2}', ["red wine", "tea"]),
        ('{"text": "red wine", "id": 1}', ["red wine"]),
        ('{"text": "red wine"}\n{"text": "tea"}\n', ["red wine", "tea"]),
    ],
)
@pytest.mark.parametrize("name", ["pile.json", "pile.json.gz"])
def test_every_shape_of_json_is_read(json_file, content, texts, name):
    data = gzip.compress(content.encode()) if name.endswith("gz") else content
    assert read(json_file(data, name)).text.to_list() == texts


def test_array_in_a_file_named_jsonl_is_read(json_file):
    assert read(json_file('[\n{"text": "red wine"},\n{"text": "tea"}\n]')).text.to_list() == ["red wine", "tea"]


def test_lines_of_strings_are_documents(json_file):
    assert read(json_file('"red wine"\n"tea"\n')).text.to_list() == ["red wine", "tea"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{"text": "red wine",\n oops}', "line 2, column 2"),
        ("[]", "its array is empty"),
        ("[1, 2]", "array of numbers"),
        ("3", "single JSON number"),
        ("[{}]", "only empty objects"),
        ('{"id": [1], "text": ["a", "b"]}', "differ in length"),
        ("[" * 100_000, "nested too deeply|not valid JSON"),
        ("", "is empty"),
    ],
)
def test_json_that_holds_no_documents_is_an_error(json_file, content, sentence):
    with pytest.raises(UserError, match=sentence):
        read(json_file(content, "pile.json"))


def test_lists_of_labels_stay_lists(json_file):
    documents = read(json_file('{"text": "a", "topics": ["grain", "corn"]}\n{"text": "b", "topics": []}\n'))
    assert documents.label.to_list() == [["grain", "corn"], []]


def test_mixed_and_nested_values_are_kept_as_json_text(json_file):
    rows = [{"text": "a", "meta": {"k": 1}, "n": 1}, {"text": "b", "meta": None, "n": "x"}, {"text": "c", "n": 2**70}]
    documents = read(json_file("\n".join(map(json.dumps, rows))))
    assert documents.table["meta"].to_list() == ['{"k": 1}', None, None]
    assert documents.table["n"].to_list() == ["1", "x", str(2**70)]
    assert sum("JSON text" in note for note in documents.notes) == 2


def test_number_too_large_for_a_column_becomes_text(json_file):
    assert read(json_file(json.dumps({"text": "a", "n": 2**70}))).table["n"].to_list() == [str(2**70)]


def test_half_characters_are_replaced_and_noted(json_file):
    documents = read(json_file(r'{"text": "a\ud800b", "tags": ["\udc00"], "id": null}'))
    assert documents.text.to_list() == ["a\ufffdb"]
    assert documents.table["tags"].to_list() == [["\ufffd"]]
    assert sum("half characters" in note for note in documents.notes) == 2


def test_line_separators_inside_strings_do_not_cut_lines(json_file):
    text = "red\u2028wine\x85end"
    assert read(json_file(json.dumps({"text": text}, ensure_ascii=False))).text.to_list() == [text]


def test_strange_items_in_an_array_are_skipped_and_counted(json_file):
    documents = read(json_file('["red wine", 3, null]', "pile.json"))
    assert documents.text.to_list() == ["red wine"]
    assert "2 items" in documents.notes[0]
