"""From documents and labels to an estimate."""

import numpy as np
import pytest
from bench.zhou2010 import counted, mixes
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from likewise.errors import UserError
from likewise.estimate import METHODS, PriorEstimate, RankPrior, estimate_prior, left_out_scores, prior_from
from likewise.selection import cross_fit
from tests.conftest import topical_counts


@pytest.fixture(scope="module")
def documents():
    X, topic = topical_counts(n_docs=700, n_words=80, n_topics=4, seed=3)
    y = np.full(700, -1)
    y[np.flatnonzero(topic == 0)[:25]] = 1
    return X, y, float((topic[y == -1] == 0).mean())


def test_the_default_has_an_interval_that_holds_the_truth(documents):
    X, y, truth = documents
    found = estimate_prior(X, y)
    assert found.method == "rank"
    assert found.low < truth < found.high
    assert found.prior == pytest.approx(truth, abs=0.04)
    assert (found.n_positive, found.n_unlabelled) == (25, 675)
    assert found.count == pytest.approx(675 * found.prior)


@pytest.mark.parametrize("method", [name for name in METHODS if name != "rank"])
def test_other_methods_read_the_same_scores_and_tell_no_interval(documents, method):
    X, y, _ = documents
    found = estimate_prior(X, y, method=method)
    scores = left_out_scores(X, y)
    assert found.prior == METHODS[method](scores.positive, scores.unlabeled)
    assert np.isnan(found.low)
    assert np.isnan(found.high)
    assert found == PriorEstimate(found.prior, found.low, found.high, method, 25, 675)


def test_the_two_steps_are_the_whole(documents):
    X, y, _ = documents
    assert prior_from(left_out_scores(X, y)) == estimate_prior(X, y)


def test_a_scorer_that_is_given_is_cross_fitted_as_it_is(documents):
    X, y, _ = documents
    scorer = LogisticRegression(C=0.5)
    fitted = cross_fit(scorer, X, y, cv=4, random_state=3)
    model = RankPrior().fit(fitted.positive, fitted.unlabeled, fitted.ranks)
    found = estimate_prior(X, y, scorer=scorer, cv=4, random_state=3)
    assert (found.prior, found.low, found.high) == (model.prior_, model.low_, model.high_)


def test_the_seed_deals_the_folds_and_nothing_else_is_random(documents):
    X, y, _ = documents
    assert estimate_prior(X, y, random_state=1) == estimate_prior(X, y, random_state=1)
    assert estimate_prior(X, y, random_state=1) != estimate_prior(X, y, random_state=2)


def test_dense_and_sparse_counts_give_the_same(documents):
    X, y, _ = documents
    sparse_, dense = (estimate_prior(rows, y) for rows in (sparse.csc_array(X), X.toarray().tolist()))
    assert sparse_.prior == pytest.approx(dense.prior, rel=1e-6)


def test_known_negatives_are_not_counted_among_the_unlabelled(documents):
    X, y, _ = documents
    known = y.copy()
    known[np.flatnonzero(y == -1)[:300]] = 0
    found = estimate_prior(X, known)
    assert found.n_unlabelled == 375
    without = estimate_prior(X[known != 0], known[known != 0])
    assert found.prior == pytest.approx(without.prior, rel=0.2)


def test_few_documents_and_words_are_enough_to_say_something():
    found = estimate_prior([[1, 0], [2, 0], [0, 1], [0, 3]], [1, 1, -1, -1])
    assert 0 < found.low < found.high < 1


def test_documents_without_words_do_no_harm(documents):
    X, y, _ = documents
    empty = sparse.vstack([X, sparse.csr_array((40, X.shape[1]))], format="csr")
    found = estimate_prior(empty, np.append(y, np.full(40, -1)))
    assert 0 < found.prior < 1


def test_an_unknown_method_lists_those_that_there_are(documents):
    X, y, _ = documents
    with pytest.raises(UserError, match=r"'magic'.*rank, elkan-noto, tice, km2, bbe, dedpul, spies"):
        estimate_prior(X, y, method="magic")
    with pytest.raises(UserError, match="magic"):
        prior_from(left_out_scores(X, y), "magic")


def test_one_positive_and_wrong_lengths_are_errors(documents):
    X, _, _ = documents
    with pytest.raises(UserError, match="at least 2 positives"):
        estimate_prior(X[:50], [1] + [-1] * 49)
    with pytest.raises(UserError, match="50 rows and y 49 labels"):
        estimate_prior(X[:50], [1] * 49)


@pytest.mark.corpus
def test_the_prior_of_mixes_of_reuters_is_found():
    X, labels, _ = counted("reuters21578")
    errors = []
    for mix in mixes(labels, 0.1, 4, draw=5):
        found = estimate_prior(X[mix.rows], mix.y)
        errors.append(abs(found.prior - mix.truth[mix.y == -1].mean()))
    assert np.median(errors) < 0.04
