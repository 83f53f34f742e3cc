"""Zip files."""

import errno
import io
import os
import stat
import tempfile
import zipfile
from pathlib import Path

import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.collections import archive as module
from tests.readers.zip_maker import zip_file


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """Make an archive, and look after it that nothing is left of what it was unpacked to."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))

    def make(members, **options):
        path = tmp_path / "pile.zip"
        path.write_bytes(members if isinstance(members, bytes) else zip_file(members, **options))
        return path

    yield make
    assert list(temporary.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pile.zip", "temporary"]


def test_archive_is_read_as_a_folder(archive):
    path = archive({"wine/red.txt": "red", "wine/": "", "b.csv": "id,text\n7,tea\n", "a.html": "<p>beer"})
    documents = read(path)
    assert documents.ids.to_list() == ["a.html", "wine/red.txt", "7"]
    assert documents.table["folder"].to_list() == ["", "wine", ""]
    assert documents.source == str(path)
    assert documents.notes == ()


def test_subfolder_can_serve_as_label_and_progress_is_told(archive):
    seen = []
    path = archive({"wine/1.txt": "red", "tea/1.txt": "green"})
    documents = read(path, label="folder", progress=lambda stage: seen.append((stage.done, stage.total)))
    assert documents.label.to_list() == ["tea", "wine"]
    assert seen == [(0, 2), (1, 2)]


@pytest.mark.parametrize(
    "name", ["../out.txt", "a/../../out.txt", "/out.txt", "C:/out.txt", "..\\out.txt", "C:out.txt", "//host/out.txt"]
)
def test_names_that_lead_out_of_the_archive_are_not_unpacked(archive, tmp_path, name):
    documents = read(archive({"a.txt": "red", name: "out"}))
    assert documents.ids.to_list() == ["a.txt"]
    assert documents.unread == ((name.replace("\\", "/"), "its name leads out of the archive"),)
    assert not list(tmp_path.rglob("out.txt"))


def test_links_are_not_followed(archive):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("a.txt", "red")
        link = zipfile.ZipInfo("b.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        packed.writestr(link, "/etc/passwd")
    assert read(archive(file.getvalue())).unread == (("b.txt", "a link"),)


def test_archives_in_archives_are_listed(archive):
    documents = read(archive({"a.txt": "red", "b.ZIP": zip_file({"c.txt": "tea"}), "d.png": "x"}))
    assert documents.unread == (
        ("b.ZIP", "an archive in an archive; unpack it first"),
        ("d.png", "of a kind that is not read"),
    )


def test_damaged_member_is_listed_and_the_others_read(archive):
    data = zip_file({"a.txt": "red wine", "b.txt": "green tea"}, compression=zipfile.ZIP_STORED)
    documents = read(archive(data.replace(b"green tea", b"green sea")))
    assert documents.text.to_list() == ["red wine"]
    assert documents.unread == (("b.txt", "damaged"),)


def test_encrypted_and_unknown_members_are_listed(archive):
    data = bytearray(zip_file({"a.txt": "red", "b.txt": "tea", "c.txt": "beer"}))
    second, third = data.index(b"PK\1\2", data.index(b"PK\1\2") + 1), data.rindex(b"PK\1\2")
    data[second + 8] |= 1
    data[data.index(b"b.txt") - 30 + 6] |= 1
    data[third + 10] = data[data.index(b"c.txt") - 30 + 8] = 77
    documents = read(archive(bytes(data)))
    assert documents.unread == (("b.txt", "encrypted"), ("c.txt", "compressed in a way that is not known"))


def test_bomb_is_not_unpacked_and_the_others_are_read(archive):
    documents = read(archive({"a.txt": "red", "bomb.txt": bytes(150_000_000)}))
    assert documents.ids.to_list() == ["a.txt"]
    assert documents.unread == (("bomb.txt", "unpacks to too much"),)


def test_limit_holds_for_all_members_together(archive, monkeypatch):
    monkeypatch.setattr(module, "_MOST_BYTES", 25)
    documents = read(archive({f"{number}.txt": "x" * 10 for number in range(4)}))
    assert len(documents) == 2
    assert [name for name, _ in documents.unread] == ["2.txt", "3.txt"]


def test_too_many_files_are_an_error(archive, monkeypatch):
    monkeypatch.setattr(module, "_MOST_FILES", 2)
    with pytest.raises(UserError, match=r"pile\.zip holds 3 files, over 2; unpack it"):
        read(archive({f"{number}.txt": "x" for number in range(3)}))


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")  # what the test is about
def test_second_file_of_a_name_and_names_that_cannot_be_are_listed(archive):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        for name in ["a.txt", "a.txt", "a.txt/b.txt", "x" * 300 + ".txt"]:
            packed.writestr(name, "red")
    documents = read(archive(file.getvalue()))
    assert documents.ids.to_list() == ["a.txt"]
    assert documents.unread[0] == ("a.txt", "there are two of this name")
    assert documents.unread[2][1] == os.strerror(errno.ENAMETOOLONG).lower()
    assert len(documents.unread) == 3


def test_names_in_utf8_that_do_not_say_so_are_read_as_macs_mean_them(archive):
    data = zip_file({"caf__.txt": "red"}).replace(b"caf__.txt", "café.txt".encode())
    assert read(archive(data)).ids.to_list() == ["café.txt"]
    assert read(archive(zip_file({"café.txt": "red"}))).ids.to_list() == ["café.txt"]


def test_names_of_old_dos_programs_stay_as_they_are(archive):
    data = zip_file({"caf_.txt": "red"}).replace(b"caf_.txt", "café.txt".encode("cp437"))
    assert read(archive(data)).ids.to_list() == ["café.txt"]


def test_files_that_cannot_be_read_are_named_as_in_the_archive(archive, tmp_path):
    documents = read(
        archive({"a.txt": "red", "sub/b.csv": "", "c.pdf": "no", "d.docx": "PK", "e.mbox": "x", "f.json": "{"})
    )
    assert [name for name, _ in documents.unread] == ["c.pdf", "d.docx", "e.mbox", "f.json", "sub/b.csv"]
    assert not any(str(tmp_path) in note or "likewise-" in note for note in documents.notes)


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({}, "has nothing that can be read: it is empty; pack it again"),
        ({"../a.txt": "x"}, r"has nothing that can be read: \.\./a\.txt \(its name leads out"),
        ({"a.png": "x"}, r"has nothing that can be read: a\.png"),
        (b"PK", "is damaged and cannot be read"),
        (b"", "is damaged and cannot be read"),
    ],
)
def test_archive_without_documents_is_one_sentence(archive, members, sentence):
    with pytest.raises(UserError, match=sentence) as error:
        read(archive(members))
    assert "pile.zip" in str(error.value)
    assert "likewise-" not in str(error.value)


def test_full_disk_is_said(archive, monkeypatch):
    def fail(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module.shutil, "copyfileobj", fail)
    with pytest.raises(UserError, match=r"the disk is full: .*; make room"):
        read(archive({"a.txt": "red"}))


def test_folder_of_the_archive_is_gone_after_an_interruption(archive, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "read_folder", interrupt)
    with pytest.raises(KeyboardInterrupt):
        read(archive({"a.txt": "red"}))
    assert isinstance(tempfile.tempdir, str)
    assert list(Path(tempfile.tempdir).iterdir()) == []
