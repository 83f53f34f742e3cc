"""A folder or a single file of plain text."""

import gzip
import os

import pytest

from likewise.errors import UserError
from likewise.readers import read
from tests.readers.zip_maker import zip_file


def write(folder, name, data):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def test_folder_is_read_recursively_in_order_of_names(tmp_path):
    for name, text in {"b.txt": "two", "a/z.md": "one", "c.TXT": "three", "a.txt": "zero"}.items():
        write(tmp_path, name, text)
    documents = read(tmp_path)
    assert documents.ids.to_list() == ["a.txt", "a/z.md", "b.txt", "c.TXT"]
    assert documents.text.to_list() == ["zero", "one", "two", "three"]
    assert documents.notes == ()
    assert documents.label is None


def test_subfolder_can_serve_as_label(tmp_path):
    write(tmp_path, "wine/1.txt", "red")
    write(tmp_path, "tea/1.txt", "green")
    assert read(tmp_path, label="folder").label.to_list() == ["tea", "wine"]


def test_hidden_and_other_files_are_left_out_and_said_so(tmp_path):
    write(tmp_path, "a.txt", "red wine")
    write(tmp_path, ".secret.txt", "hidden")
    write(tmp_path, ".git/a.txt", "hidden")
    write(tmp_path, "paper.pdf", "%PDF-1.4")
    documents = read(tmp_path)
    assert documents.ids.to_list() == ["a.txt"]
    assert any("paper.pdf" in note for note in documents.notes)
    assert any("2 hidden" in note for note in documents.notes)


def test_empty_text_file_in_a_folder_stays_as_an_empty_document(tmp_path):
    write(tmp_path, "a.txt", "red wine")
    write(tmp_path, "b.txt", "")
    documents = read(tmp_path)
    assert documents.text.to_list() == ["red wine", ""]
    assert documents.notes == ("1 of 2 documents is empty",)


@pytest.mark.parametrize("data", [b"\x89PNG\0\0\0", bytes(range(1, 8)) * 9, b"%PDF-1.7 text", b"\x1f\x8bbroken"])
def test_binary_text_file_in_a_folder_is_listed_as_not_read(tmp_path, data):
    write(tmp_path, "a.txt", "red wine")
    write(tmp_path, "b.txt", data)
    documents = read(tmp_path)
    assert documents.ids.to_list() == ["a.txt"]
    assert [note for note in documents.notes if note.startswith("not read") and "b.txt" in note]


def test_many_files_in_another_encoding_make_one_note(tmp_path):
    for number in range(8):
        write(tmp_path, f"{number}.txt", "café".encode("cp1252"))
    documents = read(tmp_path)
    assert documents.text.to_list() == ["café"] * 8
    assert len(documents.notes) == 1
    assert documents.notes[0].startswith("8 files not UTF-8, so read as Windows-1252: 0.txt")
    assert documents.notes[0].endswith("and 3 more")


def test_broken_link_in_a_folder_is_noted(tmp_path):
    write(tmp_path, "a.txt", "red wine")
    (tmp_path / "b.txt").symlink_to(tmp_path / "nowhere.txt")
    documents = read(tmp_path)
    assert documents.unread == (("b.txt", "no regular file, or a link to nowhere"),)
    assert any("not read: b.txt" in note for note in documents.notes)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may open every folder")
def test_folder_that_cannot_be_opened_is_noted(tmp_path):
    write(tmp_path, "a.txt", "red wine")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    try:
        assert any("closed" in note for note in read(tmp_path).notes)
    finally:
        closed.chmod(0o700)


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "is empty"),
        ({"pile.png": "text\nred wine\n"}, r"nothing that can be read: pile.png \(of a kind that is not read\)"),
        ({"a.txt": b"\0\0\0"}, "NUL bytes"),
    ],
)
def test_folder_without_anything_readable_is_an_error(tmp_path, files, sentence):
    for name, data in files.items():
        write(tmp_path, name, data)
    with pytest.raises(UserError, match=sentence):
        read(tmp_path)


