"""RIS for reference managers: one note for each record, keywords to filter by, and all of it reads back."""

import polars as pl
import pytest

from likewise.finder import Finder
from likewise.readers import read
from likewise.writers import write

PILE = """TY  - JOUR
TI  - Red wine and grapes in the cellar of a vineyard
KW  - wine; likewise
KW  - cellar
N1  - read by the library
ER  -

TY  - JOUR
TI  - Green tea; a pot of leaves
AU  - Abel, A.
ER  -

TY  - JOUR
TI  - Milk and tea with sugar in a cup
ER  -
"""


@pytest.fixture
def pile(tmp_path):
    path = tmp_path / "pile.ris"
    path.write_text(PILE)
    return read(path)


def test_a_record_has_one_note_of_ours_and_keywords(pile, tmp_path):
    result = Finder("centroid").find(["red wine from grapes"], pile, decisions={"3": "no"})
    text = result.write(tmp_path / "found.ris").read_text()
    first, *_, last = text.split("ER  - ")[:-1]
    assert text.count("N1  - likewise: ") == 3
    assert "N1  - likewise: rank 1; probability " in first
    assert "; suggested yes; " in first
    assert "KW  - likewise: yes\n" in first
    assert "KW  - likewise: decided no\n" in last
    assert "N1  - likewise rank" not in text


def test_it_reads_back_and_nothing_is_added_twice(pile, tmp_path):
    first = Finder("centroid").find(["red wine from grapes"], pile)
    path = first.write(tmp_path / "found.ris")
    back = read(path)
    expected = first.with_originals()
    for name in ("rank", "suggestion", "why", "nearest", "keywords", "notes", "title"):
        assert back.table[name].cast(pl.List(pl.String) if name in ("keywords", "notes") else pl.String).to_list() == (
            expected[name].cast(back.table[name].dtype).to_list()
        ), name
    assert not any("likewise: " in text for text in back.text)
    again = Finder("centroid").find(["red wine from grapes"], back).write(tmp_path / "again.ris")
    assert again.read_bytes() == path.read_bytes()


def test_values_with_semicolons_come_back(tmp_path):
    table = pl.DataFrame({"title": ["On wine"], "rank": [1], "suggestion": ["yes"], "flag": ["decided; no\\text;\\"]})
    assert read(write(table, tmp_path / "a.ris")).table["flag"].to_list() == ["decided; no\\text;\\"]


def test_columns_that_ris_has_no_tag_for_are_in_the_one_note_and_come_back(tmp_path):
    columns = {
        "title": ["On wine", "On tea"],
        "EID": ["2-s2.0; 7", None],
        "a: b;c\\": ["x: y", "rank 3; why not"],
        "why not": ["because", "column z: 1"],
        "notes": [["likewise: mine", "another"], []],
    }
    table = pl.DataFrame(columns | {"rank": [1, 2], "suggestion": ["yes", "no"]})
    path = write(table, tmp_path / "a.ris")
    assert path.read_text().count("N1  - likewise: ") == 2
    assert "; column EID: 2-s2.0\\; 7; " in path.read_text()
    back = read(path).table
    for name in columns:
        assert back[name].to_list() == table[name].to_list() or name == "notes", name
    assert back["notes"].to_list() == [["likewise: mine", "another"], None]
    assert back["rank"].to_list() == ["1", "2"]
