"""The default engine decides: how many, which, how sure, and when it cannot tell."""

import numpy as np
import pytest
from scipy import sparse

from likewise.engine.constants import RecordsConstants
from likewise.engine.diagnostics import are_copies, by_chance, odd_ones
from likewise.engine.estimator import Likewise
from likewise.engine.similarity import centroid_votes, latent_rows, likeness_to_pile
from likewise.metrics import average_precision, precision_recall_f1
from tests.conftest import topical_counts


def search(share_of_labels=0.1, n_topics=6, seed=0, n_docs=900, topics=(0,)):
    """Return counts, labels with some examples of a topic, and the truth."""
    X, topic = topical_counts(n_docs=n_docs, n_words=300, n_topics=n_topics, length=60, seed=seed)
    truth = np.isin(topic, topics)
    y = np.full(n_docs, -1)
    for one in topics:
        members = np.flatnonzero(topic == one)
        y[members[: max(1, round(share_of_labels * len(members)))]] = 1
    return X, y, truth


def quality(model, y, truth):
    hidden = y == -1
    return precision_recall_f1(truth[hidden], model.transduction_[hidden] == 1).f1


@pytest.mark.parametrize("n_topics", [3, 6, 12])
def test_it_finds_a_topic_and_its_size(n_topics):
    X, y, truth = search(n_topics=n_topics)
    model = Likewise().fit(X, y)
    left = (truth & (y == -1)).sum()
    assert quality(model, y, truth) > 0.95
    assert model.estimate_.low <= left <= model.estimate_.high
    assert model.estimate_.count == pytest.approx(left, rel=0.2)
    assert model.estimate_.verdict == "found"


@pytest.mark.parametrize("n_examples", [1, 2, 3])
def test_few_examples_work(n_examples):
    X, y, truth = search()
    y[np.flatnonzero(y == 1)[n_examples:]] = -1
    model = Likewise().fit(X, y)
    hidden = y == -1
    assert average_precision(truth[hidden], model.training_scores_[hidden]) > 0.95
    assert quality(model, y, truth) > 0.8
    assert len(model.ranks_) == (n_examples if n_examples > 1 else 0)


def test_more_examples_than_voters_work():
    X, y, truth = search(share_of_labels=0.8, n_topics=3)
    assert (y == 1).sum() > 200
    model = Likewise().fit(X, y)
    assert len(model.ranks_) == (y == 1).sum()
    assert quality(model, y, truth) > 0.9


def test_examples_of_two_topics_find_both():
    X, y, truth = search(topics=(0, 3))
    assert quality(Likewise().fit(X, y), y, truth) > 0.9


def test_probabilities_are_calibrated():
    X, y, truth = search(n_docs=1500)
    hidden = y == -1
    probability = Likewise().fit(X, y).training_proba_[hidden]
    assert probability.sum() == pytest.approx(truth[hidden].sum(), rel=0.2)
    assert probability[truth[hidden]].mean() > 0.8
    assert probability[~truth[hidden]].mean() < 0.1


def test_examples_drawn_by_chance_cannot_tell():
    rng = np.random.default_rng(0)
    X = sparse.csr_array(rng.poisson(0.2, (600, 200)).astype(float))  # no topics at all
    told = 0
    for seed in range(5):
        y = np.full(600, -1)
        y[np.random.default_rng(seed).choice(600, 12, replace=False)] = 1
        model = Likewise().fit(X, y)
        told += model.estimate_.verdict == "found"
        if model.estimate_.verdict == "cannot tell":
            assert "no more in common" in model.estimate_.assumption
    assert told <= 2


@pytest.mark.parametrize(
    ("profile", "n_examples"), [("criteria", 5), ("topics", 2), ("topics", 12), ("lines", 3), ("lines", 8)]
)
def test_what_is_like_the_examples_is_suggested_though_it_cannot_be_counted(profile, n_examples):
    rng = np.random.default_rng(0)
    X = sparse.csr_array(rng.poisson(0.2, (600, 200)).astype(float))
    verdicts = []
    for seed in range(5):
        y = np.full(600, -1)
        y[np.random.default_rng(seed).choice(600, n_examples, replace=False)] = 1
        model = Likewise(profile=profile).fit(X, y)
        suggested = model.transduction_[y == -1] == 1
        verdicts.append(model.estimate_.verdict)
        if verdicts[-1] == "cannot tell":
            assert 0 < suggested.sum() < 500
    assert "cannot tell" in verdicts


def test_a_pile_with_none_of_them_says_about_none():
    X, y, truth = search(share_of_labels=0.1)
    kept = ~truth | (y == 1)
    model = Likewise().fit(X[kept], y[kept])
    assert model.estimate_.low < 1
    assert model.estimate_.count < 0.02 * kept.sum()


