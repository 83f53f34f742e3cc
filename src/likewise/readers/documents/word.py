"""Word documents, .docx: paragraphs, cells of tables and notes, without headers and what was deleted."""

from __future__ import annotations

import io
import re
import zipfile
from xml.etree import ElementTree

from likewise.errors import UserError
from likewise.readers.collections.zip_file import ZIP_ERRORS, describe_error, open_zip
from likewise.readers.references.credits import clean_credits
from likewise.readers.single_document import SingleDocument

_OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BODY = re.compile(r"word/document\d*\.xml", re.IGNORECASE)
_NOTES = ("word/footnotes.xml", "word/endnotes.xml")
_CORE = "docProps/core.xml"
_CHUNK = 1 << 16
_MOST_BYTES = 200_000_000
# Text boxes are there twice, the second time for old programs.
_LEFT_OUT = frozenset({"Fallback"})
_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


def read_word(data: bytes, name: str) -> SingleDocument:
    """Read a Word document.

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
        then the footnotes and endnotes.

    Raises
    ------
    UserError
        If it is damaged, protected by a password, of Word 97–2003, or unpacks to more than 200 MB.

    Examples
    --------
    >>> import io, zipfile
    >>> file = io.BytesIO()
    >>> with zipfile.ZipFile(file, "w") as archive:
    ...     archive.writestr("word/document.xml", "<w:p xmlns:w='w'><w:r><w:t>red wine</w:t></w:r></w:p>")
    >>> read_word(file.getvalue(), "wine.docx").fields
    {'text': 'red wine'}
    """
    if data.startswith(_OLD_WORD):
        raise UserError(f"{name} is of Word 97–2003, or has a password; save it as .docx without one")
    if not data.startswith(b"PK"):
        raise UserError(f"{name} is not a Word document; save it as .docx")
    with open_zip(io.BytesIO(data), name) as archive:
        names = archive.namelist()
        body = next((part for part in names if _BODY.fullmatch(part)), None)
        if body is None:
            raise UserError(f"{name} is a zip file without a Word document in it; save it as .docx again")
        parts = [body, *(part for part in _NOTES if part in names)]
        core = [_CORE] if _CORE in names else []
        if sum(archive.getinfo(part).file_size for part in [*parts, *core]) > _MOST_BYTES:
            raise UserError(f"{name} unpacks to more than {_MOST_BYTES // 10**6} MB of text; split it first")
        paragraphs, properties = _Paragraphs(), _Properties()
        notes = [why for part in parts if (why := _parse(archive, part, paragraphs)) is not None]
        for part in core:
            _parse(archive, part, properties)
    text = paragraphs.text()
    if notes and not text:
        raise UserError(f"{name} is {notes[0]}; copy or download it again")
    return SingleDocument({**properties.to_fields(), "text": text}, notes)


class _Paragraphs:
    """Collects the text while the XML is parsed, so that a document that ends too early is read as far as it goes."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._in_text = False
        self._left_out = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition("}")[2]
        self._left_out += name in _LEFT_OUT
        self._in_text = name == "t" and not self._left_out
        if name in _SIGNS and not self._left_out:
            self._pieces.append(_SIGNS[name])

    def end(self, tag: str) -> None:
        name = tag.rpartition("}")[2]
        self._left_out -= name in _LEFT_OUT
        self._in_text = False
        if name == "p":
            self._pieces.append("\n")

    def data(self, text: str) -> None:
        if self._in_text:
            self._pieces.append(text)

    def text(self) -> str:
        lines = (line.strip() for line in "".join(self._pieces).split("\n"))
        return "\n".join(line for line in lines if line)


class _Properties:
    """Collects what a document says of itself."""

    def __init__(self) -> None:
        self._name = ""
        self._values: dict[str, str] = {}

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._name = tag.rpartition("}")[2]

    def end(self, tag: str) -> None:
        self._name = ""

    def data(self, text: str) -> None:
        self._values[self._name] = self._values.get(self._name, "") + text

    def to_fields(self) -> dict[str, str]:
        return clean_credits(self._values.get("title"), self._values.get("creator"))


def _parse(archive: zipfile.ZipFile, part: str, target: _Paragraphs | _Properties) -> str | None:
    """Hand a part of the document to what collects it; say in a few words what is wrong with it, if anything is."""
    parser = ElementTree.XMLParser(target=target)
    try:
        with archive.open(part) as stream:
            while chunk := stream.read(_CHUNK):
                parser.feed(chunk)
        parser.close()
    except ElementTree.ParseError as error:
        return f"damaged: {part} was read as far as line {error.position[0]:,}, column {error.position[1]:,}"
    except LookupError:
        return f"damaged: {part} is in no encoding that is known"
    except ZIP_ERRORS as error:
        return f"damaged: {part} is {describe_error(error)}, and was read as far as it goes"
    return None
