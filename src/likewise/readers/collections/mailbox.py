"""Mailboxes, .mbox: one mail after the other, as Thunderbird, Google Takeout and Unix programs write them."""

from __future__ import annotations

import gzip
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

from likewise.documents.columns import are_ids
from likewise.documents.skipped import get_reason
from likewise.errors import UserError
from likewise.plural import count_noun
from likewise.readers.columns import make_string_table
from likewise.readers.documents.mail import read_mail
from likewise.readers.nothing_read import NothingReadError
from likewise.readers.raw_table import RawTable

_FIELDS = ("from", "to", "date", "subject", "message_id", "attachments", "text")
# A line that begins a mail has a time and a year, a dash, or nothing; and a header follows it.
_BEGINS = re.compile(rb"From (?:- .*|-?\s*|.*\d:\d\d.*\d{4}.*)", re.DOTALL)
_HEADER = re.compile(rb"[!-9;-~]+:|>?From ")
_QUOTED = re.compile(rb"^>(?=>*From )", re.MULTILINE)
# Stands behind the last mail, and ends it.
_END = b"From \nEnd:\n"
_CHUNK = 1 << 22
# Thunderbird keeps what was deleted until it compacts the folder, and only sets a bit.
_STATUS = re.compile(rb"^X-Mozilla-Status: *([0-9A-Fa-f]{4})\s", re.MULTILINE)
_DELETED = 0x0008
_LONGEST_LINE = 1 << 20
_LARGEST_MAIL = 100_000_000


def read_mailbox(path: Path) -> RawTable:
    r"""Read a mailbox, mail by mail, so that it may be larger than the memory.

    Parameters
    ----------
    path : pathlib.Path
        A .mbox file, also one with .gz behind it.

    Returns
    -------
    RawTable
        One row per mail, with the columns of `likewise.readers.documents.mail`. The ids are the message ids if all
        mails have one of their own.

    Raises
    ------
    UserError
        If it holds no mail.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "inbox.mbox")
    ...     _ = path.write_bytes(b"From - Mon Jan  1 10:00:00 2024\nSubject: wine\n\n>From here: red\n")
    ...     read_mailbox(path).table["text"].to_list()
    ['wine\nFrom here: red']
    """
    rows: list[dict[str, str]] = []
    unread: list[tuple[str, str]] = []
    repaired: Counter[str] = Counter()
    deleted = 0
    for number, data in enumerate(_mails(path, unread), start=1):
        name = f"mail {number:,}"
        if data.find(b"X-Mozilla-Status:", 0, 2000) >= 0 and _is_deleted(data):
            deleted += 1
            continue
        try:
            document = read_mail(data, name)
        except UserError as error:
            unread.append((name, get_reason(error, Path(name), name)))
            continue
        rows.append(document.fields)
        repaired.update(document.notes)
    if not rows:
        why = f" ({': '.join(unread[0])})" if unread else ""
        raise NothingReadError(f"{path} holds no mail that can be read{why}; export it as mbox again", unread)
    notes = [f"{path.name}: {count_noun(mails, 'mail')} {repair}" for repair, mails in repaired.items()]
    if deleted:
        notes.append(f"{path.name}: {count_noun(deleted, 'mail')} left out that Thunderbird marks as deleted")
    table = make_string_table(rows, _FIELDS)
    own = are_ids(table["message_id"])
    return RawTable(table, text="text", id="message_id" if own else None, notes=notes, unread=unread)


def _is_deleted(data: bytes) -> bool:
    status = _STATUS.search(data, 0, 2000)
    return status is not None and bool(int(status[1], 16) & _DELETED)


def _mails(path: Path, unread: list[tuple[str, str]]) -> Iterator[bytes]:
    """Yield the mails of a file one by one; what is not read of it is put on the list."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            yield from _split(gzip.GzipFile(fileobj=raw) if packed else raw, unread)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        unread.append((f"the rest of {path.name}", "the gzip data is damaged or ends too early"))
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}; check its name and permissions") from error


def _split(stream: gzip.GzipFile | BufferedReader, unread: list[tuple[str, str]]) -> Iterator[bytes]:
    """Cut a stream at the lines that begin a mail, reading it in chunks."""
    mail: list[bytes] = []
    size = number = 0
    data, start = b"\n", 1  # the end of the line before comes first
    while True:
        chunk = stream.read1(_CHUNK)  # of damaged gzip data, what comes before the damage
        data += chunk or (_END if data.endswith(b"\n") else b"\n" + _END)
        stop = _find_decidable(data)
        for end, begin in _find_beginnings(data, stop):
            mail.append(data[start:end])
            size += end - start
            if size > _LARGEST_MAIL:
                unread.append((f"mail {number + 1:,}", f"larger than {_LARGEST_MAIL // 10**6} MB"))
            elif (whole := b"".join(mail)).strip():
                number += 1
                yield _QUOTED.sub(b"", whole) if b">From " in whole else whole
            mail, size, start = [], 0, begin
        if not chunk:
            return
        size += max(stop - start, 0)
        if size <= _LARGEST_MAIL:
            mail.append(data[start:stop])
        data, start = data[stop:], max(start - stop, 0)


def _find_decidable(data: bytes) -> int:
    """Find the end of the last line that is followed by a whole one, which decides whether it begins a mail."""
    whole = data.rfind(b"\n")
    if len(data) - whole > _LONGEST_LINE:  # enough of it
        whole = len(data)
    stop = data.rfind(b"\n", 0, whole)
    return len(data) if stop <= 0 and len(data) > _LONGEST_LINE else max(stop, 0)


def _find_beginnings(data: bytes, stop: int) -> Iterator[tuple[int, int]]:
    """Yield where a line stands that begins a mail, and where the mail does."""
    place = data.find(b"\nFrom ", 0, stop)
    while place >= 0:
        end = data.find(b"\n", place + 1) + 1
        if end and _BEGINS.fullmatch(data, place + 1, end) and _HEADER.match(data, end):
            yield place + 1, end
            place = end - 2
        place = data.find(b"\nFrom ", place + 1, stop)
