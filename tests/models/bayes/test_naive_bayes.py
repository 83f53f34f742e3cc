import numpy as np
import pytest
from scipy import sparse
from scipy.special import expit
from sklearn.naive_bayes import MultinomialNB

from likewise.errors import UserError
from likewise.models.bayes import NaiveBayes, NaiveBayesEM, PositiveNaiveBayes
from likewise.models.bayes.mixture import LEAST_SHARE, Smoothing, estimate, seen_words

HAND_X = np.array([[2, 0, 1], [1, 1, 0], [0, 2, 1], [0, 1, 2]])
HAND_Y = np.array([1, 1, 0, 0])


def with_unused_words(X):
    """Put columns without a count before, among and behind the others; return the matrix and where the words went."""
    places = np.arange(X.shape[1]) * 2 + 1
    wide = np.zeros((X.shape[0], 2 * X.shape[1] + 3))
    wide[:, places] = X.toarray() if sparse.issparse(X) else X
    return sparse.csr_array(wide), places


@pytest.mark.parametrize(
    ("alpha", "positive_words", "negative_words", "probability"),
    [
        (1.0, [0.5, 0.25, 0.25], [1 / 9, 4 / 9, 4 / 9], 0.716814),
        (0.1, [0.584906, 0.207547, 0.207547], [0.015873, 0.492063, 0.492063], 0.939550),
    ],
)
@pytest.mark.parametrize("others", [0, -1])
def test_the_hand_example(alpha, positive_words, negative_words, probability, others):
    model = NaiveBayes(alpha=alpha).fit(HAND_X, np.where(HAND_Y == 1, 1, others))
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), [negative_words, positive_words], atol=1e-6)
    np.testing.assert_allclose(np.exp(model.class_log_prior_), [0.5, 0.5], atol=1e-12)
    assert model.predict_proba([[1, 0, 1]])[0, 1] == pytest.approx(probability, abs=1e-6)


@pytest.mark.parametrize("alpha", [1.0, 0.1, 1e-3])
def test_it_equals_scikit_learns_where_every_word_is_used(partly_labelled, alpha):
    X, y = partly_labelled
    ours, theirs = NaiveBayes(alpha=alpha).fit(X, y), MultinomialNB(alpha=alpha).fit(X, y == 1)
    np.testing.assert_allclose(ours.feature_log_prob_, theirs.feature_log_prob_, rtol=1e-12)
    np.testing.assert_allclose(ours.class_log_prior_, theirs.class_log_prior_, rtol=1e-12)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-13)