@pytest.mark.parametrize(
    ("data", "text", "note"),
    [
        ("naïve".encode(), "naïve", None),
        ("naïve".encode("utf-8-sig"), "naïve", None),
        ("naïve".encode("utf-16"), "naïve", None),
        (b"\xfe\xff" + "naïve".encode("utf-16-be"), "naïve", None),
        ("naïve".encode("utf-32"), "naïve", None),
        ("“naïve”".encode("cp1252"), "“naïve”", "Windows-1252"),
        (b"na\xefve \x81", "naïve \x81", "Latin-1"),
        ("naïve".encode("utf-16") + b"x", "naïve\ufffd", "UTF-16"),
        (b"a" * 9000 + b"\0b", "a" * 9000 + " b", "NUL"),
    ],
)
def test_encodings_are_recognised_and_guesses_noted(tmp_path, data, text, note):
    documents = read(write(tmp_path, "note.txt", data))
    assert documents.text.to_list() == [text]
    assert documents.ids.to_list() == ["note.txt"]
    if note is None:
        assert documents.notes == ()
    else:
        assert note in documents.notes[0]


def test_gzip_is_unpacked_whatever_the_name(tmp_path):
    packed = gzip.compress(b"red wine")
    assert read(write(tmp_path, "a.txt.gz", packed)).text.to_list() == ["red wine"]
    assert read(write(tmp_path, "a.md", packed)).text.to_list() == ["red wine"]


def test_line_of_a_million_characters_is_read(tmp_path):
    text = "x" * 1_000_000
    assert read(write(tmp_path, "a.txt", text)).text[0] == text


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.txt.gz", gzip.compress(b"red wine" * 100, mtime=0)[:-20], "cut short"),
        ("a.txt.gz", b"red wine", "is not gzip data"),
        ("a.txt.gz", gzip.compress(b"red wine", mtime=0)[:-8] + bytes(8), "damaged"),
        ("a.txt", b"", "is empty"),
        ("a.txt", b" \n ", "is empty"),
        ("a.txt", b"\0\1\2", "is not text"),
        ("a.docx", b"PK", "cannot be read"),
        ("a.xyz", b"red wine", "of a kind that cannot be read"),
    ],
)
def test_file_that_cannot_be_read_is_one_clear_sentence(tmp_path, name, data, sentence):
    path = write(tmp_path, name, data)
    with pytest.raises(UserError, match=sentence) as error:
        read(path)
    assert name in str(error.value)
    assert "\n" not in str(error.value)


def test_missing_path_is_an_error_that_names_it(tmp_path):
    with pytest.raises(UserError, match=r"no file or folder .*nowhere\.csv"):
        read(tmp_path / "nowhere.csv")


def test_links_that_lead_out_of_a_folder_are_listed_and_followed_only_if_asked(tmp_path):
    pile, other = tmp_path / "pile", tmp_path / "other"
    write(pile, "a.txt", "red wine")
    write(other, "b.txt", "green tea")
    (pile / "b.txt").symlink_to(other / "b.txt")
    (pile / "more").symlink_to(other)
    (pile / "same.txt").symlink_to(pile / "a.txt")
    (other / "back").symlink_to(other)
    documents = read(pile)
    assert documents.ids.to_list() == ["a.txt", "same.txt"]
    reason = "a link that leads out of the folder, and is not followed"
    assert sorted(documents.unread) == [("b.txt", reason), ("more", reason)]
    followed = read(pile, follow_links=True)
    assert followed.ids.to_list() == ["a.txt", "b.txt", "more/b.txt", "same.txt"]
    assert followed.unread == ()


def test_zips_in_a_folder_are_read(tmp_path):
    write(tmp_path, "a.txt", "red wine")
    inner = zip_file({"x.txt": "never read"})
    members = {"tea/b.txt": "green tea", "c.csv": "title\non beer\n", "d.csv": "id,title\n7,on rum\n", "e.zip": inner}
    write(tmp_path, "old/pile.zip", zip_file(members))
    documents = read(tmp_path)
    names = ["a.txt", "old/pile.zip/tea/b.txt", "old/pile.zip/c.csv:1", "7"]
    assert documents.ids.to_list() == names
    assert documents.table["folder"].to_list() == ["", "old/pile.zip/tea", "old/pile.zip", "old/pile.zip"]
    assert documents.table["file"][1] == "old/pile.zip/tea/b.txt"
    assert [name for name, _ in documents.unread] == ["old/pile.zip/e.zip"]


def test_encrypted_and_damaged_zips_in_a_folder_are_listed_as_such(tmp_path):
    write(tmp_path, "a.txt", "red wine")
    data = bytearray(zip_file({"b.txt": "tea"}))
    data[data.index(b"PK\1\2") + 8] |= 1
    data[6] |= 1
    write(tmp_path, "b.zip", bytes(data))
    write(tmp_path, "c.zip", b"PK")
    reasons = dict(read(tmp_path).unread)
    assert reasons["b.zip"] == "is encrypted; unpack it with its password, and give the folder"
    assert reasons["c.zip"].startswith("is damaged")
