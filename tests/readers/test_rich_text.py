"""Rich text."""

import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.documents import rich_text as module
from likewise.readers.documents.rich_text import read_rich_text
from tests.readers.samples import RICH_TEXT


def text_of(body):
    return read_rich_text(rb"{\rtf1\ansi " + body + b"}", "a.rtf").fields["text"]


def test_sample_is_read_without_fonts_styles_headers_pictures_and_instructions():
    document = read_rich_text(RICH_TEXT, "a.rtf")
    assert document.fields == {
        "title": "On wine",
        "author": "A. Drinker",
        "text": "Café culture €\nred чай\ntea\n—\U0001f600",
    }
    assert document.notes == []


def test_characters_that_stand_in_for_unicode_are_skipped():
    assert text_of(rb"{\uc2\u8364\'80?}x {\uc0\u8364}y \u8364\'80z") == "€x €y €z"


def test_code_page_and_characters_of_two_bytes_are_decoded():
    assert read_rich_text(rb"{\rtf1\ansicpg1251 \'f7\'e0\'e9}", "a.rtf").fields["text"] == "чай"
    assert read_rich_text(rb"{\rtf1\ansicpg932 \'8e\'f0}", "a.rtf").fields["text"] == "酒"
    assert read_rich_text(rb"{\rtf1\mac \'8e}", "a.rtf").fields["text"] == "é"
    assert read_rich_text(rb"{\rtf1\ansicpg77777 \'e9}", "a.rtf").fields["text"] == "é"


def test_symbols_tabs_and_deleted_text():
    assert text_of(rb"a\~b\_c\{d\}\\e\tab f{\deleted no}\line g") == "a b-c{d}\\e\tf\ng"


def test_document_that_ends_too_early_is_read_as_far_as_it_goes():
    document = read_rich_text(rb"{\rtf1 red {\b wine", "a.rtf")
    assert document.fields["text"] == "red wine"
    assert document.notes == ["cut short, and read as far as it goes"]


def test_depth_and_length_are_limited(monkeypatch):
    assert read_rich_text(rb"{\rtf1 red" + b"{" * 5_000, "a.rtf").notes == [
        "nested too deeply, and read as far as it goes"
    ]
    monkeypatch.setattr(module, "_MOST_CHARACTERS", 10)
    document = read_rich_text(rb"{\rtf1 " + rb"red\par " * 100 + b"}", "a.rtf")
    assert document.notes[0].startswith("read up to 20 million characters")
    assert len(document.fields["text"]) < 20


def test_what_is_no_rich_text_is_one_sentence(tmp_path):
    (tmp_path / "a.rtf").write_text("red wine")
    with pytest.raises(UserError, match=r"a\.rtf is not rich text; save it as \.rtf again"):
        read(tmp_path / "a.rtf")
