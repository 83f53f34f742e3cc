r"""The text that a little LaTeX stands for: M{\"u}ller is Müller; what is between dollar signs stays."""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "d": "\u0323",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
}
_NAMED = """
    ss=ß aa=å AA=Å ae=æ AE=Æ oe=œ OE=Œ o=ø O=Ø l=ł L=Ł i=ı j=ȷ dh=ð DH=Ð dj=đ DJ=Đ th=þ TH=Þ ng=ŋ NG=Ŋ S=§ P=¶
    dots=… ldots=… textellipsis=… copyright=© pounds=£ euro=€ texteuro=€ textdegree=° textregistered=® texttrademark=™
    textmu=µ textendash=– textemdash=— textquoteright=’ textquoteleft=‘ textquotedblleft=“ textquotedblright=”
    guillemotleft=« guillemotright=» textless=< textgreater=> textunderscore=_ textasciitilde=~ textasciicircum=^
    textbackslash=\\ textbar=| textbraceleft={ textbraceright=}
"""
_LETTERS = dict(pair.split("=") for pair in _NAMED.split())
_DOTLESS = {r"\i": "i", r"\j": "j"}
# What has no letters of its own: fonts, boxes, addresses.
_FONTS = """
    bf boldmath em emph ensuremath footnotesize hbox href it large lowercase mathrm mbox newblock noopsort normalfont
    path protect relax rm sc small textbf textit textmd textnormal textrm textsc textsf textsl textsubscript
    textsuperscript texttt textup tt underline uppercase url
"""
_SILENT = frozenset(_FONTS.split())
_PUNCTUATION = {"---": "—", "--": "–", "``": "“", "''": "”", "~": "\u00a0", "{": "", "}": ""}
_TOKEN = re.compile(
    r"(?P<math>(?<!\\)\$[^$]*\$)"
    r"|\\(?P<accent>[`'^~=.\"]|[uvHrdckb](?![A-Za-z]))\s*"
    r"(?:\{\s*(?P<braced>\\[ij](?![A-Za-z])|[^\W\d_])\s*\}|(?P<bare>\\[ij](?![A-Za-z])\s?|[^\W\d_]))"
    r"|\\(?P<command>[A-Za-z]+)\*?(?P<space>[ \t\n]*)(?P<argument>\{\}|(?=\{))?"
    r"|\\(?P<escaped>.)"
    r"|(?P<punctuation>---?|``|''|[~{}])",
    re.DOTALL,
)


def latex_to_text(latex: str) -> str:
    r"""Replace the LaTeX in the value of a field by the characters that it stands for.

    Parameters
    ----------
    latex : str
        The value.

    Returns
    -------
    str
        The text. Accents, special letters, dashes and quotation marks become characters; commands that only say how
        to print go; mathematics between dollar signs stays; of other commands the name stays.

    Examples
    --------
    >>> latex_to_text(r"M{\"u}ller \& {\aa}se: \emph{caf\'e} in $x^{2}$ -- ``tea''")
    'Müller & åse: café in $x^{2}$ – “tea”'
    """
    # Most values have none of it; to ask for each mark is ten times as fast as a pattern.
    if not (
        "\\" in latex or "{" in latex or "}" in latex or "~" in latex or "--" in latex or "``" in latex or "''" in latex
    ):
        return latex
    return unicodedata.normalize("NFC", _TOKEN.sub(_character, latex))


def _character(token: re.Match[str]) -> str:
    kind = token.lastgroup
    if kind == "math":
        return token[0]
    if kind == "punctuation":
        return _PUNCTUATION[token[0]]
    if kind == "escaped":
        # A line break, a thin space, a place to hyphenate; else the character itself is meant.
        return {"\\": " ", ",": " ", " ": " ", "\n": " ", "-": "", "/": "", "!": ""}.get(token[0][1], token[0][1])
    if accent := token["accent"]:
        letter = (token["braced"] or token["bare"]).strip()
        return _DOTLESS.get(letter, letter) + _ACCENTS[accent]
    name = token["command"]
    if name in _LETTERS:
        # The space behind the name only ends it.
        return _LETTERS[name]
    if name in _SILENT or (name in _ACCENTS and token["argument"] is not None):
        return ""
    return name + (token["space"] if token["argument"] is None else "")
