"""The file that a document is: opened, printed, copied; inside what was given, and nowhere else."""

import json
import os
import zipfile

import pytest

from likewise.app import open_file
from likewise.app.own_files import find_own_file


@pytest.fixture
def folder(tmp_path, texts_of, monkeypatch):
    """Twenty files on wine and tea, a table with four rows on wine, and nothing else."""
    monkeypatch.chdir(tmp_path)
    papers = tmp_path / "papers"
    (papers / "deep").mkdir(parents=True)
    for topic, place in (("wine", papers), ("tea", papers / "deep")):
        for number, text in enumerate(texts_of(topic, 10, seed=2)):
            (place / f"{topic}{number}.txt").write_text(text)
    rows = "".join(f"r{number},{text}\n" for number, text in enumerate(texts_of("wine", 4, seed=3)))
    (tmp_path / "rows.csv").write_text(f"id,text\n{rows}")
    return tmp_path


def test_a_file_is_found_in_what_was_given_and_nowhere_else(folder, tmp_path):
    papers = folder / "papers"
    (tmp_path / "secret.txt").write_text("wine")
    (papers / "out.txt").symlink_to(tmp_path / "secret.txt")
    assert find_own_file("deep/tea1.txt", [papers]) == papers / "deep" / "tea1.txt"
    assert find_own_file("papers/wine1.txt", [tmp_path / "rows.csv", papers]) == papers / "wine1.txt"
    for name in (
        "../secret.txt",
        str(tmp_path / "secret.txt"),
        "out.txt",
        "nothing.txt",
        "a\0b.txt",
        "x" * 5000 + ".txt",
    ):
        assert find_own_file(name, [papers]) is None


def test_a_file_that_is_no_document_is_never_opened(tmp_path):
    (tmp_path / "run.sh").write_text("echo wine")
    assert find_own_file("run.sh", [tmp_path]) is None


@pytest.fixture
def project(run, folder, likes):
    assert run("new", "review", likes, "papers", "rows.csv", "--quiet").exit_code == 0
    return folder / "review.likewise"


def test_the_path_of_a_document_is_printed_from_anywhere(run, project, folder, likes, tmp_path_factory, monkeypatch):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    said = run("open-file", project, "papers/wine3.txt", "--print").stdout
    assert said == f"{folder / 'papers' / 'wine3.txt'}\n"
    example = min(likes.iterdir())
    assert run("open-file", project, example.name, "--print").stdout == f"{example}\n"


def test_a_document_is_opened_by_the_system_or_it_is_said_where_it_is(run, project, folder, monkeypatch):
    opened = []
    monkeypatch.setattr(open_file.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(open_file.subprocess, "Popen", lambda command, **_: opened.append(command))
    monkeypatch.setattr(open_file.sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    assert run("open-file", project, "papers/wine3.txt").stdout.startswith("Opened: ")
    assert opened == [["/usr/bin/xdg-open", str(folder / "papers" / "wine3.txt")]]
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert run("open-file", project, "papers/wine3.txt").stdout.startswith("Nothing opens files here. It is: ")
    assert len(opened) == 1


def test_what_has_no_file_is_told_in_one_sentence(mistake, project, folder):
    assert "r1 is a row of a table" in mistake("open-file", project, "r1")
    (folder / "papers" / "wine3.txt").unlink()
    assert "not there any more" in mistake("open-file", project, "papers/wine3.txt")
    assert "no document of the project" in mistake("open-file", project, "nobody")


def test_a_document_in_an_archive_is_said_to_be_there(run, mistake, likes, folder):
    with zipfile.ZipFile(folder / "papers" / "more.zip", "w") as archive:
        archive.write(folder / "papers" / "wine1.txt", "inside.txt")
    (folder / "papers" / "wine1.txt").unlink()
    assert run("new", "zipped", likes, "papers", "--quiet").exit_code == 0
    assert "in the archive more.zip" in mistake("open-file", "zipped", "more.zip/inside.txt")


def test_files_of_what_is_suggested_are_copied_as_they_are_named(run, folder, likes):
    done = run("find", likes, "papers", "rows.csv", "--top", "0", "--copy-to", "picked")
    assert done.exit_code == 0
    copied = sorted(path.name for path in (folder / "picked").rglob("*.txt"))
    assert copied
    assert all(name.startswith("wine") for name in copied)
    assert (folder / "picked" / "papers" / copied[0]).read_text() == (folder / "papers" / copied[0]).read_text()
    assert f"{len(copied)} files copied: picked" in done.stdout
    assert "(no file of their own: " in done.stdout


def test_it_is_said_of_every_file_why_it_was_not_copied(run, folder, likes, texts_of):
    with zipfile.ZipFile(folder / "papers" / "more.zip", "w") as archive:
        archive.writestr("inside.txt", texts_of("wine", 1, seed=7)[0])
    (folder / "elsewhere.txt").write_text(texts_of("wine", 1, seed=8)[0])
    (folder / "papers" / "out.txt").symlink_to(folder / "elsewhere.txt")
    done = run("find", likes, "papers", "--follow-links", "--top", "0", "--copy-to", "picked", env={"COLUMNS": "300"})
    assert "(in an archive: 1, not where they were read, or links that lead out of there: 1)" in done.stdout
    assert not list((folder / "picked").rglob("out.txt"))


def test_programs_are_told_what_was_copied(run, folder, likes):
    told = json.loads(run("find", likes, "papers", "--json", "--copy-to", "picked").stdout)["copied"]
    assert told == {"folder": "picked", "n_files": len(list((folder / "picked").rglob("*.txt"))), "notes": []}


def test_nothing_is_ever_copied_over_anything(mistake, folder, likes):
    (folder / "picked").mkdir()
    (folder / "picked" / "mine.txt").write_text("my work")
    assert "already" in mistake("find", likes, "papers", "--copy-to", "picked")
    assert "is a file" in mistake("find", likes, "papers", "--copy-to", "rows.csv")
    assert [path.name for path in (folder / "picked").iterdir()] == ["mine.txt"]


def test_a_copy_that_fails_leaves_nothing_behind(mistake, folder, likes, monkeypatch):
    from likewise.app import copy_files

    calls = []

    def fill_disk(source, target):
        calls.append(target)
        if len(calls) > 2:
            raise OSError(28, os.strerror(28))

    monkeypatch.setattr(copy_files.shutil, "copy2", fill_disk)
    before = sorted(folder.iterdir())
    assert "cannot copy to picked" in mistake("find", likes, "papers", "--copy-to", "picked", "--top", "0")
    assert sorted(folder.iterdir()) == before
