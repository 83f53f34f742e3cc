"""Markup within the cells of a table, as publishers leave it in titles and abstracts: read as words, not as text."""

import html
import re

import polars as pl

#: Elements of HTML within a line.
INLINE_TAGS = (
    *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i"),
    *("ins", "kbd", "label", "mark", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup"),
    *("time", "tt", "u", "var", "wbr"),
)
_INLINE = "|".join(INLINE_TAGS)
# Elements that begin a new line: of HTML, and of JATS, the format of publishers.
_BLOCK = r"(?:jats:)?(?:p|br|div|li|ul|ol|h[1-6]|hr|tr|td|th|table|section|sec|title|abstract|list|list-item|label)"
_MATHS = (
    r"(?:mml:)?(?:math|mrow|mi|mo|mn|ms|msub|msup|msubsup|mfrac|msqrt|mroot|mover|munder|munderover|mtext|mspace|mstyle"
    r"|mfenced|mtable|mtr|mtd|mpadded|mphantom|menclose|mmultiscripts|mprescripts|none|semantics)"
    r"|inline-formula|disp-formula|alternatives|italic|bold|sc|xref|ext-link|named-content|inline-graphic"
)
# Attributes as they are written in markup, so that "a <b or c> d" is no tag.
_ATTRIBUTES = r"""(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s<>"']+))*\s*/?>"""
_BLOCK_TAGS = rf"(?i)\s*(?:</?{_BLOCK}{_ATTRIBUTES}\s*)+"
_INLINE_TAG = rf"(?i)</?(?:jats:)?(?:{_INLINE}|{_MATHS}){_ATTRIBUTES}"
#: Formulas once more, in a language for typesetting.
_TYPESETTING = (
    r"(?is)<(?:mml:)?annotation(?:-xml)?\b[^<>]*>.*?</(?:mml:)?annotation(?:-xml)?>|<tex-math\b[^<>]*>.*?</tex-math>"
    r"|\\documentclass\b.*?\\end\{document\}"
)
_ENTITY = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")


def strip_markup(texts: pl.Series) -> pl.Series:
    """Decode entities and drop the tags of HTML, JATS and MathML, with formulas that are there for typesetting.

    Parameters
    ----------
    texts : polars.Series
        Strings without nulls.

    Returns
    -------
    polars.Series
        The same texts; those without markup are untouched, as is anything in angle brackets that is not a known tag.

    Examples
    --------
    >>> strip_markup(pl.Series(["<i>Vitis</i> &amp; CO<sub>2</sub>, p &lt; 0.05", "a <b or c> d"])).to_list()
    ['Vitis & CO2, p < 0.05', 'a <b or c> d']
    """
    if not texts.str.contains(r"[&<\\]").any():  # one look at texts without any markup, as most are
        return texts
    has_entities = texts.str.contains("&", literal=True) & texts.str.contains(";", literal=True)
    if has_entities.any():
        places = has_entities.arg_true()
        texts = texts.scatter(places, [_decode(text) for text in texts.gather(places)])
    has_tags = texts.str.contains("<", literal=True) | texts.str.contains(r"\documentclass", literal=True)
    if not has_tags.any():
        return texts
    places = has_tags.arg_true()
    marked = texts.gather(places)
    plain = marked.str.replace_all(_TYPESETTING, " ").str.replace_all(_BLOCK_TAGS, "\n")
    plain = plain.str.replace_all(_INLINE_TAG, "")
    # A cell that begins or ends with a tag has no line there.
    plain = pl.select(pl.when(plain == marked).then(marked).otherwise(plain.str.strip_chars("\n"))).to_series()
    return texts.scatter(places, plain)


def _decode(text: str) -> str:
    """Decode entities; what was written by two programs is encoded twice."""
    for _ in range(2):
        decoded = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
        if decoded == text:
            break
        text = decoded
    return text
