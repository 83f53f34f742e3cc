"""Hidden labels, found again."""

import json
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from likewise import registry
from likewise.errors import UserError
from likewise.estimate import Estimate
from likewise.evaluate import repeats as module
from likewise.evaluate import simulate, simulation
from likewise.evaluate.recall_chart import draw_recall
from likewise.evaluate.repeats import FIGURES, average_repeats, run_repeats
from likewise.evaluate.simulation import SHARES, choose_examples
from likewise.finder.ranking import Ranking

OF_THE_COUNT = {"count", "count_low", "count_high", "count_error", "covered", "verdict"}
KEYS = {
    *{"precision", "recall", "f1", "ap", "n_predicted", "n_positive", "seconds", "method"},
    *{"f1_oracle", "wss95", "atd", "recall_at", "recall_curve", "n_pile", "seed"},
    *OF_THE_COUNT,
}
#: Two topics in twelve documents, so that rankings can be worked out by hand.
TEXTS, LABELS = [f"text{number}" for number in range(12)], ["wine"] * 5 + ["tea"] * 7


def without_seconds(outcome):
    """Leave out what no two runs agree in."""
    kept = {key: value for key, value in outcome.items() if key != "seconds"}
    if "repeats" in kept:
        kept["repeats"] = [without_seconds(repeat) for repeat in kept["repeats"]]
        kept["spread"] = without_seconds(kept["spread"])
    return kept


def an_estimate(count, low, high, verdict="found"):
    curves = {name: np.zeros(2) for name in ("places", "good", "missed_low", "missed_high", "lower", "upper")}
    return Estimate(count, low, high, 0.9, 10, 3, verdict, **curves)


@pytest.fixture
def ranked(monkeypatch):
    """Have every search answer with the order given; of the ten documents left, the first three are wine."""

    def answer(order, n_found, estimate=None):
        def rank(collection, estimator):
            found = np.zeros(len(collection.pile), dtype=bool)
            found[order[:n_found]] = True
            scores = np.zeros(len(collection.pile))  # all equal: the order alone must count
            return Ranking(scores, scores, found, np.array(order), (), estimate=estimate)

        monkeypatch.setattr(simulation, "rank", rank)

    return answer


@pytest.mark.parametrize("method", registry.names())
def test_a_clear_topic_is_ranked_first_by_every_method(method, labelled):
    outcome = simulate(*labelled, "wine", 5, method)
    assert set(outcome) == KEYS
    # With so few examples one spy decides what is negative, and rounds of SVMs go on from there.
    assert outcome["ap"] > (0.8 if method == "spy-svm-i" else 0.95)
    assert outcome["f1"] <= outcome["f1_oracle"] + 1e-12
    assert outcome["n_positive"] == 15
    assert outcome["method"] == method


def test_every_figure_of_a_ranking_by_hand(ranked):
    # Wine stands at the places 1, 3 and 4 of 10, and the first three are found.
    ranked([0, 5, 1, 2, 3, 4, 6, 7, 8, 9], n_found=3)
    outcome = simulate(TEXTS, LABELS, "wine", 2, "centroid", seed=7)
    assert outcome["precision"] == outcome["recall"] == outcome["f1"] == pytest.approx(2 / 3)
    assert outcome["f1_oracle"] == pytest.approx(2 * 3 / (4 + 3))
    assert outcome["ap"] == pytest.approx((1 + 2 / 3 + 3 / 4) / 3)
    assert outcome["wss95"] == pytest.approx(0.95 - 4 / 10)
    assert outcome["atd"] == pytest.approx((1 + 3 + 4) / 3 / 10)
    assert outcome["recall_at"] == {}
    assert (outcome["n_predicted"], outcome["n_positive"], outcome["n_pile"]) == (3, 3, 10)
    assert (outcome["method"], outcome["seed"]) == ("centroid", 7)
    curve = dict(outcome["recall_curve"])
    assert list(curve) == list(SHARES)
    assert [curve[share] for share in (0.0, 0.1, 0.2, 0.3, 0.4, 1.0)] == pytest.approx([0, 1 / 3, 1 / 3, 2 / 3, 1, 1])


