"""Documents that are zip files of XML: their parts are parsed as far as they go, within limits."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Iterable, Mapping
from typing import Protocol
from xml.etree import ElementTree

from likewise.errors import UserError
from likewise.readers.collections.zip_file import ZIP_ERRORS, describe_error, open_zip
from likewise.readers.references.credits import clean_credits

#: How files of old Office programs begin, and those that have a password.
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_CHUNK = 1 << 16
_MOST_BYTES = 200_000_000


class Target(Protocol):
    """What a parser of XML hands the parts of a document to.

    Examples
    --------
    >>> target: Target = Properties()
    """

    def start(self, tag: str, attributes: dict[str, str], /) -> None:
        """Take the beginning of an element."""

    def end(self, tag: str, /) -> None:
        """Take the end of an element."""

    def data(self, text: str, /) -> None:
        """Take some characters."""


class Lines:
    r"""Collects the text while the XML is parsed, so that a document that ends too early is read as far as it goes.

    Parameters
    ----------
    text : collection of str
        The elements whose characters are text, without namespaces.
    lines : collection of str
        The elements that end a line.
    signs : mapping of str to str
        The elements that stand for characters.
    left_out : collection of str, default=()
        The elements that are left out, with all that is in them.
    nested : bool, default=False
        Whether what is inside an element of `text` is text, too.

    Examples
    --------
    >>> lines = Lines({"t"}, {"p"}, {"tab": " "})
    >>> ElementTree.XMLParser(target=lines).feed("<d><p><t>red</t><tab/><t>wine</t></p><p><t>tea</t></p></d>")
    >>> lines.text()
    'red wine\ntea'
    """

    def __init__(
        self,
        text: Collection[str],
        lines: Collection[str],
        signs: Mapping[str, str],
        left_out: Collection[str] = (),
        *,
        nested: bool = False,
    ) -> None:
        self._names = text, lines, left_out
        self._signs = signs
        self._nested = nested
        self._pieces: list[str] = []
        self._in_text = 0
        self._left_out = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the beginning of an element."""
        name = tag.rpartition("}")[2]
        text, _, left_out = self._names
        self._left_out += name in left_out
        self._in_text = (self._in_text if self._nested else 0) + (name in text)
        if self._nested and name in self._names[1]:  # a note inside a paragraph
            self._pieces.append("\n")
        if name in self._signs and not self._left_out:
            self._pieces.append(self._signs[name])

    def end(self, tag: str) -> None:
        """Take the end of an element."""
        name = tag.rpartition("}")[2]
        text, lines, left_out = self._names
        self._left_out -= name in left_out
        self._in_text = self._in_text - (name in text) if self._nested else 0
        if name in lines:
            self._pieces.append("\n")

    def data(self, text: str) -> None:
        """Take some characters."""
        if self._in_text and not self._left_out:
            self._pieces.append(text.replace("\n", " ") if self._nested else text)

    def text(self) -> str:
        """Return the lines that are not empty.

        Examples
        --------
        >>> Lines((), (), {}).text()
        ''
        """
        lines = (line.strip() for line in "".join(self._pieces).split("\n"))
        return "\n".join(line for line in lines if line)


class Properties:
    """Collects what a document says of itself: the first value of each element.

    Examples
    --------
    >>> properties = Properties()
    >>> ElementTree.XMLParser(target=properties).feed("<p><title>On wine</title><creator>A. Drinker</creator></p>")
    >>> properties.to_fields()
    {'title': 'On wine', 'author': 'A. Drinker'}
    """

    def __init__(self) -> None:
        self._name = ""
        self._values: dict[str, str] = {}
        self._complete: set[str] = set()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the beginning of an element."""
        self._name = tag.rpartition("}")[2]

    def end(self, tag: str) -> None:
        """Take the end of an element."""
        self._complete.add(tag.rpartition("}")[2])
        self._name = ""

    def data(self, text: str) -> None:
        """Take some characters."""
        if self._name not in self._complete:
            self._values[self._name] = self._values.get(self._name, "") + text

    def to_fields(self) -> dict[str, str]:
        """Return the fields `title` and `author`, where a person is likely to have written them.

        Examples
        --------
        >>> Properties().to_fields()
        {}
        """
        author = self._values.get("initial-creator") or self._values.get("creator")
        return clean_credits(self._values.get("title"), author)


def open_package(data: bytes, name: str, suffix: str) -> zipfile.ZipFile:
    """Open a document that is a zip file.

    Parameters
    ----------
    data : bytes
        What the file holds.
    name : str
        What to call it in an error.
    suffix : str
        What it should be, with the dot.

    Returns
    -------
    zipfile.ZipFile
        To be closed by the caller.

    Raises
    ------
    UserError
        If it is something else, or damaged.

    Examples
    --------
    >>> open_package(b"red wine", "wine.odt", ".odt")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: wine.odt is not an .odt document; save it as .odt
    """
    if data.startswith(OLD_OFFICE):
        raise UserError(f"{name} is of an old Office program, or has a password; save it as {suffix} without one")
    if not data.startswith(b"PK"):
        raise UserError(f"{name} is not an {suffix} document; save it as {suffix}")
    return open_zip(io.BytesIO(data), name)


def check_parts(archive: zipfile.ZipFile, parts: Iterable[str], name: str) -> None:
    """Refuse a document whose parts would fill the memory.

    Parameters
    ----------
    archive : zipfile.ZipFile
        The document.
    parts : iterable of str
        Names of members that are to be read.
    name : str
        What to call it in an error.

    Raises
    ------
    UserError
        If they unpack to more than 200 MB.

    Examples
    --------
    >>> with zipfile.ZipFile(io.BytesIO(), "w") as archive:
    ...     archive.writestr("content.xml", "<p/>")
    ...     check_parts(archive, ["content.xml"], "wine.odt")
    """
    if sum(archive.getinfo(part).file_size for part in parts) > _MOST_BYTES:
        raise UserError(f"{name} unpacks to more than {_MOST_BYTES // 10**6} MB of text; split it first")


def parse_part(archive: zipfile.ZipFile, part: str, target: Target) -> str | None:
    """Hand a part of a document to what collects it.

    Parameters
    ----------
    archive : zipfile.ZipFile
        The document.
    part : str
        The name of a member.
    target : Target
        Such as `Lines`.

    Returns
    -------
    str or None
        A few words on what is wrong with it, if anything is.

    Examples
    --------
    >>> with zipfile.ZipFile(io.BytesIO(), "w") as archive:
    ...     archive.writestr("content.xml", "<p>")
    ...     parse_part(archive, "content.xml", Properties())
    'damaged: content.xml was read as far as line 1, column 3'
    """
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
