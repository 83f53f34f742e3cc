import numpy as np
import pytest
from scipy import sparse
from sklearn.decomposition import NMF
from sklearn.exceptions import ConvergenceWarning

from likewise.fitting import BlockStep, CountBlock, State
from likewise.fitting.block_matrix import BlockMatrix
from likewise.models.topic import PLSA
from likewise.models.topic.em import TopicSums, colnorm, rownorm
from likewise.models.topic.plsa import e_step, m_step
from likewise.models.topic.tempering import hold_out
from tests.conftest import topical_counts

HAND_X = sparse.csr_array(np.array([[2.0, 1, 0], [0, 1, 2]]))
HAND_THETA = np.array([[0.6, 0.4], [0.3, 0.7]])
HAND_PHI = np.array([[0.5, 0.2], [0.3, 0.3], [0.2, 0.5]])


def test_one_step_is_the_hand_example():
    step = BlockStep([CountBlock(HAND_X)], e_step, m_step)
    state, before = step(State(HAND_PHI.copy(), (HAND_THETA,)))
    _, after = step(state)
    assert before == pytest.approx(-6.126310, abs=1e-6)
    assert after == pytest.approx(-5.415113, abs=1e-6)
    np.testing.assert_allclose(state.own[0], [[0.726316, 0.273684], [0.197561, 0.802439]], atol=1e-6)


def test_one_step_is_the_simultaneous_multiplicative_update_of_kl_nmf(counts):
    X = counts[counts.sum(axis=1) > 0]
    rng = np.random.default_rng(0)
    theta, phi = rng.dirichlet(np.ones(3), X.shape[0]), rng.dirichlet(np.ones(X.shape[1]), 3).T
    length = X.sum(axis=1)[:, None]
    W, H = length * theta, phi.T
    ratio = X.toarray() / (W @ H)
    new_w, new_h = W * (ratio @ H.T), H * (W.T @ ratio)
    state, _ = BlockStep([CountBlock(X)], e_step, m_step)(State(np.ascontiguousarray(phi), (theta,)))
    np.testing.assert_allclose(state.own[0], new_w / new_w.sum(axis=1, keepdims=True), atol=1e-13)
    np.testing.assert_allclose(state.shared.T, new_h / new_h.sum(axis=1, keepdims=True), atol=1e-13)


def test_it_reaches_the_optimum_of_nmf_from_the_same_start(counts):
    X = counts[counts.sum(axis=1) > 0][:, np.flatnonzero(counts.sum(axis=0))]
    model = PLSA(3, max_iter=5, tol=0, random_state=0).fit(X)
    length = X.sum(axis=1)[:, None]
    nmf = NMF(3, init="custom", solver="mu", beta_loss="kullback-leibler", tol=0, max_iter=3000)
    W = nmf.fit_transform(X.toarray(), W=length * model.doc_topics_, H=model.components_.copy())
    model.set_params(warm_start=True, max_iter=3000).fit(X)

    def loglik(weights, words):
        p = (weights / weights.sum(axis=1, keepdims=True)) @ words
        return float((X.toarray() * np.log(np.maximum(p, 1e-300))).sum())

    scale = nmf.components_.sum(axis=1)
    theirs = loglik(W * scale, nmf.components_ / scale[:, None])
    assert model.history_[-1] == pytest.approx(theirs, rel=2e-3)


@pytest.mark.parametrize("power", [0.8, 0.5])
def test_tempered_em_climbs_its_own_objective(counts, power):
    model = PLSA(3, tempering=power, tol=0, max_iter=150, random_state=0).fit(counts)
    assert np.diff(model.history_).min() >= -1e-9 * abs(model.history_[-1])
    assert model.tempering_ == power


def test_annealing_predicts_unseen_words_of_a_document_better_than_overfitted_em():
    X, _ = topical_counts(n_docs=150, n_words=300, length=40, seed=5)
    train, unseen = hold_out(X, np.random.default_rng(9))

    def surprise(model):
        p = model.doc_topics_ @ (0.99 * model.components_ + 0.01 / X.shape[1])
        return -float((unseen.toarray() * np.log(p)).sum()) / unseen.sum()

    plain = PLSA(20, tol=0, max_iter=200, random_state=0).fit(train)
    annealed = PLSA(20, tempering="auto", tol=0, max_iter=200, random_state=0).fit(train)
    assert annealed.n_iter_ < 200
    assert annealed.tempering_ < 1.0
    assert surprise(annealed) < surprise(plain)


