"""Decisions on files of another computer are on the files of the same names, where these tell which is meant."""

import polars as pl
import pytest

from likewise.documents.alignment import align_decisions
from likewise.documents.decisions import extract_decisions
from likewise.documents.documents import Documents
from likewise.documents.file_names import match_file_names
from likewise.readers.decisions import make_records

FILES = ("Käse & wine.pdf", "2001/tea.pdf", "2002/tea.pdf", "2002/Müller 3.pdf", "cork.pdf")


@pytest.fixture
def pile():
    table = pl.DataFrame({"file": FILES, "text": [f"text number {n} of all" for n in range(len(FILES))]})
    return Documents(
        table=table, text=table["text"], ids=table["file"], columns={"id": ("file",), "text": ("text",)}, source="pile"
    )


def align(pile, paths, column):
    table = pl.DataFrame({column: paths, "included": ["yes"] * len(paths)})
    return align_decisions(pile, [extract_decisions(make_records(table, "decisions.csv", ("text",)))])


@pytest.mark.parametrize("column", ["file", "path", "id", "Datei"])
@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("C:\\Users\\Ana\\käse & wine.pdf", 0),
        ("\\\\server\\share\\2001\\Tea.pdf", 1),
        ("/Users/ana/pile/2002/tea.pdf", 2),
        ("/Users/ana/Mu\u0308ller 3.pdf", 3),  # as a Mac writes the letter
        ("file:///C:/Users/Ana/M%C3%BCller%203.pdf", 3),
        ("cork.pdf", 4),
    ],
)
def test_a_decision_comes_to_the_file_of_its_name(pile, path, place, column):
    aligned = align(pile, [path], column)
    assert [at for at, value in enumerate(aligned.values) if value] == [place]
    assert any("placed by names of files" in note for note in aligned.notes) == (
        path != "cork.pdf" or column not in ("file", "id")
    )


def test_a_name_that_several_files_have_decides_nothing_and_is_told(pile):
    aligned = align(pile, ["D:\\all\\tea.pdf", "D:\\all\\cork.pdf", "D:\\all\\milk.pdf"], "path")
    assert aligned.values == (None, None, None, None, "yes")
    assert aligned.removed.ids.to_list() == ["D:\\all\\milk.pdf"]
    assert any(
        "1 decision is on a name that several files have, and did not count: D:\\all\\tea.pdf" in note
        for note in aligned.notes
    )


def test_two_files_of_one_name_are_not_both_the_one_of_the_pile(pile):
    aligned = align(pile, ["D:\\a\\cork.pdf", "D:\\b\\cork.pdf", "cork.pdf"], "file")
    assert aligned.values == (None, None, None, None, "yes")
    assert sum("cork.pdf" in note for note in aligned.notes) == 1
    assert align(pile, ["D:\\a\\cork.pdf", "D:\\a\\cork.pdf"], "file").values[4] == "yes"


def test_documents_with_text_of_their_own_are_not_placed_by_names(pile):
    table = pl.DataFrame({"file": ["D:\\cork.pdf"], "text": ["another text altogether"]})
    other = Documents(table=table, text=table["text"], ids=table["file"], columns=pile.columns)
    assert match_file_names(pile, other)[0].tolist() == [-1]