def test_near_copies_are_noticed_and_their_ranks_do_not_count():
    X, y, truth = search()
    first = np.flatnonzero(y == 1)[0]
    copies = sparse.csr_array(sparse.vstack([X[[first]]] * 8)).toarray()
    rng = np.random.default_rng(0)
    for row in copies:
        row[rng.choice(X.shape[1], 3)] += 1
    y[y == 1] = -1
    together = sparse.csr_array(sparse.vstack([X, copies]))
    model = Likewise().fit(together, np.append(y, np.ones(8)))
    assert model.are_copies_
    assert "near-copies" in model.estimate_.assumption
    assert (model.transduction_[: len(y)] == 1).sum() > 0.3 * truth.sum()


def test_near_copies_that_the_pile_has_as_many_of_count_as_other_examples_do():
    rng = np.random.default_rng(0)
    # Lines of four words: each class has six of its own, so that most have many near-copies.
    lines = [[6 * topic + word for word in rng.choice(6, 4, replace=False)] for topic in range(40) for _ in range(30)]
    X = sparse.csr_array((np.ones(4 * 1200), np.ravel(lines), np.arange(0, 4801, 4)), shape=(1200, 240))
    y = np.full(1200, -1)
    y[:8] = 1
    model = Likewise(profile="lines").fit(X, y)
    assert not model.are_copies_
    assert "fair sample" in model.estimate_.assumption
    assert 2 < model.estimate_.low < 22 < model.estimate_.high < 44


def test_an_odd_example_is_told():
    X, y, truth = search()
    odd = np.flatnonzero(~truth)[0]
    y[odd] = 1
    model = Likewise().fit(X, y)
    rows = np.flatnonzero(y == 1)
    assert rows[model.odd_].tolist() == [odd]


def test_ranks_belong_to_the_examples_in_the_order_given():
    X, y, _ = search()
    order = np.random.default_rng(3).permutation(len(y))
    plain, mixed = Likewise().fit(X, y), Likewise().fit(X[order], y[order])
    by_row = dict(zip(np.flatnonzero(y == 1), plain.ranks_, strict=True))
    expected = [by_row[row] for row in order[y[order] == 1]]
    np.testing.assert_allclose(mixed.ranks_, expected)


def test_decisions_sharpen_the_ranking_and_the_count():
    X, y, truth = search(share_of_labels=0.02, n_topics=9, seed=4)
    X = sparse.csr_array(X + sparse.random_array(X.shape, density=0.08, rng=np.random.default_rng(0), format="csr"))
    before = Likewise().fit(X, y)
    decided = np.zeros(len(y), dtype=bool)
    decided[np.argsort(-np.where(y == -1, before.training_scores_, -np.inf))[:60]] = True
    told = np.where(decided, truth.astype(int), y)
    after = Likewise().fit(X, told, decided=decided)
    rest = told == -1
    assert average_precision(truth[rest], after.training_scores_[rest]) >= average_precision(
        truth[rest], before.training_scores_[rest]
    )
    left = (truth & rest).sum()
    assert abs(after.estimate_.count - left) <= abs(before.estimate_.count - truth[decided].sum() - left) + 5
    assert after.estimate_.n_pile == rest.sum()
    np.testing.assert_array_equal(after.transduction_[decided] == 1, truth[decided])


def test_everything_known_is_told_apart():
    X, _, truth = search()
    model = Likewise().fit(X, truth.astype(int))
    assert (model.predict(X) == truth).mean() > 0.95


def test_new_documents_are_scored_like_the_pile():
    X, y, truth = search()
    model = Likewise().fit(X[:700], y[:700])
    scores = model.decision_function(X[700:])
    assert average_precision(truth[700:], scores) > 0.95


def test_the_same_twice_whatever_the_threads():
    X, y, _ = search()
    one, other = Likewise(n_jobs=1).fit(X, y), Likewise(n_jobs=2).fit(X, y)
    np.testing.assert_array_equal(one.training_scores_, other.training_scores_)


def test_a_smaller_share_of_records_is_expected_the_more_there_are():
    shares = []
    for n_docs in (300, 900, 2_700):
        X, y, _ = search(n_docs=n_docs)
        shares.append(Likewise(profile="criteria").fit(X, y).rank_prior_.guess)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 2 * shares[2]
    assert shares[1] == RecordsConstants().expect_share(900)


def test_criteria_let_likeness_count_more():
    X, y, truth = search()
    topics, criteria = (Likewise(profile=profile).fit(X, y) for profile in ("topics", "criteria"))
    assert not np.allclose(topics.training_scores_, criteria.training_scores_)
    assert quality(criteria, y, truth) > 0.9
    assert "may well be fewer" in criteria.estimate_.assumption


