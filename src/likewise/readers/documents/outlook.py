"""Messages of Outlook, .msg: the same fields as of any mail."""

from __future__ import annotations

import datetime
import re
import struct

from likewise.errors import UserError
from likewise.readers.documents.compound_file import BrokenCompoundFile, read_streams
from likewise.readers.documents.web_page import decode_page, extract_text
from likewise.readers.encoding import decode
from likewise.readers.single_document import SingleDocument

# Numbers of properties, as MAPI has them.
_SUBJECT, _BODY, _HTML = 0x0037, 0x1000, 0x1013
_SENDER, _SENDER_SMTP, _SENDER_ADDRESS = 0x0C1A, 0x5D01, 0x0C1F
_TO, _MESSAGE_ID = 0x0E04, 0x1035
_FILE_NAMES = (0x3707, 0x3704, 0x3001)
_SENT, _RECEIVED = 0x0039, 0x0E06
_PROPERTIES = "__properties_version1.0"
_PROPERTIES_HEADER = 32
_ATTACHMENT = re.compile(r"(__attach_version1\.0_#[0-9A-Fa-f]{8})/__substg1\.0_")
_TIME = 0x0040
_EPOCH = datetime.datetime(1601, 1, 1, tzinfo=datetime.UTC)
_SECONDS = 10_000_000
_LONGEST = 20_000_000


def read_outlook(data: bytes, name: str) -> SingleDocument:
    """Read a message that Outlook saved.

    Parameters
    ----------
    data : bytes
        What the file holds.
    name : str
        What to call it in an error.

    Returns
    -------
    SingleDocument
        Fields as of `likewise.readers.documents.mail.read_mail`: `from`, `to`, `date`, `subject`, `message_id` and
        `attachments`, those of them that there are, and `text`: the subject on the first line, then the body.

    Raises
    ------
    UserError
        If it is not a message, or damaged.

    Examples
    --------
    >>> read_outlook(b"red wine", "wine.msg")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: wine.msg is not a message of Outlook: it does not begin as one; save it as .msg again
    """
    try:
        streams = read_streams(data)
    except BrokenCompoundFile as error:
        raise UserError(f"{name} is not a message of Outlook: {error}; save it as .msg again") from error
    subject, body = _get(streams, _SUBJECT), _read_body(streams)
    fields = {
        "from": _sender(streams),
        "to": _get(streams, _TO),
        "date": _date(streams.get(_PROPERTIES, b"")),
        "subject": subject,
        "message_id": _get(streams, _MESSAGE_ID),
        "attachments": "; ".join(_attachments(streams)),
    }
    kept = {field: " ".join(value.split()) for field, value in fields.items() if value}
    if not kept and not body:
        raise UserError(f"{name} is not a message of Outlook: it has no text; save it as .msg again")
    return SingleDocument({**kept, "text": f"{kept.get('subject', '')}\n{body}".strip()})


def _get(streams: dict[str, bytes], number: int, folder: str = "") -> str:
    """Return a property that is a string: in UTF-16, or in the code page of old messages."""
    place = f"{folder}__substg1.0_{number:04X}"
    if (value := streams.get(f"{place}001F")) is not None:
        text = value[:_LONGEST].decode("utf-16-le", "replace")
    else:
        text = _guess(streams.get(f"{place}001E", b"")[:_LONGEST])
    return text.replace("\0", "").replace("\r\n", "\n").strip()


def _guess(data: bytes) -> str:
    try:
        return decode(data, "")[0] if data.strip(b"\0 \r\n") else ""
    except UserError:  # it is not text
        return data.decode("cp1252", "replace")


def _read_body(streams: dict[str, bytes]) -> str:
    if body := _get(streams, _BODY):
        return body
    page = streams.get(f"__substg1.0_{_HTML:04X}0102", b"")[:_LONGEST]
    try:
        source = decode_page(page, "")[0] if page.strip() else _get(streams, _HTML)
    except UserError:
        return ""
    return extract_text(source)[1]


def _sender(streams: dict[str, bytes]) -> str:
    shown = _get(streams, _SENDER)
    address = _get(streams, _SENDER_SMTP) or _get(streams, _SENDER_ADDRESS)
    if "@" not in address or address == shown:
        return shown
    return f"{shown} <{address}>" if shown else address


def _attachments(streams: dict[str, bytes]) -> list[str]:
    folders = sorted({f"{found[1]}/" for place in streams if (found := _ATTACHMENT.match(place))})
    names = (next(filter(None, (_get(streams, number, folder) for number in _FILE_NAMES)), "") for folder in folders)
    return [name for name in names if name]


def _date(properties: bytes) -> str:
    """Find when a message was sent, else received, in the list of properties that have a fixed size."""
    times: dict[int, int] = {}
    for at in range(_PROPERTIES_HEADER, len(properties) - 15, 16):
        kind, number, _, value = struct.unpack_from("<HHIQ", properties, at)
        if kind == _TIME:
            times.setdefault(number, value)
    value = times.get(_SENT) or times.get(_RECEIVED)
    if not value:
        return ""
    try:
        return (_EPOCH + datetime.timedelta(seconds=value // _SECONDS)).isoformat()
    except OverflowError:
        return ""
