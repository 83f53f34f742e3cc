"""Mails and mailboxes."""

import gzip
import time

import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.collections import mailbox as module
from likewise.readers.documents import mail as mail_module
from likewise.readers.documents.mail import read_mail
from likewise.readers.documents.plain_mail import parse_plain_mail

OUTLOOK = b"""\
Received: from mail.example.org
From: "Drinker, Anna" <anna@example.org>
To: Ben <ben@example.org>,
\tCara <cara@example.org>
Subject: =?Windows-1252?Q?Caf=E9_=96_the?= =?Windows-1252?Q?_list?=
Thread-Topic: list
Date: Mon, 1 Jan 2024 10:00:00 +0100
Message-ID: <1@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed;
\tboundary="_000_mixed_"

This is a multi-part message in MIME format.
--_000_mixed_
Content-Type: multipart/alternative; boundary="_001_alt_"

--_001_alt_
Content-Type: text/plain; charset="Windows-1252"
Content-Transfer-Encoding: quoted-printable

=93Red=94 wine, 5=80, a line that is =
continued
--_001_alt_
Content-Type: text/html; charset="Windows-1252"
Content-Transfer-Encoding: quoted-printable

<html><p>=93Red=94 wine</p></html>
--_001_alt_--

--_000_mixed_
Content-Type: application/ms-tnef; name="winmail.dat"
Content-Transfer-Encoding: base64

eJ8+IgAA
--_000_mixed_
Content-Type: application/pdf; name="=?utf-8?q?pri=C3=A8re.pdf?="
Content-Disposition: attachment; filename*=utf-8''pri%C3%A8re.pdf

JVBERi0=
--_000_mixed_--
""".replace(b"\n", b"\r\n")


def test_mail_as_outlook_sends_it_is_read():
    page = read_mail(OUTLOOK, "a.eml")
    assert page.fields == {
        "from": '"Drinker, Anna" <anna@example.org>',
        "to": "Ben <ben@example.org>, Cara <cara@example.org>",
        "date": "2024-01-01T10:00:00+01:00",
        "subject": "Café – the list",
        "message_id": "<1@example.org>",
        "attachments": "winmail.dat; prière.pdf",
        "text": "Café – the list\n“Red” wine, 5€, a line that is continued",
    }
    assert page.notes == []


def simple(body, kind="text/plain", **headers):
    lines = {"Subject": "s", "Content-Type": kind, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return "".join(f"{name}: {value}\n" for name, value in lines.items()).encode() + b"\n" + body


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (simple(b"<p>r<b>e</b>d</p><style>x</style>wine", "text/html"), "red\nwine"),
        (simple("<meta charset=koi8-r>вино".encode("koi8-r"), "text/html"), "вино"),
        (simple(b"cmVkIHdpbmU=", Content_Transfer_Encoding="base64"), "red wine"),
        (simple(b"cmVkIHdpbmU", Content_Transfer_Encoding="base64"), "red wine"),
        (simple("café".encode(), "text/plain; charset=utf-8"), "café"),
        (simple("café".encode("cp1252"), "text/plain; charset=us-ascii"), "café"),
        (simple("café".encode("cp1252")), "café"),
        (simple(b"red\r\nwine\r\n"), "red\nwine"),
        (
            simple(b"--b\n\nred\n--b\nContent-Type: image/png\n\nx\n--b\n\nwhite", "multipart/mixed; boundary=b"),
            "red\nwhite",
        ),
        (simple(b"--b\nContent-Type: text/html\n\n<p>red\n--b--", "multipart/alternative; boundary=b"), "red"),
        (
            simple(b"--b\n\n \n--b\nContent-Type: text/html\n\n<p>red\n--b--", "multipart/alternative; boundary=b"),
            "red",
        ),
        (simple(b"Subject: inner\n\nred", "message/rfc822"), "inner\nred"),
        (simple(b"red", "text/plain; name=body.txt"), "red"),
        (simple(b"x", "image/png"), ""),
    ],
)
def test_text_is_the_subject_and_the_body_that_is_read(data, text):
    page = read_mail(data, "a.eml")
    assert page.fields["text"] == f"s\n{text}".strip()
    assert page.notes == []


