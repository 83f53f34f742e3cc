"""Parquet files."""

import polars as pl
import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.tables import parquet_process
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
        (b"PAR1 but no more", "is damaged, or not a Parquet file"),
        (exports.parquet()[:-9], "is damaged, or not a Parquet file"),
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


def test_a_file_that_ends_the_process_that_decodes_it_is_one_sentence(tmp_path, monkeypatch, capfd):
    child = tmp_path / "child.py"
    child.write_text("import os, sys\nsys.stdin.buffer.read(9)\nos.write(2, b'memory allocation failed')\nos.abort()\n")
    monkeypatch.setattr(parquet_process, "_CHILD", child)
    monkeypatch.setattr(parquet_process, "_idle", [])
    path = tmp_path / "pile.parquet"
    pl.DataFrame({"text": ["wine"]}).write_parquet(path)
    with pytest.raises(UserError, match="is damaged: no program can decode it"):
        read(path)
    assert capfd.readouterr() == ("", "")


def test_a_process_is_used_again_and_replaced_when_it_has_ended(file, monkeypatch):
    monkeypatch.setattr(parquet_process, "_idle", [])
    path = file({"text": ["wine"]})
    read(path)
    (first,) = parquet_process._idle
    read(path)
    assert parquet_process._idle == [first]
    first.stop()
    assert read(path).text.to_list() == ["wine"]
    assert parquet_process._idle != [first]
    parquet_process._stop_all()


def test_a_panic_in_rust_is_one_sentence(file, monkeypatch):
    monkeypatch.setattr(parquet_process._Child, "ask", lambda *_: (b"P", b"index out of bounds"))
    with pytest.raises(UserError, match="is damaged: no program can decode it"):
        read(file({"text": ["wine"]}))


def test_a_machine_that_starts_no_processes_is_one_sentence(file, monkeypatch):
    monkeypatch.setattr(parquet_process, "_idle", [])
    monkeypatch.setattr(parquet_process.sys, "executable", "/nowhere/python")
    with pytest.raises(UserError, match="no process can be started"):
        read(file({"text": ["wine"]}))
