"""Benchmarks run on the papers' runner: what has a row at this commit is not measured again."""

import pytest

from bench import rows
from likewise.papers.trials import Trial


def trials(n):
    return [Trial("toy", {"mix": number}, {"name": "nb"}, 0) for number in range(n)]


@pytest.fixture
def made(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rows, "commit", lambda: "abc")
    return []


def measure_into(made):
    def measure(trial):
        made.append(trial.draw["mix"])
        return [{"f1": trial.draw["mix"] / 10, "part": part} for part in "ab"]

    return measure


def test_rows_come_in_the_order_of_trials_with_what_was_drawn(made):
    found = rows.measure_trials("toy", trials(2), measure_into(made), n_jobs=1)
    assert found == [{"mix": mix, "f1": mix / 10, "part": part} for mix in (0, 1) for part in "ab"]


def test_a_run_goes_on_where_it_was_stopped(made):
    rows.measure_trials("toy", trials(2), measure_into(made), n_jobs=1)
    assert len(rows.measure_trials("toy", trials(3), measure_into(made), n_jobs=1)) == 6
    assert made == [0, 1, 2]


@pytest.mark.parametrize("commit", ["def", "abc+"])
def test_other_code_is_measured_again(made, monkeypatch, commit):
    rows.measure_trials("toy", trials(1), measure_into(made), n_jobs=1)
    monkeypatch.setattr(rows, "commit", lambda: commit)
    rows.measure_trials("toy", trials(1), measure_into(made), n_jobs=1)
    rows.measure_trials("toy", trials(1), measure_into(made), n_jobs=1)
    assert made == ([0, 0] if commit == "def" else [0, 0, 0])
