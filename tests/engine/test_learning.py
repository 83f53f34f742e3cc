"""What answers teach: a rule on words and pairs of words, and how much it counts."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

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


def test_phrases_are_counted_when_the_first_no_comes_and_kept(letters: Collection, tmp_path) -> None:
    search(letters, {"3": "yes"})
    assert letters.counted_phrases is None
    first = search(letters, {"3": "yes", "5": "no"})
    assert letters.counted_phrases is not None
    again = search(Collection.load(letters.save(tmp_path / "kept")), {"3": "yes", "5": "no"})
    assert again.table.equals(first.table)


def test_added_documents_bring_their_phrases(letters: Collection) -> None:
    search(letters, {"5": "no"})
    more = letters.add(["word1 word2 word3 entirely new", "word4 word5 word6 also new"])
    fresh = collect(letters.examples, more.pile)
    assert (more.phrases != fresh.phrases).nnz == 0
    assert search(more, {"5": "no"}).table["id"].to_list() == search(fresh, {"5": "no"}).table["id"].to_list()


def test_records_of_literature_suggest_criteria() -> None:
    abstract = "We gave it to forty persons and compared them with forty others over a year. " * 4
    records = [f"Trial number {number} of wine and health\n{abstract}{number}" for number in range(12)]
    collection = collect(records[:2], records[2:])
    assert collection.profile == "criteria"
    assert collection.prepared.phrases is not None
    assert collect(["red wine"], ["tea", "wine"]).profile == "topics"
