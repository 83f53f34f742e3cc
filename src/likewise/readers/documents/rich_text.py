"""Rich text, .rtf: the words of the document, without its fonts, styles and pictures."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field, replace

from likewise.errors import UserError
from likewise.readers.references.credits import clean_credits
from likewise.readers.single_document import SingleDocument

# A control word with its number, a byte in hexadecimal digits, a control symbol, a brace, line ends, or text.
_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?[0-9]{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n\0]+|([^\\{}\r\n\0]+)",
    re.DOTALL,
)
_SIGNS = {
    **dict.fromkeys(("par", "sect", "page", "line", "row", "cell", "nestcell"), "\n"),
    "tab": "\t",
    "emdash": "—",
    "endash": "–",
    "bullet": "•",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "emspace": " ",
    "enspace": " ",
    "qmspace": " ",
}
_SYMBOLS = {b"~": " ", b"_": "-", b"\\": "\\", b"{": "{", b"}": "}", b"\n": "\n", b"\r": "\n"}
_LEFT_OUT = frozenset(
    (
        *("fonttbl", "colortbl", "stylesheet", "pict", "object", "objdata", "header", "headerl", "headerr", "headerf"),
        *("footer", "footerl", "footerr", "footerf", "fldinst", "listtable", "themedata", "datastore", "annotation"),
        *("info", "xe", "tc", "deleted"),
    )
)
_CREDITS = ("title", "author")
# Which code page a font is for, by the number that Windows gives its script.
_CHARSETS = {
    128: "cp932",
    129: "cp949",
    134: "cp936",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
}
_PAGES = {"mac": "mac-roman", "pc": "cp437", "pca": "cp850"}
_DEEPEST = 1_000
_MOST_CHARACTERS = 20_000_000


@dataclass(frozen=True)
class _Group:
    """What holds inside braces: where its words go, None for nowhere, their encoding, and how many stand for one."""

    place: str | None = "text"
    encoding: str | None = None
    fallbacks: int = 1


@dataclass
class _Document:
    """What was read so far."""

    encoding: str = "cp1252"
    fonts: dict[int, str] = field(default_factory=dict)
    pieces: dict[str, list[str]] = field(default_factory=dict)
    size: int = 0

    def add(self, text: str, place: str | None) -> None:
        if place is not None:
            self.pieces.setdefault(place, []).append(text)
            self.size += len(text)

    def get(self, place: str) -> str:
        # Characters beyond the first plane are written as two halves.
        return "".join(self.pieces.get(place, ())).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def read_rich_text(data: bytes, name: str) -> SingleDocument:
    r"""Read a document of rich text.

    Parameters
    ----------
    data : bytes
        What the file holds.
    name : str
        What to call it in an error.

    Returns
    -------
    SingleDocument
        Fields `title` and `author`, where the document has them, and `text`: a line for each paragraph and each cell,
        notes where they stand. Headers, pictures, fields' instructions and comments are left out.

    Raises
    ------
    UserError
        If it is not rich text.

    Examples
    --------
    >>> read_rich_text(rb"{\rtf1\ansi{\info{\title On wine}}caf\'e9 \u8364?\par tea}", "wine.rtf").fields
    {'title': 'On wine', 'text': 'café €\ntea'}
    """
    if not data.lstrip().startswith(b"{\\rtf"):
        raise UserError(f"{name} is not rich text; save it as .rtf again")
    document, notes = _parse(data)
    lines = (line.strip() for line in document.get("text").split("\n"))
    text = "\n".join(line for line in lines if line)
    return SingleDocument({**clean_credits(*map(document.get, _CREDITS)), "text": text}, notes)


def _parse(data: bytes) -> tuple[_Document, list[str]]:
    document, group = _Document(), _Group()
    outer: list[_Group] = []
    font, position, waiting, optional = 0, 0, 0, False
    half = b""
    while token := _TOKEN.match(data, position):
        position = token.end()
        word, number, byte, symbol, brace, text = token.groups()
        if brace is not None:
            half, waiting = b"", 0
            if brace == b"{":
                outer.append(group)
                if len(outer) > _DEEPEST:
                    return document, ["nested too deeply, and read as far as it goes"]
            elif outer:
                group = outer.pop()
            continue
        if symbol == b"*":
            optional = True
        elif byte is not None or text is not None:
            piece = bytes.fromhex(byte.decode()) if byte is not None else text
            skipped = min(waiting, len(piece))
            waiting -= skipped
            decoded, half = _decode(half + piece[skipped:], group.encoding or document.encoding)
            document.add(decoded, group.place)
        elif symbol is not None:
            document.add(_SYMBOLS.get(symbol, ""), group.place)
        elif word is not None:
            value = int(number) if number is not None else 0
            key = word.decode()
            if key == "bin":
                position += max(value, 0)
            elif key == "u":
                document.add(chr(value % 0x10000), group.place)
                waiting = group.fallbacks
            elif key == "f":
                font = value
                group = replace(group, encoding=document.fonts.get(value))
            elif key == "fcharset" and value in _CHARSETS:
                document.fonts[font] = _CHARSETS[value]
            else:
                group = _follow(document, group, key, value, optional)
            optional = False
        if document.size > _MOST_CHARACTERS:
            return document, ["read up to 20 million characters, which is as much as is taken of one file"]
    return document, ["cut short, and read as far as it goes"] if outer else []


def _follow(document: _Document, group: _Group, key: str, value: int, optional: bool) -> _Group:
    """Do what a control word says; what it says of the group holds until the group ends."""
    if key in _SIGNS:
        document.add(_SIGNS[key], group.place)
    elif key == "uc":
        return replace(group, fallbacks=max(0, min(value, 10)))
    elif key in _PAGES:
        document.encoding = _PAGES[key]
    elif key == "ansicpg":
        document.encoding = _find_codec(value) or document.encoding
    elif key in _CREDITS and group.place is None:
        return replace(group, place=key)
    elif key in _LEFT_OUT or optional:
        return replace(group, place=None)
    return group


def _find_codec(page: int) -> str | None:
    try:
        return codecs.lookup("utf-8" if page == 65001 else f"cp{page}").name
    except LookupError:
        return None


def _decode(data: bytes, encoding: str) -> tuple[str, bytes]:
    """Decode bytes; the first half of a character of two bytes waits for the second."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    text = decoder.decode(data)
    return text, decoder.getstate()[0]