@pytest.mark.parametrize(
    ("charset", "note"),
    [
        ("klingon", "in an encoding that is not known, so read as UTF-8 or Windows-1252"),
        ("utf-8", "not all of it is utf-8 as it says; what is not became \ufffd"),
    ],
)
def test_text_that_is_not_in_what_it_says_is_noted(charset, note):
    page = read_mail(simple("café".encode("cp1252"), f"text/plain; charset={charset}"), "a.eml")
    assert page.fields["text"].startswith("s\ncaf")
    assert page.notes == [note]


@pytest.mark.parametrize(
    ("raw", "subject"),
    [
        ("café".encode(), "café"),
        ("café".encode("cp1252"), "café"),
        (b"=?utf-8?b?Y2Fmw6k=?= wine", "café wine"),
        (b"=?utf-8?b?Y2Fmw?= =?utf-8?b?6k=?=", "=?utf-8?b?Y2Fmw?= =?utf-8?b?6k=?="),
        (b"=?utf-8?q?caf=C3?= =?utf-8?q?=A9?=", "café"),
        (b"=?klingon?q?tea?=", "tea"),
        ("=?utf-8?q?caf=C3=A9?= вино".encode(), "café вино"),
        (b"=?utf-8?q?a?= \\ud800", "a ?"),
        (b"folded\n and on", "folded and on"),
    ],
)
def test_headers_are_decoded_however_they_are_written(raw, subject):
    assert read_mail(b"Subject: " + raw + b"\n\nbody", "a.eml").fields["subject"] == subject


PLAIN = [
    b"Subject: s\n\nred\n",
    b"Subject: s\r\nFrom: a@example.org\r\n\r\nred\rwhite\r\n",
    b"Subject: s\nsubject: t\nTo: a,\n\tb\nX:\n\n\n red \n\n",
    b"Subject:  caf\xc3\xa9 \n\ncaf\xe9\n",
    b'Subject: caf\xe9\nContent-Type: TEXT/plain; Charset="ISO-8859-1"; format=flowed\n\ncaf\xe9 \x80',
    b"Subject: s\nContent-Type: text/plain; charset=klingon\n\n\xe9",
    b"Subject: s\nContent-Type: text/plain\nContent-Transfer-Encoding: Quoted-Printable\n\ncaf=C3=A9 =\nred=2",
    b"Subject: s\nContent-Transfer-Encoding: 8bit \n\n=41",
    b"Subject: =?utf-8?q?caf=C3=A9?=\nDate: Mon, 1 Jan 2024 10:00:00 +0100\n\n\n",
    b"Subject: s\nnot a header\n\nred",
    b"Subject: s\nReceived : x\n\nred",
    b"Subject: s\nContent-Type: text/plain; name=x.txt\nContent-Disposition: attachment\n\nred",
]


@pytest.mark.parametrize("data", PLAIN)
def test_what_is_read_without_the_parser_is_what_the_parser_reads(data, monkeypatch):
    ours = read_mail(data, "a.eml")
    monkeypatch.setattr(mail_module, "parse_plain_mail", lambda data: None)
    theirs = read_mail(data, "a.eml")
    assert (ours.fields, ours.notes) == (theirs.fields, theirs.notes)


def test_most_plain_mails_are_read_without_the_parser():
    assert sum(parse_plain_mail(data) is not None for data in PLAIN) == 8


def test_date_that_is_no_date_stays_as_it_is():
    assert read_mail(b"Date: Tuesday or so\n\nx", "a.eml").fields["date"] == "Tuesday or so"


