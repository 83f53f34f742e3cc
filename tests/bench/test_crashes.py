"""The real commands are killed a few times here; `python -m bench crashes` does it a thousand times."""

import random

import pytest
from bench.rows import read_rows

from bench import crashes

pytest.importorskip("pty", reason="pseudo-terminals are Unix's")


def test_no_command_that_is_killed_loses_or_invents_an_answer(tmp_path):
    tallies = crashes.kill_commands(tmp_path, 8, seed=3, n_documents=200)
    assert sum(tally.runs for tally in tallies) == 8
    assert sum(tally.acknowledged for tally in tallies) > 0
    assert [(tally.lost, tally.invented, tally.damaged) for tally in tallies] == [(0, 0, 0)] * 4


def test_what_is_lost_invented_and_damaged_is_counted(tmp_path):
    target = crashes.Target(tmp_path, random.Random(0), n_documents=20)
    told = [("d1", "yes"), ("d2", "no")]
    tally = crashes.Tally("mark")
    target.check(crashes.Outcome(True, told, 2), "mark1", tally)
    assert (tally.lost, tally.invented) == (2, 0)
    (tmp_path / "a.csv").write_text("id,included\nd1,yes\nd2,no\n")
    target._run(["mark", str(target.path), str(tmp_path / "a.csv"), "--by", "mark2"], 60)
    target.check(crashes.Outcome(True, told, 2), "mark2", tally)
    assert (tally.lost, tally.invented) == (2, 0)
    target._run(["mark", str(target.path), str(tmp_path / "a.csv"), "--by", "mark3"], 60)
    target.check(crashes.Outcome(True, told[:1], 0), "mark3", tally)
    assert tally.invented == 1
    target.check(crashes.Outcome(True, documents=["add4-00"], n_documents=1), "add4", tally)
    assert tally.lost == 3
    target.log.append(("3", "yes", "somebody"))
    target.check(crashes.Outcome(True), "estimate5", tally)
    assert tally.lost == 4
    target.path.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    target.check(crashes.Outcome(True), "estimate6", tally)
    assert tally.damaged == 1


def test_the_figures_on_the_page_are_those_of_the_rows():
    page = crashes.FIGURES.page.read_text(encoding="utf-8")
    assert crashes.FIGURES.put(page, crashes.make_lines(read_rows(crashes.ROWS))) == page
