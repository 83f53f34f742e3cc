"""`likewise methods` and `likewise demo`."""

import json
import re

import pytest

from likewise import datasets, registry
from likewise.datasets import Corpus


@pytest.fixture
def drinks(monkeypatch, texts_of):
    """A small corpus instead of this Python's docstrings."""
    texts = texts_of("wine", 20) + texts_of("tea", 20)
    corpus = Corpus("drinks", [f"d{n}" for n in range(40)], texts, ["wine"] * 20 + ["tea"] * 20)
    monkeypatch.setattr(datasets, "python_docstrings", lambda: corpus)


def test_every_method_is_listed_with_its_summary(run):
    output = run("methods", env={"COLUMNS": "300"}).stdout
    for name in registry.names():
        assert name in output
        assert registry.describe(name).summary in output


def test_one_method_is_told_with_its_parameters(run):
    output = run("methods", "ts-plsa").stdout
    assert "must_link" in output
    assert "callback" not in output
    assert "Zhou" in output


@pytest.mark.parametrize("name", registry.names())
def test_every_parameter_that_can_be_set_is_explained(name):
    method = registry.describe(name)
    settable = [
        key for key in method.parameters if key.rpartition("__")[2] not in ("callback", "random_state", "n_jobs")
    ]
    assert [key for key in settable if not method.meanings.get(key)] == []


def test_json_is_a_list_with_exactly_the_keys_promised(run):
    listed = json.loads(run("methods", "--json").stdout)
    assert [entry["name"] for entry in listed] == registry.names()
    assert all(list(entry) == ["name", "summary", "paper", "parameters", "meanings"] for entry in listed)
    assert listed[registry.names().index("lsi")]["parameters"]["n_components"] == 100


def test_defaults_that_json_cannot_say_are_written_as_python_would(run, monkeypatch):
    class Strange:
        """A method."""

        def __init__(self, needed, *, dtype=float, pair=(1, None)):
            pass

    monkeypatch.setattr(registry, "get", lambda name: Strange)
    entry = json.loads(run("methods", "lsi", "--json").stdout)[0]
    assert entry["parameters"] == {"needed": None, "dtype": "<class 'float'>", "pair": [1, None]}
    assert "(no default)" in run("methods", "lsi").stdout


def test_an_unknown_method_lists_those_there_are(mistake):
    assert "ts-plsa" in mistake("methods", "magic")


def test_the_demo_prints_table_words_truth_and_what_to_type_next(run, drinks):
    result = run("demo", "--label", "wine", "--examples", 5)
    assert result.exit_code == 0
    for part in ("35 docstrings", "Most telling words", "15 docstrings of wine", "F1", "likewise find"):
        assert part in result.stdout
    assert re.search(r"About \d+ like these \(\d+–\d+\).*; \d+ suggested\.", result.stdout)


def test_the_demo_draws_the_same_picture_twice(run, drinks, tmp_path):
    for name in ("a.svg", "b.svg"):
        run("demo", "--label", "wine", "--svg", tmp_path / name)
    picture = (tmp_path / "a.svg").read_bytes()
    assert picture == (tmp_path / "b.svg").read_bytes()
    assert b"likewise&#160;demo" in picture


def test_the_demo_says_which_packages_there_are(mistake, drinks):
    assert "tea (20), wine (20)" in mistake("demo", "--label", "beer")


def test_the_demo_refuses_a_picture_without_a_folder(mistake, drinks, tmp_path):
    assert "there is no folder" in mistake("demo", "--svg", tmp_path / "no" / "a.svg")