def test_a_pile_of_two_documents_and_one_word_does_not_break():
    model = Likewise().fit([[1.0], [1.0], [2.0]], [1, -1, -1])
    assert np.isfinite(model.training_scores_).all()
    assert 0 <= model.estimate_.count <= 2


def test_latent_rows_are_of_unit_length_and_keep_groups_together():
    X, _, truth = search(n_topics=3)
    rows = latent_rows(X.astype(np.float32), 5)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, rtol=1e-5)
    assert (rows[truth] @ rows[truth].T).mean() > 2 * (rows[truth] @ rows[~truth].T).mean()


def test_likeness_of_sparse_rows_is_that_of_dense_ones():
    X, y, _ = search()
    examples, pile = np.flatnonzero(y == 1), np.flatnonzero(y == -1)
    groups = np.arange(len(examples))
    sparse_votes, dense_votes = (
        centroid_votes(rows, examples, groups, pile, likeness_to_pile(rows, pile)) for rows in (X, X.toarray())
    )
    np.testing.assert_allclose(sparse_votes.scores(), dense_votes.scores(), atol=1e-9)


def test_doubts():
    alike = sparse.csr_array([[1.0, 0.0]] * 7 + [[0.6, 0.8], [0.8, 0.6]])
    assert not are_copies(alike, np.arange(2), np.array([7, 8]))  # two alone may be alike
    assert are_copies(alike, np.arange(4), np.array([7, 8, 8]))
    assert are_copies(alike, np.arange(6), np.arange(6, 9))  # the pile has one, the examples have more
    assert not are_copies(alike, np.arange(4), np.arange(4, 9))  # the pile has as many
    assert by_chance(np.empty(0)) == 0
    assert by_chance(np.full(17, 0.35)) < 0.05  # where half of the pile is wanted, nobody stands at the very top
    assert by_chance(np.full(6, 0.5)) > 0.5
    assert not odd_ones(np.array([0.6, 0.7, 0.8]), 0.1).any()
    assert not odd_ones(np.array([0.01, 0.9]), 0.1).any()


def test_it_always_cuts_by_the_prior_and_says_so_as_every_method_does():
    X, y, _ = search()
    one, other = Likewise().fit(X, y), Likewise(threshold="prior").fit(X, y)
    np.testing.assert_array_equal(one.transduction_, other.transduction_)
    np.testing.assert_array_equal(one.training_proba_, other.training_proba_)


def test_zero_threads_are_refused_as_a_parameter():
    with pytest.raises(ValueError, match="The 'n_jobs' parameter of Likewise must be"):
        Likewise(n_jobs=0).fit(sparse.csr_array([[1.0, 0.0], [0.0, 1.0]]), [1, -1])


def test_examples_that_share_no_word_with_the_pile_cannot_tell():
    X, y, _ = search(n_docs=120)
    foreign = np.zeros((4, 5))
    foreign[:3] = [[2, 1, 0, 1, 0], [1, 2, 1, 0, 0], [1, 1, 2, 1, 0]]
    pile = sparse.csr_array(X)[y == -1]
    counts = sparse.block_array([[foreign[:3], None], [None, pile]], format="csr")
    for profile in ("topics", "criteria"):
        model = Likewise(profile=profile).fit(counts, np.r_[[1, 1, 1], np.full(pile.shape[0], -1)])
        assert model.estimate_.verdict == "cannot tell"
        assert "shares a word" in model.estimate_.assumption
        assert not (model.transduction_[3:] == 1).any()


def test_the_last_document_may_match():
    X, y, _ = search(n_docs=200, n_topics=2)
    y = np.ones(200, dtype=int)
    y[7] = -1
    model = Likewise().fit(X, y, decided=np.arange(200) > 5)
    assert model.estimate_.count > 0.5
    assert model.estimate_.verdict == "found"


def test_many_copies_of_one_document_stand_together():
    X, y, _ = search(n_docs=300)
    X = sparse.csr_array(X)
    copies = sparse.vstack([X, X[[np.flatnonzero(y == -1)[0]] * 60]], format="csr")
    labels = np.r_[y, np.full(60, -1)]
    model = Likewise().fit(copies, labels)
    assert len(np.unique(model.training_proba_[300:].round(9))) == 1
    labels[[300, 301]], labels[np.flatnonzero(y == -1)[1]] = (1, 0), 0
    model = Likewise().fit(copies, labels, decided=np.arange(360) >= 300)
    assert len(np.unique(model.training_proba_[302:].round(9))) == 1
