"""Small files of every kind, as the programs that people use write them: what mutations start from."""

import gzip
import json
import zipfile

from tests.readers import exports
from tests.readers.asreview_maker import asreview_1, asreview_2
from tests.readers.compound_maker import message
from tests.readers.pdf_maker import encrypted, pdf_file, with_streams
from tests.readers.zip_maker import book, open_document, paragraph, presentation, word_file, zip_file

TEXT = "Café culture in the 1920s: wine, tea and talk."


def _json_lines():
    rows = [{"id": n, "title": f"On wine {n}", "abstract": TEXT, "topics": ["wine", "tea"]} for n in range(3)]
    return ["".join(json.dumps(row) + "\n" for row in rows).encode()]


def _json():
    return [b"[" + b",".join(_json_lines()[0].splitlines()) + b"]", b'{"text": ["red", "white"], "id": [1, 2]}']


def _delimited(mark):
    rows = [
        ["id", "title", "abstract"],
        ["1", "On wine", f'"{TEXT}"'],
        ["2", "On tea", '"a ""quoted"" word\nand a line"'],
    ]
    table = "\n".join(mark.join(row) for row in rows) + "\n"
    return [table.encode(), table.encode("cp1252"), table.encode("utf-16"), table.replace("\n", "\r\n").encode()]


def _web_pages():
    page = f"""<!DOCTYPE html><html><head><meta charset=utf-8><title>On wine &amp; tea</title>
<style>p {{x}}</style></head>
<body><p class="a">{TEXT}<ul><li>r<b>e</b>d<li><a href='#'>white</a></ul><script>f("<p>")</script><!-- c --></body>"""
    return [page.encode(), page.replace("utf-8", "windows-1252").encode("cp1252"), page.encode("utf-16")]


def _pdfs():
    plain = pdf_file("On wine, an exam-\nple", TEXT, info={"Title": "On wine"})
    modern = pdf_file("On wine", info={"Title": "On wine"}, join=with_streams)
    return [plain, modern, pdf_file(TEXT, packed=True), encrypted(pdf_file("On wine"), "")]


def _word_documents():
    body = paragraph(TEXT, "<w:tab/>", "end") + f"<w:tbl><w:tr><w:tc>{paragraph('cell')}</w:tc></w:tr></w:tbl>"
    return [word_file(body, title="On wine", compression=how) for how in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)]


_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def _open_documents():
    body = f"<text:h>On wine</text:h><text:p>{TEXT}<text:s/><text:span>end</text:span></text:p>"
    return [open_document(body, title="On wine", compression=how) for how in _PACKED]


def _presentations():
    return [presentation([["On wine"], [TEXT]], notes=[["say it"]], compression=how) for how in _PACKED]


def _books():
    pages = {"one.xhtml": f"<html><body><p>{TEXT}</p></body></html>", "two.xhtml": "<p>tea</p>"}
    return [book(pages, compression=how) for how in _PACKED]


RICH_TEXT = rb"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Arial Cyr;}}
{\colortbl;\red0;}
{\*\generator Some program 1.0;}{\info{\title On wine}{\author A. Drinker}}{\header page}
\pard\f0 Caf\'e9 culture \u8364 ?\par
{\b red} {\f1 \'f7\'e0\'e9}\par{\field{\*\fldinst HYPERLINK x}{\fldrslt tea}}\cell
{\pict\bin3 }{}0f0f}\emdash\u-10179 ?\u-8704 ?\par}
"""


def _mails():
    head = "From: A <a@example.org>\nSubject: =?utf-8?q?Caf=C3=A9?=\nMessage-ID: <1@x>\n"
    plain = f"{head}Date: Mon, 1 Jan 2024 10:00:00 +0100\n\n{TEXT}"
    parts = """From: a@example.org
Subject: wine
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain; charset="windows-1252"
Content-Transfer-Encoding: quoted-printable

caf=E9
--c
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: base64

PHA+Y2Fmw6k8L3A+
--c--
--b
Content-Type: application/pdf; name*=utf-8''list%20of.pdf
Content-Disposition: attachment

