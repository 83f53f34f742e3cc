"""`likewise simulate`."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from likewise.datasets.catalogue import CATALOGUE
from likewise.datasets.locate import find

KEYS = {
    *{"precision", "recall", "f1", "ap", "n_predicted", "n_positive", "seconds", "method"},
    *{"f1_oracle", "wss95", "atd", "recall_at", "recall_curve", "n_pile", "seed"},
    *{"count", "count_low", "count_high", "count_error", "covered", "verdict"},
}


def test_it_prints_every_number(run, pile):
    result = run("simulate", pile, "--positive", "wine", "--examples", 4, "--method", "centroid")
    assert result.exit_code == 0
    figures = ("precision", "recall", "F1", "F1, best cut-off", "average precision", "WSS@95", "ATD", "recall at 10")
    for word in (*figures, "4 documents labelled wine", "the other 6"):
        assert word in result.stdout
    assert "count" not in result.stdout.replace("discount", "")
    assert "±" not in result.stdout


def test_a_method_that_counts_has_its_count_printed(run, pile):
    arguments = ["--positive", "wine", "--examples", 4, "--method", "centroid", "--set", "threshold=prior"]
    output = run("simulate", pile, *arguments).stdout
    for word in ("count error", "covered", "the true number is 6", "verdict"):
        assert word in output


def test_several_draws_print_their_spread_and_the_share_covered(run, pile):
    arguments = ["--positive", "wine", "--examples", 4, "--method", "centroid", "--set", "threshold=prior"]
    output = run("simulate", pile, *arguments, "--repeats", 3, "--seed", 5).stdout
    for word in ("means of 3 repeats", "±", "coverage"):
        assert word in output
    answer = json.loads(run("simulate", pile, *arguments, "--repeats", 3, "--seed", 5, "--json").stdout)
    assert set(answer) == KEYS | {"repeats", "spread"}
    assert [repeat["seed"] for repeat in answer["repeats"]] == [5, 6, 7]
    assert answer["f1"] == pytest.approx(sum(repeat["f1"] for repeat in answer["repeats"]) / 3)


@pytest.mark.parametrize("repeats", [1, 2])
def test_a_picture_is_drawn_whole(run, pile, tmp_path, repeats):
    path = tmp_path / "recall.svg"
    arguments = ["--positive", "wine", "--examples", 4, "--method", "centroid", "--repeats", repeats, "--plot", path]
    assert run("simulate", pile, *arguments).exit_code == 0
    root = ElementTree.parse(path).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "centroid shown 4 documents labelled wine" in texts
    assert sorted(file.name for file in tmp_path.iterdir()) == ["pile.jsonl", "recall.svg"]


def test_a_search_that_fails_leaves_the_picture_that_was_there(mistake, pile, tmp_path):
    path = tmp_path / "recall.svg"
    path.write_text("old")
    mistake("simulate", pile, "--positive", "beer", "--plot", path)
    assert path.read_text() == "old"


def test_json_is_one_object_with_exactly_the_keys_promised(run, pile):
    result = run("simulate", pile, "--positive", "tea", "--examples", 3, "--method", "centroid", "--json")
    answer = json.loads(result.stdout, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert set(answer) == KEYS
    assert answer["count"] is answer["verdict"] is None
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
        assert "name the label to search for" in mistake("simulate", pile)
        assert "not both" in mistake("simulate", pile, "--classes", "--positive", "wine")

    def test_a_share_beyond_all(self, mistake, pile):
        assert "between 0 and 1" in mistake("simulate", pile, "--classes", "--share", "7", "--method", "nb")

    def test_a_wrong_label_lists_the_frequent_ones_with_counts(self, mistake, pile):
        sentence = mistake("simulate", pile, "--positive", "beer", "--examples", 2)
        assert "tea (10), wine (10)" in sentence

    def test_too_many_examples(self, mistake, pile):
        assert "at most 9" in mistake("simulate", pile, "--positive", "wine", "--examples", 10)

    def test_draws_and_pictures_are_of_one_label(self, mistake, pile):
        assert "one label" in mistake("simulate", pile, "--classes", "--repeats", "3")
        assert "one label" in mistake("simulate", pile, "--classes", "--plot", "recall.svg")

    def test_no_draws_or_no_jobs(self, mistake, pile):
        assert "repeats" in mistake("simulate", pile, "--positive", "wine", "--examples", 2, "--repeats", 0)
        assert "jobs" in mistake("simulate", pile, "--positive", "wine", "--examples", 2, "--jobs", 0)
        assert "jobs" in mistake("simulate", pile, "--classes", "--jobs", 0)

    def test_a_place_where_no_picture_can_be(self, mistake, tmp_path):
        # Before the file is read: there is none.
        for target, says in (("recall.png", ".svg"), ("none/recall.svg", "no folder"), ("dir.svg", "is a folder")):
            (tmp_path / "dir.svg").mkdir(exist_ok=True)
            assert says in mistake("simulate", "missing.csv", "--positive", "wine", "--plot", tmp_path / target)

    def test_no_label_column(self, mistake, tmp_path):
        path = tmp_path / "plain.csv"
        path.write_text("id,text\n1,red wine\n2,green tea\n")
        assert "of: id, text (option --label)" in mistake("simulate", path, "--positive", "wine")

    def test_an_unknown_label_column(self, mistake, pile):
        assert "'topic'" in mistake("simulate", pile, "--positive", "wine", "--label", "topic")

    def test_an_unknown_method(self, mistake, pile):
        assert "ts-plsa" in mistake("simulate", pile, "--positive", "wine", "--method", "magic")


@pytest.mark.corpus
def test_twenty_newsgroups_by_its_file(run):
    path = find(CATALOGUE["20newsgroups"])
    arguments = ["--positive", "sci.med", "--examples", 50, "--method", "centroid", "--json"]
    answer = json.loads(run("simulate", path, *arguments).stdout)
    assert answer["n_positive"] == 950
    assert answer["ap"] > 0.9
