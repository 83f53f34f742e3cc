"""Documents of LibreOffice, presentations and electronic books."""

import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.documents import packed_xml
from likewise.readers.documents.book import read_book
from likewise.readers.documents.office import read_open_document, read_slides
from tests.readers.zip_maker import book, open_document, presentation, zip_file


def open_text(body, **others):
    return read_open_document(open_document(body, **others), "a.odt").fields["text"]


def test_paragraphs_headings_cells_and_notes_of_an_open_document_are_lines():
    table = "<table:table-cell><text:p>cell</text:p></table:table-cell>"
    number = "<text:note-citation>1</text:note-citation>"
    note = f"<text:note>{number}<text:note-body><text:p>of 1920</text:p></text:note-body></text:note>"
    body = f"<text:h>On\nwine</text:h><text:p>r<text:span>e</text:span>d<text:s/>one{note}</text:p>{table}"
    assert open_text(body) == "On wine\nred one\nof 1920\ncell"


def test_deleted_text_and_comments_of_an_open_document_are_left_out():
    deleted = "<text:tracked-changes><text:deletion><text:p>white</text:p></text:deletion></text:tracked-changes>"
    comment = "<office:annotation><text:p>really?</text:p></office:annotation>"
    assert open_text(f"{deleted}<text:p>red{comment}<text:line-break/>wine</text:p>") == "red\nwine"


def test_title_and_first_author_of_an_open_document_are_fields():
    document = read_open_document(open_document("<text:p>red</text:p>", title="On wine", author="A. Drinker"), "a.odt")
    assert document.fields == {"title": "On wine", "author": "A. Drinker", "text": "red"}


def test_open_document_with_a_password_is_one_sentence():
    manifest = {"META-INF/manifest.xml": "<m><file-entry><encryption-data/></file-entry></m>"}
    with pytest.raises(UserError, match=r"a\.odt is protected by a password; save a copy without one"):
        read_open_document(open_document("<text:p>x</text:p>", **manifest), "a.odt")


def test_slides_are_read_by_number_and_notes_after_them():
    data = presentation([[f"slide {number}", "body"] for number in range(1, 12)], notes=[["say it"]])
    document = read_slides(data, "a.pptx")
    lines = document.fields["text"].split("\n")
    assert lines[::2] == [*(f"slide {number}" for number in range(1, 12)), "say it"]
    assert document.fields["title"] == "On drinks"
    assert "7" not in lines
    assert "click to edit" not in lines


def test_book_is_read_in_its_own_order_and_has_its_first_author():
    document = read_book(
        book({"a.xhtml": "<p>tea", "b%20c.xhtml": "", "b c.xhtml": "<p>wine"}, order=["b%20c.xhtml", "a.xhtml"]),
        "a.epub",
    )
    assert document.fields == {"title": "On drinks", "author": "A. Drinker", "text": "wine\ntea"}


def test_book_without_an_order_is_read_by_name():
    assert (
        read_book(book({"b.xhtml": "<p>tea", "a.xhtml": "<p>wine"}, order=[]), "a.epub").fields["text"] == "wine\ntea"
    )


def test_protected_book_is_one_sentence_and_hidden_fonts_are_not():
    def encrypted(name):
        return {"META-INF/encryption.xml": f'<e><CipherReference URI="{name}"/></e>'}

    pages = {"a.xhtml": "<p>wine"}
    assert read_book(book(pages, **encrypted("OEBPS/font.otf")), "a.epub").fields["text"] == "wine"
    with pytest.raises(UserError, match=r"a\.epub is protected against copying; give"):
        read_book(book(pages, **encrypted("OEBPS/a.xhtml")), "a.epub")


def test_page_of_a_book_that_is_no_text_is_noted_or_an_error():
    document = read_book(book({"a.xhtml": b"\0\1\2\3" * 99, "b.xhtml": "<p>wine"}), "a.epub")
    assert document.notes == ["damaged: pages that could not be read: OEBPS/a.xhtml (not text)"]
    with pytest.raises(UserError, match=r"a\.epub is damaged: OEBPS/a\.xhtml \(not text\); copy"):
        read_book(book({"a.xhtml": b"\0\1\2\3" * 99}), "a.epub")


@pytest.mark.parametrize("suffix", [".odt", ".pptx", ".epub"])
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "is of an old Office program, or has a password; save it as"),
        (b"red wine", "is not an .* document; save it as"),
        (zip_file({"a.txt": "red"}), "is a zip file without .* in it; save it as"),
        (b"PK\3\4", "is damaged and cannot be read: .*; copy or download it again"),
    ],
)
def test_what_is_something_else_is_one_sentence(tmp_path, suffix, data, sentence):
    path = tmp_path / f"a{suffix}"
    path.write_bytes(data)
    with pytest.raises(UserError, match=sentence):
        read(path)


@pytest.mark.parametrize(
    ("read_one", "data"),
    [
        (read_open_document, open_document(f"<text:p>{'red ' * 1000}</text:p>")),
        (read_slides, presentation([["red " * 1000]])),
        (read_book, book({"a.xhtml": "red " * 1000})),
    ],
)
def test_what_unpacks_to_too_much_is_refused(monkeypatch, read_one, data):
    monkeypatch.setattr(packed_xml, "_MOST_BYTES", 1_000)
    with pytest.raises(UserError, match="unpacks to more than"):
        read_one(data, "a")