JVBERi0=
--b--
"""
    return [plain.encode(), parts.encode(), parts.replace("\n", "\r\n").encode()]


def _mailboxes():
    first, second = _mails()[:2]
    takeout = b"From 17@xxx Mon Jan 01 10:00:00 +0000 2024\n%s\n\nFrom 18@xxx Mon Jan 01 10:00:00 +0000 2024\n%s\n"
    thunderbird = b"From - Mon Jan  1 10:00:00 2024\nX-Mozilla-Status: 0001\n%s\n\n>From me\n"
    return [takeout % (first, second), thunderbird % first]


def _bookmarks():
    return [
        b"""<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8"><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p><DT><H3 ADD_DATE="1700000000">Drinks</H3><DL><p>
<DT><A HREF="https://example.org/red-wine?x=1" ADD_DATE="1700000000" TAGS="a,b">Caf\xc3\xa9 &amp; wine</A><DD>Of reds
<DT><A HREF="https://example.org/tea">Tea</A></DL><p></DL><p>"""
    ]


def _zips():
    members = {"a/wine.txt": TEXT, "b.csv": "id,text\n1,tea\n", "c.html": "<p>coffee", "d.zip": b"PK"}
    return [zip_file(members, how) for how in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)]


def _asreview_projects():
    old = asreview_1(
        {"wine.csv": "title,abstract\nOn wine,red\nOn tea,green\n"}, {0: 1}, compression=zipfile.ZIP_STORED
    )
    return [old, asreview_2({"On wine": 1, "On tea": None})]


# From a suffix to a function that makes the contents of files.
SAMPLES = {
    ".csv.gz": lambda: [gzip.compress(content, mtime=0) for content in _delimited(",")[:2]],
    ".txt": lambda: [TEXT.encode(), TEXT.encode("cp1252"), TEXT.encode("utf-16")],
    ".csv": lambda: [*_delimited(","), *_delimited(";")],
    ".tsv": lambda: _delimited("\t"),
    ".jsonl": _json_lines,
    ".json": _json,
    ".html": _web_pages,
    ".pdf": _pdfs,
    ".docx": _word_documents,
    ".eml": _mails,
    ".epub": _books,
    ".msg": lambda: [message({0x0037: "On wine", 0x0C1A: "A", 0x1000: TEXT}, attachments=["a.pdf"], sent=2**57)],
    ".odt": _open_documents,
    ".pptx": _presentations,
    ".rtf": lambda: [RICH_TEXT, RICH_TEXT.replace(b"\n", b"\r\n")],
    ".mbox": _mailboxes,
    ".asreview": _asreview_projects,
    ".bookmarks": _bookmarks,
    ".zip": _zips,
    ".ris": lambda: [exports.ZOTERO_RIS.encode(), exports.ENDNOTE_RIS.encode(), exports.OLD_RIS.encode()],
    ".bib": lambda: [exports.ZOTERO_BIB.encode(), exports.HAND_BIB.encode(), exports.BIBLATEX.encode()],
    ".nbib": lambda: [exports.PUBMED_NBIB.encode(), exports.PUBMED_NBIB.replace("\n", "\r\n").encode()],
    ".ciw": lambda: [
        exports.WEB_OF_SCIENCE.encode("utf-8-sig"),
        exports.WEB_OF_SCIENCE_TABLE.encode("utf-8-sig"),
        exports.WEB_OF_SCIENCE_TABLE.replace("\n", "\r\n").encode("utf-16"),
    ],
    ".xml": lambda: [exports.ENDNOTE_XML.encode(), exports.ENDNOTE_XML.encode("utf-16")],
    ".enw": lambda: [exports.ENDNOTE_TAGGED.encode(), exports.ENDNOTE_TAGGED.replace("\n", "\r\n").encode("cp1252")],
    ".xlsx": lambda: [exports.workbook(), exports.stored(exports.workbook())],
    ".parquet": lambda: [exports.parquet()],
    ".sqlite": lambda: [exports.database(exports.DRINKS)],
}