def test_byte_order_mark_before_a_mail_is_ignored():
    assert read_mail(b"\xef\xbb\xbfSubject: wine\n\nred", "a.eml").fields["subject"] == "wine"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"red wine", "is not a mail: it has none of the headers of one; save it"),
        (b"", "is not a mail"),
        (b"Subject: s\nContent-Type: message/rfc822\n\n" * 2_000, "is nested too deeply"),
        (simple(b"x", "text/plain; charset*=a\0b'en'c"), "is damaged: .*; save or export it again"),
    ],
)
def test_what_is_no_mail_is_an_error(data, sentence):
    with pytest.raises(UserError, match=sentence):
        read_mail(data, "a.eml")


@pytest.mark.parametrize(
    "data",
    [
        b"Subject: " + b"=?utf-8?q?a?= " * 100_000 + b"\n\nx",
        b'Subject: s\nContent-Type: text/plain; a="' + b';\\"' * 100_000 + b"\n\nx",
        b"A: b\n" * 100_000 + b"Subject: s\n\nx",
    ],
    ids=["words", "parameters", "headers"],
)
def test_headers_without_end_take_no_longer_than_their_length_allows(data):
    start = time.process_time()
    read_mail(data, "a.eml")
    assert time.process_time() - start < 4


@pytest.fixture
def mailbox(tmp_path):
    def make(data, name="inbox.mbox"):
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return make


TAKEOUT = b"""\
From 1234567890@xxx Mon Jan 01 10:00:00 +0000 2024
X-GM-THRID: 1
X-Gmail-Labels: Inbox
Subject: wine
Message-ID: <1@mail.gmail.com>

red
>From here on: white
>>From there

From now on we drink tea.
From 10:30 to 2024 we drink.

From 1234567891@xxx Mon Jan 01 11:00:00 +0000 2024
Subject: tea
Message-ID: <2@mail.gmail.com>

green
"""


def test_mailbox_of_google_takeout_is_read_mail_by_mail(mailbox):
    documents = read(mailbox(TAKEOUT))
    assert documents.ids.to_list() == ["<1@mail.gmail.com>", "<2@mail.gmail.com>"]
    assert documents.table["subject"].to_list() == ["wine", "tea"]
    assert documents.text.to_list() == [
        "wine\nred\nFrom here on: white\n>From there\n\nFrom now on we drink tea.\nFrom 10:30 to 2024 we drink.",
        "tea\ngreen",
    ]
    assert documents.notes == ()


def test_packed_mailbox_is_the_same(mailbox):
    packed = read(mailbox(gzip.compress(TAKEOUT), "inbox.mbox.gz"))
    assert packed.table.equals(read(mailbox(TAKEOUT)).table)


def test_packed_mailbox_that_ends_too_early_is_read_as_far_as_it_goes(mailbox):
    whole = gzip.compress(TAKEOUT + b"\n".join(b"%d" % (number * 7919 % 10007) for number in range(20_000)))
    documents = read(mailbox(whole[:-5_000], "inbox.mbox.gz"))
    assert documents.text[0].startswith("wine\nred")
    assert documents.unread == (("the rest of inbox.mbox.gz", "the gzip data is damaged or ends too early"),)


def test_mailbox_of_thunderbird_is_read_without_what_was_deleted(mailbox):
    begin = b"From - Mon Jan 01 10:00:00 2024\r\nX-Mozilla-Status: %s\r\nX-Mozilla-Status2: 00000000\r\n"
    mails = [
        begin % b"0001" + b"Subject: wine\r\n\r\nred\r\n\r\n",
        begin % b"0009" + b"Subject: spam\r\n\r\nno\r\n\r\n",
    ]
    documents = read(mailbox(b"".join(mails) + b"From \r\nSubject: tea\r\n\r\ngreen\r\n"))
    assert documents.text.to_list() == ["wine\nred", "tea\ngreen"]
    assert documents.ids.to_list() == ["1", "2"]
    assert documents.notes == ("inbox.mbox: 1 mail left out that Thunderbird marks as deleted",)


