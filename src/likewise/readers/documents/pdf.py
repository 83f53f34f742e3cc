"""PDF documents: the text of their pages, words that were divided at the end of a line put together again."""

from __future__ import annotations

import io
import logging
import re
import struct
import zlib
from typing import TYPE_CHECKING, Any

from likewise.errors import UserError
from likewise.plural import name_a_few
from likewise.readers.references.credits import clean_credits
from likewise.readers.single_document import SingleDocument

if TYPE_CHECKING:
    from pypdf import PdfReader

_MOST_PAGES = 5_000
_MOST_CHARACTERS = 20_000_000
_MOST_DAMAGED = 50
# Bytes of one stream, unpacked, and steps to read it: a page of text takes a hundredth of these.
_LIMITS: dict[str, Any] = {
    "zlib_maximum_output_length": 20_000_000,
    "lzw_maximum_output_length": 20_000_000,
    "run_length_maximum_output_length": 20_000_000,
    "brotli_maximum_output_length": 20_000_000,
    "array_based_stream_maximum_output_length": 20_000_000,
    "stream_decoding_work_maximum_length": 40_000_000,
    "stream_parsing_work_maximum_count": 1_000_000,
}
_DIVIDED = re.compile(r"([^\W\d_])[-\u2010\u00ad][ \t]*\n[ \t]*([^\W\d_])")
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00ad": "", "\0": " "}
)
_CATALOGUE = re.compile(rb"(\d{1,9} \d{1,5}) obj\s*<<[^>]{0,200}/Type\s*/Catalog")

# Notes say what pypdf logs; without a handler, the warnings would be printed.
logging.getLogger("pypdf").addHandler(logging.NullHandler())


def read_pdf(data: bytes, name: str) -> SingleDocument:
    """Read a PDF document.

    Parameters
    ----------
    data : bytes
        What the file holds.
    name : str
        What to call it in an error.

    Returns
    -------
    SingleDocument
        Fields `title` and `author`, where the document has sensible ones, and `text`; the text is empty, with a note,
        if the pages are pictures. Pages that cannot be read are noted, and so is what is beyond 5,000 pages or 20
        million characters.

    Raises
    ------
    UserError
        If it is not a PDF, damaged beyond reading, or protected by a password.

    Examples
    --------
    >>> import io, pypdf
    >>> writer, file = pypdf.PdfWriter(), io.BytesIO()
    >>> _ = writer.add_blank_page(200, 200)
    >>> _ = writer.write(file)
    >>> read_pdf(file.getvalue(), "scan.pdf").notes
    ['has no text: a scan? recognise its text (OCR) first: ocrmypdf scan.pdf readable.pdf']
    """
    if b"%PDF-" not in data[:1024]:
        raise UserError(f"{name} is not a PDF; save or download it again")
    import pypdf  # here, because it takes a tenth of a second that only PDFs are worth

    with pypdf.apply_configuration(**_LIMITS):  # of this thread alone
        completed = _complete(data)
        document, total = _open(data if completed is None else completed, name)
        texts, notes = _texts(document, total)
        cut_short = [] if completed is None else ["cut short, and read as far as it goes"]
        return _page(texts, cut_short + notes, _credits(document))


def _complete(data: bytes) -> bytes | None:
    """Give a download that was cut short the end that pypdf looks for; None if nothing is missing."""
    catalogue = None if b"%%EOF" in data or b"/Encrypt" in data else _CATALOGUE.search(data)
    return data + b"\ntrailer<</Root %s R>>\nstartxref\n0\n%%%%EOF\n" % catalogue[1] if catalogue else None


def _open(data: bytes, name: str) -> tuple[PdfReader, int]:
    """Open a document; return it with the number of its pages."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError

    try:
        document = PdfReader(io.BytesIO(data))
        locked = document.is_encrypted and not document.decrypt("")
        total = 0 if locked else len(document.pages)
    except DependencyError as error:
        raise UserError(f"{name} is encrypted: {error}; save a copy that is not, or install that") from error
    except FileNotDecryptedError:
        locked = True
    except _errors() as error:
        raise UserError(
            f"{name} is damaged: {str(error) or 'its parts do not fit'}; copy or download it again"
        ) from error
    if locked:
        raise UserError(f"{name} is protected by a password; save a copy without one")
    return document, total


def _texts(document: PdfReader, total: int) -> tuple[list[str], list[str]]:
    """Read the pages one by one; return the text of those that can be read, and notes on the others."""
    texts: list[str] = []
    damaged: list[str] = []
    notes = []
    size = 0
    for number in range(total):
        if number == _MOST_PAGES or size > _MOST_CHARACTERS or len(damaged) > _MOST_DAMAGED:
            notes.append(f"read up to page {number:,} of {total:,}, which is as much as is taken of one file")
            break
        try:
            text = document.pages[number].extract_text()
        except _errors():
            damaged.append(str(number + 1))
            continue
        texts.append(text)
        size += len(text)
    if damaged:
        notes.append(f"{'page' if len(damaged) == 1 else 'pages'} {name_a_few(damaged)} could not be read")
    return texts, notes


def _page(texts: list[str], notes: list[str], properties: dict[str, str]) -> SingleDocument:
    # Damaged fonts give half characters, which no table takes.
    text = "\n".join(texts).encode("utf-8", "replace").decode().translate(_LIGATURES)
    text = _DIVIDED.sub(_joined, text).strip()
    if not text and not notes:
        notes = ["has no text: a scan? recognise its text (OCR) first: ocrmypdf scan.pdf readable.pdf"]
    return SingleDocument({**properties, "text": text}, notes)


def _joined(found: re.Match[str]) -> str:
    """Put a word together again, unless the second part begins like a name: "Jean-Paul" keeps its hyphen."""
    return found[1] + found[2] if found[2].islower() else f"{found[1]}-{found[2]}"


def _credits(document: PdfReader) -> dict[str, str]:
    try:
        info = document.metadata
        return clean_credits(info.title, info.author) if info is not None else {}
    except _errors():
        return {}


def _errors() -> tuple[type[Exception], ...]:
    """All that pypdf was seen to raise for files that are damaged."""
    from pypdf.errors import DependencyError, PyPdfError

    return (
        PyPdfError,
        DependencyError,
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        OSError,
        RuntimeError,  # what is not implemented, and recursion that does not end
        TypeError,
        ValueError,
        struct.error,
        zlib.error,
    )
