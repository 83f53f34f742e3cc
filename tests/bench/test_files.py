"""The page of how fast files are read is that of its rows, and the files that are timed are read whole."""

import csv
import sys

import pytest

from bench import files
from likewise.readers import read


def test_the_page_is_that_of_the_rows():
    rows = list(csv.DictReader(files.ROWS.read_text(encoding="utf-8").splitlines()))
    assert files.PAGE.read_text(encoding="utf-8") == files.page(rows)


@pytest.mark.parametrize(("kind", "make"), [("bib", files._bib), ("nbib", files._nbib), ("mbox", files._mbox)])
def test_files_that_are_timed_are_read_whole(tmp_path, monkeypatch, kind, make):
    monkeypatch.setattr(files, "N_RECORDS", 50)
    path = tmp_path / f"pile.{kind}"
    path.write_text(make(files._records()), encoding="utf-8")
    documents = read(path)
    assert len(documents) == 50
    assert documents.unread == ()


def test_a_reader_is_timed_in_a_process_of_its_own_and_must_read_all(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "N_RECORDS", 50)
    path = tmp_path / "pile.nbib"
    path.write_text(files._nbib(files._records()), encoding="utf-8")
    assert 0 < files.time_reader(sys.executable, "likewise", path) < 10
    monkeypatch.setattr(files, "N_RECORDS", 51)
    with pytest.raises(RuntimeError, match="50 of 51"):
        files.time_reader(sys.executable, "likewise", path)


def test_a_command_that_fails_is_not_timed():
    with pytest.raises(RuntimeError, match="ended with 2"):
        files.run_command(["find"])


def test_the_processor_time_of_a_mistake_is_measured(tmp_path):
    (tmp_path / "pile.ris").touch()
    for command in files.mistakes(str(tmp_path / "pile.ris"), str(tmp_path / "pile.ris")).values():
        usage = files.run_command(command, exit_code=2)
        assert 0 < usage.processor < 10
        assert usage.peak_gb > 0


@pytest.mark.corpus
def test_the_review_that_is_timed_is_read_whole(tmp_path):
    known, review = files.make_review(tmp_path)
    assert len(read(known)) == 8
    assert len(read(review)) == 725
