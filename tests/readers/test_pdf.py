"""PDF documents."""

import subprocess
import sys
import zlib

import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.documents import pdf as module
from likewise.readers.documents.pdf import read_pdf
from tests.readers.pdf_maker import encrypted, pdf_file, with_streams, with_table


def text_of(*pages, **options):
    return read_pdf(pdf_file(*pages, **options), "a.pdf").fields["text"]


@pytest.mark.parametrize("options", [{}, {"packed": True}, {"join": with_streams}], ids=["plain", "packed", "streams"])
def test_text_of_all_pages_is_read_however_the_file_is_packed(options):
    text = text_of("On wine (red)", "Café culture\nof the 1920s", **options)
    assert [line for line in text.split("\n") if line] == ["On wine (red)", "Café culture", "of the 1920s"]


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        ("an exam-\nple", "an example"),
        ("by Jean-\nPaul", "by Jean-Paul"),
        ("pages 10-\n12", "pages 10-\n12"),
        ("tea \nand wine", "tea\nand wine"),
    ],
)
def test_words_divided_at_the_end_of_a_line_are_put_together(drawn, text):
    assert [line.strip() for line in text_of(drawn).split("\n")] == text.split("\n")


def test_ligatures_become_their_letters():
    font = "/ToUnicode 6 0 R/FirstChar 65/Widths[500 500]"
    names = (
        b"begincmap 1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <41> <FB01> <42> <FB03> endbfchar"
    )
    page = b"BT /F 12 Tf 20 380 Td (A) Tj (nd) Tj ( oBce) Tj ET"
    objects = pdf_file(page, font=font, join=list)
    stream = b"<</Length %d>>stream\n%s\nendstream" % (len(names), names)
    objects[2] = objects[2].replace(b"6 0 R", b"7 0 R")
    assert read_pdf(with_table([*objects, stream]), "a.pdf").fields["text"] == "find office"


@pytest.mark.parametrize(
    ("info", "fields"),
    [
        ({"Title": "On wine", "Author": "A. Drinker"}, {"title": "On wine", "author": "A. Drinker"}),
        ({"Title": "Microsoft Word - wine.doc", "Author": "user"}, {}),
        ({"Title": "untitled"}, {}),
        ({"Title": "wine_final.dvi"}, {}),
        ({"Title": "  "}, {}),
    ],
)
def test_title_and_author_are_kept_where_a_person_wrote_them(info, fields):
    page = read_pdf(pdf_file("red", info=info), "a.pdf")
    assert page.fields == {**fields, "text": "red"}


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-128", "AES-256"])
def test_empty_password_opens_a_document(algorithm):
    assert read_pdf(encrypted(pdf_file("red wine"), "", algorithm), "a.pdf").fields["text"] == "red wine"


def test_another_password_is_an_error_with_a_way_out():
    with pytest.raises(UserError, match=r"^a\.pdf is protected by a password; save a copy without one$"):
        read_pdf(encrypted(pdf_file("red wine"), "secret"), "a.pdf")


def test_encryption_that_needs_another_package_is_an_error_that_says_so(monkeypatch):
    from pypdf import errors

    def raise_it(*_):
        raise errors.DependencyError("cryptography is required for AES")

    monkeypatch.setattr("pypdf.PdfReader", raise_it)
    with pytest.raises(UserError, match="is encrypted: cryptography is required for AES; save a copy"):
        read_pdf(pdf_file("red"), "a.pdf")


def test_scan_is_an_empty_document_with_a_note(tmp_path):
    (tmp_path / "scan.pdf").write_bytes(pdf_file(b"q 300 0 0 400 0 0 cm Q"))
    with pytest.raises(UserError, match=r"is empty \(has no text: a scan"):
        read(tmp_path / "scan.pdf")
    (tmp_path / "a.txt").write_text("red wine", encoding="utf-8")
    documents = read(tmp_path)
    assert documents.text.to_list() == ["red wine", ""]
    assert any("scan.pdf" in note and "ocrmypdf" in note for note in documents.notes)


