"""CSV and TSV as people have them."""

import csv
import gzip
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from likewise.documents.column_names import make_column_names
from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.tables.delimited import read_delimited
from likewise.readers.tables.delimiter import count_above, sniff_delimiter


@pytest.fixture
def csv_file(tmp_path):
    def make(text, name="pile.csv", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return path

    return make


def test_numbers_stay_the_strings_they_are(csv_file):
    documents = read(csv_file("id,text,year\n007,red wine,1999\n008,green tea,2004\n"))
    assert documents.ids.to_list() == ["007", "008"]
    assert documents.table["year"].to_list() == ["1999", "2004"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_delimiter_line_end_and_encoding_are_found(csv_file, delimiter, end, encoding):
    rows = [["id", "text"], ["1", "café, rouge"], ["2", "thé; vert"], ["3", "a|b\tc"]]
    quoted = [delimiter.join(f'"{cell}"' for cell in row) for row in rows]
    documents = read(csv_file(end.join(quoted) + end, encoding=encoding))
    assert documents.text.to_list() == [row[1] for row in rows[1:]]
    assert documents.table.columns == ["id", "text"]


def test_quoted_cells_keep_line_ends_quotes_and_delimiters(csv_file):
    documents = read(csv_file('id,text\n1,"red\r\nwine, ""dry"""\n2,tea\n'))
    assert documents.text.to_list() == ['red\r\nwine, "dry"', "tea"]
    assert documents.notes == ()


def test_surplus_cells_are_kept_in_the_last_column_and_counted(csv_file):
    documents = read(csv_file("id,text\n1,red, white, rosé\n2,tea\n3,coffee, black\n"))
    assert documents.text.to_list() == ["red, white, rosé", "tea", "coffee, black"]
    assert documents.notes == (
        "pile.csv: 2 rows have more cells than the header; the surplus was kept in the last column",
    )


def test_missing_cells_are_empty_and_counted(csv_file):
    documents = read(csv_file("id,text,label\n1,red wine\n2,tea,x\n3,,\n"))
    assert documents.table["label"].to_list() == [None, "x", None]
    assert documents.notes == (
        "pile.csv: 1 row has fewer cells than the header; the missing ones are empty",
        "1 of 3 documents is empty",
    )


def test_empty_cells_are_no_missing_cells(csv_file):
    assert read(csv_file("id,text,label\n1,red wine,\n2,tea,x\n")).notes == ()


def test_quotation_marks_inside_cells_are_text(csv_file):
    documents = read(csv_file('id,text\n1,a 5" disk\n2,tea\n'))
    assert documents.text.to_list() == ['a 5" disk', "tea"]


def test_quotation_marks_that_break_the_rules_are_noted(csv_file):
    documents = read(csv_file('id,text\n"1","a"\n"2","b"b"\n"3",c\n'))
    assert documents.ids.to_list() == ["1", "2", "3"]
    assert "rules of CSV" in documents.notes[0]


def test_delimiter_that_the_first_line_says_is_taken(csv_file):
    documents = read(csv_file("sep=|\nid|text\n1|red, wine; tea\n"))
    assert documents.text.to_list() == ["red, wine; tea"]


def test_quotation_mark_never_closed_spoils_only_its_own_row(csv_file):
    documents = read(csv_file('id,text\n1,"red wine\n2,tea\n3,coffee\n'))
    assert documents.text.to_list() == ['"red wine', "tea", "coffee"]
    assert any("never closed" in note for note in documents.notes)


def test_blank_lines_are_left_out_and_counted(csv_file):
    documents = read(csv_file("\n\nid,text\n1,red wine\n\n2,tea\n\n"))
    assert documents.ids.to_list() == ["1", "2"]
    assert documents.notes == ("pile.csv: 2 blank lines were left out",)


def test_cells_of_a_million_characters_are_read_by_both_parsers(csv_file):
    long = "x" * 1_000_000
    assert read(csv_file(f"id,text\n1,{long}\n")).text[0] == long
    assert read(csv_file(f"id,text\n1,{long}\n2,a,b\n", "b.csv")).text[0] == long


def test_repeated_and_missing_names_of_columns_are_made_distinct(csv_file):
    documents = read(csv_file("text,note,note,\nred wine,a,b,c\n"))
    assert documents.table.row(0, named=True) == {"text": "red wine", "note": "a", "note_2": "b", "column_4": "c"}


def test_distinct_names_do_not_collide_with_names_that_are_there():
    assert make_column_names(["a", "a", "a_2"]) == ["a", "a_3", "a_2"]


def test_one_column_of_sentences_without_header_loses_no_line(csv_file):
    documents = read(csv_file("I like red wine, and white.\nTea is fine.\nCoffee, if black, too, they say.\n"))
    assert documents.text.to_list()[0] == "I like red wine, and white."
    assert len(documents) == 3
    assert any("read as a document" in note for note in documents.notes)


def test_one_column_with_a_header_of_any_name_is_the_text(csv_file):
    documents = read(csv_file("utterance\nhi\nho\n"))
    assert documents.text.to_list() == ["hi", "ho"]


def test_rows_without_header_are_all_documents(csv_file):
    documents = read(csv_file("1,I like red wine very much\n2,I like green tea very much\n"))
    assert documents.text.to_list() == ["I like red wine very much", "I like green tea very much"]
    assert documents.table.columns == ["column_1", "column_2"]


def test_tsv_and_gzip_are_read(tmp_path):
    path = tmp_path / "pile.tsv.gz"
    path.write_bytes(gzip.compress(b"id\ttext\n1\tred, wine\n"))
    documents = read(path)
    assert documents.text.to_list() == ["red, wine"]
    assert documents.notes == ()


def test_unusual_delimiter_is_noted(csv_file):
    assert read(csv_file("id;text\n1;tea\n")).notes == ("pile.csv: cells are separated by the character semicolon",)


def test_sniffing_survives_a_sample_that_ends_inside_a_quoted_cell():
    text = "id;text\n" + '1;"a, b, c\n d"\n' * 30_000
    assert sniff_delimiter(text) == ";"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("id,text\n", r"header \(id, text\) but no rows"),
        ("", "is empty"),
        ("a,b\n1,2\n", "no column that looks like text; it has: a, b"),
    ],
)
def test_table_without_documents_is_an_error(csv_file, text, sentence):
    with pytest.raises(UserError, match=sentence):
        read(csv_file(text))


CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r\ufeff"), max_size=20)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=8), st.sampled_from(",;\t|"))
def test_what_the_standard_writer_writes_comes_back(tmp_path_factory, rows, delimiter):
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(["title", "body", "end"])
    writer.writerows([*row, "x"] for row in rows)
    path = tmp_path_factory.mktemp("csv") / "pile.csv"
    path.write_text(stream.getvalue(), encoding="utf-8", newline="")
    table = read(path).table
    assert [(title or "", body or "") for title, body, _ in table.rows()] == rows


EMBASE = """\
"TITLE","Red wine, and oak"
"AUTHOR NAMES","Smith J.","Doe K."
"PUBLICATION YEAR","2020"
"ABSTRACT","We stored it.
It was good."
"PUI","L1"
"DOI","10.1000/a"
"""


@pytest.mark.parametrize("between", ["\n", ",\n", ""])
def test_a_table_with_a_field_in_each_row_is_read_by_records(tmp_path, between):
    path = tmp_path / "embase.csv"
    second = EMBASE.replace("Red wine, and oak", "Green tea").replace("1000/a", "1000/b").replace('"PUI","L1"\n', "")
    path.write_text(f"{EMBASE}{between}{second}", encoding="utf-8-sig")
    documents = read(path)
    assert documents.ids.to_list() == ["10.1000/a", "10.1000/b"]
    assert documents.text.to_list()[0] == "Red wine, and oak\nWe stored it.\nIt was good."
    assert documents.table["AUTHOR NAMES"].to_list() == ["Smith J.; Doe K."] * 2
    assert documents.table["PUI"].to_list() == ["L1", None]
    assert "every row is a field" in documents.notes[0]


