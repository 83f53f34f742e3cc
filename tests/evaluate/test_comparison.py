"""Several methods on the same examples."""

import json

import pytest

from likewise import registry
from likewise.errors import UserError
from likewise.evaluate import compare, simulate, simulation
from likewise.evaluate import repeats as module
from likewise.evaluate.comparison import COMPARED, MEASURES
from likewise.finder import DEFAULT_METHOD
from likewise.metrics import paired_wilcoxon

ROW = {"method", *MEASURES, "spread", "p_f1", "p_ap", "repeats", "problem"}


def row(answer, method):
    return next(row for row in answer["methods"] if row["method"] == method)


def timeless(answer):
    """Leave out what no two runs agree in."""
    text = json.dumps(answer, sort_keys=True)
    return json.loads(text, object_hook=lambda found: {k: v for k, v in found.items() if k != "seconds"})


def test_every_method_is_what_it_is_alone_on_the_same_draws(labelled):
    answer = compare(*labelled, "wine", 3, ["centroid", "naive", "lsi"], seed=2, repeats=3)
    assert (answer["n_repeats"], answer["seed"], answer["reference"]) == (3, 2, "centroid")
    for method in ("centroid", "naive", "lsi"):
        alone, found = simulate(*labelled, "wine", 3, method, seed=2, repeats=3), row(answer, method)
        assert set(found) == ROW
        for key in set(MEASURES) - {"seconds"}:
            assert found[key] == alone[key]
            assert [repeat[key] for repeat in found["repeats"]] == [repeat[key] for repeat in alone["repeats"]]
        assert found["spread"]["f1"] == alone["spread"]["f1"]
        assert [repeat["seed"] for repeat in found["repeats"]] == [2, 3, 4]


def test_all_methods_of_a_draw_are_shown_the_same_examples(labelled, monkeypatch):
    shown, choose, rank = {}, simulation.choose_examples, simulation.rank
    seeds = []

    def choosing(labels, positive, n_examples, seed):
        seeds.append(seed)
        return choose(labels, positive, n_examples, seed)

    def noting(collection, estimator):
        shown.setdefault(seeds[-1], []).append((tuple(collection.examples.text), tuple(collection.pile.text)))
        return rank(collection, estimator)

    monkeypatch.setattr(simulation, "choose_examples", choosing)
    monkeypatch.setattr(simulation, "rank", noting)
    compare(*labelled, "wine", 3, ["centroid", "naive"], repeats=2)
    assert list(shown) == [0, 1]
    assert all(len(given) == 2 and len(set(given)) == 1 for given in shown.values())
    assert shown[0][0] != shown[1][0]


def test_others_are_tested_against_the_first(labelled):
    answer = compare(*labelled, "wine", 5, ["one-class-svm", "centroid"], repeats=6)
    own, other = row(answer, "centroid"), row(answer, "one-class-svm")
    assert other["p_f1"] is other["p_ap"] is None
    for key in ("f1", "ap"):
        expected = paired_wilcoxon(*([repeat[key] for repeat in each["repeats"]] for each in (own, other)))
        assert own[f"p_{key}"] == expected.p_value
    assert own["p_f1"] == 2 / 2**6  # better on every repeat


def test_methods_come_from_the_best_to_the_worst(labelled):
    answer = compare(*labelled, "wine", 3, ["naive", "centroid"], repeats=2)
    assert [found["method"] for found in answer["methods"]] == ["centroid", "naive"]
    assert answer["methods"][0]["f1"] > answer["methods"][1]["f1"]


def test_the_number_of_processes_changes_nothing_but_the_time(labelled, monkeypatch):
    monkeypatch.setattr(module, "_WORTH_A_PROCESS", 0)
    one, two = (timeless(compare(*labelled, "wine", 3, ["lsi", "s-em"], repeats=2, n_jobs=n)) for n in (1, 2))
    assert one == two


def test_a_method_that_fails_is_listed_last_with_its_sentence(labelled):
    answer = compare(*labelled, "wine", 1, ["s-em", "centroid"], repeats=2)
    assert [found["method"] for found in answer["methods"]] == ["centroid", "s-em"]
    assert answer["reference"] == "centroid"
    failed = row(answer, "s-em")
    assert set(failed) == ROW
    assert "two of them" in failed["problem"]
    assert {failed[key] for key in ROW - {"method", "problem"}} == {None}
    json.dumps(answer, allow_nan=False)


def test_simulate_once_that_fails_is_enough(labelled, monkeypatch):
    make = simulation.make_estimator

    def failing(method, params, *, random_state, **options):
        if random_state == 1 and method == "naive":
            raise UserError("not today; try tomorrow")
        return make(method, params, random_state=random_state, **options)

    monkeypatch.setattr(simulation, "make_estimator", failing)
    answer = compare(*labelled, "wine", 3, ["centroid", "naive"], repeats=3)
    assert row(answer, "naive")["problem"] == "not today; try tomorrow"
    assert row(answer, "naive")["f1"] is None


def test_nobody_is_told_that_nothing_works_in_silence(labelled):
    with pytest.raises(UserError, match=r"none of the methods s-em, elkan-noto works.*two of them"):
        compare(*labelled, "wine", 1, ["s-em", "elkan-noto"], repeats=1)


def test_estimates_are_compared_where_there_are_any(labelled):
    found = row(compare(*labelled, "wine", 3, ["centroid"], repeats=2), "centroid")
    assert found["count_error"] is found["covered"] is None


def test_simulate_once_has_no_spread(labelled):
    found = row(compare(*labelled, "wine", 3, ["centroid", "naive"], repeats=1), "naive")
    assert found["spread"]["f1"] is None
    assert found["p_f1"] == 1.0


def test_what_is_compared_unless_told_otherwise(labelled):
    assert COMPARED[0] == DEFAULT_METHOD
    assert set(COMPARED) <= set(registry.names())
    assert 5 <= len(COMPARED) <= 9
    answer = compare(*labelled, "wine", 5, repeats=1)
    assert {found["method"] for found in answer["methods"]} == set(COMPARED)
    assert all(found["problem"] is None for found in answer["methods"])


def test_a_method_named_twice_is_run_once(labelled):
    heard = []
    answer = compare(*labelled, "wine", 3, ["centroid", "naive", "centroid"], repeats=2, callback=heard.append)
    assert len(answer["methods"]) == 2
    assert [(stage.done, stage.total) for stage in heard] == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"methods": ["centroid", "magic"]}, "magic.*there are: .*ts-plsa"),
        ({"methods": []}, "no methods to compare"),
        ({"repeats": 0}, "at least 1; it is 0"),
        ({"n_jobs": 0}, "it is 0"),
        ({"positive": "beer"}, "no document has the label 'beer'"),
        ({"n_examples": 20}, "at most 19"),
        ({"labels": ["wine"]}, "1 labels for 60 documents"),
        ({"labels": None}, "no labels"),
    ],
)
def test_what_cannot_be_compared_is_said_before_any_search(labelled, change, says, monkeypatch):
    monkeypatch.setattr(simulation, "rank", lambda *_: pytest.fail("searched"))
    texts, labels = labelled
    with pytest.raises(UserError, match=says) as told:
        compare(texts, **{"labels": labels, "positive": "wine", "n_examples": 3, **change})
    assert "\n" not in str(told.value)