def test_damaged_pages_are_noted_by_number_and_the_others_kept():
    objects = pdf_file("first", "second", "third", join=list)
    objects[7] = b"<</Length 9/Filter/NoSuchFilter>>stream\nBT (x) Tj\nendstream"
    page = read_pdf(with_table(objects), "a.pdf")
    assert page.fields["text"].split() == ["first", "third"]
    assert page.notes == ["page 2 could not be read"]


def test_document_that_is_cut_short_is_read_as_far_as_it_goes():
    data = pdf_file("red wine", "white wine")
    page = read_pdf(data[: data.index(b"7 0 obj")], "a.pdf")
    assert page.fields["text"] == "red wine"
    assert page.notes[0] == "cut short, and read as far as it goes"


@pytest.mark.parametrize(
    "data", [b"", b"red wine", b"%PDF-1.7\n", pdf_file("red")[:60], b"%PDF-1.4\n" + b"<</A" * 10_000]
)
def test_what_is_no_pdf_or_damaged_beyond_reading_is_an_error(data):
    with pytest.raises(UserError, match=r"^a\.pdf is (not a PDF|damaged: .*); "):
        read_pdf(data, "a.pdf")


def test_page_that_unpacks_to_too_much_is_not_read():
    page = read_pdf(pdf_file(b" " * 30_000_000, packed=True), "a.pdf")
    assert page.notes == ["page 1 could not be read"]


def test_page_tree_that_holds_itself_is_an_error():
    tree = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R]/Count 9>>", b"<<>>", b"<<>>"]
    with pytest.raises(UserError, match="is damaged"):
        read_pdf(with_table(tree), "a.pdf")


@pytest.mark.parametrize(("limit", "value"), [("_MOST_PAGES", 2), ("_MOST_CHARACTERS", 7)])
def test_what_is_beyond_the_limits_is_left_out_and_noted(monkeypatch, limit, value):
    monkeypatch.setattr(module, limit, value)
    page = read_pdf(pdf_file("one1", "two2", "three"), "a.pdf")
    assert page.fields["text"].split() == ["one1", "two2"]
    assert page.notes == ["read up to page 2 of 3, which is as much as is taken of one file"]


def test_document_of_damaged_pages_is_given_up(monkeypatch):
    monkeypatch.setattr(module, "_MOST_DAMAGED", 1)
    objects = pdf_file("1", "2", "3", "4", join=list)
    objects[5] = objects[7] = b"<</Length 9/Filter/NoSuchFilter>>stream\nBT (x) Tj\nendstream"
    notes = read_pdf(with_table(objects), "a.pdf").notes
    assert notes[0].startswith("read up to page 2 of 4")
    assert notes[1] == "pages 1, 2 could not be read"


def test_what_pypdf_logs_is_not_printed_and_its_log_is_left_as_it_is(tmp_path):
    (tmp_path / "a.pdf").write_bytes(pdf_file("red").replace(b"startxref\n", b"startxref\n9"))
    code = (
        "import logging, sys; from likewise.readers import read; read(sys.argv[1]); log = logging.getLogger('pypdf'); "
        "print(log.level, log.disabled, log.propagate)"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "a.pdf"], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("0 False True\n", "")


def test_broken_information_does_not_cost_the_text():
    data = pdf_file("red wine").replace(b"/Info 4 0 R", b"/Info 99 0 R")
    assert read_pdf(data, "a.pdf").fields == {"text": "red wine"}


def test_streams_of_zlib_that_end_too_early_are_read_as_far_as_they_go():
    whole = zlib.compress(b"BT /F 12 Tf 20 380 Td (red wine) Tj ET " + b"% " + bytes(range(33, 126)) * 9)
    objects = pdf_file("x", join=list)
    objects[5] = b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(whole) - 8, whole[:-8])
    assert read_pdf(with_table(objects), "a.pdf").fields["text"] == "red wine"
