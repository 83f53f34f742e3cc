"""A result in a file: all of it comes back, and what is no result is refused in a sentence."""

import io
import zipfile

import numpy as np
import polars as pl
import pytest
import skops.io
from sklearn.linear_model import LogisticRegression

from likewise.errors import UserError
from likewise.finder import Finder, Result
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
        with pytest.raises(UserError, match="cannot be read: No such file"):
            Result.load(tmp_path / "nothing.likewise")

    @pytest.mark.parametrize("content", [b"", b"id,text\n", b"PK\x03\x04" + b"\0" * 100, b"\x80\x04K\x01."])
    def test_a_foreign_file(self, tmp_path, content):
        self.refused(tmp_path / "a.likewise", content, "is damaged, or no result")

    def test_a_file_cut_short_or_with_a_wrong_byte(self, tmp_path, result):
        content = result.save(tmp_path / "found.likewise").read_bytes()
        self.refused(tmp_path / "a.likewise", content[: len(content) // 2], "is damaged")
        for place in np.linspace(0, len(content) - 1, 60).astype(int):
            wrong = bytearray(content)
            wrong[place] ^= 0xFF
            (tmp_path / "a.likewise").write_bytes(wrong)
            try:
                Result.load(tmp_path / "a.likewise")  # some bytes, such as dates, do not matter
            except UserError as told:
                assert "search" in str(told)  # noqa: PT017 - any other exception fails the test

    def test_an_archive_of_something_else(self, tmp_path):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr("a.txt", "red wine")
        self.refused(tmp_path / "a.likewise", buffer.getvalue(), "no result that this likewise can read")

    @pytest.mark.parametrize(
        "thing",
        [
            {"format": "likewise result 1"},
            ["format"],
            LogisticRegression(),
            {"format": "likewise result 1", "pile": 3},
        ],
    )
    def test_a_file_of_skops_with_something_else_in_it(self, tmp_path, thing):
        self.refused(tmp_path / "a.likewise", skops.io.dumps(thing), "no result that this likewise can read")

    def test_a_result_of_another_format(self, tmp_path, result):
        content = skops.io.load(result.save(tmp_path / "found.likewise"), trusted=[])
        content["format"] = "likewise result 1"
        self.refused(tmp_path / "a.likewise", skops.io.dumps(content), "no result that this likewise can read")

    def test_types_that_nobody_trusts_are_not_made(self, tmp_path):
        self.refused(tmp_path / "a.likewise", skops.io.dumps({"format": Finder()}), "no result that this likewise")

    def test_a_schema_that_asks_for_more_is_not_run(self, tmp_path, result):
        path = result.save(tmp_path / "found.likewise")
        buffer = io.BytesIO()
        with zipfile.ZipFile(path) as old, zipfile.ZipFile(buffer, "w") as new:
            for name in old.namelist():
                content = old.read(name)
                if name == "schema.json":
                    content = content.replace(b'"builtins"', b'"os"').replace(b'"dict"', b'"system"')
                new.writestr(name, content)
        self.refused(tmp_path / "a.likewise", buffer.getvalue(), "no result that this likewise can read")
