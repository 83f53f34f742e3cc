"""Parsers of the public archives, on small archives of the same structure."""

import pytest

from likewise.datasets import newsgroups, webkb
from likewise.datasets.download import fetch, read_members
from likewise.datasets.reuters_sgml import parse_original as parse_reuters
from likewise.errors import UserError

SGML = b"""<!DOCTYPE lewis SYSTEM "lewis.dtd">
<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" CGISPLIT="TRAINING-SET" OLDID="5544" NEWID="2">
<DATE>26-FEB-1987 15:01:01.79</DATE>
<TOPICS><D>cocoa</D><D>grain</D></TOPICS>
<PLACES><D>usa</D></PLACES>
<PEOPLE></PEOPLE>
<ORGS></ORGS>
<EXCHANGES></EXCHANGES>
<COMPANIES></COMPANIES>
<UNKNOWN>
&#5;&#5;&#5;C T
</UNKNOWN>
<TEXT>&#2;
<TITLE>COCOA &amp; CO &lt;CCO></TITLE>
<DATELINE>    SALVADOR, Feb 26 - </DATELINE><BODY>Showers &amp;lt; continued
 Reuter
&#3;</BODY></TEXT>
</REUTERS>
<REUTERS TOPICS="NO" LEWISSPLIT="TRAIN" CGISPLIT="TRAINING-SET" OLDID="1" NEWID="10">
<DATE>26-FEB-1987</DATE><TOPICS></TOPICS>
<TEXT TYPE="BRIEF">&#2;
<TITLE>SHORT ******</TITLE>
</TEXT></REUTERS>
<REUTERS TOPICS="YES" LEWISSPLIT="TEST" CGISPLIT="PUBLISHED-TESTSET" OLDID="1" NEWID="1">
<DATE>26-FEB-1987</DATE><TOPICS><D>trade</D></TOPICS>
<TEXT TYPE="UNPROC">&#2;
WEEKLY REPORT
 net 644
&#3;</TEXT></REUTERS>
"""


def test_reuters_stories_are_parsed_in_order_of_their_numbers(archive):
    stories = parse_reuters([archive("r.tar.gz", {"reut2-000.sgm": SGML, "README.txt": b"<REUTERS></REUTERS>"})])
    assert [story["id"] for story in stories] == ["1", "2", "10"]
    unprocessed, normal, brief = stories
    assert normal["text"] == "COCOA & CO <CCO>\n\nShowers &lt; continued\n Reuter"
    assert normal["label"] == ["cocoa", "grain"]
    assert (normal["dateline"], normal["places"], normal["oldid"]) == ("SALVADOR, Feb 26 -", ["usa"], "5544")
    assert (brief["text"], brief["text_type"], brief["label"]) == ("SHORT ******", "BRIEF", [])
    assert (unprocessed["text"], unprocessed["text_type"]) == ("WEEKLY REPORT\n net 644", "UNPROC")
    assert [story["modapte"] for story in stories] == ["test", "train", "unused"]


def test_newsgroups_take_their_split_from_the_version_by_date(archive):
    original = archive(
        "a.tar.gz", {f"20_newsgroups/{name}": b"caf\xe9" for name in ("sci.med/9", "sci.electronics/53803")}
    )
    by_date = archive(
        "b.tar.gz", {"20news-bydate-train/sci.electronics/538033": b"", "20news-bydate-test/sci.med/7": b""}
    )
    assert newsgroups.parse_original([original, by_date]) == [
        {"id": "sci.electronics/53803", "text": "café", "label": "sci.electronics", "bydate": "train"},
        {"id": "sci.med/9", "text": "café", "label": "sci.med", "bydate": None},
    ]


def test_message_without_subject_is_its_body():
    assert newsgroups.strip_headers("From: me\n\nRed", "subject") == "Red"


