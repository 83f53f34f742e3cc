"""Tables as workbooks: what a person finds when it is opened."""

import logging
import re
import zipfile

import polars as pl
import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.writers import workbook, write


@pytest.fixture
def sheet(tmp_path):
    """Return the XML of the sheet that a table becomes."""

    def make(**columns):
        path = write(pl.DataFrame(columns), tmp_path / "found.xlsx")
        with zipfile.ZipFile(path) as archive:
            return archive.read("xl/worksheets/sheet1.xml").decode()

    return make


def test_numbers_are_numbers_and_what_would_not_come_back_is_text(sheet):
    assert sheet(rank=[1, 2]).count('t="s"') == 1
    assert sheet(year=["1999", None, "2004"]).count('t="s"') == 1
    for texts in (["007", "7"], ["1.50", "1"], ["1e5", "1"], ["12345678901234567", "1"], ["-0", "1"], ["", "x"]):
        assert sheet(code=texts).count('t="s"') == 1 + sum(map(bool, texts))


def test_formulas_and_addresses_are_text(sheet):
    found = sheet(text=["=1+1", "https://example.org", "{=A1}"])
    assert "<f>" not in found
    assert "hyperlink" not in found


def test_the_header_is_bold_stays_in_view_and_filters(sheet):
    found = sheet(text=["wine"], rank=[1])
    assert 'state="frozen"' in found
    assert '<autoFilter ref="A1:B2"/>' in found
    assert re.search(r'<c r="A1" s="1"', found)


def test_columns_are_as_wide_as_their_text_up_to_a_limit(sheet):
    widths = re.findall(r'width="(\d+)', sheet(a=["x"], b=["x" * 30], c=["x" * 3000]))
    assert [int(width) for width in widths] == [4, 31, 60]


def test_cells_that_are_too_long_are_cut_and_said(tmp_path, caplog):
    table = pl.DataFrame({"text": ["x" * 32_767, "y" * 32_768, "🍷" * 20_000], "more": ["z" * 40_000, "", None]})
    said = []
    path = write(table, tmp_path / "found.xlsx", on_loss=said.append)
    most = "the 32,767 characters that a workbook holds"
    assert said == [
        f"found.xlsx: 2 cells of 'text' are longer than {most}, and are cut; .csv keeps all",
        f"found.xlsx: 1 cell of 'more' is longer than {most}, and is cut; .csv keeps all",
    ]
    texts = read(path).table["text"].to_list()
    assert texts == ["x" * 32_767, "y" * 32_766 + "…", "🍷" * 16_383 + "…"]
    with caplog.at_level(logging.WARNING, logger="likewise"):
        write(table, path)
    assert caplog.messages == said


def test_formats_that_hold_everything_say_nothing(tmp_path):
    said = []
    write(pl.DataFrame({"text": ["x" * 40_000]}), tmp_path / "found.csv", on_loss=said.append)
    assert said == []


@pytest.mark.parametrize("limit", ["_MOST_ROWS", "_MOST_COLUMNS"])
def test_a_table_larger_than_a_sheet_is_refused(tmp_path, monkeypatch, limit):
    monkeypatch.setattr(workbook, limit, 1)
    with pytest.raises(UserError, match=r"larger than a sheet of a workbook .* write \.csv or \.parquet instead"):
        write(pl.DataFrame({"a": ["x", "y"], "b": ["x", "y"]}), tmp_path / "found.xlsx")
    assert list(tmp_path.iterdir()) == []
