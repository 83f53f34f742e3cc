import itertools

import numpy as np
import pytest
from scipy import sparse

from likewise.fitting import CountBlock, State, row_blocks
from likewise.models.topic import PLSA, TopicSensitivePLSA
from likewise.models.topic.constrained_step import Shared, constrained_step, labelled_blocks
from likewise.models.topic.constraints import cannot_link, must_link, off_mass, satisfied
from likewise.models.topic.left_out import CANDIDATES, WITHOUT_CHOICE, choose_n_topics
from tests.conftest import topical_counts

P0, P1, P2 = [0.7, 0.3], [0.6, 0.4], [0.2, 0.8]
PHI = np.array([[0.5, 0.2], [0.3, 0.3], [0.2, 0.5]])
X = sparse.csr_array(np.array([[2.0, 1, 0], [1, 1, 0], [0, 1, 2]]))
Y = np.array([1, 1, -1])


def one_step(scaling, block_rows=None):
    counts = [CountBlock(X[rows]) for rows in row_blocks(X, block_rows)]
    blocks = labelled_blocks(counts, X, Y == 1, Y == 0, 1.0)
    kappa = 2.0 if scaling == "balanced" else 1.0
    step = constrained_step(blocks, 2.0, 0.5 * kappa, self_pairs=False)
    own = tuple(np.array([P0, P1, P2])[i : i + (block_rows or 3)] for i in range(0, 3, block_rows or 3))
    return step(State(Shared(PHI.copy(), np.array([P0, P1])), own))


@pytest.mark.parametrize("block_rows", [None, 1, 2])
@pytest.mark.parametrize(
    ("scaling", "objective", "labelled", "other"),
    [
        ("raw", -9.765959, [[0.802634, 0.197366], [0.749689, 0.250311]], [0.125408, 0.874592]),
        ("balanced", -10.294886, [[0.811016, 0.188984], [0.760434, 0.239566]], [0.124290, 0.875710]),
    ],
)
def test_one_step_is_the_hand_example_over_any_blocks(scaling, objective, labelled, other, block_rows):
    state, value = one_step(scaling, block_rows)
    assert value == pytest.approx(objective, abs=1e-6)
    np.testing.assert_allclose(state.shared.labelled, labelled, atol=1e-6)
    np.testing.assert_allclose(state.own[-1][-1], other, atol=1e-6)


def test_closed_forms_equal_loops_over_pairs_and_topics():
    rng = np.random.default_rng(0)
    n_topics = 4
    T, U, w = rng.dirichlet(np.ones(n_topics), 5), rng.dirichlet(np.ones(n_topics), 7), rng.uniform(0.5, 2, 7)
    must, cannot_t, cannot_u = np.zeros_like(T), np.zeros_like(T), np.zeros_like(U)
    log_alike = log_unlike = 0.0
    for i, j in itertools.permutations(range(5), 2):
        must[i] += T[i] * T[j] / (T[i] @ T[j])
        log_alike += 0.5 * np.log(T[i] @ T[j])
    for i, j in itertools.product(range(5), range(7)):
        unlike = 1 - T[i] @ U[j]
        log_unlike += w[j] * np.log(unlike)
        for a, b in itertools.permutations(range(n_topics), 2):
            responsibility = w[j] * T[i, a] * U[j, b] / unlike
            cannot_t[i, a] += responsibility
            cannot_u[j, b] += responsibility
    counts, total = must_link(T, self_pairs=False)
    np.testing.assert_allclose(counts, must, atol=1e-12)
    assert total == pytest.approx(log_alike)
    on_t, on_u, total = cannot_link(T, U, w)
    np.testing.assert_allclose(on_t, cannot_t, atol=1e-12)
    np.testing.assert_allclose(on_u, cannot_u, atol=1e-12)
    assert total == pytest.approx(log_unlike)
    np.testing.assert_allclose(counts.sum(axis=1), 4)
    np.testing.assert_allclose(must_link(T, self_pairs=True)[0].sum(axis=1), 5)
    np.testing.assert_allclose(on_t.sum(axis=1), w.sum())
    np.testing.assert_allclose(on_u.sum(axis=1), 5 * w)


def test_off_mass_does_not_cancel_for_pure_documents():
    pure = np.array([[1.0, 1e-17, 0.0]])
    assert off_mass(pure)[0, 0] == 1e-17
    assert np.isfinite(cannot_link(pure, pure, np.ones(1))[2])


@pytest.mark.parametrize("scaling", ["raw", "balanced"])
@pytest.mark.parametrize("self_pairs", [False, True])
@pytest.mark.parametrize("init", ["seeded", "random"])
@pytest.mark.parametrize("warmup", [0, 10])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_objective_never_falls_in_any_variant(pu_counts, scaling, self_pairs, init, warmup, seed):
    X, y, _ = pu_counts
    model = TopicSensitivePLSA(
        4, scaling=scaling, self_pairs=self_pairs, init=init, warmup=warmup, tol=0, max_iter=150, random_state=seed
    ).fit(X, y)
    assert np.diff(model.history_).min() >= -1e-9 * abs(model.history_[-1])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_without_constraints_it_is_plsa_bit_for_bit(pu_counts, dtype):
    X, y, _ = pu_counts
    X = X.astype(dtype)
    plain = PLSA(3, tol=0, max_iter=50, random_state=4).fit(X)
    free = TopicSensitivePLSA(
        3, must_link_weight=0, cannot_link_weight=0, init="random", tol=0, max_iter=50, n_init=1, random_state=4
    ).fit(X, y)
    assert free.components_.tobytes() == plain.components_.tobytes()
    assert free.doc_topics_.tobytes() == plain.doc_topics_.tobytes()
    assert free.history_ == plain.history_


