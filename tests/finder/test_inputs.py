"""What a search may be given, and what it says of anything else."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from likewise.errors import UserError
from likewise.finder import Finder, collection
from likewise.finder.inputs import as_documents, as_frame
from likewise.readers import read

PILE = ["green tea in a pot", "a glass of red wine", "milk and tea"]


class PandasColumn:
    def __init__(self, values):
        self.values = values

    def isna(self):
        return PandasColumn([value is None or value != value for value in self.values])

    def tolist(self):
        return self.values


class PandasLike:
    """As much of a pandas frame as is used of it; pandas is no dependency."""

    def __init__(self, columns):
        self.columns = list(columns)
        self.iloc = self
        self._columns = list(columns.values())

    def isna(self):
        raise AssertionError("asked of each column")

    def __getitem__(self, place):
        return PandasColumn(self._columns[place[1]])


class ArrowLike:
    def __init__(self, frame):
        self._frame = frame
        self.columns = frame.columns

    def __arrow_c_stream__(self, requested_schema=None):
        return self._frame.__arrow_c_stream__(requested_schema)


def first(examples, pile):
    return Finder("centroid").find(examples, pile).table["id"][0]


def test_a_frame_of_polars_keeps_its_ids_and_columns():
    frame = pl.DataFrame({"key": ["a", "b", "c"], "Title": PILE, "year": [1, 2, 3]})
    result = Finder("centroid").find(pl.DataFrame({"text": ["wine, a glass"]}), frame)
    assert result.table["id"][0] == "b"
    assert result.with_originals().columns[:3] == ["key", "Title", "year"]
    assert first(["wine, a glass"], frame.lazy()) == "b"


def test_a_frame_of_pandas_is_taken_by_what_it_can_do():
    frame = PandasLike({"id": [7, 8, 9], "Title": PILE, "abstract": [None, float("nan"), "x"], "n": [1, "a", None]})
    result = Finder("centroid").find(["wine, a glass"], frame)
    assert result.table["id"][0] == "8"
    assert result.texts[0] == PILE[1]
    assert result.with_originals()["n"].sort(nulls_last=True).to_list() == ["1", "a", None]


def test_real_pandas_frames_and_series_are_taken():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"doi": ["x", "y", "z"], "abstract": [PILE[0], PILE[1], None]})
    assert first(["wine, a glass"], frame) == "y"
    assert first(["wine, a glass"], frame["abstract"].dropna()) == "2"


def test_whatever_has_arrows_interface_is_taken():
    assert first(["wine, a glass"], ArrowLike(pl.DataFrame({"id": ["a", "b", "c"], "text": PILE}))) == "b"


@pytest.mark.parametrize("kind", [pl.Series, np.array, tuple])
def test_columns_and_arrays_of_texts_are_numbered(kind):
    assert first(["wine, a glass"], kind(PILE)) == "2"


def test_paths_are_read_and_their_notes_told(tmp_path):
    pile, likes = tmp_path / "pile.csv", tmp_path / "likes"
    pile.write_text("id;text\na;green tea\nb;a glass of wine\nc;\n")
    likes.mkdir()
    (likes / "one.txt").write_text("red wine, a glass")
    heard = []
    finder = Finder("centroid", callback=heard.append)
    for examples, searched in ((likes, pile), (str(likes), str(pile))):
        result = finder.find(examples, searched)
        assert result.table["id"][0] == "b"
        assert any("semicolon" in note for note in result.notes)
        assert any("1 of 3 documents is empty" in note for note in result.notes)
    assert heard[0].name == "reading"


def test_frames_without_rows_are_no_documents():
    with pytest.raises(UserError, match="no documents in pile"):
        Finder("centroid").find(["wine"], pl.DataFrame({"text": []}))


@pytest.mark.parametrize(
    "frame", [pl.DataFrame({"a": [1, 2], "b": [3, 4]}), PandasLike({"a": [1, 2], "b": [3.5, None]})]
)
def test_a_frame_without_a_text_column_lists_its_columns(frame):
    with pytest.raises(UserError, match=r"the frame of pile has no column that looks like text, of: a, b") as told:
        Finder("centroid").find(["wine"], frame)
    assert "--text" not in str(told.value)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("a text, and no path", "one string, and no file or folder has that name"),
        ("x" * 5000, "one string"),
        ("~nobody-of-that-name/pile", "one string"),
        (Path("nothing-of-that-name.csv"), "there is no file or folder"),
        ({"a": "text"}, "of type dict"),
        ({"text"}, "of type set"),
        (iter(["text"]), "iterator"),
        (7, "of type int"),
        (None, "of type NoneType"),
        (b"text", "document of type int"),
    ],
)
def test_anything_else_is_refused_in_a_sentence(given, says):
    with pytest.raises(UserError, match=says):
        as_documents(given, "pile")


@pytest.mark.parametrize("kind", [str, Path])
def test_a_list_of_names_of_files_is_a_pile_of_these_files(tmp_path, kind):
    names = [tmp_path / "one.csv", tmp_path / "other.txt"]
    names[0].write_text("text\nred wine in a glass\ngreen tea in a cup\n")
    names[1].write_text("milk in a bottle")
    pile = as_documents([kind(name) for name in names], "pile")
    assert {*pile.text} == {"red wine in a glass", "green tea in a cup", "milk in a bottle"}
    assert pile.text.equals(read(names).text)


def test_texts_of_which_some_are_names_of_files_are_texts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wine").mkdir()
    (tmp_path / "tea.txt").write_text("green tea")
    assert as_documents(["wine"], "pile").text.to_list() == ["wine"]
    assert as_documents(["tea.txt", "a text on tea.txt"], "pile").text.to_list() == ["tea.txt", "a text on tea.txt"]


def test_documents_are_no_frame():
    assert as_frame(as_documents(PILE, "pile")) is None


class TestExtraVectors:
    def test_each_document_that_takes_part_gets_its_own_row(self, monkeypatch):
        """One example and one document have no text, another document is an example, and a fourth has no words."""
        given = {}
        prepare = collection.prepare

        def remember(counts, extra_vectors=None, **options):
            given.update(rows=extra_vectors[:, 0].tolist(), n=counts.shape[0])
            return prepare(counts, extra_vectors=extra_vectors, **options)

        monkeypatch.setattr(collection, "prepare", remember)
        vectors = np.column_stack([np.arange(9.0), np.ones(9)])
        pile = ["green tea", "", "a glass of wine", "red  WINE", "the of and", "tea pot", "wine cellar"]
        Finder().find(["", "red wine"], pile, extra_vectors=vectors)
        assert given["rows"] == [1, 2, 4, 7, 8]
        assert given["n"] == 5

    def test_documents_that_share_no_words_are_found_by_them(self):
        pile = [f"{letter}{letter} {letter}{letter}x" for letter in "abcdefghij"]
        vectors = np.zeros((11, 2))
        vectors[[0, 2, 5, 9], 0] = vectors[[1, 3, 4, 6, 7, 8, 10], 1] = 1.0
        table = Finder().find(["zz zzx"], pile, extra_vectors=vectors).table
        assert set(table["id"].head(3)) == {"2", "5", "9"}

    @pytest.mark.parametrize(
        ("vectors", "says"),
        [
            (np.zeros((3, 2)), r"shape \(3, 2\)"),
            (np.zeros(4), r"shape \(4,\)"),
            (np.zeros((4, 0)), r"shape \(4, 0\)"),
            ([["a"]] * 4, "must be numbers"),
            (np.full((4, 2), np.nan), "NaN"),
        ],
    )
    def test_others_are_refused(self, vectors, says):
        with pytest.raises(UserError, match=says):
            Finder().find(["wine"], PILE, extra_vectors=vectors)

    def test_a_method_that_takes_none_says_so(self):
        with pytest.raises(UserError, match="Centroid takes no extra_vectors"):
            Finder("centroid").find(["wine"], PILE, extra_vectors=np.zeros((4, 2)))
