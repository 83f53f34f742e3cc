"""What answers teach: a rule on words and pairs of words, and how much it counts."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from likewise.datasets import load
from likewise.engine import judge, prepare
from likewise.engine.constants import LearningConstants
from likewise.engine.learning import choose_weight, learn
from likewise.finder import Collection, collect, search
from likewise.labels import read_labels

CONSTANTS = LearningConstants()


def made_up(seed: int = 0, n: int = 300) -> tuple[sparse.csr_array, np.ndarray]:
    """Documents of one topic, of which those match that have one of four further words."""
    rng = np.random.default_rng(seed)
    counts = rng.poisson(0.5, (n, 60))
    truth = rng.random(n) < 0.2
    counts[truth, :4] += rng.poisson(1.5, (int(truth.sum()), 4))
    counts[:, -1] += 1
    return sparse.csr_array(counts.astype(float)), truth


def answered(truth: np.ndarray, n_examples: int, n_answers: int) -> tuple[np.ndarray, np.ndarray]:
    """Labels with some examples, and answers at random."""
    y = np.full(len(truth), -1)
    y[np.flatnonzero(truth)[:n_examples]] = 1
    rest = np.flatnonzero(y == -1)[:n_answers]
    decided = np.zeros(len(truth), dtype=bool)
    decided[rest] = True
    y[rest] = truth[rest]
    return y, decided


def auc(scores: np.ndarray, truth: np.ndarray) -> float:
    return float((scores[truth][:, None] > scores[~truth][None]).mean())


def test_answers_put_what_matches_higher() -> None:
    X, truth = made_up()
    prepared = prepare(X)
    at = {}
    for n_answers in (0, 40, 120):
        y, decided = answered(truth, 3, n_answers)
        left = np.arange(len(truth)) >= 150
        at[n_answers] = auc(judge(prepared, read_labels(y, who="a test"), decided=decided).scores[left], truth[left])
    assert at[120] > at[0] + 0.05
    assert at[40] > at[0]


def test_labelled_documents_are_scored_without_their_own_label() -> None:
    X, truth = made_up()
    prepared = prepare(X)
    y, _ = answered(truth, 3, 60)
    wrong = int(np.flatnonzero(y == 0)[5])
    flipped = y.copy()
    flipped[wrong] = 1
    scores = [
        learn(prepared, read_labels(labels, who="a test").at(prepared.order), 60, 12)[prepared.place][wrong]
        for labels in (y, flipped)
    ]
    # Its own label would move it by standard deviations; that of others at its place in the folds moves it a bit.
    assert abs(scores[0] - scores[1]) < 1.5


def test_without_a_no_nothing_is_learned() -> None:
    _, truth = made_up()
    labels = read_labels(np.where(np.arange(len(truth)) < 3, 1, -1), who="a test")
    assert choose_weight(np.zeros(len(truth)), np.zeros(len(truth)), labels, CONSTANTS) == 0.0


def test_the_weight_rises_with_answers_and_is_theirs_to_choose() -> None:
    def weight(n_no: int, voted: float, learned: float, patience: float = CONSTANTS.patience) -> float:
        labels = read_labels([1] * 20 + [0] * n_no + [-1], who="a test")
        rng = np.random.default_rng(0)
        shift = labels.positive.astype(float)
        scores = [rng.normal(size=len(shift)) + apart * shift for apart in (voted, learned)]
        return choose_weight(*scores, labels, replace(CONSTANTS, patience=patience))

    assert weight(1, 1.0, 1.0) < weight(5, 1.0, 1.0) <= weight(50, 1.0, 1.0)
    assert weight(50, 4.0, 0.0, patience=1.0) < 0.5 < weight(50, 0.0, 4.0, patience=1.0)


@pytest.fixture
def letters() -> Collection:
    rng = np.random.default_rng(3)
    words = [f"word{number}" for number in range(80)]
    texts = [" ".join(rng.choice(words, 30)) for _ in range(120)]
    return collect(texts[:4], texts[4:])


def test_the_first_no_among_many_yes_teaches_little_of_a_topic() -> None:
    def weigh(n_yes: int, n_no: int) -> float:
        labels = read_labels([1] * n_yes + [0] * n_no + [-1], who="a test")
        voted, learned = np.arange(len(labels.positive), 0.0, -1.0), np.zeros(len(labels.positive))
        return choose_weight(voted, learned, labels, CONSTANTS, by_phrases=False)

    assert weigh(20, 1) < 0.2 < weigh(20, 5) < weigh(20, 20) < weigh(5, 40)
    assert weigh(2, 1) > 0.4


def test_phrases_are_counted_for_criteria_only_and_kept(letters: Collection, tmp_path) -> None:
    answers = {"3": "yes", "5": "no"}
    topics = search(letters, answers)
    assert letters.counted_phrases is None
    criteria = search(letters, answers, profile="criteria")
    assert letters.counted_phrases is not None
    assert not criteria.table.equals(topics.table)
    assert search(letters, answers).table.equals(topics.table), "that they are known now changes nothing for topics"
    again = search(Collection.load(letters.save(tmp_path / "kept")), answers, profile="criteria")
    assert again.table.equals(criteria.table)


def test_added_documents_bring_their_phrases(letters: Collection) -> None:
    search(letters, {"5": "no"}, profile="criteria")
    more = letters.add(["word1 word2 word3 entirely new", "word4 word5 word6 also new"])
    fresh = collect(letters.examples, more.pile)
    assert (more.phrases != fresh.phrases).nnz == 0
    tables = [search(collection, {"5": "no"}, profile="criteria").table for collection in (more, fresh)]
    assert tables[0]["id"].to_list() == tables[1]["id"].to_list()


def test_records_of_literature_suggest_criteria() -> None:
    abstract = "We gave it to forty persons and compared them with forty others over a year. " * 4
    records = [f"Trial number {number} of wine and health\n{abstract}{number}" for number in range(12)]
    collection = collect(records[:2], records[2:])
    assert collection.profile == "criteria"
    assert collection.prepared.phrases is not None
    assert collect(["red wine"], ["tea", "wine"]).profile == "topics"


def test_unsure_counts_as_a_small_part_of_a_yes() -> None:
    X, truth = made_up()
    prepared = prepare(X)
    y, decided = answered(truth, 3, 60)
    left = np.flatnonzero((y == -1) & truth)
    doubtful, others = left[: len(left) // 2], left[len(left) // 2 :]
    unsure = np.isin(np.arange(len(y)), doubtful)
    said = np.where(unsure, 1, y)

    def place(labels: np.ndarray, **options: np.ndarray) -> float:
        scores = judge(prepared, read_labels(labels, who="a test"), **options).scores
        nobody = (y == -1) & ~unsure
        return float(np.mean([(scores[nobody] < scores[row]).mean() for row in others]))

    without = place(y, decided=decided)
    little = place(y, decided=decided, unsure=unsure)
    much = place(said, decided=decided | unsure)
    assert without < little < much


def test_without_a_doubt_nothing_changes() -> None:
    X, truth = made_up()
    prepared = prepare(X)
    y, decided = answered(truth, 3, 60)
    labels = read_labels(y, who="a test")
    one = judge(prepared, labels, decided=decided)
    other = judge(prepared, labels, decided=decided, unsure=np.zeros(len(y), dtype=bool))
    assert one.scores.tobytes() == other.scores.tobytes()


def test_a_search_hears_that_a_person_is_unsure() -> None:
    pile = [f"red wine from the cellar number {n} with {'grapes' if n % 3 else 'cheese'}" for n in range(60)]
    pile += [f"green tea from the garden number {n} with {'honey' if n % 3 else 'cheese'}" for n in range(60)]
    collection = collect(["red wine from a cellar", "old red wine"], pile)
    decisions = {str(n): "no" for n in range(61, 71)} | {"1": "yes"}
    without = search(collection, decisions)
    doubtful = search(collection, decisions | {str(n): "unsure" for n in (73, 76, 79)})
    assert doubtful.table["rank"].is_not_null().sum() == without.table["rank"].is_not_null().sum()
    assert not doubtful.table["probability"].equals(without.table["probability"])


@pytest.mark.corpus
def test_the_first_answers_leave_the_count_near_the_truth() -> None:
    data = load("reviews_synergy")
    errors = []
    for review in ("Meijboom_2021", "Menon_2022", "Jeyaraman_2020"):
        rows = [row for row, name in enumerate(data.extra["review"]) if name == review]
        truth = np.array([data.labels[row] == "included" for row in rows])
        examples = np.flatnonzero(truth)[:5]
        pile = np.setdiff1d(np.arange(len(rows)), examples)
        texts = [data.texts[row] for row in rows]
        collection = collect([texts[row] for row in examples], [texts[row] for row in pile])
        match = dict(zip(collection.pile.ids.to_list(), truth[pile], strict=True))
        decisions: dict[str, bool] = {}
        for _ in range(3):
            result = search(collection, decisions)
            first = [name for name in result.table["id"] if name not in decisions][:10]
            decisions |= {name: bool(match[name]) for name in first}
        left = sum(match.values()) - sum(decisions[name] for name in list(decisions)[:20])
        errors.append(abs(np.log(result.estimate.count / left)))
        assert result.estimate.low <= left <= result.estimate.high
    assert np.mean(errors) < np.log(2)
