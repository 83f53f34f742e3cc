import csv
import json
import resource
import subprocess
import sys
from types import SimpleNamespace

import pytest

import likewise
from bench import __main__ as program
from bench import rows as module
from bench import simulations

CORPUS = SimpleNamespace(
    texts=["a glass of wine", "wine in a glass", "a wine glass", "tea", "green tea", "tea pot"] * 10,
    labels=(["wine"] * 3 + ["tea"] * 3) * 10,
)


def row(method="centroid", threshold="own", problem="", **figures):
    measured = dict.fromkeys(simulations.MEASURED, "" if problem else 0.5) | figures
    stamp = dict.fromkeys(("python", *simulations.VERSIONS, "commit"), "1")
    return (
        {"method": method, "class": "sci.space", "seed": 0, "threshold": threshold, "problem": problem}
        | measured
        | stamp
    )


def test_the_page_is_that_of_its_rows():
    if not simulations.ROWS.exists():
        pytest.skip("docs/simulations.csv is not made yet")
    with simulations.ROWS.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert simulations.PAGE.read_text(encoding="utf-8") == simulations.page(rows), "run `python -m bench simulations`"


def test_rows_read_back_from_the_file_give_the_same_page(tmp_path):
    rows = [row(f1=0.25), row(threshold="prior", f1=0.75), row("lda", problem="over 60 s")]
    file = tmp_path / "rows.csv"
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    with file.open(newline="", encoding="utf-8") as back:
        assert simulations.page(list(csv.DictReader(back))) == simulations.page(rows)


def test_a_line_has_means_of_both_cut_offs():
    rows = [
        row(f1=0.2, ap=0.3, seconds=1.0, peak_gb=0.5),
        row(f1=0.4, ap=0.5, seconds=3.0, peak_gb=1.5),
        row(threshold="prior", f1=0.9, ap=0.9, seconds=9.0, peak_gb=9.0),
    ]
    assert simulations.table(rows) == ["| centroid | 0.300 | 0.400 | 2.0 | 1.00 | 0.900 |  |"]


def test_a_mean_that_lacks_a_search_is_not_given_and_what_failed_is_counted():
    rows = [row("lda"), row("lda", problem="over 60 s"), row("lda", "prior", problem="a | b"), row("naive")]
    assert simulations.table(rows) == [
        "| lda | – | – | – | – | – | over 60 s (1 of 2); cut by prior: a / b (1 of 1) |",
        "| naive | 0.500 | 0.500 | 0.5 | 0.50 | – |  |",
    ]


def test_the_page_says_what_was_searched_for_and_with_which_versions():
    text = simulations.page([row(), row("naive") | {"class": "rec.autos", "seed": 1}])
    for part in (
        "sci.space, rec.autos",
        "for each: 2",
        "50 messages",
        "over 60 s or 10 GB",
        "scikit-learn 1",
        "commit 1",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("returncode", "complaints", "said"),
    [
        (0, "a warning", ""),
        (-14, "", "over 60 s"),
        (-9, "", "ended by SIGKILL"),
        (1, "Traceback\nnumpy._core._exceptions._ArrayMemoryError: Unable to allocate", "over 10 GB"),
        (1, "Traceback\nValueError: no", "ValueError: no"),
        (1, "x" * 300, "x" * 200),
        (3, "", "exit 3"),
    ],
)
def test_the_end_of_a_process_is_told_in_a_few_words(returncode, complaints, said):
    assert simulations.problem(returncode, complaints) == said


def test_a_search_has_quality_seconds_and_memory(monkeypatch):
    monkeypatch.setattr(simulations, "load_20newsgroups", lambda: CORPUS)
    monkeypatch.setattr(simulations, "EXAMPLES", 3)
    monkeypatch.setattr(simulations.signal, "signal", lambda *_: None)
    alarms, limits = [], []
    monkeypatch.setattr(simulations.signal, "alarm", alarms.append)
    monkeypatch.setattr(simulations.resource, "setrlimit", lambda *given: limits.append(given))
    found = simulations.search("centroid", "wine", 0, "own")
    assert found["f1"] == 1.0
    assert found["n_positive"] == 27
    assert 0 < found["seconds"] < 60
    assert 0.01 < found["peak_gb"] < 10
    assert alarms == [60, 0]
    assert limits == [(resource.RLIMIT_DATA, (10 << 30, 10 << 30))]


def test_only_the_cut_off_by_the_prior_is_passed_on(monkeypatch):
    given = []
    monkeypatch.setattr(simulations, "load_20newsgroups", lambda: CORPUS)
    monkeypatch.setattr(simulations, "simulate", lambda *_, params: given.append(params) or {})
    monkeypatch.setattr(simulations.signal, "signal", lambda *_: None)
    monkeypatch.setattr(simulations.signal, "alarm", lambda _: None)
    monkeypatch.setattr(simulations.resource, "setrlimit", lambda *_: None)
    for threshold in ("own", "prior"):
        simulations.search("centroid", "wine", 0, threshold)
    assert given == [{}, {"threshold": "prior"}]