def test_the_literal_scaling_collapses_and_the_default_does_not():
    """Under raw sums an example carries β₂·u pseudo-words: it flees from everything, hidden positives included."""
    X, topic = topical_counts(n_docs=600, n_words=120, n_topics=4, length=25, seed=2)
    truth = topic == 0
    y = np.full(len(topic), -1)
    y[np.flatnonzero(truth)[:10]] = 1
    hidden = (y == -1) & truth

    def recall(scaling):
        model = TopicSensitivePLSA(6, scaling=scaling, tol=0, max_iter=100, random_state=0).fit(X, y)
        return (model.transduction_ == 1)[hidden].mean(), model.cannot_link_satisfied_

    raw, raw_links = recall("raw")
    balanced, balanced_links = recall("balanced")
    assert raw < 0.2
    assert raw_links > 0.95
    assert balanced > 0.9
    assert balanced_links < 0.9


def test_the_answer_is_the_topic_of_most_examples(pu_counts):
    X, y, truth = pu_counts
    model = TopicSensitivePLSA(3, tol=0, max_iter=80, random_state=0).fit(X, y)
    assert model.positive_topic_ == np.bincount(model.doc_topics_.argmax(axis=1)[y == 1]).argmax()
    np.testing.assert_array_equal(model.transduction_ == 1, model.doc_topics_.argmax(axis=1) == model.positive_topic_)
    hidden = y == -1
    assert (model.transduction_ == truth)[hidden].mean() > 0.95
    by_score = model.doc_topics_[np.argsort(-model.training_scores_), model.positive_topic_]
    assert np.diff(by_score).max() <= 0
    assert model.must_link_satisfied_ == 1.0


def test_shares_of_satisfied_constraints_are_the_hand_example():
    assert satisfied(np.array([0, 0, 0, 1]), np.array([0, 0, 1, 1, 1, 1, 2, 2, 2, 2])) == (0.5, 0.75)
    must, cannot = satisfied(np.array([1]), np.array([0]))
    assert np.isnan(must)
    assert cannot == 1.0


def test_one_example_and_empty_documents_work(pu_counts):
    X, y, truth = pu_counts
    one = np.full(len(y), -1)
    one[np.flatnonzero(truth)[0]] = 1
    X = X.toarray()
    X[np.flatnonzero(~truth)[0]] = 0
    model = TopicSensitivePLSA(3, tol=0, max_iter=80, random_state=0).fit(X, one)
    assert np.isnan(model.must_link_satisfied_)
    assert (model.transduction_ == truth)[one == -1].mean() > 0.9


def test_examples_without_words_are_refused(pu_counts):
    X, y, _ = pu_counts
    X = X.toarray()
    X[y == 1] = 0
    with pytest.raises(ValueError, match="no word in the positive documents"):
        TopicSensitivePLSA(3).fit(X, y)


def test_known_negatives_push_harder_with_their_weight(pu_counts):
    X, y, truth = pu_counts
    y = y.copy()
    y[np.flatnonzero(~truth)[:5]] = 0
    light = TopicSensitivePLSA(3, negative_weight=0.0, tol=0, max_iter=40, random_state=0).fit(X, y)
    heavy = TopicSensitivePLSA(3, negative_weight=50.0, tol=0, max_iter=40, random_state=0).fit(X, y)
    on_negatives = [model.doc_topics_[y == 0, model.positive_topic_].mean() for model in (light, heavy)]
    assert on_negatives[1] <= on_negatives[0]


def test_the_number_of_topics_is_chosen_by_examples_that_are_left_out():
    X, topic = topical_counts(n_docs=400, n_words=150, n_topics=8, length=30, seed=3)
    truth = topic == 0
    y = np.full(len(topic), -1)
    y[np.flatnonzero(truth)[:12]] = 1
    model = TopicSensitivePLSA(tol=0, max_iter=80, random_state=0).fit(X, y)
    assert model.n_components_ in CANDIDATES
    assert len(model.components_) == model.n_components_
    assert (model.transduction_ == truth)[y == -1].mean() > 0.97
    again = TopicSensitivePLSA(tol=0, max_iter=80, random_state=0).fit(X, y)
    assert again.doc_topics_.tobytes() == model.doc_topics_.tobytes()


def test_with_few_examples_the_number_of_topics_is_fixed(pu_counts):
    X, y, _ = pu_counts
    small = TopicSensitivePLSA(tol=0, max_iter=30, random_state=0).fit(X, y)
    assert small.n_components_ == X.shape[0] // 10 == 9
    large = TopicSensitivePLSA(tol=0, max_iter=5, random_state=0)
    large.fit(sparse.vstack([X] * 4), np.concatenate([y] + [np.full(len(y), -1)] * 3))
    assert large.n_components_ == WITHOUT_CHOICE


def test_the_choice_prefers_recall_of_the_left_out_and_a_small_share():
    positive = np.arange(500) < 20
    recall, share = {6: 1.0, 10: 1.0, 16: 0.5, 24: 0.2, 36: 0.1}, {6: 0.8, 10: 0.2, 16: 0.1, 24: 0.05, 36: 0.02}

    def probability(n_topics, some):
        assert some.sum() == 10
        return np.where(positive, recall[n_topics], share[n_topics])

    assert choose_n_topics(positive, probability, np.random.default_rng(0)) == 10
