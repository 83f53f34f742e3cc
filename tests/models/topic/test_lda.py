import numpy as np
import pytest
from scipy import sparse
from scipy.special import digamma
from sklearn.decomposition import LatentDirichletAllocation

from likewise.errors import UserError
from likewise.fitting import CountBlock
from likewise.models.topic import LDA
from likewise.models.topic.dirichlet_topics import Topics, document_pass
from likewise.models.topic.priors import likeliest_prior
from tests.models.topic.test_plsa import HAND_PHI, HAND_X


def test_a_document_update_is_the_hand_example():
    gamma = np.array([[1.5, 0.5], [1.0, 1.0]])
    alpha = np.full(2, 0.1)
    topics = Topics(HAND_PHI, alpha, 0.5, HAND_PHI, np.zeros(3), 0.0)
    block = CountBlock(HAND_X)
    left, scale, _ = document_pass(block, topics, gamma - alpha)
    np.testing.assert_allclose(left * np.exp(scale)[:, None], [[0.679570, 0.091970], [0.367879, 0.367879]], atol=1e-6)
    rows, loglik, _ = block.expected_rows(left, HAND_PHI)
    np.testing.assert_allclose(rows + alpha, [[2.878089, 0.321911], [1.171429, 2.028571]], atol=1e-6)
    assert loglik + block.lengths @ scale == pytest.approx(-7.740958, abs=1e-6)


def test_the_bound_is_scikit_learns_at_the_same_parameters(counts):
    X = counts[counts.sum(axis=1) > 0]
    theirs = LatentDirichletAllocation(
        3, doc_topic_prior=0.2, topic_word_prior=0.3, max_iter=30, mean_change_tol=1e-9, max_doc_update_iter=5000,
        random_state=0,
    ).fit(X)  # fmt: skip
    ours = LDA(3, alpha=0.2, eta=0.3, tol=0, max_iter=1, fold_in_iter=3000, random_state=0).fit(X)
    ours._topics = Topics.of(np.ascontiguousarray(theirs.components_.T) - 0.3, np.full(3, 0.2), 0.3, 1)
    documents = -np.log(ours.perplexity(X)) * X.sum()
    assert documents + ours._topics.bound == pytest.approx(theirs.score(X), rel=1e-6)


@pytest.mark.parametrize("alpha", [0.1, "learn", None])
@pytest.mark.parametrize("eta", [0.05, "learn", None])
def test_the_bound_never_falls(counts, alpha, eta):
    model = LDA(3, alpha=alpha, eta=eta, tol=0, max_iter=120, random_state=0).fit(counts)
    assert np.diff(model.history_).min() >= -1e-9 * abs(model.history_[-1])


def test_learned_priors_reach_a_higher_bound_and_differ_by_topic(counts):
    fixed = LDA(3, inference="variational", tol=0, max_iter=150, random_state=0).fit(counts)
    learned = LDA(3, alpha="learn", eta="learn", tol=0, max_iter=150, random_state=0).fit(counts)
    assert learned.history_[-1] > fixed.history_[-1]
    assert len(set(learned.alpha_.round(6))) == 3
    assert learned.eta_ != fixed.eta_ == pytest.approx(1 / 3)


def test_a_symmetric_prior_is_found_from_draws():
    draws = np.random.default_rng(0).dirichlet(np.full(50, 0.2), 3000)
    found = likeliest_prior(np.array([np.log(np.maximum(draws, 1e-300)).sum()]), 3000, np.array([1.0]), copies=50)
    assert found[0] == pytest.approx(0.2, rel=0.05)


def test_a_prior_is_never_made_worse():
    start = np.array([0.7, 0.7])
    expected = 1000 * (digamma(start) - digamma(start.sum()))
    np.testing.assert_allclose(likeliest_prior(expected, 1000, start), start, rtol=1e-3)


def test_documents_without_words_have_their_priors_mean(counts):
    model = LDA(3, alpha="learn", random_state=0, max_iter=500).fit(counts)
    mean = model.alpha_ / model.alpha_.sum()
    np.testing.assert_allclose(model.doc_topics_[7], mean)
    np.testing.assert_allclose(model.transform(sparse.csr_array((1, counts.shape[1])))[0], mean)
    assert model.perplexity(sparse.csr_array((1, counts.shape[1]))) == np.inf


def test_parameters_are_distributions_and_new_documents_cost_more(counts):
    model = LDA(3, random_state=0, max_iter=500).fit(counts[:40])
    np.testing.assert_allclose(model.components_.sum(axis=1), 1.0)
    np.testing.assert_allclose(model.transform(counts).sum(axis=1), 1.0)
    assert model.perplexity(counts[40:]) > model.perplexity(counts[:40])
    assert model.score(counts) == pytest.approx(-np.log(model.perplexity(counts)))


def test_a_warm_start_goes_on(counts):
    model = LDA(3, random_state=0, warm_start=True, tol=0, max_iter=40).fit(counts)
    before = model.history_[-1]
    assert model.fit(counts).history_[-1] > before - 1.0


def test_single_precision_does_not_underflow_on_long_documents(counts):
    model = LDA(3, random_state=0, alpha=0.01, eta=0.01, tol=0, max_iter=60).fit((counts * 50).astype(np.float32))
    assert np.isfinite(model.components_).all()
    assert np.diff(model.history_).min() >= -1e-5 * abs(model.history_[-1])


def test_a_collapsed_step_takes_expected_counts_for_counts(counts):
    one = LDA(3, alpha=0.2, eta=0.3, tol=0, max_iter=7, random_state=0).fit(counts)
    next_one = LDA(3, alpha=0.2, eta=0.3, tol=0, max_iter=8, random_state=0).fit(counts)
    theta, phi = one.doc_topics_, one.components_
    ratio = counts.toarray() / (theta @ phi)
    rows, words = theta * (ratio @ phi.T) + 0.2, phi * (theta.T @ ratio) + 0.3
    np.testing.assert_allclose(next_one.doc_topics_, rows / rows.sum(axis=1, keepdims=True))
    np.testing.assert_allclose(next_one.components_, words / words.sum(axis=1, keepdims=True))
    likelihood = (counts.toarray() * np.log(theta @ phi)).sum()
    objective = likelihood + 0.2 * np.log(theta).sum() + 0.3 * np.log(phi).sum()
    assert next_one.history_[-1] == pytest.approx(objective, rel=1e-9)


def test_collapsed_inference_is_taken_unless_a_prior_is_learned(counts):
    def fit(**parameters):
        return LDA(3, tol=0, max_iter=5, random_state=0, **parameters).fit(counts).components_.tobytes()

    assert fit() == fit(inference="collapsed") != fit(inference="variational")
    assert fit(alpha="learn") == fit(alpha="learn", inference="variational")
    with pytest.raises(UserError, match="learns alpha and eta by variational inference only"):
        fit(alpha="learn", eta="learn", inference="collapsed")