@pytest.mark.parametrize(
    "make",
    [
        NaiveBayes,
        lambda: NaiveBayesEM(tol=0.0, max_iter=7),
        lambda: NaiveBayesEM(),
        lambda: NaiveBayesEM(n_components=(3, 1), tol=0.0, max_iter=7, random_state=0),
        lambda: PositiveNaiveBayes(prior=0.3),
    ],
    ids=["NB", "EM", "EM to convergence", "M-EM", "PNB"],
)
def test_words_that_nobody_uses_change_nothing(partly_labelled, make):
    X, y = partly_labelled
    wide, places = with_unused_words(X)
    narrow_fit, wide_fit = make().fit(X, y), make().fit(wide, y)
    np.testing.assert_allclose(wide_fit.decision_function(wide), narrow_fit.decision_function(X), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(wide_fit.feature_log_prob_[:, places], narrow_fit.feature_log_prob_, rtol=1e-9)
    if hasattr(narrow_fit, "history_"):
        np.testing.assert_allclose(wide_fit.history_, narrow_fit.history_, rtol=1e-12)
    # A word that first turns up later says nothing of either class.
    news = wide.toarray()
    news[:, 0] += 5
    np.testing.assert_allclose(wide_fit.decision_function(news), wide_fit.decision_function(wide), atol=1e-9)


def test_a_stored_zero_is_no_word():
    X = sparse.csr_array((np.array([1.0, 0.0, 2.0]), np.array([0, 1, 2]), np.array([0, 3])), shape=(1, 4))
    assert seen_words(X, np.ones(1)).tolist() == [0, 2]


@pytest.mark.parametrize(
    "make",
    [
        NaiveBayes,
        lambda: NaiveBayesEM(tol=0.0, max_iter=6),
        lambda: NaiveBayesEM(unlabeled_weight=0.3, n_components=2, tol=0.0, max_iter=6, random_state=0),
        lambda: NaiveBayesEM(clamp=(1,), tol=0.0, max_iter=6),
        lambda: PositiveNaiveBayes(prior=0.3),
    ],
    ids=["NB", "EM", "M-EM", "EM that moves negatives", "PNB"],
)
def test_weights_are_copies_and_a_weight_of_zero_is_a_row_less(partly_labelled, make):
    X, y = partly_labelled
    X = sparse.csr_array(sparse.hstack([X, np.eye(X.shape[0])[:, :3]]))  # rows 0 to 2 have a word of their own each
    weight = np.arange(X.shape[0]) % 3.0
    weight[:3] = [0, 1, 2]
    copies = np.repeat(np.arange(X.shape[0]), weight.astype(int))
    weighted, copied = make().fit(X, y, sample_weight=weight), make().fit(X[copies], y[copies])
    np.testing.assert_allclose(weighted.decision_function(X), copied.decision_function(X), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(weighted.class_log_prior_, copied.class_log_prior_, rtol=1e-9)


@pytest.mark.parametrize(
    "make",
    [
        NaiveBayes,
        lambda: NaiveBayesEM(tol=0.0, max_iter=6),
        lambda: NaiveBayesEM(n_components=2, tol=0.0, max_iter=6, random_state=0),
        lambda: NaiveBayesEM(select="error_change", cv=2, max_iter=6),
        lambda: PositiveNaiveBayes(prior=0.3),
    ],
    ids=["NB", "EM", "M-EM", "EM with a choice", "PNB"],
)
def test_permuting_documents_permutes_scores(partly_labelled, make):
    X, y = partly_labelled
    order = np.random.default_rng(0).permutation(X.shape[0])
    expected = make().fit(X, y).decision_function(X)[order]
    np.testing.assert_allclose(make().fit(X[order], y[order]).decision_function(X[order]), expected, rtol=1e-9)


@pytest.mark.parametrize(
    "make", [NaiveBayes, lambda: NaiveBayesEM(tol=0.0, max_iter=5), lambda: PositiveNaiveBayes(prior=0.3)]
)
def test_float32_counts_are_computed_in_float64(partly_labelled, make):
    X, y = partly_labelled
    narrow = make().fit(X.astype(np.float32), y)
    assert narrow.feature_log_prob_.dtype == np.float64
    np.testing.assert_allclose(
        narrow.decision_function(X.astype(np.float32)), make().fit(X, y).decision_function(X), rtol=1e-12
    )


def test_a_document_without_words_has_the_prior():
    model = NaiveBayes(alpha=1.0).fit([[2, 0], [0, 1], [0, 2], [0, 3]], [1, -1, -1, -1])
    assert model.predict_proba([[0, 0]])[0, 1] == pytest.approx(0.25)


@pytest.mark.parametrize("model", [NaiveBayes(), NaiveBayesEM(), NaiveBayesEM(n_components=2, random_state=0)])
def test_documents_without_any_word_leave_the_prior(model):
    model.fit(np.zeros((4, 2)), [1, 0, 0, 0])
    np.testing.assert_allclose(model.predict_proba([[0, 0], [3, 1]])[:, 1], 0.25)


def test_prior_smoothing_moves_the_prior_and_not_the_words():
    plain, smooth = (NaiveBayes(prior_smoothing=value).fit(HAND_X, [1, -1, -1, -1]) for value in (0.0, 2.0))
    np.testing.assert_allclose(np.exp(plain.class_log_prior_), [3 / 4, 1 / 4])
    np.testing.assert_allclose(np.exp(smooth.class_log_prior_), [5 / 8, 3 / 8])
    np.testing.assert_array_equal(smooth.feature_log_prob_, plain.feature_log_prob_)


def test_long_documents_keep_scores_where_probabilities_are_all_the_same():
    model = NaiveBayes().fit(HAND_X, HAND_Y)
    long = HAND_X * 10_000
    assert set(expit(model.decision_function(long))) == {0.0, 1.0}
    assert len(set(model.decision_function(long)[:3])) == 3
    assert np.isfinite(model.decision_function(long)).all()


def test_a_class_that_lost_its_documents_stays_possible():
    X = sparse.csr_array(HAND_X.astype(float))
    mixture = estimate(X, np.column_stack([np.zeros(4), np.ones(4)]), Smoothing(0.1, 0.0), np.arange(3))
    assert mixture.log_shares[0] == pytest.approx(np.log(LEAST_SHARE))
    np.testing.assert_allclose(np.exp(mixture.log_words[:, 0]), 1 / 3)


def test_any_two_classes_are_told_by_their_names():
    model = NaiveBayes().fit(HAND_X, np.array(["spam", "spam", "ham", "ham"]))
    assert model.component_class_.tolist() == ["ham", "spam"]
    assert model.predict([[3, 0, 0], [0, 3, 0]]).tolist() == ["spam", "ham"]


@pytest.mark.parametrize("alpha", [0.0, -1.0])
def test_smoothing_must_be_positive(alpha):
    with pytest.raises(ValueError, match="alpha"):
        NaiveBayes(alpha=alpha).fit(HAND_X, HAND_Y)


def test_weights_of_zero_on_a_whole_side_are_refused():
    with pytest.raises(UserError, match="one class"):
        NaiveBayes().fit(HAND_X, HAND_Y, sample_weight=[1, 1, 0, 0])
