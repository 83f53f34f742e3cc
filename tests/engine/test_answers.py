"""Answers: each labelled document stands where it would without its own label, and everything told adds up."""

import numpy as np
import pytest

from likewise.engine import judge, prepare
from likewise.engine.answers import score_with_answers
from likewise.engine.judge import share_decided
from likewise.engine.votes import hear
from likewise.labels import read_labels
from tests.conftest import topical_counts


@pytest.fixture(scope="module")
def case():
    X, topic = topical_counts(n_docs=300, n_topics=6, seed=2)
    truth = topic == 0
    y = np.full(300, -1)
    y[np.flatnonzero(truth)[:4]] = 1
    return prepare(X), y, truth


def decide(case, n, seed=0):
    _, y, truth = case
    chosen = np.random.default_rng(seed).choice(np.flatnonzero(y == -1), n, replace=False)
    decided = np.zeros(len(y), dtype=bool)
    decided[chosen] = True
    return np.where(decided, truth.astype(int), y), decided


def test_a_label_does_not_lift_its_own_document(case):
    """Turning one answer round must not move where that document stands, and must move others."""
    prepared, y, _ = case
    labelled, decided = decide(case, 40)
    rows = prepared.place[np.flatnonzero(decided)]
    scores = []
    for turned in (False, True):
        changed = labelled.copy()
        if turned:
            changed[np.flatnonzero(decided)[0]] = 1 - changed[np.flatnonzero(decided)[0]]
        labels = read_labels(changed, who="test").at(prepared.order)
        heard = hear(prepared, np.sort(prepared.place[np.flatnonzero(y == 1)]), "topics", 7)
        scores.append(score_with_answers(prepared, labels, heard, 7))
    unlabelled = (read_labels(labelled, who="test").at(prepared.order)).unlabelled
    assert not np.allclose(scores[0][unlabelled], scores[1][unlabelled])
    places = [np.mean(score[unlabelled] > score[rows[0]]) for score in scores]
    assert abs(places[0] - places[1]) < 0.2


@pytest.mark.parametrize("n", [1, 5, 40, 200])
def test_everything_adds_up_after_any_answers(case, n):
    prepared, _, _ = case
    labelled, decided = decide(case, n)
    estimate = judge(prepared, read_labels(labelled, who="test"), decided=decided).estimate
    assert estimate.n_pile == (labelled == -1).sum()
    assert estimate.low <= estimate.count <= estimate.high <= estimate.n_pile
    for taken in np.linspace(0, estimate.n_pile, 7).astype(int):
        at = estimate.at(int(taken))
        assert at.good + at.missed == pytest.approx(estimate.count, abs=1e-9)
        assert at.missed_low <= at.missed <= at.missed_high


def test_the_interval_holds_what_is_left_after_reading_from_the_top(case):
    prepared, y, truth = case
    decided = np.zeros(len(y), dtype=bool)
    for _ in range(5):
        labelled = np.where(decided, truth.astype(int), y)
        judgement = judge(prepared, read_labels(labelled, who="test"), decided=decided)
        left = int((truth & (labelled == -1)).sum())
        assert judgement.estimate.low - 0.5 <= left <= judgement.estimate.high + 0.5
        decided[np.argsort(-np.where(labelled == -1, judgement.scores, -np.inf))[:10]] = True


def test_a_long_run_of_no_leaves_little(case):
    """What was read first stands above all the rest, each document at a place of its own."""
    prepared, y, truth = case
    decided = np.zeros(len(y), dtype=bool)
    for _ in range(11):
        labelled = np.where(decided, truth.astype(int), y)
        judgement = judge(prepared, read_labels(labelled, who="test"), decided=decided)
        decided[np.argsort(-np.where(labelled == -1, judgement.scores, -np.inf))[:10]] = True
    assert not (truth & (labelled == -1)).any()
    assert judgement.estimate.count < 2
    assert judgement.estimate.high < 10


def test_where_few_are_decided_answers_count_less():
    shares = share_decided(np.arange(200.0), np.arange(200), np.array([*range(180, 200), 50]))
    assert shares[5] > 0.9
    assert shares[-1] < 0.1


def test_what_was_judged_before_changes_nothing():
    """Answers come and go, of one side or both, examples become others: as if nothing had been judged before."""
    X, topic = topical_counts(n_docs=300, n_topics=6, seed=2)
    used, truth = prepare(X), topic == 0
    yes, no = np.flatnonzero(truth), np.flatnonzero(~truth)
    sides = [
        (yes[:4], [], []),
        (yes[:4], yes[4:6], no[:3]),
        (yes[:4], yes[4:6], no[:4]),  # one more no
        (yes[:4], yes[4:7], no[:4]),  # one more yes
        (yes[:4], yes[4:7], no[:3]),  # a no is taken back
        (yes[:3], yes[3:7], no[:3]),  # an example is now an answer
        (yes[:4], [], no[:3]),
    ]
    for examples, said_yes, said_no in sides:
        y, decided = np.full(300, -1), np.zeros(300, dtype=bool)
        y[examples], y[said_yes], y[said_no] = 1, 1, 0
        decided[said_yes] = decided[said_no] = True
        labels = read_labels(y, who="a test")
        one, other = (judge(prepared, labels, decided=decided) for prepared in (used, prepare(X)))
        np.testing.assert_array_equal(one.scores, other.scores)
        assert one.estimate.count == other.estimate.count
