"""Web pages, .html and .xhtml: the words that a reader sees, a line for each block."""

from __future__ import annotations

import codecs
import re

from selectolax.lexbor import LexborHTMLParser

from likewise.documents.markup import INLINE_TAGS
from likewise.readers.encoding import decode, decode_as
from likewise.readers.single_document import SingleDocument

# Line ends in the source are mere spaces, so the mark for "new line here" is a character that pages do not have.
_BREAK = "\x1e"
_UNSEEN = ("script", "style", "template", "noscript", "noframes", "noembed", "iframe", "title")
# Only what hides words is left to the parser: it takes quadratic time on tags that are nested deeply, and text needs
# no tree. A tag ends at the first ">" outside quotation marks, or if these do not pair up, at the first ">". No part
# of the pattern looks beyond the next "<" twice, so that it is linear.
_TAIL = r"""(?=[\s/>]|\Z)(?:(?:[^<>"']++|"[^"<]*"|'[^'<]*')*+>|[^>]*>?)"""
_INLINE_TAG = re.compile(rf"</?(?:{'|'.join(INLINE_TAGS)}){_TAIL}", re.IGNORECASE)
_UNSEEN_TAG = re.compile(rf"<(/?(?:{'|'.join(_UNSEEN)})){_TAIL}", re.IGNORECASE)
_BLOCK_TAG = re.compile(rf"</?(?!(?:{'|'.join(_UNSEEN)})[\s/>])[a-z][^\s/>]*{_TAIL}", re.IGNORECASE)
# In XML a script may end where it begins; in HTML all that follows would be part of it.
_EMPTY_TAG = re.compile(rf"<(?:{'|'.join(_UNSEEN)})(?:\s[^<>]*)?/>", re.IGNORECASE)
# A declaration, or what is meant as a comment without its dashes; without this, a tag inside would take its end away.
_DECLARATION = re.compile(r"<!(?!--|\[CDATA\[)[^>]*+>?")
# What a page shows on every page of its site. A region is marked in the text by a letter and whether it begins, so that
# it can be cut out without a tree; a header or footer of an article is part of it.
_MARK = "\x1d"
_REGION_TAG = re.compile(rf"<(/?)(nav|header|footer|aside|article|main|div|section){_TAIL}", re.IGNORECASE)
_LETTERS = {
    "nav": "n",
    "header": "h",
    "footer": "f",
    "aside": "a",
    "article": "m",
    "main": "m",
    "div": "d",
    "section": "s",
}
_BANNER = re.compile(r"""\b(?:id|class)\s*=\s*["']?[^"'<>]*(?:cookie|consent|gdpr)""", re.IGNORECASE)
_LONGEST_BANNER = 2000
_MARKED = re.compile(rf"{_MARK}([nhfamdsDS])([+-])")
_TITLE_END = re.compile(r"\s*[-–—|·:»]\s")
_FIRST_LINES = 20
_CHARSET = re.compile(rb"""<(?:meta\s[^<>]*?charset|\?xml\s[^<>]*?encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_HEAD = 4096


def read_web_page(data: bytes, name: str) -> SingleDocument:
    r"""Read a web page.

    Parameters
    ----------
    data : bytes
        HTML of any quality, in the encoding that its byte-order mark or `<meta charset>` says.
    name : str
        What to call it in an error.

    Returns
    -------
    SingleDocument
        Fields `title`, where there is one, and `text`: the title on the first line, then the words that are seen.

    Raises
    ------
    UserError
        If it is not text.

    Examples
    --------
    >>> read_web_page(b"<title>Wine</title><p>R<b>ed</b> &amp;\n white<script>x()</script><br>Tea", "wine.html").fields
    {'title': 'Wine', 'text': 'Wine\nRed & white\nTea'}
    """
    source, notes = decode_page(data, name)
    title, words = extract_text(source)
    text = _put_title_first(title, words) if title else words
    return SingleDocument({"title": title, "text": text} if title else {"text": text}, notes)


def extract_text(source: str) -> tuple[str, str]:
    r"""Take the words that a reader sees out of HTML.

    Parameters
    ----------
    source : str
        HTML of any quality.

    Returns
    -------
    title : str
        What the title bar shows; "" if there is no title.
    words : str
        Single spaces between words, a new line for each block, none inside a word. Navigation, headers, footers and
        banners that ask about cookies are left out, unless the page has nothing else.

    Examples
    --------
    >>> extract_text("<ul><li>w<i>in</i>e<li>tea<!-- no comment -->pot</ul>")
    ('', 'wine\nteapot')
    """
    if source.lstrip().startswith("<?xml"):
        source = _EMPTY_TAG.sub("", source)
    source = _REGION_TAG.sub(_mark_region, _DECLARATION.sub("", source.replace(_MARK, " ")))
    source = _BLOCK_TAG.sub(_BREAK, _INLINE_TAG.sub("", source))
    tree = LexborHTMLParser(_UNSEEN_TAG.sub(r"<\1>", source))
    title = tree.css_first("title")
    shown_title = " ".join(_MARKED.sub("", title.text()).replace(_BREAK, " ").split()) if title is not None else ""
    tree.strip_tags(list(_UNSEEN))
    text = tree.text()
    return shown_title, _to_lines(_cut_regions(text)) or _to_lines(_MARKED.sub("", text))


def _to_lines(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.split(_BREAK))
    return "\n".join(line for line in lines if line)


def _mark_region(tag: re.Match[str]) -> str:
    letter = _LETTERS[tag[2].lower()]
    if letter in "ds" and not tag[1] and _BANNER.search(tag[0]):
        letter = letter.upper()
    return f"{_BREAK}{_MARK}{letter}{'-' if tag[1] else '+'}"


def _cut_regions(text: str) -> str:
    """Cut out the regions that are closed and are not part of an article, with all marks."""
    open_regions: dict[str, list[tuple[str, int]]] = {letter: [] for letter in "nhfamds"}
    regions: list[tuple[int, int]] = []
    for mark in _MARKED.finditer(text):
        letter, sign = mark.groups()
        stack = open_regions[letter.lower()]
        if sign == "+":
            stack.append((letter, mark.start()))
            continue
        if not stack:
            continue
        opened, start = stack.pop()
        is_banner = opened in "DS" and mark.end() - start <= _LONGEST_BANNER
        is_around = opened in "na" or (opened in "hf" and not open_regions["m"])
        if is_banner or is_around:
            regions.append((start, mark.end()))
    kept, end = [], 0
    for start, stop in sorted(regions):
        if stop > end:
            kept.append(text[end : max(start, end)])
            end = stop
    return _MARKED.sub("", _BREAK.join([*kept, text[end:]]))


def _put_title_first(title: str, words: str) -> str:
    """Put the title before the words, once: a heading that repeats it is left out."""
    lines = words.split("\n")
    for number, line in enumerate(lines[:_FIRST_LINES]):
        if line and title.startswith(line) and (line == title or _TITLE_END.match(title, len(line))):
            del lines[number]
            break
    else:
        if words.startswith(title):
            return words
    return "\n".join([title, *lines]).rstrip("\n")


def find_charset(data: bytes) -> str | None:
    """Find the encoding that a page says it is in.

    Parameters
    ----------
    data : bytes
        HTML.

    Returns
    -------
    str or None
        The name that it gives near its beginning; None if it gives none.

    Examples
    --------
    >>> find_charset(b"<meta charset=koi8-r>")
    'koi8-r'
    """
    declared = _CHARSET.search(data[:_HEAD])
    if declared is None:
        return None
    charset = declared[1].decode("ascii", "replace")
    # A page that says UTF-16 in single bytes is in UTF-8: so the HTML standard.
    return "utf-8" if charset.lower().startswith("utf-16") else charset


def decode_page(data: bytes, name: str) -> tuple[str, list[str]]:
    r"""Decode a page as its byte-order mark or it itself says, unless that is plainly wrong.

    Parameters
    ----------
    data : bytes
        HTML.
    name : str
        What to call it in an error.

    Returns
    -------
    text : str
        The source of the page.
    notes : list of str
        What was guessed or repaired.

    Raises
    ------
    UserError
        If it is not text.

    Examples
    --------
    >>> decode_page(b"<meta charset=koi8-r>\xd4\xc5\xc1", "tea.html")
    ('<meta charset=koi8-r>теа', [])
    """
    marked = data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    charset = None if marked else find_charset(data)
    found = None if charset is None else decode_as(data, charset)
    if found is None:
        return decode(data, name)
    text, notes = found
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    # One bad byte is damage; if most of what could tell is bad, the page is not in what it says.
    return decode(data, name) if notes and 2 * text.count("\ufffd") > beyond_ascii else found
