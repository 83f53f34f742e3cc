"""Blocks give the same bytes whoever runs them, and steps can be sent elsewhere."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from likewise.fitting import BlockStep, CountBlock, State, Threads
from likewise.fitting.executors import Elsewhere, PartialSum, add_anew, add_up, collect_sums, finish_sum
from likewise.models.topic import PLSA
from likewise.models.topic.plsa import TemperedStep, m_step


def _state(blocks, n_topics, n_words):
    rng = np.random.default_rng(1)
    topics = rng.dirichlet(np.ones(n_words), n_topics).T.copy()
    return State(topics, tuple(rng.dirichlet(np.ones(n_topics), block.shape[0]) for block in blocks))


def test_threads_give_the_bytes_of_blocks_in_turn(counts):
    blocks = [CountBlock(counts[start : start + 9]) for start in range(0, 60, 9)]
    state = _state(blocks, 3, counts.shape[1])
    one, objective = BlockStep(blocks, TemperedStep(1.0), m_step)(state)
    other, again = BlockStep(blocks, TemperedStep(1.0), m_step, Threads(3))(state)
    assert objective == again
    assert one.shared.tobytes() == other.shared.tobytes()
    assert all(a.tobytes() == b.tobytes() for a, b in zip(one.own, other.own, strict=True))


@pytest.mark.parametrize("n_items", [1, 2, 3, 7, 16])
def test_sums_are_made_in_one_order_of_pairs(n_items):
    names = [chr(97 + number) for number in range(n_items)]
    told = add_up(iter(names), lambda a, b: f"({a}{b})")
    assert "".join(filter(str.isalpha, told)) == "".join(names)
    assert told == add_up(names, lambda a, b: f"({a}{b})")
    with pytest.raises(ValueError, match="nothing to add up"):
        add_up([], add_anew)


@given(st.integers(1, 40), st.sets(st.integers(1, 39)), st.randoms(use_true_random=False))
def test_ranges_of_blocks_that_are_joined_in_any_groups_have_the_same_sum(n_items, cuts, random):
    def plus(a, b):
        return f"({a}{b})"

    items = [PartialSum(at, 0, chr(97 + at)) for at in range(n_items)]
    edges = [0, *sorted(cut for cut in cuts if cut < n_items), n_items]
    ranges = [collect_sums(items[first:last], plus) for first, last in itertools.pairwise(edges)]
    while len(ranges) > 1:
        at = random.randrange(len(ranges) - 1)
        ranges[at : at + 2] = [collect_sums([*ranges[at], *ranges[at + 1]], plus)]
    assert finish_sum(ranges[0], plus) == add_up([each.total for each in items], plus)


def test_statistics_that_may_be_needed_again_are_left_alone():
    one, other = (np.ones(2), 1.0), (np.ones(2), 2.0)
    total = add_anew(one, other)
    assert total[0].tolist() == [2.0, 2.0]
    assert one[0].tolist() == [1.0, 1.0]


def test_a_block_is_sent_without_its_buffers():
    X = sparse.csr_array(np.random.default_rng(0).integers(0, 3, (200, 50)).astype(float))
    block = CountBlock(X)
    size = len(pickle.dumps(block))
    first = block.expected_counts(np.full((200, 2), 0.5), np.full((50, 2), 0.02))
    assert len(pickle.dumps(block)) == size
    again = pickle.loads(pickle.dumps(block)).expected_counts(np.full((200, 2), 0.5), np.full((50, 2), 0.02))  # noqa: S301
    assert again.words.tobytes() == first.words.tobytes()


def test_the_division_into_blocks_changes_rounding_only(counts):
    one = PLSA(3, random_state=0, tol=0, max_iter=20).fit(counts)
    many = PLSA(3, random_state=0, tol=0, max_iter=20, block_rows=7).fit(counts)
    np.testing.assert_allclose(many.components_, one.components_, rtol=1e-9, atol=1e-12)


def test_shared_parameters_that_are_elsewhere_are_brought_when_they_are_asked_for(counts):
    class Far(Elsewhere):
        def __init__(self, value):
            self.value = value

        def fetch(self):
            return self.value

    blocks = [CountBlock(counts)]
    state = _state(blocks, 3, counts.shape[1])
    step = BlockStep(blocks, TemperedStep(1.0), m_step)
    far = State(Far(state.shared), state.own)
    assert far.shared is state.shared
    assert step(far)[0].shared.tobytes() == step(state)[0].shared.tobytes()
