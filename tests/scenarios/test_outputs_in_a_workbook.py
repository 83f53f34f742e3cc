"""D14, D15 and "Formulas": a workbook that a person works in, and files that no spreadsheet runs."""

import csv
import re
import zipfile

import polars as pl
import pytest

from likewise.finder import Finder
from likewise.readers import read
from likewise.readers.tables.workbook import read_workbook


def records(number, word="wine"):
    """Make records as a database exports them, one in four about the word."""
    others = ["tea", "kettle", "pot", "milk", "brew", "cup", "leaf", "sugar", "steam"]
    rows = []
    for at in range(number):
        topic = f"{word} grape cellar vintage" if at % 4 == 0 else " ".join(others[at % 5 : at % 5 + 4])
        rows.append((f"Study {at} of {topic}", f"Abstract: {topic} and sample {at}. " * 10, f"10.1000/{at}", "2001"))
    return pl.DataFrame(rows, schema=["Title", "Abstract", "DOI", "Year"], orient="row")


@pytest.fixture(scope="module")
def result():
    pile = records(240)
    return Finder().find(pile[:16:4], pile[16:])


def sheet_xml(path, number=1):
    with zipfile.ZipFile(path) as archive:
        return archive.read(f"xl/worksheets/sheet{number}.xml").decode()


def test_our_columns_come_first_and_the_title_beside_them(result, tmp_path):
    table = read(result.write(tmp_path / "found.xlsx")).table
    assert table.columns[:6] == ["rank", "suggestion", "included", "decision", "Title", "why"]
    assert table.columns[-3:] == ["Abstract", "DOI", "Year"]
    assert table["included"].null_count() == table.height
    originals = result.with_originals().select("Title", "Abstract", "DOI", "Year")
    assert [table[name].to_list() for name in originals.columns] == [column.to_list() for column in originals]


def test_a_pile_without_titles_shows_how_its_texts_begin(tmp_path):
    path = Finder("centroid").find(["red wine"], ["green tea " * 30, "wine"]).write(tmp_path / "found.xlsx")
    table = read(path).table
    assert table["beginning"].to_list() == ["wine", "green tea " * 9 + "green …"]
    again = Finder("centroid").find(["red wine"], read(path))
    assert "beginning" not in again.with_originals().columns
    assert again.write(tmp_path / "again.xlsx").read_bytes() == path.read_bytes()


def test_answers_are_chosen_from_a_list_and_texts_are_wrapped(result, tmp_path):
    found = sheet_xml(result.write(tmp_path / "found.xlsx"))
    assert re.search(r'<dataValidation type="list"[^>]*sqref="C2:C2\d\d"><formula1>"yes,no,unsure"</formula1>', found)
    assert 'state="frozen"' in found
    assert 'defaultRowHeight="48"' in found
    with zipfile.ZipFile(tmp_path / "found.xlsx") as archive:
        assert 'wrapText="1"' in archive.read("xl/styles.xml").decode()


def test_a_persons_own_column_is_kept_at_that_place(tmp_path):
    pile = pl.DataFrame({"id": ["a", "b"], "text": ["tea", "wine"], "Included": ["no", None]})
    table = read(Finder("centroid").find(["red wine"], pile).write(tmp_path / "found.xlsx")).table
    assert table.columns[2] == "Included"
    assert "included" not in table.columns
    assert dict(table.select("id", "Included").rows()) == {"a": "no", "b": None}


def test_the_random_check_is_the_same_in_workbook_table_and_report(result, tmp_path):
    path = result.write(tmp_path / "found.xlsx")
    audit = read_workbook(path, "audit").table
    assert audit.columns == ["id", "answer", "title", "beginning"]
    assert audit["title"].str.starts_with("Study ").all()
    assert audit["answer"].null_count() == audit.height >= 50
    flagged = read(path).table.filter(pl.col("flag").fill_null("").str.contains("random check"))
    assert flagged.height == audit.height
    assert sorted(flagged["DOI"]) == sorted(audit["id"])
    page = result.write_report(tmp_path / "found.html").read_text(encoding="utf-8")
    listed = page[page.index('id="audit"') :]
    assert all(title in listed for title in audit["title"].head(5))
    assert 'sqref="B2:' in sheet_xml(path, 2)


def test_an_export_is_read_by_its_first_sheet_without_a_note(result, tmp_path):
    path = result.write(tmp_path / "found.xlsx")
    documents = read(path)
    assert len(documents) == len(result)
    assert documents.notes == ()


def test_formulas_pass_through_unless_the_table_shall_be_safe(tmp_path):
    pile = pl.DataFrame({"text": ["=1+1 tea", "wine", "-3", "@tea", "+tea"], "n": [-1, 2, 3, 4, 5]})
    found = Finder("centroid").find(["red wine"], pile)
    for safe in (False, True):
        with found.write(tmp_path / "found.csv", spreadsheet_safe=safe).open(newline="", encoding="utf-8") as stream:
            rows = sorted(csv.DictReader(stream), key=lambda row: int(row["id"]))
        mark = "'" if safe else ""
        assert [row["text"] for row in rows] == [f"{mark}=1+1 tea", "wine", "-3", f"{mark}@tea", f"{mark}+tea"]
        assert rows[0]["n"] == "-1"
    assert "<f>" not in sheet_xml(found.write(tmp_path / "found.xlsx"))


@pytest.mark.parametrize("name", ["^$", "^a$", "^.*$"])
def test_a_column_named_like_a_pattern_is_one_column(tmp_path, name):
    table = pl.DataFrame(
        {"text": ["a glass of red wine", "a pot of green tea", "wine in a glass"], name: ["1", "2", "3"]}
    )
    found = Finder("centroid").find(["red wine"], table)
    back = read(found.write(tmp_path / "found.xlsx")).table
    assert sorted(back.get_column(name.rstrip("$")).to_list()) == ["1", "2", "3"]
