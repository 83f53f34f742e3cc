"""SQLite databases, which are only ever read."""

import sqlite3
from contextlib import closing

import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.tables import sqlite
from tests.readers.exports import DRINKS, database


@pytest.fixture
def file(tmp_path):
    def make(script=DRINKS, name="pile?100%#.db"):
        path = tmp_path / name
        path.write_bytes(database(script))
        return path

    return make


@pytest.mark.parametrize("suffix", [".db", ".sqlite", ".sqlite3"])
def test_the_table_with_most_rows_and_text_is_read(file, suffix):
    documents = read(file(DRINKS + "create table numbers (n); insert into numbers values (1), (2), (3);", f"a{suffix}"))
    assert documents.table.rows(named=True) == [
        {"id": 1, "title": "On wine", "abstract": "Wine is drunk.", "year": 2019},
        {"id": 2, "title": "On tea", "abstract": None, "year": 2004},
    ]
    assert documents.notes == (f"a{suffix}: table hits was read; tables not read: log, titles, numbers",)


@pytest.mark.parametrize(
    ("table", "texts"),
    [
        ("log", ["monday"]),
        ("titles", ["On wine", "On tea"]),
        ("select title from hits where year < 2010", ["On tea"]),
        ("  WITH t AS (SELECT title FROM hits) SELECT title FROM t ORDER BY 1", ["On tea", "On wine"]),
    ],
)
def test_a_table_a_view_or_a_query_can_be_named(file, table, texts):
    assert read(file(), table=table).text.to_list() == texts


def test_nothing_is_written_and_the_folder_may_be_read_only(file):
    path = file()
    before = path.read_bytes()
    path.chmod(0o400)
    read(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_database_in_use_is_read_and_what_is_not_yet_in_it_is_said(tmp_path):
    path = tmp_path / "pile.db"
    with closing(sqlite3.connect(path)) as writer:
        writer.executescript("create table t (text); insert into t values ('wine')")
        writer.execute("pragma journal_mode = wal")
        writer.executescript("insert into t values ('tea')")
        writer.execute("begin exclusive")
        documents = read(path)
    assert documents.text.to_list() == ["wine"]
    assert "changes that are still in pile.db-wal are not read" in documents.notes[0]


@pytest.mark.parametrize(
    "query",
    [
        "with t as (select 1) delete from hits",
        "with t as (select 1) insert into log select 'x'",
        "select load_extension('x')",
        "select * from pragma_table_info('hits')",
        "select 1; drop table hits",
        "select nothing from hits",
        "select * from nowhere",
        "select",
    ],
)
def test_queries_that_write_or_are_wrong_are_one_sentence(file, query):
    path = file()
    before = path.read_bytes()
    with pytest.raises(UserError, match="; "):
        read(path, table=query)
    assert path.read_bytes() == before


def test_an_unknown_table_lists_those_there_are(file):
    with pytest.raises(UserError, match="no table 'hats'; it has: hits, log, titles; name one of these"):
        read(file(), table="hats")
    with pytest.raises(UserError, match="no table 'drop table hits'"):
        read(file(), table="drop table hits")


ENDLESS = "with recursive n(x) as (select 1 union all select x + 1 from n) select {} from n"


def test_endless_queries_are_stopped(file, monkeypatch):
    monkeypatch.setattr(sqlite, "_MOST_STEPS", 1_000_000)
    with pytest.raises(UserError, match="does not come to an end; ask for less"):
        read(file(), table=ENDLESS.format("count(*)"))


def test_too_many_rows_are_refused(file, monkeypatch):
    monkeypatch.setattr(sqlite, "_MOST_ROWS", 1000)
    with pytest.raises(UserError, match="over 1,000 rows; ask for fewer"):
        read(file(), table=ENDLESS.format("'text ' || x"))


def test_bytes_are_left_out_with_a_note_and_kinds_that_mix_are_strings(file):
    script = (
        "create table t (text, x, y); insert into t values ('wine', x'ff', 1), ('tea', 'b', 'c'), ('milk', 1, 0.5);"
    )
    documents = read(file(script, "a.db"))
    assert documents.table["x"].to_list() == [None, "b", "1"]
    assert documents.table["y"].to_list() == ["1", "c", "0.5"]
    assert documents.notes == ("a.db: 1 value of 'x' is bytes, left out",)


def test_whole_numbers_and_fractions_keep_their_kind(file):
    table = read(file("create table t (text, a, b); insert into t values ('wine', 1, 0.5), ('tea', null, 2);")).table
    assert table["a"].to_list() == [1, None]
    assert table["b"].to_list() == [0.5, 2.0]


def test_text_that_is_not_utf8_and_names_that_repeat_are_mended(file):
    path = file("create table t (text); insert into t values (cast(x'77ff' as text));")
    assert read(path, table="select text, text from t").table.rows(named=True) == [
        {"text": "w\ufffd", "text_2": "w\ufffd"}
    ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b"hello " * 200, "file is not a database; copy or download it again"),
        (database(DRINKS)[:700], "malformed|not a database"),
        (database("create table t (n); insert into t values (1);"), r"none of its tables \(t\) has text"),
        (database("create table t (n); drop table t;"), "it has no tables"),
    ],
)
def test_files_without_documents_are_one_sentence(tmp_path, data, sentence):
    path = tmp_path / "pile.db"
    path.write_bytes(data)
    with pytest.raises(UserError, match=sentence):
        read(path)


def test_a_query_without_rows_is_an_error(file):
    with pytest.raises(UserError, match="gives no rows"):
        read(file(), table="select * from hits where year = 1")
