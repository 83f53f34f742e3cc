"""`likewise simulate`."""

import json
import os
from pathlib import Path

import pytest

KEYS = {"precision", "recall", "f1", "ap", "n_predicted", "n_positive", "seconds", "method"}


def test_it_prints_the_four_numbers(run, pile):
    result = run("simulate", pile, "--positive", "wine", "--examples", 4)
    assert result.exit_code == 0
    for word in ("precision", "recall", "F1", "average precision", "4 documents labelled wine", "the other 6"):
        assert word in result.stdout


def test_json_is_one_object_with_exactly_the_keys_promised(run, pile):
    answer = json.loads(run("simulate", pile, "--positive", "tea", "--examples", 3, "--json").stdout)
    assert set(answer) == KEYS
    assert answer["n_positive"] == 7
    assert answer["ap"] > 0.8


def test_labels_may_be_lists(run, tmp_path):
    path = tmp_path / "lists.jsonl"
    rows = [{"topics": ["wine", "red"], "text": "wine cellar cork"}] * 5 + [{"topics": [], "text": "tea pot milk"}] * 5
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    answer = json.loads(run("simulate", path, "--positive", "red", "--examples", 2, "--json").stdout)
    assert answer["n_positive"] == 3


def test_all_classes_are_told_apart_from_a_share_of_labels(run, pile):
    result = run("simulate", pile, "--classes", "--share", "0.3", "--method", "nb-em")
    assert result.exit_code == 0
    for word in ("the classes of 6 documents", "the other 14", "wine", "tea", "micro-F1", "macro-F1"):
        assert word in result.stdout
    answer = json.loads(run("simulate", pile, "--classes", "--share", "0.3", "--method", "nb-em", "--json").stdout)
    assert {"micro_f1", "macro_f1", "classes", "n_classes", "n_labelled", "n_predicted", "seconds", "method"} == set(
        answer
    )


class TestMistakes:
    def test_one_label_or_all_classes_and_not_both(self, mistake, pile):
        assert "--positive LABEL" in mistake("simulate", pile)
        assert "not both" in mistake("simulate", pile, "--classes", "--positive", "wine")

    def test_a_share_beyond_all(self, mistake, pile):
        assert "between 0 and 1" in mistake("simulate", pile, "--classes", "--share", "7", "--method", "nb")

    def test_a_wrong_label_lists_the_frequent_ones_with_counts(self, mistake, pile):
        sentence = mistake("simulate", pile, "--positive", "beer", "--examples", 2)
        assert "tea (10), wine (10)" in sentence

    def test_too_many_examples(self, mistake, pile):
        assert "at most 9" in mistake("simulate", pile, "--positive", "wine", "--examples", 10)

    def test_no_label_column(self, mistake, tmp_path):
        path = tmp_path / "plain.csv"
        path.write_text("id,text\n1,red wine\n2,green tea\n")
        assert "--label: id, text" in mistake("simulate", path, "--positive", "wine")

    def test_an_unknown_label_column(self, mistake, pile):
        assert "'topic'" in mistake("simulate", pile, "--positive", "wine", "--label", "topic")

    def test_an_unknown_method(self, mistake, pile):
        assert "ts-plsa" in mistake("simulate", pile, "--positive", "wine", "--method", "magic")


@pytest.mark.corpus
def test_twenty_newsgroups_by_its_file(run):
    folder = Path(os.environ.get("LIKEWISE_DATA", Path(__file__).parents[2] / ".." / "shared" / "corpora"))
    path = folder / "20newsgroups.jsonl.gz"
    if not path.exists():
        pytest.skip("20newsgroups.jsonl.gz is not on this machine; set LIKEWISE_DATA to its folder")
    arguments = ["--positive", "sci.med", "--examples", 50, "--method", "centroid", "--json"]
    answer = json.loads(run("simulate", path, *arguments).stdout)
    assert answer["n_positive"] == 950
    assert answer["ap"] > 0.9
