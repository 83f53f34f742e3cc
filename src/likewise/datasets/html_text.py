"""The words that a reader of a web page sees: tags, scripts, styles and comments left out, entities decoded."""

from __future__ import annotations

import re
from html.parser import HTMLParser

# Line ends in the source are mere spaces, so the mark for "new line here" is a character that pages do not have.
_BREAK = "\x1e"
_HIDDEN = frozenset({"script", "style"})
# Tags inside a word or sentence; any other tag, such as a link, a cell or a line break, separates what stands
# before it from what stands after it.
_INLINE = frozenset(
    [
        *("abbr", "acronym", "b", "bdo", "big", "blink", "cite", "code", "del", "dfn", "em", "font", "i", "ins"),
        *("kbd", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr"),
    ]
)
# Well-formed tags go by these patterns, three times as fast as by the parser, which is left with the hard cases:
# comments, scripts, entities, and tags that are not well-formed. A mark such as <!WA0> is of the collectors of WebKB.
_REST = r"""(?:\s(?:[^<>"']|"[^"<>]*"|'[^'<>]*')*)?>"""
_MARK = re.compile(r"<![a-zA-Z][^<>]*>")
_INLINE_TAG = re.compile(rf"</?(?:{'|'.join(sorted(_INLINE))}){_REST}", re.IGNORECASE)
# What is left of tags without their end: as far as the next tag.
_BROKEN_TAG = re.compile(
    rf"</?(?!(?:script|style)\b)[a-z][a-z0-9]*(?:[\s/][^<>{_BREAK}]*)?(?:>|(?=[<{_BREAK}]))", re.IGNORECASE
)
_OTHER_TAG = re.compile(rf"</?(?!(?:script|style)\b)[a-z][a-z0-9]*{_REST}", re.IGNORECASE)


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _HIDDEN:
            self._hidden = tag
        elif tag not in _INLINE:
            self.parts.append(_BREAK)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._hidden:
            self._hidden = ""
        elif tag not in _INLINE:
            self.parts.append(_BREAK)

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)


def html_to_text(page: str) -> str:
    r"""Turn a web page into plain text.

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
    >>> html_to_text("<title>Wine</title><p>R<b>ed</b> &amp;\n white<script>x()</script><br>Tea")
    'Wine\nRed & white\nTea'
    """
    parser = _Words()
    page = _OTHER_TAG.sub(_BREAK, _INLINE_TAG.sub("", _MARK.sub("", page)))
    parser.feed(_BROKEN_TAG.sub(_BREAK, page))
    parser.close()
    lines = (" ".join(line.split()) for line in "".join(parser.parts).split(_BREAK))
    return "\n".join(line for line in lines if line)
