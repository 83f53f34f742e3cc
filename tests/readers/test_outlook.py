"""Messages of Outlook."""

import struct

import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.documents.compound_file import read_streams
from likewise.readers.documents.outlook import read_outlook
from tests.readers.compound_maker import compound_file, message

# 1 January 2024, 10:00, in tenths of a millionth of a second since 1601.
SENT = 133_485_768_000_000_000
SENDER = {0x0C1A: "A. Drinker", 0x5D01: "a@example.org", 0x0E04: "B; C", 0x1035: "<1@x>"}


def test_message_has_the_fields_of_a_mail():
    data = message(
        {**SENDER, 0x0037: "On wine\0", 0x1000: "We drink.\r\nA lot."}, attachments=["list.pdf", "b.txt"], sent=SENT
    )
    assert read_outlook(data, "a.msg").fields == {
        "from": "A. Drinker <a@example.org>",
        "to": "B; C",
        "date": "2024-01-01T10:00:00+00:00",
        "subject": "On wine",
        "message_id": "<1@x>",
        "attachments": "list.pdf; b.txt",
        "text": "On wine\nWe drink.\nA lot.",
    }


def test_long_and_old_and_html_bodies_are_read():
    assert read_outlook(message({0x0037: "x", 0x1000: "red " * 3000}), "a.msg").fields["text"].count("red") == 3000
    assert read_outlook(message({0x1000: "Café".encode("cp1252")}), "a.msg").fields["text"] == "Café"
    page = message({0x0037: "x", 0x1013: b"<p>red<p>wine"})
    assert read_outlook(page, "a.msg").fields["text"] == "x\nred\nwine"


def test_sender_without_an_address_on_the_internet_is_the_name():
    internal = message({0x0C1A: "A", 0x0C1F: "/O=ORG/CN=A", 0x1000: "x"})
    assert read_outlook(internal, "a.msg").fields["from"] == "A"
    assert read_outlook(message({0x0C1F: "a@example.org", 0x1000: "x"}), "a.msg").fields["from"] == "a@example.org"


def test_date_that_cannot_be_is_left_out():
    assert "date" not in read_outlook(message({0x1000: "x"}, sent=2**63), "a.msg").fields


def test_large_compound_file_keeps_every_byte():
    streams = {"a": bytes(range(256)) * 1000, "folder/b": b"tea" * 100, "c": b""}
    assert read_streams(compound_file(streams)) == streams


def test_loops_in_the_tables_come_to_an_end():
    data = bytearray(message({0x1000: "red " * 3000}))
    table = struct.unpack_from("<I", data, 76)[0]
    struct.pack_into("<I", data, (table + 1) * 512, 0)
    assert read_outlook(bytes(data), "a.msg").fields["text"].startswith("red")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"red wine", r"is not a message of Outlook: it does not begin as one; save it as \.msg again"),
        (message({})[:100], "it ends in its first lines; save"),
        (message({}), "it has no text; save"),
        (message({0x1000: "x"})[:512], "its table of contents is damaged; save"),
    ],
)
def test_what_is_no_message_is_one_sentence(tmp_path, data, sentence):
    (tmp_path / "a.msg").write_bytes(data)
    with pytest.raises(UserError, match=sentence):
        read(tmp_path / "a.msg")