def test_recall_at_k_is_told_below_the_size_of_the_pile():
    texts = ["red wine cellar"] * 20 + ["green tea leaf"] * 90
    outcome = simulate(texts, ["wine"] * 20 + ["tea"] * 90, "wine", 5, "centroid")
    assert outcome["recall_at"] == {"10": pytest.approx(10 / 15), "100": 1.0}


@pytest.mark.parametrize(("low", "high", "covered"), [(2, 3, True), (3, 9, True), (3.5, 9, False), (0, 2.9, False)])
def test_the_count_is_compared_with_the_true_number(ranked, low, high, covered):
    ranked(list(range(10)), 3, an_estimate(4.5, low, high))
    outcome = simulate(TEXTS, LABELS, "wine", 2, "centroid")
    assert (outcome["count"], outcome["count_low"], outcome["count_high"]) == (4.5, low, high)
    assert outcome["count_error"] == pytest.approx(0.5)
    assert outcome["covered"] is covered
    assert outcome["verdict"] == "found"


@pytest.mark.parametrize("n_repeats", [1, 2])
def test_a_method_without_an_estimate_says_none(labelled, n_repeats):
    outcome = simulate(*labelled, "wine", 5, "centroid", repeats=n_repeats)
    assert {outcome[key] for key in OF_THE_COUNT} == {None}
    assert json.loads(json.dumps(outcome))["count"] is None


def test_a_real_estimate_reaches_the_outcome(labelled):
    outcome = simulate(*labelled, "wine", 5, "lsi", params={"threshold": "prior"})
    assert outcome["count_low"] <= outcome["count"] <= outcome["count_high"]
    assert outcome["verdict"] == "found"
    json.dumps(outcome, allow_nan=False)


class TestSeveralDraws:
    def test_means_and_deviations_of_draws_with_seeds_one_after_the_other(self, labelled):
        together = simulate(*labelled, "wine", 3, "naive", seed=4, repeats=3)
        singly = [simulate(*labelled, "wine", 3, "naive", seed=seed) for seed in (4, 5, 6)]
        assert list(map(without_seconds, together["repeats"])) == list(map(without_seconds, singly))
        assert set(together) == KEYS | {"spread", "repeats"}
        assert (together["seed"], together["method"], together["n_positive"]) == (4, "naive", 17)
        for key in ("precision", "recall", "f1", "f1_oracle", "ap", "wss95", "atd", "n_predicted"):
            values = [one[key] for one in singly]
            assert together[key] == pytest.approx(np.mean(values))
            assert together["spread"][key] == pytest.approx(np.std(values, ddof=1))
        assert together["spread"]["f1"] > 0
        values = [one["recall_at"]["10"] for one in singly]
        assert together["recall_at"]["10"] == pytest.approx(np.mean(values))
        assert together["spread"]["recall_at"]["10"] == pytest.approx(np.std(values, ddof=1))
        curves = np.array([one["recall_curve"] for one in singly])
        np.testing.assert_allclose(together["recall_curve"], curves.mean(axis=0))

    @pytest.mark.parametrize("method", ["lsi", "bagging-pu"])
    def test_the_number_of_processes_changes_nothing(self, labelled, method, monkeypatch):
        processes = []
        parallel = module.Parallel
        monkeypatch.setattr(module, "_WORTH_A_PROCESS", 0)
        monkeypatch.setattr(
            module, "Parallel", lambda n_jobs, **how: processes.append(n_jobs) or parallel(n_jobs, **how)
        )
        one, two = (without_seconds(simulate(*labelled, "wine", 5, method, repeats=3, n_jobs=n)) for n in (1, 2))
        assert one == two
        assert processes == [1, 2]

    def test_little_work_starts_no_process(self, labelled, monkeypatch):
        processes = []
        parallel = module.Parallel
        monkeypatch.setattr(
            module, "Parallel", lambda n_jobs, **how: processes.append(n_jobs) or parallel(n_jobs, **how)
        )
        simulate(*labelled, "wine", 5, "centroid", repeats=2, n_jobs=2)
        assert processes == [1]

    def test_processors_that_no_process_needs_are_threads(self, monkeypatch):
        monkeypatch.setattr(module, "effective_n_jobs", lambda n_jobs: 8)
        assert run_repeats(lambda texts, call, n_jobs: (call, n_jobs), ["x"], [("a",), ("b",)]) == [("a", 8), ("b", 8)]
        monkeypatch.setattr(module, "_WORTH_A_PROCESS", 0)
        monkeypatch.setattr(module, "Parallel", lambda n_jobs, **how: lambda jobs: (f(*a, **k) for f, a, k in jobs))
        assert run_repeats(lambda texts, call, n_jobs: n_jobs, ["x"], [(call,) for call in "abc"]) == [2, 2, 2]

    def test_the_share_covered_and_the_most_frequent_verdict(self):
        one = dict.fromkeys(FIGURES, 1.0) | {"recall_at": {}, "recall_curve": [], "seed": 0}
        said = [(True, "found"), (False, "cannot tell"), (False, "cannot tell")]
        together = average_repeats([one | {"covered": covered, "verdict": verdict} for covered, verdict in said])
        assert together["covered"] == pytest.approx(1 / 3)
        assert together["verdict"] == "cannot tell"

    def test_a_figure_that_simulate_once_lacks_has_no_mean(self):
        one = dict.fromkeys(FIGURES, 1.0) | {"recall_at": {}, "recall_curve": [], "covered": True, "verdict": "found"}
        together = average_repeats([one, one | {"count": None, "covered": None}])
        assert together["count"] is together["covered"] is together["spread"]["count"] is None
        assert together["f1"] == 1.0

    def test_whoever_waits_hears_of_every_draw(self, labelled):
        heard = []
        simulate(*labelled, "wine", 5, "centroid", repeats=3, callback=heard.append)
        assert [(stage.done, stage.total) for stage in heard] == [(1, 3), (2, 3), (3, 3)]

    def test_a_mistake_is_told_before_any_draw(self, labelled, monkeypatch):
        monkeypatch.setattr(simulation, "rank", lambda *_: pytest.fail("searched"))
        with pytest.raises(UserError, match="at least 1; it is 0"):
            simulate(*labelled, "wine", 5, repeats=0)
        for number in (1, 2):
            with pytest.raises(UserError, match="-1 for one per processor"):
                simulate(*labelled, "wine", 5, repeats=number, n_jobs=0)
        with pytest.raises(UserError, match="no document has the label 'beer'"):
            simulate(*labelled, "beer", 5, repeats=2)
        with pytest.raises(UserError, match="60 documents"):
            simulate(labelled[0], labelled[1][:-1], "wine", 5, repeats=2)


