"""`likewise simulate --loop`."""

import json

import pytest

KEYS = {"wss95", "recall10", "recall20", "atd", "n95", "n_pile", "n_positive", "rerank_seconds"}
LOOP = ("--positive", "wine", "--loop", "--examples", 4, "--batch", 2)


def test_json_has_the_figures_at_its_top(run, pile):
    answer = json.loads(run("simulate", pile, *LOOP, "--seed", 3, "--json").stdout)
    assert set(answer) >= KEYS | {"method", "stops", "n_last", "n_answers"}
    assert (answer["method"], answer["seed"], answer["n_positive"]) == ("likewise", 3, 6)
    assert answer["wss95"] == pytest.approx(0.95 - answer["n95"] / answer["n_pile"])


def test_several_methods_stand_side_by_side(run, pile):
    arguments = [*LOOP, "--method", "centroid", "--method", "nb"]
    answer = json.loads(run("simulate", pile, *arguments, "--json").stdout)
    assert [one["method"] for one in answer["methods"]] == ["centroid", "nb"]
    assert all(set(one) >= KEYS for one in answer["methods"])
    assert answer["method"] == "centroid"
    output = run("simulate", pile, *arguments).stdout
    for word in ("centroid", "nb", "WSS@95", "recall at 10 %", "50 irrelevant in a row", "audit of the rest, 95 %"):
        assert word in output


def test_several_starts_have_means_and_a_spread(run, pile):
    arguments = [*LOOP, "--method", "centroid", "--repeats", 2, "--audit", 0.5]
    answer = json.loads(run("simulate", pile, *arguments, "--json").stdout)
    assert [one["seed"] for one in answer["repeats"]] == [0, 1]
    assert answer["atd"] == pytest.approx(sum(one["atd"] for one in answer["repeats"]) / 2)
    assert set(answer["spread"]) >= {"wss95", "recall10", "atd"}
    assert answer["stops"][-1]["rule"] == "audit of 50 % of the pile"
    output = run("simulate", pile, *arguments).stdout
    assert "±" in output
    assert "100 %" in output


def test_labels_may_be_numbers_in_a_column_of_a_review(run, pile, tmp_path):
    records = [json.loads(line) for line in pile.read_text(encoding="utf-8").splitlines()]
    texts = [(next(value for value in one.values() if " " in str(value)), "wine" in str(one)) for one in records]
    path = tmp_path / "review.csv"
    rows = [f'"{text}",,{int(is_wine)}' for text, is_wine in texts]
    path.write_text("\n".join(["title,abstract,label_included", *rows]) + "\n", encoding="utf-8")
    arguments = ["--positive", 1, "--loop", "--examples", 2, "--method", "centroid", "--json"]
    answer = json.loads(run("simulate", path, *arguments).stdout)
    assert answer["n_positive"] == sum(is_wine for _, is_wine in texts) - 2


def test_a_picture_has_a_line_for_each_method(run, pile, tmp_path):
    path = tmp_path / "loop.svg"
    assert run("simulate", pile, *LOOP, "--method", "centroid", "--method", "nb", "--plot", path).exit_code == 0
    picture = path.read_text(encoding="utf-8")
    assert all(word in picture for word in ("centroid", ">nb<", "random order"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--positive", "wine", "--batch", 5], "batch is for screening in a loop"),
        (["--positive", "wine", "--audit", 0.5], "audit is for screening in a loop"),
        (["--positive", "wine", "--method", "nb", "--method", "centroid"], "one method is simulated at a time"),
        (["--loop"], "a loop searches for one label"),
        (["--loop", "--classes"], "a loop searches for one label"),
        ([*LOOP[:3], "--batch", 0], "a batch has at least 1 document"),
        ([*LOOP[:3], "--repeats", 0], "repeats must be at least 1"),
        ([*LOOP[:3], "--examples", 0], "examples must be at least 1"),
        ([*LOOP[:3], "--audit", 5], "an audit is a share of the pile"),
        ([*LOOP[:3], "--method", "nosuch"], "there is no method 'nosuch'"),
        ([*LOOP[:3], "--method", "nb", "--method", "nb"], "named twice"),
        ([*LOOP[:3], "--method", "nb", "--method", "wlr", "--set", "C=1"], "parameters are for one method"),
        ([*LOOP[:3], "--plot", "loop.png"], "a picture is an .svg file"),
        ([*LOOP[:3], "--examples", 50], "leave none"),
    ],
)
def test_a_loop_that_makes_no_sense_is_refused(mistake, pile, arguments, message):
    assert message in mistake("simulate", pile, *arguments)
