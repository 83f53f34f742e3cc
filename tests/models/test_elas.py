"""The recipe of ELAS u4 beside the parts of scikit-learn that it is published with."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.svm import LinearSVC

from likewise.models.linear import ElasU4
from likewise.testing import make_pu_sample

TEXTS = [
    "a randomised trial of red wine", "red wine and the heart: a trial", "a trial of green tea", "tea and the heart",
    "green tea leaves", "the history of wine", "wine in the cellar", "a pot of tea", "old tea pots", "a trial in court",
]  # fmt: skip
Y = np.array([1, 1, 0, 0, 0, -1, -1, -1, -1, -1])


def test_scores_are_those_of_the_published_parts():
    X = ElasU4.suited_vectorizer().fit_transform(TEXTS)
    fitted = ElasU4().fit(X, Y)
    weighted = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, min_df=1, max_df=0.95).fit_transform(TEXTS)
    known = Y >= 0
    weights = np.where(Y[known] == 1, 1.0, 2 / (9.8 * 3))
    machine = LinearSVC(loss="squared_hinge", C=0.11, tol=1e-8, max_iter=100_000, dual=True, random_state=0)
    machine.fit(weighted[known], Y[known], sample_weight=weights * (known.sum() / weights.sum()))
    np.testing.assert_allclose(fitted.decision_function(X), machine.decision_function(weighted), atol=1e-5)


def test_words_of_nearly_every_document_do_not_count():
    X, y, _ = make_pu_sample()
    with_one_more = sparse.hstack([X, np.full((X.shape[0], 1), 3.0)]).tocsr()
    np.testing.assert_allclose(
        ElasU4().fit(with_one_more, y).decision_function(with_one_more), ElasU4().fit(X, y).decision_function(X)
    )


def test_the_pile_is_not_learned_from_once_a_negative_is_known():
    X, y, _ = make_pu_sample()
    y[np.flatnonzero(y == -1)[:3]] = 0
    known = y != -1
    alone = ElasU4(weighting="l2", max_df=1.0).fit(X[known], y[known])
    np.testing.assert_allclose(
        ElasU4(weighting="l2", max_df=1.0).fit(X, y).decision_function(X), alone.decision_function(X)
    )


@pytest.mark.parametrize("n_presumed", [5, 1000])
def test_without_negatives_some_of_the_pile_are_presumed(n_presumed):
    X, y, truth = make_pu_sample(n_documents=200)
    scores = ElasU4(n_presumed=n_presumed, random_state=0).fit(X, y).decision_function(X)
    assert scores[truth].mean() > scores[~truth].mean()
