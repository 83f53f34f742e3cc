"""Bytes turned into text, with a sentence for everything that was guessed on the way."""

from __future__ import annotations

import codecs
import gzip
import zlib
from pathlib import Path

from likewise.errors import UserError
from likewise.readers.legacy_encodings import NAMES, detect_legacy_encoding
from likewise.readers.unpacking import GZIP, load_bytes

_BINARY_SAMPLE = 8000
# Tab, line ends, backspace, form feed and escape occur in text; the other control characters hardly ever do.
_PDF = b"%PDF-"
_CONTROL = bytes(set(range(32)) - {8, 9, 10, 11, 12, 13, 27})
# Of what is decoded by a detected encoding, at most this share may not fit: otherwise it is another encoding.
_MOST_DAMAGED = 0.001
_SHORTEST_UTF16 = 8
_UNICODE_NAMES = ("utf-16", "utf-32", "utf-8-sig")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

# Browsers read Latin-1 and ASCII as Windows-1252, and the older Chinese and Japanese names as what contains them.
_MEANT = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "tis-620": "cp874",
}
_NAMES = {"x-sjis": "cp932", "ks_c_5601-1987": "cp949", "x-gbk": "gb18030", "x-mac-roman": "mac-roman"}
# Python knows these as well, but no text is in them; some take quadratic time, others make half characters.
_REFUSED = frozenset({"idna", "punycode", "utf-7", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"})


def read_beginning(path: Path, size: int = 4096) -> bytes:
    """Read the first bytes of a file, unpacking gzip.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    size : int, default=4096
        How many bytes at most.

    Returns
    -------
    bytes
        Without a byte-order mark; in UTF-8 if it is UTF-16 or UTF-32; none if it is gzip that is damaged.

    Raises
    ------
    UserError
        If the file cannot be opened.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "note.txt")
    ...     _ = path.write_bytes(b"red wine")
    ...     read_beginning(path, 3)
    b'red'
    """
    try:
        with path.open("rb") as stream:
            start = stream.read(size)
        if start.startswith(GZIP):
            with gzip.open(path) as unpacked:
                start = unpacked.read(size)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        return b""
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}; check its name and permissions") from error
    encoding = detect_unicode(start)
    return start if encoding is None else start.decode(encoding, "ignore").encode("utf-8", "ignore")


def decode(data: bytes, name: str, encoding: str | None = None) -> tuple[str, list[str]]:
    """Turn bytes into text: UTF-8, UTF-16 or UTF-32, else the encoding that fits best.

    Parameters
    ----------
    data : bytes
        What a file holds.
    name : str
        What to call the file in an error.
    encoding : str or None, default=None
        A name that `detect_encoding` returned for more of the file; None detects it.

    Returns
    -------
    text : str
        The text, without byte-order mark.
    notes : list of str
        A few words for each guess and repair, without the name.

    Raises
    ------
    UserError
        If the bytes are not text.

    Examples
    --------
    >>> decode("café".encode("cp1252"), "menu.txt")
    ('café', ['not UTF-8, so read as Windows-1252'])
    """
    encoding = detect_encoding(data) if encoding is None else encoding
    notes = []
    if not encoding.startswith(_UNICODE_NAMES):
        if (reason := _find_binary(data)) is not None:
            way_out = "end its name in .pdf" if data.startswith(_PDF) else "save it as text first"
            raise UserError(f"{name} is not text: {reason}; {way_out}")
        if b"\0" in data:
            notes.append(f"{data.count(0):,} NUL bytes became spaces")
            data = data.replace(b"\0", b" ")
    if encoding in NAMES:
        notes.append(_describe(encoding))
    try:
        return data.decode(encoding), notes
    except UnicodeDecodeError:
        damage = f"damaged {NAMES.get(encoding, encoding.upper())}: what could not be decoded became \ufffd"
        return data.decode(encoding, errors="replace"), [*notes, damage]


def _describe(encoding: str) -> str:
    if encoding == "latin-1":
        return "neither UTF-8 nor Windows-1252, so read as Latin-1"
    return f"not UTF-8, so read as {NAMES[encoding]}"


def decode_as(data: bytes, charset: str) -> tuple[str, list[str]] | None:
    """Decode bytes that are said to be in an encoding.

    Parameters
    ----------
    data : bytes
        Text.
    charset : str
        The name that the page or mail gives, in any spelling.

    Returns
    -------
    tuple of str and list of str, or None
        The text, and a few words if parts of it could not be decoded; None if there is no such encoding.

    Examples
    --------
    >>> decode_as("“café”".encode("cp1252"), "ISO-8859-1")
    ('“café”', [])
    >>> decode_as(b"tea", "x-unknown") is None
    True
    """
    name = charset.strip().strip("\"'").lower()
    try:
        encoding = codecs.lookup(_NAMES.get(name, name)).name
        encoding = _MEANT.get(encoding, encoding)
        if encoding.replace("_", "-") in _REFUSED:
            return None
        return data.decode(encoding), []
    except UnicodeDecodeError:
        note = f"not all of it is {encoding} as it says; what is not became \ufffd"
        return data.decode(encoding, errors="replace"), [note]
    except (LookupError, ValueError):  # not known, or no encoding of text; a name with NUL
        return None


def detect_encoding(data: bytes) -> str:
    """Detect the encoding of text: by its byte-order mark, by where its NUL bytes are, or by what fits best.

    Parameters
    ----------
    data : bytes
        What a file holds.

    Returns
    -------
    str
        A name that `bytes.decode` knows.

    Examples
    --------
    >>> [detect_encoding("café".encode(name)) for name in ("utf-8", "cp1252", "utf-16-le")]
    ['utf-8', 'cp1252', 'utf-16-le']
    """
    if (encoding := detect_unicode(data)) is not None:
        return encoding
    if is_utf8(data):
        return "utf-8"
    detected = detect_legacy_encoding(data)
    if detected != "cp1252" and _damaged_share(data, detected) <= _MOST_DAMAGED:
        return detected
    return "cp1252" if _damaged_share(data, "cp1252") == 0 else "latin-1"  # which decodes anything


def detect_unicode(data: bytes) -> str | None:
    """Detect an encoding of Unicode by its byte-order mark, or UTF-16 by where its NUL bytes are.

    Parameters
    ----------
    data : bytes
        The beginning of a text, or all of it.

    Returns
    -------
    str or None
        A name that `bytes.decode` knows; None if there is no sign of any.

    Examples
    --------
    >>> [detect_unicode("red wine".encode(name)) for name in ("utf-16", "utf-16-be", "utf-8")]
    ['utf-16', 'utf-16-be', None]
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    sample = data[:_BINARY_SAMPLE]
    # Of a Western text in UTF-16 every other byte is NUL.
    for encoding, zero, other in (("utf-16-le", sample[1::2], sample[::2]), ("utf-16-be", sample[::2], sample[1::2])):
        if len(sample) >= _SHORTEST_UTF16 and 2 * zero.count(0) > len(zero) and 20 * other.count(0) < len(other):
            return encoding
    return None


def is_utf8(data: bytes) -> bool:
    """Tell whether all of a text is UTF-8.

    Examples
    --------
    >>> is_utf8("café".encode()), is_utf8("café".encode("cp1252"))
    (True, False)
    """
    return data.isascii() or _damaged_share(data, "utf-8") == 0


def _damaged_share(data: bytes, encoding: str) -> float:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        # Whether it is none or some is all that matters of these two.
        return 1.0 if encoding in ("utf-8", "cp1252") else data.decode(encoding, "replace").count("\ufffd") / len(data)
    return 0.0


def _find_binary(data: bytes) -> str | None:
    """Say why these bytes are not text; None if they look like text."""
    sample = data[:_BINARY_SAMPLE]
    if sample.startswith(_PDF):
        return "it is a PDF"
    if b"\0" in sample:
        return "it holds NUL bytes"
    if len(sample) - len(sample.translate(None, _CONTROL)) > 0.3 * len(sample):
        return "it holds mostly control characters"
    return None


def load_text(path: Path) -> tuple[str, list[str]]:
    """Read a file that must hold text and must not be empty.

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Returns
    -------
    text : str
        The text, without byte-order mark.
    notes : list of str
        A sentence for each guess and repair.

    Raises
    ------
    UserError
        If the file is empty, binary or unreadable.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "note.txt")
    ...     _ = path.write_text("red wine")
    ...     load_text(path)
    ('red wine', [])
    """
    text, notes = decode(load_bytes(path), str(path))
    if not text or text.isspace():
        raise UserError(f"{path} is empty; give a file that holds documents")
    return text, [f"{path.name}: {note}" for note in notes]
