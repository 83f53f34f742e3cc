"""Mails: .eml, and what else reads a message: its headers, the text that is read, and the names of attachments."""

from __future__ import annotations

import codecs
import email
import email.header
import email.utils
from collections.abc import Iterable, Iterator
from email.errors import HeaderParseError, MessageError
from email.message import Message
from email.policy import Compat32

from likewise.errors import UserError
from likewise.readers.documents.plain_mail import parse_plain_mail
from likewise.readers.documents.web_page import extract_text, find_charset
from likewise.readers.encoding import decode_as
from likewise.readers.single_document import SingleDocument

# What the standard library was seen to raise for messages that are damaged.
_ERRORS = (MessageError, AttributeError, LookupError, TypeError, ValueError)
_LONGEST_HEADER = 100_000
_LONGEST_CONTENT_HEADER = 10_000
_READ = ("text/plain", "text/html")
_HEADERS = {"from": b"from", "to": b"to", "date": b"date", "subject": b"subject", "message_id": b"message-id"}


def read_mail(data: bytes, name: str) -> SingleDocument:
    r"""Read a mail.

    Parameters
    ----------
    data : bytes
        The message as it was sent.
    name : str
        What to call it in an error.

    Returns
    -------
    SingleDocument
        Fields `from`, `to`, `date` (ISO 8601 where it can be understood), `subject`, `message_id` and `attachments`
        (their names), those of them that there are, and `text`: the subject on the first line, then the body.

    Raises
    ------
    UserError
        If it is not a mail.

    Examples
    --------
    >>> read_mail(b"From: a@example.org\nSubject: =?utf-8?q?Caf=C3=A9?=\n\nred wine\n", "1.eml").fields
    {'from': 'a@example.org', 'subject': 'Café', 'text': 'Café\nred wine'}
    """
    notes: list[str] = []
    attachments: list[str] = []
    data = data.removeprefix(codecs.BOM_UTF8).lstrip()
    try:
        plain = parse_plain_mail(data)
        if plain is not None:
            headers = _headers(plain.headers.items(), notes)
            texts = [_decoded(plain.body, plain.charset, notes).replace("\r\n", "\n").strip()]
        else:
            message = email.message_from_bytes(data, policy=_ShortHeaders())
            headers = _headers(_raw_headers(message), notes)
            texts = _texts(message, attachments, notes)
    except RecursionError as error:
        raise UserError(f"{name} is nested too deeply to be a mail; save or export it again") from error
    except _ERRORS as error:
        raise UserError(f"{name} is damaged: {error}; save or export it again") from error
    if not headers:
        raise UserError(f"{name} is not a mail: it has none of the headers of one; save it as .eml again")
    headers["attachments"] = "; ".join(attachments)
    headers["text"] = "\n".join([headers.get("subject", ""), *texts]).strip()
    fields = {field: _whole(value) for field, value in headers.items() if value or field == "text"}
    return SingleDocument(fields, list(dict.fromkeys(notes)))


class _ShortHeaders(Compat32):
    """Cuts headers that go on without end: the standard library takes quadratic time to understand them."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[: _LONGEST_CONTENT_HEADER if name.lower().startswith("content-") else _LONGEST_HEADER]


def _raw_headers(message: Message) -> Iterator[tuple[bytes, bytes]]:
    # As they stand in the file: the parser's own decoding gives up on a header that is not quite right.
    for header, value in message.raw_items():
        yield header.lower().encode(), value.encode("utf-8", "surrogateescape")


def _headers(raw: Iterable[tuple[bytes, bytes]], notes: list[str]) -> dict[str, str]:
    first: dict[bytes, bytes] = {}
    for header, value in raw:
        first.setdefault(header, value)
    headers = {field: _plain(first[header], notes) for field, header in _HEADERS.items() if header in first}
    if "date" in headers:
        headers["date"] = _iso(headers["date"])
    return headers


def _texts(part: Message, attachments: list[str], notes: list[str]) -> list[str]:
    """Collect the texts of a part that are read, and the names of what is attached."""
    kind = part.get_content_type()
    name = part.get_filename()
    if part.get_content_disposition() == "attachment" or (name is not None and kind not in _READ):
        attachments.append(_plain((name or kind).encode("utf-8", "surrogateescape"), notes))
        return []
    if kind in _READ and not part.is_multipart():
        text = _body(part, kind, notes).strip()
        return [text] if text else []
    parts = part.get_payload() if part.is_multipart() else []
    inner = [one for one in parts if isinstance(one, Message)]
    texts = [_texts(one, attachments, notes) for one in inner]
    if kind == "multipart/alternative":
        plain = [text for one, text in zip(inner, texts, strict=True) if one.get_content_type() == "text/plain"]
        # What is not plain comes in the order of richness.
        return next((text for text in [*plain, *reversed(texts)] if text), [])
    forwarded = (
        [_headers(_raw_headers(one), notes).get("subject", "") for one in inner] if kind == "message/rfc822" else []
    )
    return [text for text in [*forwarded, *(text for several in texts for text in several)] if text]


def _body(part: Message, kind: str, notes: list[str]) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    charset = part.get_content_charset()
    if kind == "text/html":
        return extract_text(_decoded(data, charset or find_charset(data), notes))[1]
    return _decoded(data, charset, notes).replace("\r\n", "\n")


def _decoded(data: bytes, charset: str | None, notes: list[str]) -> str:
    """Decode as the mail says; where it says nothing, or nothing that is known, as UTF-8, else as Windows-1252."""
    found = decode_as(data, charset) if charset else None
    if found is not None:
        notes.extend(found[1])
        return found[0]
    if charset and not data.isascii():
        notes.append("in an encoding that is not known, so read as UTF-8 or Windows-1252")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _plain(header: bytes, notes: list[str]) -> str:
    """Decode a header: bytes as they are, which old programs send, and encoded words."""
    value = " ".join(_decoded(header, None, notes).split())
    if "=?" not in value:
        return value
    try:
        pieces = email.header.decode_header(value)
    except HeaderParseError:
        return value
    return "".join(piece if isinstance(piece, str) else _word(piece, charset, notes) for piece, charset in pieces)


def _word(piece: bytes, charset: str | None, notes: list[str]) -> str:
    # What stands between encoded words has no encoding, and comes escaped.
    return _decoded(piece, charset, notes) if charset else piece.decode("raw-unicode-escape", "replace")


def _iso(date: str) -> str:
    try:
        return email.utils.parsedate_to_datetime(date).isoformat()
    except (OverflowError, TypeError, ValueError):
        return date


def _whole(text: str) -> str:
    """Replace half characters, which no table takes."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
