"""Where corpora are looked for, how they are checked, and what is said when they are not there."""

import errno
import gzip
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from likewise.datasets import CATALOGUE, Corpus, load, load_20newsgroups, load_reuters21578, load_webkb, names
from likewise.datasets.locate import cache_folder, find, list_data_folders, sha256
from likewise.datasets.newsgroups import parse_original
from likewise.datasets.storage import load_records, read_records, to_corpus, write_records
from likewise.errors import UserError

RECORDS = [{"id": "a", "text": "red wine", "label": "wine"}, {"id": "b", "text": "café\u2028", "label": "tea"}]


@pytest.fixture
def drinks(tmp_path, monkeypatch):
    """A corpus of two documents in the folder that LIKEWISE_DATA names."""
    folder = tmp_path / "corpora"
    folder.mkdir()
    monkeypatch.setenv("LIKEWISE_DATA", str(folder))
    monkeypatch.setenv("LIKEWISE_CACHE", str(tmp_path / "cache"))
    path = folder / "drinks.jsonl.gz"
    write_records(RECORDS, path)
    return replace(CATALOGUE["webdir"], name="drinks", file=path.name, sha256=sha256(path), documents=2)


def test_records_come_back_from_the_named_folder(drinks):
    records, checksum = load_records(drinks, None)
    assert records == RECORDS
    assert checksum == drinks.sha256


def test_other_checksum_is_an_error(drinks):
    with pytest.raises(UserError, match="is not the drinks that likewise knows"):
        load_records(replace(drinks, sha256="0" * 64), None)


def test_file_that_changes_is_checked_again(drinks):
    path = find(drinks)
    assert path is not None
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(UserError, match="sha256"):
        find(drinks)


def test_other_number_of_documents_is_an_error(drinks):
    with pytest.raises(UserError, match="has 2 documents, not 3"):
        load_records(replace(drinks, documents=3), None)


def test_damaged_file_is_an_error(tmp_path):
    path = tmp_path / "a.jsonl.gz"
    for data in (b"no gzip", gzip.compress(b"{}\n" * 99)[:-9], gzip.compress(b"{oops\n"), gzip.compress(b"\xff\n")):
        path.write_bytes(data)
        with pytest.raises(UserError, match="is damaged"):
            read_records(path)


def test_same_records_give_the_same_bytes_and_no_other_file(tmp_path):
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        write_records(RECORDS, tmp_path / name)
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl.gz", "b.jsonl.gz"]


def test_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "a.jsonl.gz"
    write_records(RECORDS, path)
    before = path.read_bytes()

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(UserError, match=r"cannot write .*: No space left"):
        write_records(RECORDS[:1], path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_missing_corpus_says_the_three_ways_to_get_it(nowhere):
    with pytest.raises(UserError, match=r"set LIKEWISE_DATA .* put that file into .*cache.* pass download=True"):
        load_20newsgroups()


@pytest.mark.parametrize("name", ["webdir", "reviews_synergy", "banking77"])
def test_corpus_without_an_original_cannot_be_downloaded(nowhere, name):
    with pytest.raises(UserError, match="no single public original"):
        load(name, download=True)


def test_pooch_is_not_imported_until_something_is_downloaded():
    code = "import sys, likewise.datasets; from likewise.datasets.download import fetch; print('pooch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_download_is_parsed_kept_and_used_again(nowhere, archive, address):
    original = archive("all.tar.gz", {"20_newsgroups/sci.med/7": b"From: me\n\nred"})
    by_date = archive("bydate.tar.gz", {"20news-bydate-test/sci.med/7": b""})
    entry = replace(
        CATALOGUE["20newsgroups"], documents=1, originals=(f"{address}/{original.name}", f"{address}/{by_date.name}")
    )
    records, checksum = load_records(entry, parse_original, download=True)
    assert records == [{"id": "sci.med/7", "text": "From: me\n\nred", "label": "sci.med", "bydate": "test"}]
    assert [path.name for path in nowhere.iterdir()] == [entry.file]
    original.unlink()
    assert load_records(entry, parse_original) == (records, checksum)


def test_download_with_another_number_of_documents_is_refused_and_not_kept(nowhere, archive, address):
    url = f"{address}/{archive('a.tar.gz', {'20_newsgroups/sci.med/7': b''}).name}"
    entry = replace(CATALOGUE["20newsgroups"], originals=(url, url))
    with pytest.raises(UserError, match="holds 1 documents, not the 19,997"):
        load_records(entry, parse_original, download=True)
    assert list(nowhere.iterdir()) == []


def test_cache_folder_follows_the_environment(monkeypatch):
    monkeypatch.setenv("LIKEWISE_CACHE", "/a/b")
    assert cache_folder() == Path("/a/b")
    monkeypatch.delenv("LIKEWISE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/c")
    assert cache_folder() == Path("/c/likewise")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "likewise"


def test_without_the_variable_the_checkout_and_the_current_directory_are_searched(monkeypatch, tmp_path):
    monkeypatch.delenv("LIKEWISE_DATA", raising=False)
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    assert list_data_folders()[-1] == tmp_path / "shared" / "corpora"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: load_20newsgroups(headers="some"), "headers must be one of 'strip', 'subject', 'keep', not 'some'"),
        (lambda: load_20newsgroups(split="dev"), "split must be one of"),
        (lambda: load_reuters21578(split="dev"), "split must be one of"),
        (lambda: load_reuters21578(min_topic_size=-1), "min_topic_size must be 0 or more"),
        (lambda: load("reviews_synergy", review="Oud"), "review must be one of None, 'Chou_2004'"),
        (lambda: load("banking77", split="dev"), "split must be one of"),
        (lambda: load_webkb(classes=["dog"]), "no class 'dog'; it has: course"),
        (lambda: load("webkb", colour=1), "no option 'colour'; it has: tags, classes, download"),
    ],
)
def test_wrong_options_are_said_before_anything_is_read(nowhere, call, sentence):
    with pytest.raises(UserError, match=sentence):
        call()


def test_every_corpus_of_the_catalogue_can_be_loaded_by_name():
    assert set(CATALOGUE) < set(names())


def test_corpus_without_documents_has_no_extra_columns():
    assert to_corpus(CATALOGUE["webkb"], [], "").extra == {}


def test_taking_documents_takes_every_column():
    corpus = Corpus("x", ["a", "b", "c"], ["1", "2", "3"], [["p"], [], ["q"]], {"n": [1, 2, 3]}, "s", "h")
    taken = corpus.take([2, 0])
    assert (taken.ids, taken.texts, taken.labels, taken.extra) == (
        ["c", "a"],
        ["3", "1"],
        [["q"], ["p"]],
        {"n": [3, 1]},
    )
    assert (taken.source, taken.sha256, len(taken)) == ("s", "h", 2)
