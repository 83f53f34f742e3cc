"""Parquet files."""

import polars as pl
import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.tables import parquet
from tests.readers import exports


@pytest.fixture
def file(tmp_path):
    def make(table):
        path = tmp_path / "pile[1].parquet"
        pl.DataFrame(table).write_parquet(path)
        return path

    return make


def test_columns_keep_their_types_nested_ones_too(file):
    table = pl.DataFrame(
        {"text": ["wine", "tea"], "tags": [["a"], None], "more": [{"k": 1}, {"k": 2}], "n": [1, None], "p": [0.5, 1.0]}
    )
    assert read(file(table)).table.equals(table)


def test_bytes_that_are_text_become_strings_and_others_are_left_out(file):
    documents = read(file({"text": [b"wine", None], "picture": [b"\xff\xd8", None], "id": ["a", "b"]}))
    assert documents.table.rows(named=True) == [{"text": "wine", "id": "a"}, {"text": None, "id": "b"}]
    assert documents.notes[0] == "pile[1].parquet: left out, since they hold bytes and no text: picture"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b"PAR1 but no more", "is damaged, or no Parquet"),
        (exports.parquet()[:-9], "is damaged, or no Parquet"),
    ],
)
def test_damaged_files_are_one_sentence(tmp_path, data, sentence):
    path = tmp_path / "pile.parquet"
    path.write_bytes(data)
    with pytest.raises(UserError, match=sentence):
        read(path)


@pytest.mark.parametrize(("table", "sentence"), [({"text": []}, "has no rows"), ({"x": [b"\xff"]}, "only bytes")])
def test_tables_without_documents_are_an_error(file, table, sentence):
    with pytest.raises(UserError, match=sentence):
        read(file(table))


def test_a_panic_in_rust_is_one_sentence(file, monkeypatch):
    def fail(*_, **__):
        raise pl.exceptions.PanicException("index out of bounds")

    path = file({"text": ["wine"]})
    monkeypatch.setattr(parquet.pl, "read_parquet", fail)
    with pytest.raises(UserError, match="is damaged: no program"):
        read(path)
