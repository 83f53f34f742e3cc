"""Mails that are one plain text: taken apart here, since the standard library's parser takes five times as long.

The result is the parser's. What is not as plain as most mails are is left to it.
"""

from __future__ import annotations

import quopri
import re
from typing import NamedTuple

# A header and the lines that go on with it; all bytes but those of ASCII may stand in a value.
_HEADERS = re.compile(rb"(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+")
_HEADER = re.compile(rb"^([!-9;-~]+):[ \t]*([^\n]*(?:\n[ \t][^\n]*)*)", re.MULTILINE)
# Parameters that change nothing, and no name, which would make it an attachment.
_PLAIN = re.compile(
    rb'text/plain *(?:; *charset=(?:"([\w.:-]+)"|([\w.:-]+)))?(?:; *(?:format|delsp|reply-type)="?[\w-]+"?)*',
    re.IGNORECASE,
)
_AS_IT_IS = (b"", b"7bit", b"8bit", b"binary")
_QUOTED = b"quoted-printable"
#: Bytes of all headers: the parser cuts those that are longer.
_LONGEST = 10_000


class PlainMail(NamedTuple):
    """A mail that is one plain text.

    Attributes
    ----------
    headers : dict of bytes to bytes
        The first value of each header, by its name in small letters, as it stands there.
    body : bytes
        The text, no longer quoted.
    charset : str or None
        The encoding that the mail names.
    """

    headers: dict[bytes, bytes]
    body: bytes
    charset: str | None


def parse_plain_mail(data: bytes) -> PlainMail | None:
    r"""Take a mail apart that is one plain text.

    Parameters
    ----------
    data : bytes
        The message as it was sent, without space before it.

    Returns
    -------
    PlainMail or None
        None if it has parts, is of another type or transfer encoding, or its headers are not quite right.

    Examples
    --------
    >>> parse_plain_mail(b"Subject: wine\n\nred\n")
    PlainMail(headers={b'subject': b'wine'}, body=b'red\n', charset=None)
    >>> parse_plain_mail(b"Subject: wine\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nred\n") is None
    True
    """
    end, wide = data.find(b"\n\n", 0, _LONGEST), data.find(b"\r\n\r\n", 0, _LONGEST)
    if wide >= 0 and not 0 <= end < wide:
        head, body = data[:wide].replace(b"\r\n", b"\n") + b"\n", data[wide + 4 :]
    else:
        head, body = data[: end + 1], data[end + 2 :]
    if b"\r" in head or _HEADERS.fullmatch(head) is None:
        return None
    headers: dict[bytes, bytes] = {}
    for name, value in _HEADER.findall(head):
        headers.setdefault(name.lower(), value)
    match = _PLAIN.fullmatch(headers.get(b"content-type", b"text/plain"))
    transfer = headers.get(b"content-transfer-encoding", b"").lower()
    if match is None or b"content-disposition" in headers or transfer not in (*_AS_IT_IS, _QUOTED):
        return None
    charset = (match[1] or match[2] or b"").decode().lower()
    return PlainMail(headers, quopri.decodestring(body) if transfer == _QUOTED else body, charset or None)
