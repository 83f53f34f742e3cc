"""RIS of every program that people export from."""

import gzip

import polars as pl
import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.references.ris_tags import COLUMN_TAGS
from likewise.writers import write
from likewise.writers.ris import to_ris
from tests.readers.exports import ENDNOTE_RIS, OLD_RIS, ZOTERO_RIS


@pytest.fixture
def ris(tmp_path):
    def make(text, name="pile.ris", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return read(path)

    return make


def test_zotero_is_read_with_readable_columns(ris):
    documents = ris(ZOTERO_RIS)
    row = documents.table.row(0, named=True)
    assert row["type"] == "JOUR"
    assert row["authors"] == ["Abel, Ann", "Bönisch, Bo"]
    assert row["journal"] == "Journal of Invented Drinks"
    assert row["journal_abbreviation"] == "J Inv Drinks"
    assert row["year"] == "2019"
    assert row["url"] == ["https://example.org/wine", "https://example.org/wine.pdf"]
    assert row["keywords"] == ["wine", "cafés"]
    assert row["notes"] == ["<p>Read on Monday</p>"]
    assert (row["volume"], row["issue"], row["start_page"], row["end_page"]) == ("4", "2", "11", "19")
    assert documents.columns["text"] == ("title", "abstract", "keywords")
    assert documents.notes == ()


def test_endnote_goes_on_over_lines_and_has_a_keyword_on_each(ris):
    documents = ris(ENDNOTE_RIS)
    table = documents.table
    assert table["abstract"].to_list() == ["Green tea was poured. It was drunk at once.", None]
    assert table["keywords"].to_list() == [["tea", "green", "leaf"], None]
    assert table["editors"].to_list() == [None, ["Dean, D."]]
    assert table["ST"].to_list() == ["On green tea", None]
    assert documents.ids.to_list() == ["17", "18"]


def test_older_tags_missing_ends_and_text_before_are_forgiven(ris):
    documents = ris(OLD_RIS)
    table = documents.table
    assert table["title"].to_list() == ["Cocoa in winter", "Cocoa in summer", "Cocoa in spring"]
    assert table["authors"].to_list() == [["Eve, E."], None, None]
    assert table["year"].to_list() == ["1998///", None, None]
    assert table["abstract"].to_list() == ["Cocoa is warm.", None, None]
    assert documents.notes == ("pile.ris: 2 lines outside of records left out",)


def test_a_tag_that_stands_beside_the_one_it_may_stand_for_keeps_its_name(ris):
    table = ris(OLD_RIS).table
    assert table["journal"].to_list() == ["Cocoa Today", "Cocoa Today", None]
    assert table["JO"].to_list() == ["Cocoa Tod", None, None]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_are_found(ris, encoding, end):
    documents = ris(ZOTERO_RIS.replace("\n", end), encoding=encoding)
    assert documents.table["title"].to_list() == ["Red wine and the café: a cohort study"]


def test_gzip_and_the_beginning_of_a_text_file_are_recognised(tmp_path):
    for name, data in (("a.ris.gz", gzip.compress(ZOTERO_RIS.encode())), ("b.txt", ZOTERO_RIS.encode())):
        (tmp_path / name).write_bytes(data)
        assert read(tmp_path / name).table["doi"].to_list() == ["10.5555/wine.1"]


def test_a_dash_in_prose_is_no_tag(ris):
    table = ris("TY  - JOUR\nAB  - one\nso - it goes\nTI - On dashes\nER  - \n").table
    assert table["abstract"].to_list() == ["one so - it goes"]
    assert table["title"].to_list() == ["On dashes"]


def test_a_value_may_begin_on_the_next_line_and_an_empty_one_is_none(ris):
    table = ris("TY  - JOUR\nTI  -\nOn wine\nKW  - \nAU  - \nAU  - Ann\nER  - \n").table
    assert table.row(0, named=True) == {"type": "JOUR", "title": "On wine", "authors": ["Ann"]}


def test_a_tag_that_is_repeated_becomes_a_list(ris):
    assert ris("TY  - JOUR\nTI  - a\nC1  - x\nC1  - y\nER  - \n").table["C1"].to_list() == [["x", "y"]]


def test_a_record_or_a_tag_without_any_value_leaves_nothing_behind(ris):
    table = ris("TY  - \nC1  - \nER  - \nTY  - \nti  - a\nER  - \nTI  - b\nC2  - x\nTY  - \n").table
    assert table.to_dicts() == [{"title": "a", "C2": None}, {"title": "b", "C2": "x"}]


def test_lines_between_records_are_counted(ris):
    documents = ris("TY  - JOUR\nTI  - a\nER  - \nnext\nTY  - JOUR\nTI  - b\nER  - \n")
    assert documents.notes == ("pile.ris: 1 line outside of records left out",)


def test_our_notes_become_columns_and_others_stay_notes(ris):
    notes = ["mine", "likewise rank: 3", "likewise a\\:b: x: y", "likewise: no"]
    row = ris("TY  - JOUR\nTI  - a\n" + "".join(f"N1  - {note}\n" for note in notes)).table.row(0, named=True)
    assert row == {"type": "JOUR", "title": "a", "notes": ["mine", "likewise: no"], "rank": "3", "a:b": "x: y"}


def test_a_note_of_ours_never_hides_a_tag(ris):
    table = ris("TY  - JOUR\nTI  - a\nN1  - likewise title: b\nER  - \n").table
    assert table.rows(named=True) == [{"type": "JOUR", "title": "a", "title_likewise": "b"}]


def test_a_note_that_looks_like_ours_comes_back_as_a_note(tmp_path):
    table = pl.DataFrame({"title": ["a"], "notes": [["likewise rank: 3"]]})
    back = read(write(table, tmp_path / "a.ris")).table
    assert back["notes"].to_list() == [["likewise rank: 3"]]
    assert "rank" not in back.columns


@pytest.mark.parametrize("text", ["no tags at all", "ER  - \n"])
def test_a_file_without_records_is_an_error(ris, text):
    with pytest.raises(UserError, match="has no records of RIS"):
        ris(text)


@pytest.mark.parametrize("column", COLUMN_TAGS)
def test_every_column_that_is_read_is_written_under_its_tag(column):
    tag = COLUMN_TAGS[column][0]
    for name in (column, tag.lower(), column.upper().replace("_", " ")):
        assert f"{tag}  - JOUR\n" in to_ris(pl.DataFrame({name: ["JOUR"]})).decode()


def test_what_is_read_is_written_with_its_tags(ris, tmp_path):
    lines = write(ris(ZOTERO_RIS).table, tmp_path / "b.ris").read_text().splitlines()
    assert sorted(filter(None, lines)) == sorted(filter(None, ZOTERO_RIS.splitlines()))
    lines = write(ris(ENDNOTE_RIS).table, tmp_path / "b.ris").read_text().splitlines()
    assert {"ST  - On green tea", "A2  - Dean, D.", "KW  - leaf", "TY  - CHAP", "T2  - A Book of Tea"} <= set(lines)
    lines = write(ris(OLD_RIS).table, tmp_path / "b.ris").read_text().splitlines()
    assert {"T2  - Cocoa Today", "JO  - Cocoa Tod", "TI  - Cocoa in spring"} <= set(lines)
