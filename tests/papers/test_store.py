"""Rows in files that only grow: nothing is lost by being cut short, or by two writers at once."""

import csv
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from threading import Barrier

import pytest

from likewise.papers import store as module
from likewise.papers.store import FIELDS, VERSIONS, Store, commit
from likewise.papers.trials import Outcome, Trial


def trial(seed=0, **draw):
    return Trial("mixes", draw, {"name": "nb"}, seed)


def add(store, seed, value=0.5, problem=""):
    store.add("made/table1", "a cell", trial(seed), Outcome({"ap": 0.9, "F": value}, 1.25, "0123", problem), "abc1234")


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "not there yet")


def test_a_paper_without_rows_has_none(store):
    assert store.read("made") == {}
    assert store.rows("made") == []


def test_outcomes_are_read_by_the_hash_of_their_trial(store):
    add(store, 0, 0.25)
    add(store, 1, 0.75, 'says "no", twice; there, are commas')
    assert store.read("made") == {
        trial(0).hash: Outcome({"ap": 0.9, "F": 0.25}, 1.25, "0123"),
        trial(1).hash: Outcome({"ap": 0.9, "F": 0.75}, 1.25, "0123", 'says "no", twice; there, are commas'),
    }


def test_a_row_has_all_that_is_needed_to_make_it_again(store):
    add(store, 7)
    (row,) = store.rows("made")
    assert (row["paper"], row["table"], row["cell"], row["seed"]) == ("made", "table1", "a cell", "7")
    assert (row["value"], row["seconds"], row["data"], row["commit"]) == ("0.5", "1.25", "0123", "abc1234")
    assert Trial.from_settings(row["settings"]).hash == row["hash"] == trial(7).hash
    assert {package: row[package] for package in VERSIONS} == {package: version(package) for package in VERSIONS}
    assert row["python"].count(".") == 2
    assert json.loads(row["values"]) == {"F": 0.5, "ap": 0.9}


def test_value_is_f_or_else_the_first_measure(store):
    store.add("made/table1", "sizes", trial(), Outcome({"n_P": 4, "n_M": 9}, 0.0, "0123"), "abc")
    assert store.rows("made")[0]["value"] == "4"


def test_papers_have_files_of_their_own_and_tables_share_one(store):
    for table in ("made/table1", "made/table2", "other/table1"):
        store.add(table, "a cell", trial(table=table), Outcome({"F": 0.5}, 1.0, "0123"), "abc")
    assert [row["table"] for row in store.rows("made")] == ["table1", "table2"]
    assert len(store.rows("other")) == 1
    assert store.file("made") == store.folder / "rows" / "made.csv"


def test_header_comes_once_and_first(store):
    for seed in range(3):
        add(Store(store.folder), seed)
    with store.file("made").open(newline="", encoding="utf-8") as lines:
        first, *others = csv.reader(lines)
    assert tuple(first) == FIELDS
    assert len(others) == 3
    assert all(len(row) == len(FIELDS) for row in others)


def test_the_last_of_two_rows_of_a_trial_counts(store):
    add(store, 0, 0.1)
    add(store, 0, 0.2)
    assert store.read("made")[trial(0).hash].values["F"] == 0.2


def every_cut(store):
    """Write two rows, and yield once for every place at which the second could be cut short, with the file so cut."""
    add(store, 0)
    start = store.file("made").stat().st_size
    add(store, 1, problem='"hás", cömmas')
    both = store.file("made").read_bytes()
    for place in range(start + 1, len(both) - len("abc1234\n")):
        store.file("made").write_bytes(both[:place])
        yield place - start


def test_a_line_cut_short_is_no_row_and_spoils_none(store):
    for place in every_cut(store):
        assert list(store.read("made")) == [trial(0).hash], place


def test_rows_added_after_a_line_cut_short_are_kept(store):
    for place in every_cut(store):
        add(store, 2)
        add(store, 3)
        assert list(store.read("made")) == [trial(seed).hash for seed in (0, 2, 3)], place


def test_threads_that_write_at_once_lose_nothing(store):
    n_threads, n_rows = 4, 200
    together = Barrier(n_threads)

    def write(number):
        together.wait()
        for row in range(n_rows):
            add(store, number * n_rows + row)

    with ThreadPoolExecutor(n_threads) as pool:
        list(pool.map(write, range(n_threads)))
    assert set(store.read("made")) == {trial(seed).hash for seed in range(n_threads * n_rows)}
    assert len(store.rows("made")) == n_threads * n_rows


PROCESS = """
import sys
from pathlib import Path
from likewise.papers import store
from likewise.papers.trials import Outcome, Trial

print("ready", flush=True)
sys.stdin.readline()
for seed in range(200, 400):
    outcome = Outcome({"F": 0.5}, 1.0, "0123")
    trial = Trial("mixes", {}, {"name": "nb"}, seed)
    store.Store(Path(sys.argv[1])).add("made/table1", "a cell", trial, outcome, "abc")
"""


def test_processes_that_write_at_once_lose_nothing(store):
    command = [sys.executable, "-c", PROCESS, str(store.folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "ready\n"
        other.stdin.write("go\n")
        other.stdin.flush()
        for seed in range(200):
            add(store, seed)
    assert other.returncode == 0
    assert set(store.read("made")) == {trial(seed).hash for seed in range(400)}


def test_writers_that_begin_a_file_at_once_write_one_header(tmp_path):
    for number in range(50):
        store, together = Store(tmp_path / str(number)), Barrier(4)

        def write(seed, store=store, together=together):
            together.wait()
            add(store, seed)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(write, range(4)))
        text = store.file("made").read_text(encoding="utf-8")
        assert text.count("paper,table,cell") == 1
        assert text.startswith("paper,table,cell")
        assert len(store.read("made")) == 4


class TestCommit:
    def answers(self, monkeypatch, head, status="", code=0):
        def git(words, **options):
            answer = head if "rev-parse" in words else status
            return subprocess.CompletedProcess(words, code, stdout=answer, stderr="")

        monkeypatch.setattr(module.subprocess, "run", git)

    def test_is_the_head(self, monkeypatch):
        self.answers(monkeypatch, "abc1234\n")
        assert commit() == "abc1234"

    def test_has_a_plus_where_files_differ(self, monkeypatch):
        self.answers(monkeypatch, "abc1234\n", " M src/likewise/a.py\n")
        assert commit() == "abc1234+"

    def test_is_release_outside_a_clone(self, monkeypatch):
        self.answers(monkeypatch, "", code=128)
        assert commit() == "release"

    def test_is_release_without_git(self, monkeypatch):
        def missing(*args, **options):
            raise FileNotFoundError("git")

        monkeypatch.setattr(module.subprocess, "run", missing)
        assert commit() == "release"
