"""Documents of office programs, .docx, .pptx and .odt: paragraphs, cells and notes, without what was deleted."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Sequence
from typing import NamedTuple

from likewise.errors import UserError
from likewise.readers.documents.packed_xml import (
    OLD_OFFICE,
    Lines,
    Properties,
    check_parts,
    open_package,
    parse_part,
)
from likewise.readers.single_document import SingleDocument

_BODY = re.compile(r"word/document\d*\.xml", re.IGNORECASE)
_NOTES = ("word/footnotes.xml", "word/endnotes.xml")
_SLIDE = re.compile(r"ppt/(slides/slide|notesSlides/notesSlide)(\d{1,9})\.xml", re.IGNORECASE)
_MANIFEST = "META-INF/manifest.xml"
_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


class _Kind(NamedTuple):
    suffix: str
    what: str
    find_parts: Callable[[Sequence[str]], list[str]]
    properties: str
    make_lines: Callable[[], Lines]


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
    if data.startswith(OLD_OFFICE):
        raise UserError(f"{name} is of Word 97–2003, or has a password; save it as .docx without one")
    if not data.startswith(b"PK"):
        raise UserError(f"{name} is not a Word document; save it as .docx")
    return _read(data, name, _WORD)


def read_slides(data: bytes, name: str) -> SingleDocument:
    """Read a PowerPoint presentation.

    Parameters
    ----------
    data : bytes
        What the file holds.
    name : str
        What to call it in an error.

    Returns
    -------
    SingleDocument
        Fields `title` and `author`, where the document has them, and `text`: a line for each paragraph, slide by slide,
        the speaker's notes after the slides.

    Raises
    ------
    UserError
        If it is damaged, protected by a password, of PowerPoint 97–2003, or unpacks to more than 200 MB.

    Examples
    --------
    >>> import io, zipfile
    >>> file = io.BytesIO()
    >>> with zipfile.ZipFile(file, "w") as archive:
    ...     archive.writestr("ppt/slides/slide1.xml", "<a:p xmlns:a='a'><a:r><a:t>red wine</a:t></a:r></a:p>")
    >>> read_slides(file.getvalue(), "wine.pptx").fields
    {'text': 'red wine'}
    """
    return _read(data, name, _SLIDES)


def read_open_document(data: bytes, name: str) -> SingleDocument:
    """Read a text document of LibreOffice or OpenOffice.

    Parameters
    ----------
    data : bytes
        What the file holds.
    name : str
        What to call it in an error.

    Returns
    -------
    SingleDocument
        Fields `title` and `author`, where the document has them, and `text`: a line for each paragraph, heading and
        cell, notes where they stand; what was deleted with changes recorded, and comments, are left out.

    Raises
    ------
    UserError
        If it is damaged, protected by a password, or unpacks to more than 200 MB.

    Examples
    --------
    >>> import io, zipfile
    >>> file = io.BytesIO()
    >>> with zipfile.ZipFile(file, "w") as archive:
    ...     archive.writestr("content.xml", "<t:p xmlns:t='t'>red <t:span>wi</t:span>ne</t:p>")
    >>> read_open_document(file.getvalue(), "wine.odt").fields
    {'text': 'red wine'}
    """
    return _read(data, name, _OPEN_DOCUMENT)


def _read(data: bytes, name: str, kind: _Kind) -> SingleDocument:
    with open_package(data, name, kind.suffix) as archive:
        names = archive.namelist()
        if kind is _OPEN_DOCUMENT and _MANIFEST in names:
            manifest = Lines((), (), {"encryption-data": "encrypted"})
            parse_part(archive, _MANIFEST, manifest)
            if manifest.text():
                raise UserError(f"{name} is protected by a password; save a copy without one")
        parts = kind.find_parts(names)
        if not parts:
            raise UserError(f"{name} is a zip file without {kind.what} in it; save it as {kind.suffix} again")
        core = [kind.properties] if kind.properties in names else []
        check_parts(archive, [*parts, *core], name)
        return _collect(archive, name, parts, core, kind.make_lines())


def _collect(
    archive: zipfile.ZipFile, name: str, parts: Sequence[str], core: Sequence[str], lines: Lines
) -> SingleDocument:
    properties = Properties()
    notes = [why for part in parts if (why := parse_part(archive, part, lines)) is not None]
    for part in core:
        parse_part(archive, part, properties)
    text = lines.text()
    if notes and not text:
        raise UserError(f"{name} is {notes[0]}; copy or download it again")
    return SingleDocument({**properties.to_fields(), "text": text}, notes)


def _find_word_parts(names: Sequence[str]) -> list[str]:
    body = next((part for part in names if _BODY.fullmatch(part)), None)
    return [] if body is None else [body, *(part for part in _NOTES if part in names)]


def _find_slides(names: Sequence[str]) -> list[str]:
    found = [match for part in dict.fromkeys(names) if (match := _SLIDE.fullmatch(part))]
    found.sort(key=lambda match: (match[1].lower() != "slides/slide", int(match[2])))
    return [match[0] for match in found]


# Text boxes are there twice, the second time for old programs.
_WORD = _Kind(
    ".docx",
    "a Word document",
    _find_word_parts,
    "docProps/core.xml",
    lambda: Lines({"t"}, {"p"}, _SIGNS, {"Fallback"}),
)
# Fields of slides are their numbers and dates.
_SLIDES = _Kind(
    ".pptx", "slides", _find_slides, "docProps/core.xml", lambda: Lines({"t"}, {"p"}, _SIGNS, {"Fallback", "fld"})
)
_OPEN_DOCUMENT = _Kind(
    ".odt",
    "a document",
    lambda names: [part for part in ("content.xml",) if part in names],
    "meta.xml",
    lambda: Lines(
        {"p", "h"},
        {"p", "h"},
        {"s": " ", "tab": "\t", "line-break": "\n"},
        {"tracked-changes", "annotation", "note-citation"},
        nested=True,
    ),
)