class TestPicture:
    SVG = "{http://www.w3.org/2000/svg}"

    def names(self, outcome):
        root = ElementTree.fromstring(draw_recall(outcome, "Tea & <wine>"))
        texts = [node.text for node in root.iter(f"{self.SVG}text")]
        assert "Tea & <wine>" in texts
        return texts[-sum(1 for node in root.iter(f"{self.SVG}path") if node.get("stroke-width") == "2.5") :]

    def test_simulate_once_is_a_line_with_the_methods_name(self, labelled):
        outcome = simulate(*labelled, "wine", 5, "centroid")
        assert self.names(outcome) == ["centroid", "random order", "cut-off"]

    def test_a_few_draws_are_a_line_each(self, labelled):
        outcome = simulate(*labelled, "wine", 5, "centroid", seed=3, repeats=2)
        assert self.names(outcome) == ["seed 3", "seed 4", "random order", "cut-off"]

    def test_many_draws_are_their_mean_and_their_bounds(self, labelled):
        outcome = simulate(*labelled, "wine", 5, "centroid", repeats=7)
        assert self.names(outcome) == ["mean of 7", "lowest", "highest", "random order", "cut-off"]

    def test_the_bounds_of_many_draws_enclose_their_mean(self):
        repeats = [{"seed": seed, "recall_curve": [[0.0, 0.0], [0.5, seed / 10], [1.0, 1.0]]} for seed in range(7)]
        mean = [[0.0, 0.0], [0.5, 0.3], [1.0, 1.0]]
        outcome = {"repeats": repeats, "recall_curve": mean, "n_predicted": 1, "n_pile": 2, "recall": 0.3}
        root = ElementTree.fromstring(draw_recall(outcome, "seven"))
        heights = [float(node.get("cy")) for node in root.iter(f"{self.SVG}circle")]
        middle, lowest, highest = heights[1], heights[4], heights[7]
        assert lowest == heights[0]  # 0 is found by the lowest repeat
        assert middle == pytest.approx((lowest + highest) / 2, abs=0.1)
        assert highest < lowest

    def test_the_cut_off_stands_where_it_takes_what_is_found(self, ranked):
        ranked([0, 5, 1, 2, 3, 4, 6, 7, 8, 9], n_found=5)
        root = ElementTree.fromstring(draw_recall(simulate(TEXTS, LABELS, "wine", 2, "centroid"), "half"))
        marks = [(float(node.get("cx")), float(node.get("cy"))) for node in root.iter(f"{self.SVG}circle")]
        (left, bottom), (right, top) = marks[-4:-2]  # the random order's ends
        assert marks[-2:] == [((left + right) / 2, bottom), ((left + right) / 2, top)]


