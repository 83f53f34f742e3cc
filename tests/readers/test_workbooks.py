"""Workbooks as people keep them."""

import io
import zipfile
from datetime import date

import fastexcel
import pytest
import xlsxwriter

from likewise.errors import UserError
from likewise.readers import limits as zip_limits
from likewise.readers import read, rust_panics
from likewise.readers.tables.workbook import read_workbook
from tests.readers.exports import stored, workbook


@pytest.fixture
def book(tmp_path):
    """Make a workbook of sheets, each a list of rows."""

    def make(name="pile.xlsx", **sheets):
        path = tmp_path / name
        with xlsxwriter.Workbook(path) as made:
            day = made.add_format({"num_format": "dd.mm.yyyy"})
            for title, rows in sheets.items():
                sheet = made.add_worksheet(title)
                for at, row in enumerate(rows):
                    for column, cell in enumerate(row):
                        if isinstance(cell, date):
                            sheet.write_datetime(at, column, cell, day)
                        elif cell is not None:
                            sheet.write(at, column, cell)
        return path

    return make


@pytest.mark.parametrize("data", [workbook(), stored(workbook()), workbook(constant_memory=True)])
def test_the_sheet_with_most_text_is_read_as_it_is_seen(tmp_path, data):
    path = tmp_path / "pile.xlsx"
    path.write_bytes(data)
    documents = read(path)
    assert documents.table.columns == ["ID", "Title", "Year", "Found", "Open", "At", "Share"]
    assert documents.table.rows() == [
        ("007", "Red wine and the café", "2019", "2024-01-12", "true", "2024-01-12 09:30:00", "0.5"),
        ("008", "Green\ntea", "2004", "2024-01-13", "false", "2024-01-13 10:30:00", "7"),
    ]
    assert documents.notes == (
        "pile.xlsx: sheet Hits 2019 was read; sheets not read: Cover",
        "pile.xlsx: names of columns found in row 3; 1 row above left out",
        "pile.xlsx: 1 empty row left out",
    )
    assert documents.ids.to_list() == ["007", "008"]


def test_a_sheet_can_be_named_and_an_unknown_name_lists_those_there_are(book):
    path = book(Long=[["text"], ["x" * 99]], Short=[["text"], ["tea"]])
    documents = read(path, table="Short")
    assert documents.text.to_list() == ["tea"]
    assert documents.notes == ()
    with pytest.raises(UserError, match="no sheet 'short'; it has: Long, Short; name one of these"):
        read(path, table="short")


def test_numbers_keep_fifteen_digits_and_whole_ones_have_no_point(book):
    path = book(S=[["text", "p", "n"], ["red wine", 1 / 3, 7.0], ["tea", 1e-12, 2**40]])
    table = read(path).table
    assert table["p"].to_list() == ["0.333333333333333", "0.000000000001"]
    assert table["n"].to_list() == ["7", "1099511627776"]


@pytest.mark.parametrize("n_above", [0, 1, 3])
@pytest.mark.parametrize("n_before", [0, 1, 2])
@pytest.mark.parametrize("title", [[], [["Hits of May"], [None]]])
def test_numbers_stay_in_their_columns_and_rows_wherever_a_sheet_begins(book, n_above, n_before, title):
    rows = [["text", "year", "p"], ["red wine", 1999, 0.5], [None] * 3, ["tea", 2001, 1 / 3], ["milk", 2003, 0.25]]
    placed = [[None] * n_before + row for row in [*title, *rows]]
    table = read(book(S=[[None]] * n_above + placed)).table
    assert table.columns == ["text", "year", "p"]
    assert table.rows() == [("red wine", "1999", "0.5"), ("tea", "2001", "0.333333333333333"), ("milk", "2003", "0.25")]


def test_text_that_looks_like_a_date_stays_as_it_is(book):
    path = book(S=[["text", "a", "b"], ["wine", "2024-01-31 00:00:00", date(2024, 1, 31)]])
    assert read(path).table.row(0) == ("wine", "2024-01-31 00:00:00", "2024-01-31")


def test_numbers_among_words_are_strings(book):
    assert read(book(S=[["text", "n"], ["wine", 7], ["tea", "x"]])).table["n"].to_list() == ["7", "x"]


def test_rows_without_a_header_are_all_documents(book):
    documents = read(book(S=[[1, "I like red wine very much"], [2, "I like green tea very much"]]))
    assert len(documents) == 2
    assert any("no row looks like names" in note for note in documents.notes)


def test_columns_without_name_or_cells_are_left_out_and_those_with_cells_numbered(book):
    table = read(book(S=[["text", None, "a", None], ["wine", None, None, "x"]])).table
    assert table.columns == ["text", "a", "column_4"]


@pytest.mark.parametrize(
    ("sheets", "sentence"),
    [
        ({"S": []}, "is empty"),
        ({"S": [["  "]]}, "is empty"),
        ({"S": [["id", "text"]]}, r"has a header \(id, text\) but no rows"),
    ],
)
def test_workbooks_without_documents_are_an_error(book, sheets, sentence):
    with pytest.raises(UserError, match=sentence):
        read(book(**sheets))


def test_an_empty_sheet_that_is_named_is_an_error(book):
    with pytest.raises(UserError, match=r"sheet 'B' of .* is empty"):
        read(book(A=[["text"], ["tea"]], B=[]), table="B")


def rewritten(data, old, new):
    """Replace something in every file of a workbook."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(stream, "w") as after:
        for name in before.namelist():
            after.writestr(name, before.read(name).replace(old, new))
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty; "),
        (b"no zip", "is damaged and cannot be read"),
        (workbook()[:-30], "is damaged and cannot be read"),
        (rewritten(workbook(), b"</row>", b"<row"), "cannot be read as a workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "is of Excel 97–2003; save it as .xlsx"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "protected by a password; save it without one",
        ),
    ],
)
def test_files_that_are_no_workbook_are_one_sentence(tmp_path, data, sentence):
    path = tmp_path / "pile.xlsx"
    path.write_bytes(data)
    with pytest.raises(UserError, match=sentence):
        read(path)


def test_a_cell_far_off_does_not_fill_the_memory(tmp_path):
    path = tmp_path / "pile.xlsx"
    path.write_bytes(rewritten(workbook(), b'r="A6"', b'r="XFD1048576"'))
    with pytest.raises(UserError, match="1,048,576 rows and 16,384 columns, too large to read"):
        read(path)


def test_a_file_that_unpacks_to_too_much_is_refused(book, monkeypatch):
    monkeypatch.setattr(zip_limits, "_MOST_BYTES", 1000)
    with pytest.raises(UserError, match="unpacks to over"):
        read(book(S=[["text"], ["tea"]]))


def test_a_panic_in_rust_is_one_sentence_and_nothing_else_is_caught(book, monkeypatch):
    panic = type("PanicException", (BaseException,), {"__module__": "pyo3_runtime"})
    path = book(S=[["text"], ["tea"]])
    for raised, caught in ((panic, UserError), (KeyboardInterrupt, KeyboardInterrupt)):

        def fail(data, raised=raised):
            raise raised("index out of bounds")

        monkeypatch.setattr(fastexcel, "read_excel", fail)
        with pytest.raises(caught):
            read_workbook(path, None)
    assert panic in rust_panics.list_panics()
