"""Web pages."""

import time

import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.documents.web_page import extract_text, read_web_page
from likewise.readers.encoding import decode_as


def text_of(source):
    return read_web_page(source.encode(), "a.html").fields["text"]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>one<p>two", "one\ntwo"),
        ("<p>one</p>two<br>three", "one\ntwo\nthree"),
        ("w<b>in</b>e and <span class='x'>t</span>ea", "wine and tea"),
        ("<td>cell</td><td>next</td>", "cell\nnext"),
        ("<p>\n  one\n  line\n</p>", "one line"),
        ("3<!-- --> glasses", "3 glasses"),
        ("a &lt; b &amp; c&nbsp;d &eacute;&#233;", "a < b & c d éé"),
        ("<a title='x > y' href=\"z\">link</a>", "link"),
        ('<p title="don\'t > do">said</p>', "said"),
        ("<p>5 < 6 and 7 > 6", "5 < 6 and 7 > 6"),
        ("<svg><title>icon</title><path d='M 0 0'/></svg>word", "icon\nword"),
        ("<B>LOUD</B><BR/>QUIET", "LOUD\nQUIET"),
    ],
)
def test_words_are_those_that_are_seen_with_a_line_for_each_block(source, text):
    assert text_of(source) == text


@pytest.mark.parametrize("tag", ["script", "style", "template", "noscript", "noframes", "iframe"])
def test_what_is_not_seen_is_left_out(tag):
    assert text_of(f"<p>red<{tag} type='a'>if (a < b) {{ '<p>hidden</p>' }}</{tag}> wine") == "red wine"


def test_comments_are_left_out():
    assert text_of("red <!-- <p>white</p> --> wine <!-- > rosé") == "red wine"


def test_title_is_a_field_and_the_first_line_unless_the_page_begins_with_it():
    assert read_web_page(b"<title>On <wine></title><p>We drink.", "a").fields == {
        "title": "On",
        "text": "On\nWe drink.",
    }
    assert read_web_page(b"<title>Wine</title><h1>Wine</h1>Red", "a").fields["text"] == "Wine\nRed"
    assert read_web_page(b"<p>no title", "a").fields == {"text": "no title"}


def test_script_that_ends_where_it_begins_does_not_hide_an_xml_page():
    assert text_of('<?xml version="1.0"?><html><title/><script src="a.js"/><p>seen</p></html>') == "seen"


@pytest.mark.parametrize(
    ("data", "text", "note"),
    [
        ("<p>café".encode(), "café", None),
        ("<p>café".encode("cp1252"), "café", "Windows-1252"),
        ("<p>café".encode("utf-16"), "café", None),
        ("<p>café".encode("utf-8-sig"), "café", None),
        ("<meta charset='koi8-r'><p>вино".encode("koi8-r"), "вино", None),
        ("<meta http-equiv=x content='text/html; charset=Shift_JIS'><p>酒".encode("shift_jis"), "酒", None),
        ("<?xml version='1.0' encoding='iso-8859-1'?><p>“café”".encode("cp1252"), "“café”", None),
        ("<meta charset=utf-8><p>café".encode("cp1252"), "café", "Windows-1252"),
        ("<meta charset=utf-8><p>cafés élégants \xe9".encode()[:-1], "cafés élégants \ufffd", "utf-8 as it says"),
        ("<meta charset=utf-16><p>café".encode(), "café", None),
        ("<meta charset=klingon><p>café".encode(), "café", None),
        ("<meta charset=base64><p>café".encode(), "café", None),
    ],
)
def test_encoding_is_that_of_the_mark_or_the_page_or_a_noted_guess(data, text, note):
    page = read_web_page(data, "a.html")
    assert page.fields["text"] == text
    assert [note in one for one in page.notes] == ([True] if note else [])


@pytest.mark.parametrize("charset", ["idna", "punycode", "utf-7", "unicode_escape", "undefined", "rot13", "a\0b", ""])
def test_encodings_that_no_text_is_in_are_not_taken(charset):
    assert decode_as(b"tea", charset) is None


def test_page_that_is_not_text_is_an_error(tmp_path):
    (tmp_path / "a.html").write_bytes(b"\x89PNG\0\0")
    with pytest.raises(UserError, match="is not text"):
        read(tmp_path / "a.html")


NONSENSE = {
    "less than": "<" * 10**6,
    "comments": "<!--" * 250_000,
    "nested": "<div>" * 200_000,
    "lists": "<ul><li>" * 100_000,
    "mismatched": "<div></span>" * 100_000,
    "quotes": '<b "' * 250_000,
    "names": "<p" * 500_000,
    "attributes": "<script " + " ".join(f"a{number}=1" for number in range(100_000)) + ">",
    "formats": "".join(f"<b id={number}>" for number in range(50_000)) + "<p>x" * 50_000,
    "hidden": "<template><noscript>" * 50_000,
    "entities": "&" * 10**6,
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_takes_no_longer_than_its_length_allows(what):
    start = time.process_time()
    extract_text(NONSENSE[what])
    assert time.process_time() - start < 4


def test_page_is_a_document_of_a_folder(tmp_path):
    (tmp_path / "a.htm").write_text("<title>Wine</title>red", encoding="utf-8")
    (tmp_path / "b.xhtml").write_text("<p>tea</p>", encoding="utf-8")
    documents = read(tmp_path)
    assert documents.table.select("file", "title", "text").rows() == [
        ("a.htm", "Wine", "Wine\nred"),
        ("b.xhtml", None, "tea"),
    ]


def test_a_comment_without_dashes_ends_at_the_next_bracket():
    assert read_web_page(b"<p>red<! <a href=x> gone</a> wine<p>tea", "a").fields["text"] == "red gone wine\ntea"
    assert read_web_page(b"<!DOCTYPE html><p>red <!no end", "a").fields["text"] == "red"


@pytest.mark.parametrize(
    "around",
    [
        "<nav><ul><li><a href=/>Home</a><li>News</ul></nav>",
        "<header><a>Home</a><nav>News</nav></header>",
        "<footer>Contact</footer>",
        "<aside>More news</aside>",
        '<div id="cookie-banner"><p>We use cookies</p><div><button>Accept all</button></div></div>',
        "<section class='x gdpr-consent'>Accept</section>",
        '<NAV class="a > b">Home</NAV>',
    ],
)
def test_navigation_and_banners_are_left_out_if_the_rest_has_text(around):
    page = f"<body><div>{around}<main><p>red wine</p></main>{around}</div>"
    assert text_of(page) == "red wine"
    assert text_of(around) != ""


def test_header_of_an_article_belongs_to_it():
    page = "<header>Site</header><article><header><h1>On wine</h1></header>red<footer>1 May</footer></article>"
    assert text_of(page) == "On wine\nred\n1 May"


def test_region_that_is_never_closed_hides_nothing():
    assert text_of("<nav>Home<p>red wine") == "Home\nred wine"
    assert text_of("</nav>red<script>'<nav>'</script> wine") == "red wine"


def test_long_element_that_only_mentions_cookies_stays():
    assert text_of(f"<div class='has-cookies'>{'wine ' * 500}</div><p>tea").startswith("wine")


@pytest.mark.parametrize("title", ["On wine", "On wine | The Invented Times", "On wine – a site"])
def test_title_is_not_counted_twice(title):
    page = f"<title>{title}</title><nav>Home</nav><p>1 May<h1>On wine</h1><p>red"
    assert text_of(page) == f"{title}\n1 May\nred"


def test_line_that_is_a_part_of_the_title_stays():
    assert text_of("<title>Wine and tea</title><p>Wine<p>red") == "Wine and tea\nWine\nred"
