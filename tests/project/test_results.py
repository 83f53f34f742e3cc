"""A result in a project's file: all of it comes back, and what is no project is refused in a sentence."""

import sqlite3
from contextlib import closing

import numpy as np
import polars as pl
import pytest

from likewise.app.session import Session
from likewise.errors import UserError
from likewise.finder import Finder, Result
from likewise.project import Answer, Project
from likewise.readers import Documents
from likewise.text import Vectorizer
from tests.conftest import make_documents


@pytest.fixture
def result(examples):
    texts = [*(text for topic in ("wine", "tea", "cars") for text in make_documents(topic, 60)), "", examples[0]]
    table = pl.DataFrame({"key": [f"d{n}" for n in range(182)], "body": texts, "tags": [["a"], None] * 91})
    pile = Documents(
        table=table,
        text=table["body"],
        ids=table["key"],
        label=table["tags"],
        columns={"text": ("body",)},
        notes=("a note",),
        source="pile.csv",
    )
    return Finder().find(examples, pile, decisions={"d2": "yes", "d70": "no"})


def test_everything_works_after_loading(result, tmp_path):
    path = result.save(tmp_path / "found.likewise")
    again = Result.load(path)
    assert again.table.equals(result.table)
    assert again.table.schema == result.table.schema
    for name in ("words", "notes", "n_found", "n_examples", "method", "seconds", "summary", "topics"):
        assert getattr(again, name) == getattr(result, name), name
    assert again.topics
    assert again.texts.equals(result.texts)
    for k in (0, 1, 37, result.n_ranked):
        assert again.at(k) == result.at(k)
    for name in ("d0", "d2", "d120", "d121"):
        assert vars(again.explain(name)) == vars(result.explain(name))
    assert again.explain("d0").spans
    assert again.pile.label.equals(result.pile.label)
    assert (again.pile.columns, again.pile.notes, again.pile.source) == ({"text": ("body",)}, ("a note",), "pile.csv")
    assert again.estimate.assumption == result.estimate.assumption
    files = [found.write(tmp_path / f"{n}.csv").read_bytes() for n, found in enumerate((result, again))]
    assert files[0] == files[1]


def test_a_result_without_an_estimate_is_saved_too(examples, labelled, tmp_path):
    result = Finder("centroid").find(examples, labelled[0])
    assert Result.load(result.save(tmp_path / "a.likewise")).estimate is None


def test_a_vectorizer_with_functions_and_stop_words_of_ones_own_is_saved_without_the_functions(tmp_path):
    vectorizer = Vectorizer(preprocessor=str.casefold, stop_words={"the", "a"}, ngram_range=(1, 2))
    result = Finder("centroid", vectorizer=vectorizer).find(["the red wine"], ["a red wine", "tea"])
    again = Result.load(result.save(tmp_path / "a.likewise"))
    assert again.explain("1").spans == result.explain("1").spans == [(2, 10, "red wine")]


def test_saving_again_replaces_and_a_failure_leaves_what_was_there(result, tmp_path, monkeypatch):
    path = result.save(tmp_path / "found.likewise")
    before = path.read_bytes()
    monkeypatch.setattr("os.fsync", lambda number: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(UserError, match="No space left"):
        result.save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["found.likewise"]


def test_a_name_or_place_that_cannot_be_is_said(result, tmp_path):
    with pytest.raises(UserError, match=r"end its name in \.likewise"):
        result.save(tmp_path / "found.pkl")
    with pytest.raises(UserError, match="cannot write"):
        result.save(tmp_path / "no" / "found.likewise")


def test_a_column_that_no_file_can_hold_is_said(tmp_path):
    table = pl.DataFrame({"text": ["tea", "wine"], "thing": pl.Series([object(), object()], dtype=pl.Object)})
    pile = Documents(table=table, text=table["text"], ids=pl.Series(["a", "b"]))
    with pytest.raises(UserError, match=r"holds what no file can \(thing\)"):
        Finder("centroid").find(["red wine"], pile).save(tmp_path / "a.likewise")


class TestWhatIsNoResult:
    def refused(self, path, content, says):
        path.write_bytes(content)
        with pytest.raises(UserError, match=says) as told:
            Result.load(path)
        assert "\n" not in str(told.value)

    def test_nothing(self, tmp_path):
        with pytest.raises(UserError, match="there is no project"):
            Result.load(tmp_path / "nothing.likewise")

    @pytest.mark.parametrize("content", [b"", b"id,text\n", b"SQLite format 3\0", b"\x80\x04K\x01."])
    def test_a_foreign_file(self, tmp_path, content):
        self.refused(tmp_path / "a.likewise", content, "is not a project of likewise, or it is damaged")

    def test_a_file_of_the_format_before_projects(self, tmp_path):
        self.refused(tmp_path / "a.likewise", b"PK\x03\x04" + b"\0" * 100, "no longer read; search again")

    def test_another_database(self, tmp_path):
        with closing(sqlite3.connect(tmp_path / "a.likewise")) as connection:
            connection.execute("CREATE TABLE a (b)")
        with pytest.raises(UserError, match="is a database, but not a project of likewise"):
            Result.load(tmp_path / "a.likewise")

    def test_a_file_cut_short_or_with_a_wrong_byte_is_one_sentence_or_the_same(self, tmp_path, result):
        content = result.save(tmp_path / "found.likewise").read_bytes()
        self.refused(tmp_path / "a.likewise", content[: len(content) // 2], "damaged")
        for place in np.linspace(0, len(content) - 1, 80).astype(int):
            wrong = bytearray(content)
            wrong[place] ^= 0xFF
            (tmp_path / "a.likewise").write_bytes(wrong)
            try:
                again = Result.load(tmp_path / "a.likewise")  # some bytes do not matter
            except UserError as told:
                assert "\n" not in str(told)  # noqa: PT017 - any other exception fails the test
            else:
                assert again.table.equals(result.table)


def test_a_saved_result_is_a_project_to_work_on(result, tmp_path):
    path = result.save(tmp_path / "found.likewise")
    with Session(path, by="ana") as session:
        assert {name: answer.decision for name, answer in session.answers.items()} == {"d2": "yes", "d70": "no"}
        card = session.next_cards(1)[0]
        session.answer(card.id, "yes", pick=card.pick)
    again = Result.load(path)
    assert again.table.filter(pl.col("id") == card.id)["decision"].to_list() == ["yes"]
    with pytest.raises(UserError, match="more than a saved result"):
        result.save(path)


def test_any_project_can_be_loaded_as_a_result(path, likes, pile):
    with Project(path) as project:
        project.append([Answer("d1", "no", "ana", "2026-01-01T00:00:00+00:00")])
    expected = Finder().find(likes, pile, decisions={"d1": "no"})
    assert Result.load(path).table.drop("decided").equals(expected.table.drop("decided"))