def test_mails_are_numbered_where_message_ids_repeat(mailbox):
    data = TAKEOUT.replace(b"<2@", b"<1@")
    assert read(mailbox(data)).ids.to_list() == ["1", "2"]


def test_damaged_mails_are_listed_and_the_others_read(mailbox):
    begin = b"From a Mon Jan 01 10:00:00 2024\n"
    deep = begin + b"Subject: s\nContent-Type: message/rfc822\n\n" + b"Content-Type: message/rfc822\n\n" * 2_000
    strange = begin + b"X-Odd: yes\n\nno header that is known\n\n"
    documents = read(mailbox(begin + b"Subject: wine\n\nred\n\n" + deep + b"\n" + strange))
    assert documents.text.to_list() == ["wine\nred"]
    assert [name for name, _ in documents.unread] == ["mail 2", "mail 3"]
    assert documents.unread[1][1].startswith("is not a mail")


def test_repairs_are_counted(mailbox):
    one = b"From a Mon Jan 01 10:00:00 2024\nContent-Type: text/plain; charset=klingon\nSubject: s\n\n\xe9\n\n"
    assert read(mailbox(one * 3)).notes[0].startswith("inbox.mbox: 3 mails in an encoding that is not known")


def test_mail_that_is_too_large_is_listed(mailbox, monkeypatch):
    monkeypatch.setattr(module, "_LARGEST_MAIL", 1_000)
    begin = b"From a Mon Jan 01 10:00:00 2024\nSubject: wine\n\n"
    documents = read(mailbox(begin + b"red\n" * 1_000 + b"\n" + begin + b"white\n"))
    assert documents.text.to_list() == ["wine\nwhite"]
    assert documents.unread == (("mail 1", "larger than 0 MB"),)


def test_single_mail_under_the_name_of_a_mailbox_is_read(mailbox):
    assert read(mailbox(OUTLOOK)).table["message_id"].to_list() == ["<1@example.org>"]


@pytest.mark.parametrize("chunk", [1, 2, 7, 40, 64])
def test_mails_are_the_same_wherever_the_file_is_cut_while_it_is_read(mailbox, monkeypatch, chunk):
    data = TAKEOUT + b"From - Mon Jan 01 10:00:00 2024\nFrom \nSubject: three\n\nthe end\nFrom -\n"
    whole = read(mailbox(data)).table
    assert whole["subject"].to_list() == ["wine", "tea", "three"]
    monkeypatch.setattr(module, "_CHUNK", chunk)
    assert read(mailbox(data)).table.equals(whole)


def test_lines_that_are_longer_than_is_held_do_not_hide_the_next_mail(mailbox, monkeypatch):
    monkeypatch.setattr(module, "_LONGEST_LINE", 100)
    monkeypatch.setattr(module, "_CHUNK", 64)
    begin = b"From a Mon Jan 01 10:00:00 2024\nSubject: wine\n\n"
    documents = read(mailbox(begin + b"r" * 1_000 + b"\n\n" + begin + b"white\n"))
    assert documents.text.to_list() == ["wine\n" + "r" * 1_000, "wine\nwhite"]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"red wine\n", b"\x1f\x8bxx"])
def test_mailbox_without_mails_is_an_error(mailbox, data):
    with pytest.raises(UserError, match=r"inbox\.mbox holds no mail that can be read.*; export it"):
        read(mailbox(data))


def test_mails_and_mailboxes_of_a_folder_are_read_together(tmp_path):
    (tmp_path / "a.eml").write_bytes(OUTLOOK)
    (tmp_path / "b.mbox").write_bytes(TAKEOUT)
    documents = read(tmp_path)
    assert documents.ids.to_list() == ["a.eml", "<1@mail.gmail.com>", "<2@mail.gmail.com>"]
    assert documents.table["file"].to_list() == ["a.eml", "b.mbox", "b.mbox"]