def test_holding_out_needs_whole_counts(counts):
    with pytest.raises(ValueError, match="whole counts"):
        hold_out(counts * 0.5, np.random.default_rng(0))


def test_folding_training_documents_in_returns_the_training_likelihood(counts):
    model = PLSA(3, tol=0, max_iter=1500, fold_in_iter=1500, random_state=0).fit(counts)
    tokens = counts.sum()
    assert -np.log(model.perplexity(counts)) * tokens == pytest.approx(model.history_[-1], rel=1e-6)
    assert model.score(counts) == pytest.approx(-np.log(model.perplexity(counts)))


def test_unknown_documents_get_the_topics_prior(counts):
    model = PLSA(3, random_state=0, max_iter=500).fit(counts)
    only_unseen = np.zeros((1, counts.shape[1]))
    only_unseen[0, 11] = 3  # the column that is empty in training
    np.testing.assert_allclose(model.transform(only_unseen)[0], model.topic_prior_)
    np.testing.assert_allclose(model.doc_topics_[7], model.topic_prior_)
    assert model.perplexity(only_unseen) == np.inf


def test_parameters_are_distributions(counts):
    model = PLSA(4, random_state=1, max_iter=500).fit(counts)
    np.testing.assert_allclose(model.components_.sum(axis=1), 1.0)
    np.testing.assert_allclose(model.doc_topics_.sum(axis=1), 1.0)
    np.testing.assert_array_equal(model.components_[:, 11], 0.0)
    assert model.topic_prior_.sum() == pytest.approx(1.0)


def test_more_starts_reach_at_least_the_same_likelihood(counts):
    one = PLSA(4, random_state=0, tol=0, max_iter=50).fit(counts)
    five = PLSA(4, random_state=0, tol=0, max_iter=50, n_init=5).fit(counts)
    assert five.history_[-1] >= one.history_[-1]


def test_a_warm_start_goes_on(counts):
    model = PLSA(3, random_state=0, warm_start=True, tol=0, max_iter=40).fit(counts)
    before = model.history_[-1]
    model.fit(counts)
    assert model.history_[-1] >= before - 1e-9 * abs(before)
    assert model.history_[5] > PLSA(3, random_state=0, tol=0, max_iter=40).fit(counts).history_[5]


def test_a_callback_is_told_and_may_stop(counts):
    seen = []
    model = PLSA(3, random_state=0, callback=lambda p: seen.append(p.done) or p.done == 4).fit(counts)
    assert model.stop_reason_ == "callback"
    assert seen == [1, 2, 3, 4]


def test_not_converging_warns_and_says_so(counts):
    with pytest.warns(ConvergenceWarning, match="PLSA used all of its 2 iterations"):
        model = PLSA(3, random_state=0, max_iter=2).fit(counts)
    assert model.stop_reason_ == "max_iter"


def test_search_finds_documents_of_the_querys_topic_without_its_words():
    X = sparse.csr_array(np.array([[5.0, 5, 0, 0], [5, 0, 0, 0], [0, 5, 0, 0], [0, 0, 5, 5], [0, 0, 0, 5]]))
    model = PLSA(2, random_state=0, max_iter=500).fit(X)
    similarity = model.search([[1, 0, 0, 0]], X, topic_share=0.5)
    assert similarity.shape == (1, 5)
    assert similarity[0, 2] > similarity[0, 3:].max()
    words_only = model.search([[1, 0, 0, 0]], X, topic_share=0.0)
    assert words_only[0, 2] == 0.0
    in_blocks = BlockMatrix([X[:3], X[3:]], [3, 2], 4, X.dtype)
    np.testing.assert_allclose(model.search([[1, 0, 0, 0]], in_blocks, topic_share=0.5), similarity)


def test_words_of_topics_need_the_right_vocabulary(counts):
    model = PLSA(3, random_state=0, max_iter=500).fit(counts)
    words = model.top_words([f"w{i}" for i in range(counts.shape[1])], 5)
    assert [len(topic) for topic in words] == [5, 5, 5]
    with pytest.raises(ValueError, match="vocabulary has 2 words"):
        model.top_words(["a", "b"])


def test_a_topic_that_dies_keeps_its_words():
    sums = np.array([[1.0, 0.0], [3.0, 0.0]])
    np.testing.assert_allclose(colnorm(sums, np.full((2, 2), 0.5)), [[0.25, 0.5], [0.75, 0.5]])
    np.testing.assert_allclose(rownorm(np.zeros((1, 4))), 0.25)
    assert TopicSums(sums, 0.0, 0.0).lost == 0.0
