"""Topics learned from batches, one after the other."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone

from likewise.errors import UserError
from likewise.fitting.block_matrix import BlockMatrix
from likewise.models.topic import LDA, PLSA

MODELS = [PLSA(4), LDA(4), LDA(4, inference="variational", warmup=10), LDA(4, alpha="learn", warmup=10)]


def _name(model):
    return f"{type(model).__name__}-{getattr(model, 'inference', '')}-{getattr(model, 'alpha', '')}"


@pytest.fixture(scope="module")
def pile():
    rng = np.random.default_rng(0)
    topics = rng.dirichlet(np.full(120, 0.2), 4)
    mixtures = rng.dirichlet(np.full(4, 0.2), 500)
    return sparse.csr_array(rng.multinomial(60, mixtures @ topics).astype(np.float64))


def learn(model, X, sizes, n_passes=1, seed=0):
    model = clone(model).set_params(random_state=seed)
    for _ in range(n_passes):
        start, each = 0, iter(sizes)
        while start < X.shape[0]:
            size = next(each, sizes[-1])
            model.partial_fit(X[start : start + size])
            start += size
    return model


@pytest.mark.parametrize("model", MODELS, ids=_name)
def test_some_passes_predict_new_documents_nearly_as_well_as_a_fit(model, pile):
    train, new = pile[:400], pile[400:]
    whole = clone(model).set_params(random_state=0, max_iter=400).fit(train).perplexity(new)
    once = learn(model, train, [25]).perplexity(new)
    # A start may be an unlucky one.
    some = np.median([learn(model, train, [25], n_passes=4, seed=seed).perplexity(new) for seed in (0, 1, 3)])
    background = np.asarray(train.sum(axis=0)) + 0.01
    unigram = np.exp(-float((new @ np.log(background / background.sum())).sum()) / new.sum())
    assert some < 1.03 * whole
    assert some < once < unigram


@pytest.mark.parametrize("model", MODELS, ids=_name)
@pytest.mark.parametrize("sizes", [[1, 2, 97], [50], [400]], ids=str)
def test_batches_of_any_size_work_and_the_same_seed_gives_the_same_bytes(model, pile, sizes):
    X = pile[:400].astype(np.float32)
    one = learn(model, X, sizes)
    two = learn(clone(model).set_params(n_jobs=2), X, sizes)
    assert one.components_.tobytes() == two.components_.tobytes()
    assert one.components_.dtype == np.float32
    np.testing.assert_allclose(one.components_.sum(axis=1), 1.0, rtol=1e-5)
    assert one.n_samples_seen_ == 400
    assert one.n_batch_iter_ == len(sizes) + {97: 4, 50: 7, 400: 0}[sizes[-1]]
    np.testing.assert_allclose(one.transform(X).sum(axis=1), 1.0, rtol=1e-5)


@pytest.mark.parametrize("model", MODELS, ids=_name)
def test_blocks_of_a_batch_give_the_same_topics(model, pile):
    one = learn(model, pile[:200], [50])
    two = learn(clone(model).set_params(block_rows=7), pile[:200], [50])
    np.testing.assert_allclose(one.components_, two.components_, rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(one.doc_topics_, two.doc_topics_, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("model", MODELS, ids=_name)
def test_a_batch_may_come_in_blocks(model, pile):
    one, two = learn(model, pile[:100], [50]), clone(model).set_params(random_state=0)
    for start in (0, 50):
        blocks = [pile[start : start + 20], pile[start + 20 : start + 50]]
        two.partial_fit(BlockMatrix(blocks, [20, 30], 120, np.float64))
    np.testing.assert_allclose(one.components_, two.components_, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("model", [PLSA(2, random_state=0), LDA(2, random_state=0)], ids=_name)
def test_words_that_come_later_are_learned_by_the_topic_of_their_documents(model):
    early = np.array([[5, 5, 0, 0, 0, 0], [0, 0, 0, 5, 5, 0]] * 10)
    late = np.array([[4, 3, 4, 0, 0, 0], [0, 0, 0, 4, 3, 4]] * 10)
    model.partial_fit(early)
    for _ in range(30):
        model.partial_fit(late)
    by_word = model.components_.argmax(axis=0)
    assert by_word[0] == by_word[1] == by_word[2] != by_word[3] == by_word[4] == by_word[5]
    assert model.components_[by_word[2], 2] > 0.2


@pytest.mark.parametrize("model", [PLSA(3), LDA(3)], ids=_name)
def test_the_first_batch_fixes_how_many_words_there_are(model, pile):
    model = learn(model, pile[:20], [10])
    assert model.n_features_in_ == 120
    with pytest.raises(ValueError, match="X has 119 features"):
        model.partial_fit(pile[:20, :119])


@pytest.mark.parametrize("model", [PLSA(4, random_state=0), LDA(4, random_state=0)], ids=_name)
def test_a_batch_after_a_fit_moves_its_topics_a_little_and_a_fit_begins_anew(model, pile):
    fitted = model.fit(pile[:400]).components_
    n_batches = model.n_batch_iter_
    moved = model.partial_fit(pile[400:]).components_
    assert (n_batches, model.n_batch_iter_, model.n_samples_seen_) == (model.n_iter_, n_batches + 1, 500)
    assert 0 < np.abs(moved - fitted).max() < 0.1
    assert model.fit(pile[:400]).components_.tobytes() == fitted.tobytes()


@pytest.mark.parametrize("model", [PLSA(3), LDA(3)], ids=_name)
def test_a_batch_without_a_word_changes_nothing_but_the_prior(model, pile):
    model = learn(model, pile[:50], [50])
    before = model.components_.copy()
    model.partial_fit(sparse.csr_array((2, 120)))
    if isinstance(model, PLSA):
        np.testing.assert_allclose(model.components_, before, rtol=1e-12)
    assert np.isfinite(model.components_).all()
    np.testing.assert_allclose(model.doc_topics_.sum(axis=1), 1.0)


@pytest.mark.parametrize("model", MODELS, ids=_name)
def test_topics_do_not_begin_with_documents_without_a_word(model, pile):
    wordless = sparse.csr_array((2, 120))
    for learn_from in (clone(model).fit, clone(model).partial_fit):
        with pytest.raises(UserError, match="none of the documents has a word"):
            learn_from(wordless)
    model = clone(model)
    with pytest.raises(UserError):
        model.partial_fit(wordless)
    assert np.isfinite(model.partial_fit(pile).components_).all()


def test_the_more_documents_there_will_be_the_less_the_prior_of_words_counts(pile):
    few = learn(LDA(4, eta=1.0, total_samples=50), pile, [50])
    many = learn(LDA(4, eta=1.0, total_samples=1e6), pile, [50])
    assert few.components_.min() > many.components_.min()


def test_learned_priors_move_with_the_batches(pile):
    model = learn(LDA(4, alpha="learn", eta="learn", warmup=2), pile, [50])
    assert len(set(model.alpha_.round(6))) == 4
    assert model.eta_ != 0.25