def test_the_same_seed_gives_the_same_numbers(labelled):
    first, second = (simulate(*labelled, "wine", 5, seed=2) for _ in range(2))
    assert without_seconds(first) == without_seconds(second)


def test_labels_may_be_numbers(labelled):
    texts, labels = labelled
    numbers = [int(label == "wine") for label in labels]
    outcome, named = (
        simulate(texts, given, sought, 5, "centroid") for given, sought in ((numbers, "1"), (labels, "wine"))
    )
    assert without_seconds(outcome) == without_seconds(named)


def test_a_document_may_have_several_labels(labelled):
    texts, labels = labelled
    several = [[label, "drink"] if label != "cars" else [] for label in labels]
    assert simulate(texts, several, "wine", 5, "centroid")["n_positive"] == 15
    assert simulate(texts, several, "drink", 5, "centroid")["n_positive"] == 35


def test_documents_without_words_count_as_not_found(labelled):
    texts, labels = labelled
    outcome = simulate([*texts, ""], [*labels, "wine"], "wine", 5, "centroid", seed=1)
    assert outcome["n_positive"] == 16
    assert outcome["recall"] < 1
    assert outcome["ap"] < 1


def test_copies_of_an_example_stay_in_the_pile():
    texts = ["red wine cellar"] * 4 + ["green tea leaf"] * 4
    outcome = simulate(texts, ["wine"] * 4 + ["tea"] * 4, "wine", 2, "centroid")
    assert (outcome["n_positive"], outcome["f1"]) == (2, 1.0)


def test_the_examples_have_the_label_and_the_rest_is_hidden(labelled):
    truth, shown, hidden = choose_examples(labelled[1], "tea", 7, seed=0)
    assert truth[shown].all()
    assert sorted([*shown, *hidden]) == list(range(60))
    assert len(shown) == 7


@pytest.mark.parametrize(
    ("labels", "positive", "number", "says"),
    [
        (["a", "b", "a"], "c", 1, r"no document has the label 'c'; there are: a \(2\), b \(1\)"),
        (["a", "b", "a"], "a", 2, "only 2 documents have the label 'a'.*at most 1"),
        (["a", "b", "a"], "b", 1, "only one document has the label 'b'"),
        (["a", "b", "a"], "a", 0, "at least 1"),
        ([str(number) for number in range(30)], "x", 1, "and 20 more"),
        ([None, None, None], "a", 1, "none at all"),
        (None, "a", 1, "no labels"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_a_sentence(labels, positive, number, says):
    with pytest.raises(UserError, match=says):
        choose_examples(labels, positive, number, seed=0)


def test_labels_and_documents_must_match_in_number():
    with pytest.raises(UserError, match="2 labels for 3 documents"):
        simulate(["x", "y", "z"], ["a", "b"], "a", 1)


@pytest.mark.parametrize("labels", [["1.0", "1.0", "0.0"], [1, 1, 0], ["1", "1", "0"]])
def test_a_label_that_is_a_number_may_be_written_otherwise(labels):
    assert choose_examples(labels, "1", 1, seed=0)[0].tolist() == [True, True, False]


def test_a_label_that_is_written_so_is_meant_and_no_other():
    assert choose_examples(["1", "1", "1.0"], "1", 1, seed=0)[0].tolist() == [True, True, False]
