"""`likewise papers`."""

import json
import sys

import pytest

from likewise.cli.progress import show_progress
from likewise.papers import runner
from likewise.papers.store import Store
from likewise.papers.tables import get, tables
from likewise.papers.trials import Outcome
from likewise.progress import Stage


@pytest.fixture
def results(tmp_path):
    """Made-up rows of zhou2010/table2, complete but for nothing, and of liu2002/table2, quick."""
    store = Store(tmp_path)
    for name, quick in (("zhou2010/table2", False), ("liu2002/table2", True)):
        for number, part in enumerate(runner.plan(get(name), quick=quick)):
            values = {"F": 0.5 + 0.001 * (number % 50), "accuracy": 0.9, "n_P": 10, "n_M": 20, "n_pos_in_M": 5}
            store.add(name, part.cell.key, part.trial, Outcome(values, 1.0, "0123"), "abc")
    return tmp_path


def test_the_list_has_every_table_with_its_state_and_its_cells(run, results):
    listed = json.loads(run("papers", "--results", results, "--json").stdout)
    assert [row["table"] for row in listed] == list(tables())
    by_name = {row["table"]: row for row in listed}
    assert set(by_name["zhou2010/table2"]) == {"table", "state", "reproduced", "better", "worse", "not_comparable"}
    assert by_name["zhou2010/table2"]["state"] == "full"
    assert by_name["liu2002/table2"]["state"] == "quick"
    assert by_name["lee2003/table1"]["state"] == "never"
    counts = by_name["zhou2010/table2"]
    assert counts["reproduced"] + counts["better"] + counts["worse"] == 30
    assert counts["not_comparable"] == 25 + 10  # p-values, and two methods read in another way
    assert "zhou2010/table2" in run("papers", "--results", results).stdout


def test_a_table_is_shown_with_theirs_ours_spread_and_tests(run, results):
    shown = run("papers", "show", "zhou2010/table2", "--results", results).stdout
    for part in ("State: full", "/ 0.7229", "±", "p against ts-plsa", "/ 0.0011", "▼"):
        assert part in shown


def test_the_report_has_a_page_for_each_paper_and_pictures(run, results):
    result = run("papers", "report", "--results", results)
    assert result.exit_code == 0
    index = (results / "index.md").read_text(encoding="utf-8")
    assert "| [zhou2010/table2](zhou2010.md) | full |" in index
    assert "not all run yet" in index
    page = (results / "zhou2010.md").read_text(encoding="utf-8")
    assert "![F1 over the labelled share, 20 Newsgroups](zhou2010-table2.svg)" in page
    assert (results / "zhou2010-table2.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_run_makes_what_is_missing_and_says_how_much(run, tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "run_trial", lambda trial: Outcome({"F": 0.5}, 1.0, "0123"))
    first = run("papers", "run", "zhou2010/table7", "--quick", "--jobs", 1, "--results", tmp_path)
    assert "zhou2010/table7: 8 trials run" in first.stdout
    second = run("papers", "run", "zhou2010/table7", "--quick", "--jobs", 1, "--results", tmp_path)
    assert "zhou2010/table7: 0 trials run" in second.stdout


def test_whoever_waits_sees_how_many_trials_are_made(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with show_progress(title="zhou2010/table2") as callback:
        assert callback(Stage("trials", 3, 8)) is None
    monkeypatch.undo()
    assert "3/8" in capsys.readouterr().err


def test_a_table_that_is_not_there_is_said_in_a_sentence(mistake):
    assert "zhou2010/table2" in mistake("papers", "show", "zhou2010/table99")
    assert "there is no table" in mistake("papers", "run", "nonsense")
