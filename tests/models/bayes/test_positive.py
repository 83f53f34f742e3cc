import numpy as np
import pytest

from likewise.errors import UserError
from likewise.models.bayes import NaiveBayes, PositiveNaiveBayes

POSITIVE_WORDS = np.array([0.5, 0.3, 0.2, 0.0])
NEGATIVE_WORDS = np.array([0.1, 0.0, 0.3, 0.6])


def test_a_share_of_documents_is_not_one_of_words():
    # Positives of 200 words, and a pile of three such and seven of 100.
    X = np.vstack([200 * POSITIVE_WORDS, *[200 * POSITIVE_WORDS] * 3, *[100 * NEGATIVE_WORDS] * 7])
    y = np.array([1] + [-1] * 10)
    assert PositiveNaiveBayes(prior=0.3).fit(X, y).word_share_ == pytest.approx(0.461538, abs=1e-6)
    assert PositiveNaiveBayes(prior=0.3, length_correction=False).fit(X, y).word_share_ == pytest.approx(0.3)


@pytest.mark.parametrize(("length", "corrected"), [(200, True), (100, True), (100, False)])
def test_the_words_of_the_negatives_come_back_from_the_mixture(length, corrected):
    X = np.vstack([length * POSITIVE_WORDS, *[length * POSITIVE_WORDS] * 3, *[100 * NEGATIVE_WORDS] * 7])
    y = np.array([1] + [-1] * 10)
    model = PositiveNaiveBayes(prior=0.3, alpha=1e-12, length_correction=corrected).fit(X, y)
    np.testing.assert_allclose(np.exp(model.feature_log_prob_), [NEGATIVE_WORDS, POSITIVE_WORDS], atol=1e-9)
    np.testing.assert_allclose(np.exp(model.class_log_prior_), [0.7, 0.3])
    assert model.prior_ == 0.3


def test_words_are_taken_out_unsmoothed_and_never_below_nothing():
    # Of the pile's 10 words, .4 · 10 · (.75, .25, 0) = (3, 1, 0) are the examples': (2, 4, 4) leaves (0, 3, 4).
    model = PositiveNaiveBayes(prior=0.4, alpha=0.5, length_correction=False).fit([[3, 1, 0], [2, 4, 4]], [1, -1])
    np.testing.assert_allclose(np.exp(model.feature_log_prob_[0]), np.array([0.5, 3.5, 4.5]) / 8.5)
    np.testing.assert_allclose(np.exp(model.feature_log_prob_[1]), np.array([3.5, 1.5, 0.5]) / 5.5)


def test_no_positives_in_the_pile_is_naive_bayes_with_the_pile_as_negative(pu_counts):
    X, y, _ = pu_counts
    model, plain = PositiveNaiveBayes(prior=1e-12).fit(X, y), NaiveBayes().fit(X, y)
    np.testing.assert_allclose(model.feature_log_prob_, plain.feature_log_prob_, rtol=1e-6)


def test_known_negatives_add_their_words():
    X, y = [[3, 1, 0], [2, 4, 4], [0, 1, 2]], [1, -1, 0]
    model = PositiveNaiveBayes(prior=0.4, alpha=0.5, length_correction=False).fit(X, y)
    np.testing.assert_allclose(np.exp(model.feature_log_prob_[0]), np.array([0.5, 4.5, 6.5]) / 11.5)


def test_everything_labelled_is_naive_bayes(pu_counts):
    X, _, truth = pu_counts
    model, supervised = (make().fit(X, truth.astype(int)) for make in (PositiveNaiveBayes, NaiveBayes))
    assert model.prior_ == pytest.approx(truth.mean())
    np.testing.assert_allclose(model.decision_function(X), supervised.decision_function(X), rtol=1e-9)


def test_it_finds_the_hidden_positives_given_their_share(pu_counts):
    X, y, truth = pu_counts
    predicted = PositiveNaiveBayes(prior=float(truth[y == -1].mean())).fit(X, y).predict(X) == 1
    assert (predicted == truth).mean() > 0.95


def test_the_share_of_positives_is_estimated_where_none_is_given(pu_counts):
    X, y, truth = pu_counts
    model = PositiveNaiveBayes().fit(X, y)
    assert 0.5 < model.prior_ / truth[y == -1].mean() < 2


def test_long_examples_take_at_most_nearly_all_words():
    model = PositiveNaiveBayes(prior=0.5).fit([[900, 100], [1, 3], [2, 3]], [1, -1, -1])
    assert model.word_share_ == 0.99


def test_a_pile_without_words_leaves_none_for_the_negatives():
    with pytest.raises(UserError, match="no word in the unlabelled documents") as told:
        PositiveNaiveBayes(prior=0.3).fit([[3, 1], [0, 0]], [1, -1])
    assert "\n" not in str(told.value)


def test_examples_without_words_tell_nothing():
    with pytest.raises(UserError, match="no word in the positive documents"):
        PositiveNaiveBayes(prior=0.3).fit([[0, 0], [2, 3]], [1, -1])


def test_one_example_is_not_enough_to_estimate_the_share():
    with pytest.raises(UserError, match="from one example; give prior, or more examples"):
        PositiveNaiveBayes().fit([[2, 0], [2, 3]], [1, -1])


@pytest.mark.parametrize("prior", [0.0, 1.0, 1.5])
def test_the_share_lies_between_none_and_all(prior):
    with pytest.raises(ValueError, match="prior"):
        PositiveNaiveBayes(prior=prior).fit([[2, 0], [2, 3]], [1, -1])
