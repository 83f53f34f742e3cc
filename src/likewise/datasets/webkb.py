"""WebKB: pages of computer science departments, and the course pages with two views of co-training."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from likewise.datasets.catalogue import CATALOGUE
from likewise.datasets.corpus import Corpus
from likewise.datasets.download import read_members
from likewise.datasets.storage import Record, load_records, to_corpus
from likewise.errors import UserError

_CLASSES = ("course", "department", "faculty", "other", "project", "staff", "student")
# A header begins with "Name:" (some with a client's "WWW Alert:" before it) and ends at the first blank line.
_HEADER = re.compile(r"\A(?:HTTP/|[A-Za-z][\w -]{0,40}:).*?(?:\r?\n){2}", re.DOTALL)

# Comments, also those that end in "--!>" as some did in 1997, and marks such as <!WA0>, which the collectors put there.
_COMMENT = re.compile(r"<!--.*?--\s*!?>|<![a-zA-Z][^<>]*>", re.DOTALL)
# Tags that are read as blocks: links, so that the words of two of them stay apart, and what was seen in 1997.
_BLOCK = re.compile(r"<(/?)(?:a|title|noframes|noscript|noembed|iframe|template|label|mark|nobr|q)(?=[\s/>])", re.I)


def load_webkb(*, tags: bool = False, classes: Sequence[str] | None = None, download: bool = False) -> Corpus:
    """Load WebKB, 8,282 pages of university computer science departments in seven classes.

    Parameters
    ----------
    tags : bool, default=False
        Keep the pages as they were sent, with HTTP header and HTML tags, instead of their words only.
    classes : sequence of str or None, default=None
        Keep only these of course, department, faculty, other, project, staff and student; None keeps all. The
        class "other" is a mix of pages and no topic.
    download : bool, default=False
        Whether to get the public original if the corpus is not on this machine.

    Returns
    -------
    Corpus
        Labels are the classes; `extra` has `university` and `url`.

    Examples
    --------
    >>> corpus = load_webkb(classes=["course", "faculty"])  # doctest: +SKIP
    >>> len(corpus)  # doctest: +SKIP
    2054
    >>> load_webkb(classes=["dog"])
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: WebKB has no class 'dog'; it has: course, department, ...
    """
    if unknown := [name for name in classes or () if name not in _CLASSES]:
        raise UserError(f"WebKB has no class {unknown[0]!r}; it has: {', '.join(_CLASSES)}")
    entry = CATALOGUE["webkb"]
    records, checksum = load_records(entry, parse_pages, download=download)
    if classes is not None:
        records = [record for record in records if record["label"] in classes]
    if not tags:
        records = [{**record, "text": strip_page(record["text"])} for record in records]
    return to_corpus(entry, records, checksum)


def load_webkb_course(*, tags: bool = False, download: bool = False) -> Corpus:
    """Load the data of Blum and Mitchell: 230 course pages among 1,051, each with the words of the links to it.

    Parameters
    ----------
    tags : bool, default=False
        Keep the HTML tags of the pages.
    download : bool, default=False
        Whether to get the public original if the corpus is not on this machine.

    Returns
    -------
    Corpus
        Labels are "course" and "non-course"; texts are the pages, `extra["inlinks_text"]` is the second view.

    Examples
    --------
    >>> corpus = load_webkb_course()  # doctest: +SKIP
    >>> corpus.labels.count("course")  # doctest: +SKIP
    230
    """
    entry = CATALOGUE["webkb_course"]
    records, checksum = load_records(entry, parse_two_views, download=download)
    if not tags:
        records = [{**record, "text": strip_tags(record["text"])} for record in records]
    return to_corpus(entry, records, checksum)


def strip_page(page: str) -> str:
    r"""Leave out the HTTP header and the tags of a page.

    Parameters
    ----------
    page : str
        The page as it was sent.

    Returns
    -------
    str
        Its words.

    Examples
    --------
    >>> strip_page("Server: CERN/3.0\nContent-Type: text/html\n\n<h1>Wine</h1>Red")
    'Wine\nRed'
    """
    return strip_tags(_HEADER.sub("", page, count=1))


def strip_tags(page: str) -> str:
    r"""Take the words out of a page of 1997, by the rules of that time where the reader of web pages has others.

    Its title is part of the text, links separate words, and a comment without an end hides nothing.

    Parameters
    ----------
    page : str
        HTML of any quality.

    Returns
    -------
    str
        Its words, single spaces between them, a new line where a tag separates them.

    Examples
    --------
    >>> strip_tags("<title>Wine</title><!WA0><a href=x>R<b>ed</b></a> &amp; white<script>x()</script><br>Tea")
    'Wine\nRed\n& white\nTea'
    """
    from likewise.readers.documents.web_page import extract_text  # here, because other corpora need no reader

    return extract_text(_BLOCK.sub(r"<\1p", _COMMENT.sub("", page).replace("<!--", "")))[1]


def parse_pages(archives: Sequence[Path]) -> list[Record]:
    """Make records of the public archive webkb-data.gtar.gz, whose files are webkb/class/university/address.

    Parameters
    ----------
    archives : sequence of pathlib.Path
        The one archive.

    Returns
    -------
    list of dict
        Sorted by id, which is class/university/address.

    Examples
    --------
    >>> import io, tarfile, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "webkb.tar")
    ...     with tarfile.open(path, "w") as archive:
    ...         archive.addfile(tarfile.TarInfo("webkb/course/texas/http:^^a.edu^b"), io.BytesIO())
    ...     parse_pages([path])[0]["url"]
    'http://a.edu/b'
    """
    records: list[Record] = []
    for parts, content in read_members(archives[0]):
        if len(parts) < 3 or parts[-3] not in _CLASSES:
            continue
        label, university, address = parts[-3:]
        text = _HEADER.sub(_unix_lines, content.decode("latin-1"), count=1)
        url = address.replace("^", "/")
        records.append({"id": "/".join(parts[-3:]), "text": text, "label": label, "university": university, "url": url})
    return sorted(records, key=lambda record: str(record["id"]))


def _unix_lines(header: re.Match[str]) -> str:
    return header[0].replace("\r\n", "\n")


def parse_two_views(archives: Sequence[Path]) -> list[Record]:
    """Make records of the public archive course-cotrain-data.tar.gz, whose files are view/class/address.

    Parameters
    ----------
    archives : sequence of pathlib.Path
        The one archive.

    Returns
    -------
    list of dict
        Sorted by id, which is class/address; a page without links to it has an empty second view.

    Examples
    --------
    >>> import io, tarfile, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "course.tar")
    ...     with tarfile.open(path, "w") as archive:
    ...         archive.addfile(tarfile.TarInfo("course-cotrain-data/fulltext/course/http:^^a.edu"), io.BytesIO())
    ...     parse_two_views([path])[0]["id"]
    'course/http:^^a.edu'
    """
    views: dict[str, dict[str, str]] = {"fulltext": {}, "inlinks": {}}
    for parts, content in read_members(archives[0]):
        if len(parts) >= 3 and parts[-3] in views:
            # Some copies of the archive write the address as http_^^ instead of http:^^.
            address = re.sub(r"\A(https?)_\^\^", r"\1:^^", parts[-1])
            views[parts[-3]][f"{parts[-2]}/{address}"] = content.decode("latin-1")
    return [
        {
            "id": name,
            "text": text,
            "label": name.partition("/")[0],
            "inlinks_text": views["inlinks"].get(name, ""),
            "url": name.partition("/")[2].replace("^", "/"),
        }
        for name, text in sorted(views["fulltext"].items())
    ]