def test_webkb_headers_get_unix_line_ends_and_bodies_keep_theirs(archive):
    page = b"Date: today\r\nServer: x\r\n\r\n<p>a\r\nb"
    records = webkb.parse_pages([archive("a.tar.gz", {"webkb/course/texas/http:^^a.edu^b": page, "webkb/README": b""})])
    assert records == [
        {
            "id": "course/texas/http:^^a.edu^b",
            "text": "Date: today\nServer: x\n\n<p>a\r\nb",
            "label": "course",
            "university": "texas",
            "url": "http://a.edu/b",
        }
    ]


def test_page_without_header_is_kept_whole():
    assert webkb.strip_page("<p>Note: wine\n\nred") == "Note: wine red"


def test_two_views_are_matched_by_address(archive):
    files = {
        "course-cotrain-data/fulltext/course/http_^^a.edu": b"<p>red",
        "course-cotrain-data/inlinks/course/http_^^a.edu": b"link\n",
        "course-cotrain-data/fulltext/non-course/http:^^b.edu": b"tea",
    }
    first, second = webkb.parse_two_views([archive("a.tar.gz", files)])
    assert (first["id"], first["inlinks_text"], first["url"]) == ("course/http:^^a.edu", "link\n", "http://a.edu")
    assert (second["label"], second["inlinks_text"]) == ("non-course", "")


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<style>p {}</style>a<SCRIPT>b < c</SCRIPT>d", "ad"),
        ("a<!-- b <p>c</p> -->d", "ad"),
        ("<!WA0><A HREF=x>link</A>text", "link\ntext"),
        ("caf&eacute; &#169; &lt;b&gt;", "café © <b>"),
        ("w<b>o</b>rd <td>cell<td>cell", "word\ncell\ncell"),
        ('<a href="x>open</a> after', "open\nafter"),
        ("end.</p <h1>next</h1>", "end.\nnext"),
        ("1 < 2 and <me@a.edu>", "1 < 2 and"),
        ("line\nend\r\n  spaces", "line end spaces"),
        ("", ""),
    ],
)
def test_pages_become_their_words(page, text):
    assert webkb.strip_tags(page) == text


def test_download_is_the_file_and_says_nothing(tmp_path, address, capfd):
    (tmp_path / "original").write_bytes(b"12345")
    assert fetch(f"{address}/original", tmp_path / "copy").read_bytes() == b"12345"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("empty", "sent nothing"),
        ("nowhere", "cannot be downloaded .*404"),
        ("short", "cannot be downloaded .*5 bytes read, 5 more expected"),
    ],
)
def test_download_of_nothing_or_too_little_is_an_error(tmp_path, address, name, sentence):
    (tmp_path / "empty").touch()
    with pytest.raises(UserError, match=sentence):
        fetch(f"{address}/{name}", tmp_path / "copy")
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


def test_download_from_an_address_that_is_none_is_an_error(tmp_path):
    for url in ("gopher://example.org/a", "http://127.0.0.1:9/a"):
        with pytest.raises(UserError, match="cannot be downloaded"):
            fetch(url, tmp_path / "copy")


def test_download_that_is_far_too_large_is_stopped(tmp_path, address, monkeypatch):
    monkeypatch.setattr("likewise.datasets.download._LARGEST", 3)
    (tmp_path / "large").write_bytes(b"12345")
    with pytest.raises(UserError, match="far more than the corpus has"):
        fetch(f"{address}/large", tmp_path / "copy")
    assert [path.name for path in tmp_path.iterdir()] == ["large"]


def test_damaged_archive_is_an_error(archive, tmp_path):
    whole = archive("a.tar.gz", {"a/b/c": bytes(range(256)) * 500}).read_bytes()
    cut = tmp_path / "cut.tar.gz"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UserError, match="damaged"):
        list(read_members(cut))
    cut.write_bytes(b"no archive")
    with pytest.raises(UserError, match="damaged"):
        list(read_members(cut))


def test_absurdly_large_member_is_an_error(archive, monkeypatch):
    monkeypatch.setattr("likewise.datasets.download._LARGEST_MEMBER", 3)
    with pytest.raises(UserError, match="this is not the corpus"):
        list(read_members(archive("a.tar.gz", {"a": b"12345"})))