@pytest.fixture
def answered(monkeypatch):
    """A function that lets the processes answer so, and returns the commands."""

    def answer(returncode=0, stderr="", **figures):
        commands = []
        reply = {
            "f1": 0.5,
            "precision": 0.5,
            "recall": 0.5,
            "ap": 0.5,
            "n_predicted": 7,
            "seconds": 2.0,
            "peak_gb": 1.0,
        }

        def run(command, **_):
            commands.append(command[4:])
            out = "chatter\n" + json.dumps(reply | figures) + "\n"
            return subprocess.CompletedProcess(command, returncode, out if returncode == 0 else "", stderr)

        monkeypatch.setattr(simulations.subprocess, "run", run)
        return commands

    return answer


def test_a_row_tells_the_search_and_its_figures(answered):
    commands = answered(f1=1 / 3)
    made = simulations.trial("naive", "sci.space", 4, "prior")
    assert commands == [["--search", "naive", "sci.space", "4", "prior"]]
    assert (made["method"], made["class"], made["seed"], made["threshold"]) == ("naive", "sci.space", 4, "prior")
    assert (made["f1"], made["n_predicted"], made["problem"]) == (0.333333, 7, "")
    assert made["process_seconds"] < 2.0


def test_a_row_of_a_search_that_failed_has_no_figures(answered):
    answered(returncode=1, stderr="likewise.errors.UserError: give more")
    made = simulations.trial("naive", "sci.space", 4, "own")
    assert {made[key] for key in simulations.MEASURED} == {""}
    assert made["problem"] == "likewise.errors.UserError: give more"


def test_a_search_that_had_too_much_memory_says_so_beside_its_figures(answered):
    answered(peak_gb=10.5)
    assert simulations.trial("naive", "sci.space", 4, "own")["problem"] == "over 10 GB"


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Where the page and its rows go."""
    monkeypatch.setattr(simulations, "ROWS", tmp_path / "simulations.csv")
    monkeypatch.setattr(simulations, "PAGE", tmp_path / "simulations.md")
    monkeypatch.setattr(module, "commit", lambda: "abc1234")
    monkeypatch.setattr(simulations.registry, "names", lambda: ["centroid", "lsi"])
    monkeypatch.setattr(simulations, "takes_prior", lambda method: method == "centroid")
    return tmp_path


def test_everything_is_searched_with_both_cut_offs_and_written(answered, written):
    commands = answered()
    program.main(["simulations"])
    assert commands == [
        ["--search", method, label, "0", threshold]
        for method, threshold in (("centroid", "own"), ("centroid", "prior"), ("lsi", "own"))
        for label in simulations.CLASSES
    ]
    with (written / "simulations.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 9
    assert rows[0]["commit"] == "abc1234"
    assert rows[0]["likewise"] == likewise.__version__
    assert (written / "simulations.md").read_text(encoding="utf-8") == simulations.page(rows)


def test_options_choose_groups_seeds_and_leave_the_second_cut_off_out(answered, written):
    commands = answered()
    program.main(["simulations", "--classes", "sci.med", "--seeds", "2", "--no-prior"])
    assert [command[2:] for command in commands] == [["sci.med", "0", "own"], ["sci.med", "1", "own"]] * 2


def test_one_method_is_printed_and_nothing_written(answered, written, capsys):
    commands = answered()
    program.main(["simulations", "--only", "lsi"])
    assert len(commands) == 3
    assert "| lsi | 0.500 |" in capsys.readouterr().out
    assert list(written.iterdir()) == []


def test_a_search_asked_for_by_the_command_line_is_answered_in_a_line(monkeypatch, capsys):
    monkeypatch.setattr(simulations, "search", lambda *given: {"given": given})
    program.main(["simulations", "--search", "lsi", "sci.med", "3", "own"])
    assert json.loads(capsys.readouterr().out) == {"given": ["lsi", "sci.med", 3, "own"]}


def test_a_method_without_the_parameter_has_no_second_cut_off(monkeypatch):
    def refuse(method, params):
        raise simulations.UserError("no such parameter")

    monkeypatch.setattr(simulations, "make_estimator", refuse)
    assert not simulations.takes_prior("centroid")


@pytest.mark.corpus
@pytest.mark.slow
def test_a_real_search_runs_in_a_process_of_its_own():
    made = simulations.trial("centroid", "sci.space", 0, "own")
    assert made["problem"] == ""
    assert made["f1"] > 0.5
    assert made["process_seconds"] > made["seconds"]
    assert sys.platform != "linux" or 0.1 < made["peak_gb"] < 2
