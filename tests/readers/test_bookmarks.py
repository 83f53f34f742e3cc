"""Bookmarks that browsers export."""

import time

import pytest

from likewise.errors import UserError
from likewise.readers import read

FIREFOX = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file. -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks Menu</H1>

<DL><p>
    <DT><A HREF="https://www.example.org/news/tea-house_guide.html?from=1#top" ADD_DATE="1700000000"
        TAGS="tea,green">Tea &amp; caf\xe9</A>
    <DD>Where to drink
    <DT><H3 ADD_DATE="1600000000" PERSONAL_TOOLBAR_FOLDER="true">Drinks</H3>
    <DD>of all kinds
    <DL><p>
        <DT><H3>Wine</H3>
        <DL><p>
            <DT><A HREF="https://example.com/r%C3%A9d" ADD_DATE="1700000000000000"
                ICON="data:image/png;base64,AA==">Reds</A>
            <HR>    </DL><p>
        <DT><A HREF="https://example.com/beer">Beer</A>
    </DL><p>
    <DT><A HREF="place:sort=8">Most visited</A>
    <DT><A HREF="javascript:alert(1)">Small program</A>
</DL>
"""


@pytest.fixture
def bookmarks(tmp_path):
    def make(text, name="bookmarks.html"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return make


def test_bookmarks_are_documents_of_title_description_address_and_folders(bookmarks):
    documents = read(bookmarks(FIREFOX))
    assert documents.table.drop("text").rows() == [
        (
            "Tea & café",
            "https://www.example.org/news/tea-house_guide.html?from=1#top",
            None,
            "2023-11-14",
            "Where to drink",
            "tea,green",
        ),
        ("Reds", "https://example.com/r%C3%A9d", "Drinks/Wine", "2023-11-14", None, None),
        ("Beer", "https://example.com/beer", "Drinks", None, None, None),
    ]
    assert documents.text.to_list() == [
        "Tea & café\nWhere to drink\nexample org news tea house guide\ntea,green",
        "Reds\nexample com réd\nDrinks Wine",
        "Beer\nexample com beer\nDrinks",
    ]
    assert documents.ids.to_list() == documents.table["url"].to_list()


def test_what_leads_to_no_page_is_left_out_and_said_so(bookmarks):
    assert read(bookmarks(FIREFOX)).notes == (
        "bookmarks.html: 2 bookmarks left out that lead to no page (javascript:, place:, data:)",
    )


def test_closing_tags_and_quotation_marks_are_not_needed(bookmarks):
    text = (
        "<!doctype netscape-bookmark-file-1><dl><dt><h3>Wine<dl><dt><a href=http://a.example/x>Red<dt><a href='b'>White"
    )
    table = read(bookmarks(text, "saved.htm")).table
    assert table.select("title", "url", "folder").rows() == [
        ("Red", "http://a.example/x", "Wine"),
        ("White", "b", "Wine"),
    ]


def test_bookmarks_are_numbered_where_addresses_repeat(bookmarks):
    link = '<DT><A HREF="http://a.example/">A</A>'
    assert read(bookmarks("<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>" + link * 2)).ids.to_list() == ["1", "2"]


@pytest.mark.parametrize(
    ("number", "date"),
    [
        ("1700000000", "2023-11-14"),
        ("1700000000000", "2023-11-14"),
        ("0", "1970-01-01"),
        ("-5", None),
        ("9" * 40, None),
    ],
)
def test_dates_are_seconds_milliseconds_or_microseconds(bookmarks, number, date):
    text = f'<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="b" ADD_DATE="{number}">A</A>'
    assert read(bookmarks(text)).table["added"].to_list() == [date]


def test_file_without_bookmarks_is_an_error(bookmarks):
    with pytest.raises(UserError, match="holds no bookmarks; export them"):
        read(bookmarks("<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p></DL>"))


@pytest.mark.parametrize("tags", ["<DL><DT><H3>a", "<DL><H3>a</H3><A HREF=x>", "<a '", "</DL>"])
def test_nonsense_takes_no_longer_than_its_length_allows(bookmarks, tags):
    path = bookmarks("<!DOCTYPE NETSCAPE-Bookmark-file-1><A HREF=a>A</A>" + tags * 20_000)
    start = time.process_time()
    assert len(read(path)) >= 1
    assert time.process_time() - start < 5
