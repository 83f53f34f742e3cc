"""A loop of reading and answering, with rankings made by hand."""

import numpy as np
import pytest

from likewise.errors import UserError
from likewise.evaluate.method_replay import replay_method
from likewise.evaluate.replay import Round, replay

TRUTH = np.array([1, 1, 0, 0, 1, 0, 0, 1], dtype=bool)


def by_row(labels):
    """Rank documents as they stand."""
    return -np.arange(len(labels))


def test_documents_are_read_in_batches_from_the_top_until_the_last_relevant_one():
    loop = replay(by_row, TRUTH, examples=[0], batch=2)
    assert loop.order.tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert loop.places == [1, 4, 7]
    assert (loop.n_pile, loop.n_positive) == (7, 3)
    assert [one.n_read for one in loop.rounds] == [0, 2, 4, 6]
    assert [one.n_found for one in loop.rounds] == [0, 1, 2, 2]


def test_each_ranking_is_told_all_answers_before_it_and_nothing_more():
    told = []

    def rank(labels):
        told.append(labels.tolist())
        return by_row(labels)

    replay(rank, TRUTH, examples=[0], batch=3, excluded=[3])
    assert told[0] == [1, -1, -1, 0, -1, -1, -1, -1]
    assert told[1] == [1, 1, 0, 0, 1, -1, -1, -1]


def test_a_ranking_that_changes_its_labels_does_not_change_the_loop():
    def rank(labels):
        labels[:] = 1
        return by_row(labels)

    assert replay(rank, TRUTH, examples=[0], batch=2).places == [1, 4, 7]


def test_the_loop_learns_what_it_reads():
    def rank(labels):  # like what was found, unlike what was not
        return [np.sum(labels[max(0, row - 1) : row + 2] == 1) for row in range(len(labels))]

    truth = np.array([1, 1, 1, 1, 0, 0, 0, 0], dtype=bool)
    assert replay(rank, truth, examples=[0], batch=1).places == [1, 2, 3]


def test_the_loop_goes_on_as_long_as_it_is_asked_to():
    truth = np.array([1, 1, *([0] * 18)], dtype=bool)
    assert len(replay(by_row, truth, [0], batch=1).order) == 1
    assert len(replay(by_row, truth, [0], batch=1, go_on=lambda one: one.n_read < 7).order) == 11
    assert len(replay(by_row, truth, [0], batch=1, go_on=lambda one: True).order) == 19


def test_estimates_are_kept_with_their_rankings():
    loop = replay(by_row, TRUTH, [0], batch=4, estimate=lambda: None)
    assert loop.rounds[0] == Round(0, 0, loop.rounds[0].seconds, None)
    assert loop.rerank_seconds >= 0


def test_found_documents_are_reported_after_each_batch():
    stages = []
    replay(by_row, TRUTH, [0], batch=4, callback=stages.append)
    assert [(stage.done, stage.total) for stage in stages] == [(2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"examples": [2]}, "must be relevant"),
        ({"examples": [0], "excluded": [1]}, "must be relevant"),
        ({"examples": []}, "at least one example"),
        ({"examples": [0], "batch": 0}, "at least 1 document"),
        ({"examples": [0, 1, 4, 7]}, "no relevant document is left"),
    ],
)
def test_a_start_that_makes_no_sense_is_refused(options, message):
    with pytest.raises(UserError, match=message):
        replay(by_row, TRUTH, **options)


TEXTS = [f"wine from a cellar number {row}" for row in range(8)] + [f"a pot of tea number {row}" for row in range(12)]
LABELS = ["wine"] * 8 + ["tea"] * 12


@pytest.mark.parametrize("method", ["centroid", "likewise"])
def test_a_registered_method_finds_all_documents_of_an_easy_topic_first(method):
    loop = replay_method(TEXTS, LABELS, "wine", 2, method, batch=3)
    assert loop.places == [1, 2, 3, 4, 5, 6]
    assert loop.figures.recall20 == 3 / 6


def test_the_same_seed_gives_the_same_order():
    first, second = (replay_method(TEXTS, LABELS, "wine", 2, seed=4, batch=3) for _ in range(2))
    assert first.order.tolist() == second.order.tolist()


def test_the_default_method_says_how_many_are_left():
    loop = replay_method(TEXTS, LABELS, "wine", 2, batch=3)
    assert all(one.estimate is not None for one in loop.rounds)
