"""Electronic books, .epub: the pages in the order of reading."""

from __future__ import annotations

import posixpath
import zipfile
from urllib.parse import unquote

from likewise.errors import UserError
from likewise.plural import name_a_few
from likewise.readers.collections.zip_file import ZIP_ERRORS, describe_error
from likewise.readers.documents.packed_xml import Properties, check_parts, open_package, parse_part
from likewise.readers.documents.web_page import decode_page, extract_text
from likewise.readers.single_document import SingleDocument

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = (".xhtml", ".html", ".htm")


def read_book(data: bytes, name: str) -> SingleDocument:
    r"""Read an electronic book.

    Parameters
    ----------
    data : bytes
        What the file holds.
    name : str
        What to call it in an error.

    Returns
    -------
    SingleDocument
        Fields `title` and `author`, where the book has them, and `text`: all pages in the order that the book gives, or
        by name where it gives none. Pages that cannot be read are noted.

    Raises
    ------
    UserError
        If it is damaged or has no page that can be read, is protected, or unpacks to more than 200 MB.

    Examples
    --------
    >>> import io, zipfile
    >>> file = io.BytesIO()
    >>> with zipfile.ZipFile(file, "w") as archive:
    ...     archive.writestr("1.xhtml", "<p>red wine</p>")
    ...     archive.writestr("2.xhtml", "<p>green tea</p>")
    >>> read_book(file.getvalue(), "drinks.epub").fields
    {'text': 'red wine\ngreen tea'}
    """
    with open_package(data, name, ".epub") as archive:
        names = set(archive.namelist())
        package, properties = _Package(), Properties()
        place = _find_package(archive, names)
        if place is not None:
            check_parts(archive, [place], name)
            parse_part(archive, place, package)
            parse_part(archive, place, properties)
        pages = [page for page in package.list_pages(posixpath.dirname(place or "")) if page in names]
        pages = pages or sorted(page for page in names if page.lower().endswith(_PAGES))
        if not pages:
            raise UserError(f"{name} is a zip file without the pages of a book in it; save it as .epub again")
        if _list_references(archive, names, _ENCRYPTION) & set(pages):
            raise UserError(f"{name} is protected against copying; give a copy that is not, or its text")
        check_parts(archive, pages, name)
        texts, damaged = _read_pages(archive, pages)
    if damaged and not any(texts):
        raise UserError(f"{name} is damaged: {damaged[0]}; copy or download it again")
    notes = [f"damaged: pages that could not be read: {name_a_few(damaged)}"] if damaged else []
    return SingleDocument({**properties.to_fields(), "text": "\n".join(filter(None, texts))}, notes)


class _Package:
    """Collects which files a book has and in which order they are read."""

    def __init__(self) -> None:
        self._places: dict[str, str] = {}
        self._order: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        element = tag.rpartition("}")[2]
        if element == "item":
            self._places[attributes.get("id", "")] = attributes.get("href", "")
        elif element == "itemref":
            self._order.append(attributes.get("idref", ""))

    def end(self, tag: str) -> None:
        pass

    def data(self, text: str) -> None:
        pass

    def list_pages(self, folder: str) -> list[str]:
        places = (self._places[key] for key in dict.fromkeys(self._order) if key in self._places)
        pages = (posixpath.normpath(posixpath.join(folder, unquote(place))) for place in places)
        return list(dict.fromkeys(pages))


class _References:
    """Collects the names of files that a part of the book refers to."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.names += [unquote(attributes[key]) for key in ("full-path", "URI") if key in attributes]

    def end(self, tag: str) -> None:
        pass

    def data(self, text: str) -> None:
        pass


def _list_references(archive: zipfile.ZipFile, names: set[str], part: str) -> set[str]:
    references = _References()
    if part in names:
        parse_part(archive, part, references)
    return set(references.names)


def _find_package(archive: zipfile.ZipFile, names: set[str]) -> str | None:
    said = sorted(_list_references(archive, names, _CONTAINER) & names)
    return next(iter([*said, *sorted(place for place in names if place.lower().endswith(".opf"))]), None)


def _read_pages(archive: zipfile.ZipFile, pages: list[str]) -> tuple[list[str], list[str]]:
    texts, damaged = [], []
    for page in pages:
        try:
            texts.append(extract_text(decode_page(archive.read(page), page)[0])[1])
        except UserError:
            damaged.append(f"{page} (not text)")
        except ZIP_ERRORS as error:
            damaged.append(f"{page} ({describe_error(error)})")
    return texts, damaged
