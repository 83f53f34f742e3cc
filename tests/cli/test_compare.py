"""`likewise compare`."""

import csv
import json
from contextlib import contextmanager

import pytest

ARGUMENTS = ["--positive", "wine", "--examples", 4, "--repeats", 2]


def test_it_prints_the_methods_and_what_the_figures_mean(run, pile):
    result = run("compare", pile, *ARGUMENTS, "--methods", "centroid, naive,lsi")
    assert result.exit_code == 0
    assert result.stderr == ""
    for word in (
        "centroid",
        "naive",
        "lsi",
        "F1",
        "AP",
        "WSS@95",
        "seconds",
        "±",
        "Wilcoxon",
        "test against centroid",
    ):
        assert word in result.stdout
    assert "at least 0.5" in result.stdout
    assert "3 methods, each shown the same 4 documents labelled wine, in 2 repeats" in result.stdout
    assert "count error" not in result.stdout.lower()


def test_json_is_one_object(run, pile):
    result = run("compare", pile, *ARGUMENTS, "--methods", "centroid,naive", "--seed", 3, "--json")
    answer = json.loads(result.stdout, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert set(answer) == {"positive", "n_examples", "n_repeats", "seed", "reference", "methods"}
    assert [repeat["seed"] for repeat in answer["methods"][0]["repeats"]] == [3, 4]
    wanted = {
        "f1",
        "f1_oracle",
        "ap",
        "wss95",
        "count_error",
        "covered",
        "seconds",
        "spread",
        "p_f1",
        "p_ap",
        "problem",
    }
    assert all(wanted <= set(row) for row in answer["methods"])


def test_methods_need_not_be_named(run, pile):
    answer = json.loads(run("compare", pile, "--positive", "wine", "--examples", 4, "--repeats", 1, "--json").stdout)
    assert len(answer["methods"]) >= 5


def test_a_method_that_does_not_work_is_told_below(run, pile):
    output = run(
        "compare", pile, "--positive", "wine", "--examples", 1, "--repeats", 1, "--methods", "s-em,naive"
    ).stdout
    assert "s-em does not work here: " in output
    assert "two of them" in output


def test_the_table_can_be_kept(run, pile, tmp_path):
    path = tmp_path / "methods.csv"
    arguments = ["--positive", "wine", "--examples", 1, "--repeats", 2, "--methods", "s-em,naive,centroid"]
    run("compare", pile, *arguments, "-o", path)
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [row["method"] for row in rows][-1] == "s-em"
    assert float(rows[0]["f1"]) >= float(rows[1]["f1"])
    assert float(rows[0]["f1_spread"]) >= 0
    assert rows[-1]["f1"] == ""
    assert "two of them" in rows[-1]["problem"]


@pytest.mark.parametrize("silent", ["--quiet", "--json"])
def test_progress_counts_searches_unless_nobody_looks(run, pile, monkeypatch, silent):
    heard = []

    @contextmanager
    def show_progress(*, quiet, title):
        yield None if quiet else lambda stage: heard.append((title, stage.done, stage.total))

    monkeypatch.setattr("likewise.cli.compare.show_progress", show_progress)
    run("compare", pile, *ARGUMENTS, "--methods", "centroid", silent)
    assert heard == []
    run("compare", pile, *ARGUMENTS, "--methods", "centroid")
    assert heard == [("Searching", 1, 2), ("Searching", 2, 2)]


class TestMistakes:
    def test_no_label(self, mistake, pile):
        assert "(option --positive)" in mistake("compare", pile)

    def test_an_unknown_method_is_told_before_the_file_is_read(self, mistake):
        sentence = mistake("compare", "missing.csv", "--positive", "wine", "--methods", "centroid,magic")
        assert "magic" in sentence
        assert "ts-plsa" in sentence

    def test_an_empty_list_of_methods(self, mistake, pile):
        assert "no methods to compare" in mistake("compare", pile, "--positive", "wine", "--methods", " , ")

    def test_an_unknown_label(self, mistake, pile):
        assert "tea (10), wine (10)" in mistake("compare", pile, "--positive", "beer", "--examples", 2)

    def test_no_draws(self, mistake, pile):
        assert "repeats" in mistake("compare", pile, "--positive", "wine", "--examples", 2, "--repeats", 0)

    def test_a_table_of_an_unknown_kind(self, mistake):
        assert ".csv" in mistake("compare", "missing.csv", "--positive", "wine", "-o", "methods.xyz")

    def test_the_file_that_is_searched_is_not_written_over(self, mistake, pile):
        before = pile.read_bytes()
        assert "name another file" in mistake("compare", pile, *ARGUMENTS, "-o", pile)
        assert pile.read_bytes() == before
