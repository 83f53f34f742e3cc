"""Word documents."""

import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.documents import packed_xml as module
from likewise.readers.documents.office import read_word
from tests.readers.zip_maker import paragraph, word_file, zip_file


def text_of(body, **options):
    return read_word(word_file(body, **options), "a.docx").fields["text"]


def test_paragraphs_and_cells_are_lines():
    table = f"<w:tbl><w:tr><w:tc>{paragraph('red')}</w:tc><w:tc>{paragraph('white')}</w:tc></w:tr></w:tbl>"
    assert text_of(paragraph("On ", "wi", "ne") + paragraph() + table) == "On wine\nred\nwhite"


def test_tabs_breaks_and_hyphens_are_kept():
    assert text_of(paragraph("a", "<w:tab/>", "b", "<w:br/>", "c", "<w:noBreakHyphen/>", "d")) == "a\tb\nc-d"


def test_notes_follow_and_headers_deleted_words_and_fields_do_not():
    deleted = "<w:del><w:r><w:delText>white</w:delText></w:r></w:del>"
    field = "<w:r><w:instrText>PAGE</w:instrText></w:r>"
    body = f"<w:p>{deleted}{field}<w:r><w:t>red</w:t></w:r></w:p>"
    parts = {"word/header1.xml": "<p><t>header</t></p>", "word/comments.xml": "<p><t>comment</t></p>"}
    assert text_of(body, footnotes=paragraph("of 1920"), **parts) == "red\nof 1920"


def test_text_box_is_read_once():
    fallback = f"<m:Fallback>{paragraph('box')}</m:Fallback>"
    choice = f"<m:Choice>{paragraph('box')}</m:Choice>"
    assert text_of(f"<m:AlternateContent xmlns:m='m'>{choice}{fallback}</m:AlternateContent>") == "box"


def test_title_and_author_are_fields():
    fields = read_word(word_file(paragraph("red"), title="On wine", author="A. Drinker"), "a.docx").fields
    assert fields == {"title": "On wine", "author": "A. Drinker", "text": "red"}
    assert read_word(word_file(paragraph("red"), title="", author=""), "a.docx").fields == {"text": "red"}


def test_main_part_under_another_number_is_found():
    assert read_word(zip_file({"word/document2.xml": "<p><t>red</t></p>"}), "a.docx").fields["text"] == "red"


def test_document_that_ends_too_early_is_read_as_far_as_it_goes():
    page = read_word(zip_file({"word/document.xml": "<d><p><t>red</t></p><p><t>wh"}), "a.docx")
    assert page.fields["text"] == "red\nwh"
    assert page.notes == ["damaged: word/document.xml was read as far as line 1, column 28"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "is of Word 97–2003, or has a password; save it as .docx"),
        (b"red wine", "is not a Word document; save it as .docx"),
        (b"PK\3\4", "is damaged and cannot be read: .*; copy or download it again"),
        (zip_file({"a.txt": "red"}), "is a zip file without a Word document"),
        (zip_file({"word/document.xml": "red"}), "is damaged: .* line 1, column 0; copy"),
        (zip_file({"word/document.xml": "<?xml version='1.0' encoding='klingon'?><p/>"}), "is damaged: "),
        (word_file(paragraph("red"))[:-1], "is damaged"),
    ],
)
@pytest.mark.parametrize("name", ["a.docx", "a.doc"])
def test_what_is_no_word_document_is_one_sentence(tmp_path, name, data, sentence):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(UserError, match=sentence):
        read(tmp_path / name)


def test_damaged_member_is_noted_or_an_error():
    data = bytearray(word_file(paragraph("red wine " * 50)))
    at = data.index(b"word/document.xml") + len("word/document.xml") + 20
    data[at] ^= 0xFF
    with pytest.raises(UserError, match=r"is damaged: word/document\.xml"):
        read_word(bytes(data), "a.docx")


def test_document_that_unpacks_to_too_much_is_an_error(monkeypatch):
    monkeypatch.setattr(module, "_MOST_BYTES", 1_000)
    with pytest.raises(UserError, match="unpacks to more than"):
        read_word(word_file(paragraph("red " * 1_000)), "a.docx")


def test_entities_that_multiply_do_not_fill_the_memory():
    names = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 30 if n else "a" * 30}">' for n in range(9))
    data = zip_file({"word/document.xml": f"<!DOCTYPE p [{names}]><p><t>&a8;</t></p>"})
    assert len(read_word(data, "a.docx").fields["text"]) < 50_000_000


def test_deeply_nested_document_does_not_stop_the_interpreter():
    page = read_word(word_file("<w:p>" * 100_000 + "<w:r><w:t>red</w:t>"), "a.docx")
    assert page.fields["text"] == "red"