def test_one_record_with_a_field_in_each_row_is_read(tmp_path):
    path = tmp_path / "embase.csv"
    path.write_text(EMBASE)
    assert read(path).ids.to_list() == ["10.1000/a"]


@pytest.mark.parametrize(
    "text",
    [
        "title,abstract\nTITLE,x y\nABSTRACT,z\nDOI,10.1000/a\n",
        "title,what it says\nRED WINE,x\nTEA,y\nCARS,z\nDOI,w\n",
        "title;remark\nDOI;x\nDOI;y\nDOI;z\n",
    ],
)
def test_a_table_with_a_header_has_a_document_in_each_row(tmp_path, text):
    path = tmp_path / "pile.csv"
    path.write_text(text)
    assert len(read(path)) == text.count("\n") - 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp1252"])
def test_a_table_that_a_spreadsheet_saved_as_text_is_a_table(tmp_path, encoding):
    path = tmp_path / "pile.txt"
    path.write_bytes("Nr\tTitel\tZusammenfassung\tDOI\r\n1\tÜber Wein\tEr ist gut.\t10.1000/a\r\n".encode(encoding))
    documents = read(path)
    assert documents.text.to_list() == ["Über Wein\nEr ist gut."]
    assert documents.table["DOI"].to_list() == ["10.1000/a"]


@pytest.mark.parametrize(
    "text", ["Title\tand a tab\nOn wine\tand tea", "title\tabstract", "A note on wine.\n\tIt is good."]
)
def test_a_text_with_tabs_is_a_document(tmp_path, text):
    path = tmp_path / "note.txt"
    path.write_text(text)
    assert read(path).ids.to_list() == ["note.txt"]


ABOVE = [
    ("Hits of May;;;\n;;;\n", ";"),
    ("Hits of May\nby Ana\n\n", ","),
    ("Hits of May\t3.5.2026\t\t\n", "\t"),
    (";;;\n", ";"),
]


@pytest.mark.parametrize(("above", "delimiter"), ABOVE)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_title_above_the_names_of_columns_is_left_out_and_told(tmp_path, above, delimiter, end):
    rows = [
        ["id", "title", "abstract", "p"],
        ["a", "Wine", '"red; or\nwhite, or\tboth"', "0,5"],
        ["b", "Tea", "green", ""],
    ]
    if delimiter == ",":
        rows = [row[:3] for row in rows]
    path = tmp_path / "pile.csv"
    content = above + "\n".join(delimiter.join(row) for row in rows) + "\n"
    path.write_bytes(content.replace("\n", end).encode("utf-8-sig"))
    pile = read(path)
    assert pile.ids.to_list() == ["a", "b"]
    assert pile.table["title"].to_list() == ["Wine", "Tea"]
    assert pile.table["abstract"][0].replace("\r", "") == "red; or\nwhite, or\tboth"
    told = any("names of columns found in row" in note and "above left out" in note for note in pile.notes)
    assert told == above.startswith("Hits")


@pytest.mark.parametrize(
    "content",
    [
        "comment\nSubject, please\nI like red wine\nI like tea, and milk, and bread\n",  # prose with a known word
        "I like wine\ntitle\nI like tea\n",
        "remark,x\ntext,1\ntitle,2\nid,3\n",  # names among the cells
        '"a title\nid,text\nof two lines",b\nc,d\n',  # names within a cell
        "id,text\ntitle,abstract\nx,y\n",
    ],
)
def test_rows_of_documents_are_not_taken_for_names_of_columns(tmp_path, content):
    path = tmp_path / "pile.csv"
    path.write_text(content)
    assert count_above(content) == 0
    assert not any("above left out" in note for note in read_delimited(path).notes)


@pytest.mark.parametrize("ragged", [False, True])
def test_columns_without_name_or_cells_are_left_out(csv_file, ragged):
    content = ";text;;p;;\n;red wine;;0,5;;\n;tea;x;0,7;;\n" + (";milk\n" if ragged else "")
    table = read(csv_file(content)).table
    assert table.columns == ["text", "column_3", "p"]
    assert table.rows()[:2] == [("red wine", None, "0,5"), ("tea", "x", "0,7")]
