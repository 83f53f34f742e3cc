"""Exports of Web of Science."""

import pytest

from likewise.errors import UserError
from likewise.readers import read
from tests.readers.exports import WEB_OF_SCIENCE, WEB_OF_SCIENCE_TABLE

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16")


def write(folder, name, text, encoding="utf-8-sig"):
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("name", ["savedrecs.txt", "savedrecs.ciw", "savedrecs", "savedrecs.ris"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_tagged_records_are_documents_whatever_the_suffix(tmp_path, name, encoding):
    documents = read(write(tmp_path, name, WEB_OF_SCIENCE, encoding))
    assert documents.ids.to_list() == ["WOS:000000000000001", "WOS:000000000000002"]
    assert documents.columns["text"] == ("title", "abstract", "keywords")
    row = documents.table.row(0, named=True)
    assert row["title"] == "Red wine and the café: a cohort study"
    assert row["authors"] == ["Abel, Ann", "Bönisch, Bo"]
    assert row["keywords"] == ["wine", "cafés", "people who drink"]
    assert row["abstract"] == 'Wine is drunk. We asked "many" people about many wines.'
    assert (row["year"], row["doi"], row["pmid"]) == ("2019", "10.5555/wine.1", "10000001")
    assert len(row["references"]) == 2
    assert documents.table["authors"].to_list()[1] == ["Cole, C"]
    assert documents.notes == ()


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_table_with_tabs_is_rows_with_the_same_columns(tmp_path, encoding, end):
    documents = read(write(tmp_path, "savedrecs.txt", WEB_OF_SCIENCE_TABLE.replace("\n", end), encoding))
    assert documents.ids.to_list() == ["WOS:000000000000001", "WOS:000000000000002"]
    assert documents.table["title"].to_list() == ["Red wine and the café: a cohort study", 'On "green" tea']
    row = documents.table.row(0, named=True)
    assert row["authors"] == ["Abel, Ann", "Bönisch, Bo"]
    assert row["keywords"] == ["wine", "cafés"]
    assert row["keywords_plus"] == ["RED", "COHORT"]
    assert row["abstract"] == 'Wine is drunk. We asked "many people'
    assert row["doi"] == "10.5555/wine.1"
    assert documents.notes == ()


def test_prose_that_begins_with_capitals_stays_one_document(tmp_path):
    text = "PT boats were fast.\nTI is a maker of chips.\n"
    assert read(write(tmp_path, "a.txt", text)).text.to_list() == [text]


def test_lines_outside_of_records_are_counted(tmp_path):
    documents = read(write(tmp_path, "a.ciw", "hello\n" + WEB_OF_SCIENCE))
    assert documents.notes == ("a.ciw: 1 line outside of records left out",)


def test_file_without_records_is_one_clear_sentence(tmp_path):
    with pytest.raises(UserError, match="has no records of Web of Science"):
        read(write(tmp_path, "a.ciw", "red wine"))


def test_a_lone_carriage_return_in_an_abstract_ends_no_row(tmp_path):
    path = tmp_path / "savedrecs.txt"
    rows = [("PT", "AU", "TI", "SO", "AB", "PY", "UT")]
    rows.append(("J", "Abel, A", "On wine", "WINE", "Introduction\r We drink it.", "1999", "WOS:1"))
    rows.append(("J", "Cole, C", "On tea", "TEA", "Leaves.", "2001", "WOS:2"))
    path.write_bytes("\r\n".join("\t".join(row) for row in rows).encode("utf-16"))
    assert read(path).table.select("title", "year").rows() == [("On wine", "1999"), ("On tea", "2001")]
