from itertools import product

import numpy as np
import pytest
from scipy import sparse
from scipy.special import expit
from sklearn.exceptions import ConvergenceWarning

from likewise.errors import UserError
from likewise.models.bayes import NaiveBayes, NaiveBayesEM
from tests.conftest import topical_counts
from tests.models.bayes import oracle

HAND_X = np.array([[2, 0, 1], [1, 1, 0], [0, 2, 1], [0, 1, 2]])
HAND_Y = np.array([1, -1, -1, -1])


def test_the_hand_example_of_i_em():
    model = NaiveBayesEM(alpha=1.0, init="unlabeled_negative", max_iter=3, tol=0.0, keep_path=True).fit(HAND_X, HAND_Y)
    path = [expit(scores[1:]) for scores in model.staged_decision_function(HAND_X)]
    expected = [
        [0.251559, 0.039459, 0.093136],
        [0.395988, 0.086459, 0.152120],
        [0.484707, 0.130170, 0.197723],
        [0.541445, 0.168953, 0.235841],
    ]
    np.testing.assert_allclose(path, expected, atol=1e-6)
    np.testing.assert_allclose(model.predict_proba(HAND_X)[1:, 1], expected[-1], atol=1e-6)
    assert model.predict(HAND_X).tolist() == [1, 1, 0, 0]


def test_the_first_classifier_is_naive_bayes_on_the_pile_as_negative(pu_counts):
    X, y, _ = pu_counts
    model = NaiveBayesEM(max_iter=2, tol=0.0, keep_path=True).fit(X, y)
    first = next(model.staged_decision_function(X))
    np.testing.assert_allclose(first, NaiveBayes().fit(X, y).decision_function(X), rtol=1e-12)


@pytest.mark.parametrize(("mu", "alpha", "shares"), [*product([1.0, 0.5, 0.1], [1.0, 0.1], [0.0]), (0.5, 0.1, 2.0)])
def test_every_iterate_and_objective_equal_dense_em(partly_labelled, mu, alpha, shares):
    X, y = partly_labelled
    model = NaiveBayesEM(
        unlabeled_weight=mu, alpha=alpha, prior_smoothing=shares, max_iter=6, tol=0.0, keep_path=True
    ).fit(X, y)
    odds, objectives = oracle.em(X.toarray(), y, mu=mu, alpha=alpha, prior_smoothing=shares, n_steps=6)
    np.testing.assert_allclose(list(model.staged_decision_function(X)), odds, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(model.history_, objectives[:6], rtol=1e-12)


@pytest.mark.parametrize(
    ("mu", "alpha", "n_components", "clamp"),
    [
        *product([1.0, 0.5, 0.1], [1.0, 0.1], [1, 3], ["all"]),
        (1.0, 0.1, (4, 1), (1,)),
        (0.5, 1.0, (1, 2), ()),
    ],
)
def test_the_objective_never_falls(partly_labelled, mu, alpha, n_components, clamp):
    X, y = partly_labelled
    model = NaiveBayesEM(
        unlabeled_weight=mu,
        alpha=alpha,
        prior_smoothing=0.5,
        n_components=n_components,
        clamp=clamp,
        max_iter=80,
        tol=0.0,
        random_state=0,
    ).fit(X, y)
    steps = np.diff(model.history_)
    assert steps.min() >= -1e-9 * abs(model.history_[-1])
    assert steps[0] > 0
    assert (model.n_iter_, model.stop_reason_) == (80, "max_iter")


@pytest.mark.parametrize("n_components", [1, 2])
def test_it_stops_at_its_tolerance_and_warns_if_it_cannot(partly_labelled, n_components):
    X, y = partly_labelled
    model = NaiveBayesEM(n_components=n_components, tol=1e-6, max_iter=500, random_state=0).fit(X, y)
    gains = np.diff(model.history_) / np.abs(model.history_[:-1])
    assert model.stop_reason_ == "tol"
    assert gains[-1] < 1e-6 <= gains[:-1].min()
    with pytest.warns(ConvergenceWarning, match="NaiveBayesEM used all of its 2 iterations"):
        NaiveBayesEM(tol=1e-12, max_iter=2).fit(X, y)


def test_unlabelled_documents_of_no_weight_leave_naive_bayes_of_the_labelled(pu_counts):
    X, _, truth = pu_counts
    y = np.where(np.arange(len(truth)) % 4 == 0, truth.astype(int), -1)
    model = NaiveBayesEM(unlabeled_weight=0.0).fit(X, y)
    supervised = NaiveBayes().fit(X[y >= 0], y[y >= 0])
    assert (X[y >= 0].sum(axis=0) == 0).any()  # some words are of the unlabelled only
    np.testing.assert_allclose(model.decision_function(X), supervised.decision_function(X), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(model.class_log_prior_, supervised.class_log_prior_, rtol=1e-12)


def test_everything_labelled_is_one_supervised_step(pu_counts):
    X, _, truth = pu_counts
    model = NaiveBayesEM(keep_path=True).fit(X, truth.astype(int))
    supervised = NaiveBayes().fit(X, truth.astype(int)).decision_function(X)
    assert len(model.path_) > 1
    for scores in model.staged_decision_function(X):
        np.testing.assert_allclose(scores, supervised, rtol=1e-9)


def test_one_component_a_class_is_plain_em_and_nothing_is_random(partly_labelled):
    X, y = partly_labelled
    plain = NaiveBayesEM(max_iter=5, tol=0.0).fit(X, y)
    same = NaiveBayesEM(max_iter=5, tol=0.0, n_components=(1, 1), n_init=3, random_state=7).fit(X, y)
    assert same.decision_function(X).tobytes() == plain.decision_function(X).tobytes()


def test_several_components_belong_to_their_classes(partly_labelled):
    X, y = partly_labelled
    model = NaiveBayesEM(n_components=(3, 2), tol=0.0, max_iter=10, random_state=0).fit(X, y)
    assert model.component_class_.tolist() == [0, 0, 0, 1, 1]
    assert model.feature_log_prob_.shape == (5, X.shape[1])
    np.testing.assert_allclose(np.exp(model.feature_log_prob_).sum(axis=1), 1.0)
    assert np.exp(model.class_log_prior_).sum() == pytest.approx(1.0)
    # The components of a class went apart.
    assert np.abs(np.diff(model.feature_log_prob_[:3], axis=0)).max() > 0.1


def test_components_find_the_topics_of_a_mixed_class():
    rng = np.random.default_rng(0)
    shapes = np.array([[0.6, 0.2, 0.1, 0.1], [0.1, 0.6, 0.2, 0.1], [0.1, 0.1, 0.1, 0.7]])
    topic = np.repeat([0, 1, 2], 60)
    X = np.array([rng.multinomial(40, shapes[z]) for z in topic])
    truth = (topic == 1).astype(int)  # the negatives are two topics, on both sides of the positive one
    y = np.where(np.arange(len(topic)) % 6 == 0, truth, -1)
    model = NaiveBayesEM(n_components=(2, 1), tol=1e-8, max_iter=200, n_init=3, random_state=0).fit(X, y)
    assert (model.predict(X) == truth).mean() > 0.97
    found = np.sort(np.exp(model.feature_log_prob_[:2])[:, 3])
    np.testing.assert_allclose(found, [0.1, 0.7], atol=0.05)


def test_more_starts_never_give_a_lower_objective(partly_labelled):
    X, y = partly_labelled
    options = {"n_components": 4, "tol": 0.0, "max_iter": 25, "random_state": 1}
    ends = [NaiveBayesEM(n_init=n, **options).fit(X, y).history_[-1] for n in (1, 4, 8)]
    assert ends[0] <= ends[1] <= ends[2]
    assert ends[0] < ends[2]


def test_positives_are_clamped_and_reliable_negatives_are_not(partly_labelled):
    X, y = partly_labelled
    y = y.copy()
    wrong = np.flatnonzero(y == 1)[0]
    y[wrong] = 0  # a positive taken for a reliable negative
    options = {"max_iter": 8, "tol": 0.0, "keep_path": True}
    free = NaiveBayesEM(clamp=(1,), **options).fit(X, y)
    fixed = NaiveBayesEM(**options).fit(X, y)
    expected, objectives = oracle.em(X.toarray(), y, free=(-1, 0), n_steps=8)
    np.testing.assert_allclose(list(free.staged_decision_function(X)), expected, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(free.history_, objectives[:8], rtol=1e-12)
    expected, _ = oracle.em(X.toarray(), y, free=(-1,), n_steps=8)
    np.testing.assert_allclose(list(fixed.staged_decision_function(X)), expected, rtol=1e-8, atol=1e-8)
    assert free.decision_function(X)[wrong] > fixed.decision_function(X)[wrong] + 1


def test_reliable_negatives_have_full_weight_even_where_the_pile_has_less(partly_labelled):
    X, y = partly_labelled
    model = NaiveBayesEM(clamp=(1,), unlabeled_weight=0.2, max_iter=5, tol=0.0, keep_path=True).fit(X, y)
    expected, _ = oracle.em(X.toarray(), y, free=(-1, 0), mu=0.2, n_steps=5)
    np.testing.assert_allclose(list(model.staged_decision_function(X)), expected, rtol=1e-8, atol=1e-8)


def test_i_em_may_start_from_the_pile_though_negatives_are_known(partly_labelled):
    X, y = partly_labelled
    model = NaiveBayesEM(init="unlabeled_negative", max_iter=4, tol=0.0, keep_path=True).fit(X, y)
    expected, _ = oracle.em(X.toarray(), y, start="pile", n_steps=4)
    np.testing.assert_allclose(list(model.staged_decision_function(X)), expected, rtol=1e-8, atol=1e-8)


def test_negatives_of_no_weight_are_none_to_start_from(partly_labelled):
    X, y = partly_labelled
    counted = y != 0
    weighted = NaiveBayesEM(max_iter=4, tol=0.0).fit(X, y, sample_weight=counted.astype(float))
    removed = NaiveBayesEM(max_iter=4, tol=0.0).fit(X[counted], y[counted])
    np.testing.assert_allclose(weighted.decision_function(X), removed.decision_function(X), rtol=1e-9)


def test_it_finds_the_hidden_half_of_a_pile_that_naive_bayes_takes_for_negative():
    X, topic = topical_counts(n_docs=200, n_words=60, n_topics=2, length=10, seed=0)
    y = np.full(len(topic), -1)
    y[np.flatnonzero(topic == 0)[:4]] = 1
    right = [((model.fit(X, y).predict(X) == 1) == (topic == 0)).mean() for model in (NaiveBayes(), NaiveBayesEM())]
    assert right[0] < 0.7
    assert right[1] > 0.98


def test_a_cut_off_from_the_prior_gives_probabilities_and_the_number_taken(pu_counts):
    X, y, _ = pu_counts
    own, by_prior = NaiveBayesEM().fit(X, y), NaiveBayesEM(threshold="prior").fit(X, y)
    probability = by_prior.predict_proba(X)
    assert probability.min() >= 0
    assert probability.max() <= 1
    np.testing.assert_allclose(probability.sum(axis=1), 1.0)
    assert 0 < by_prior.rank_prior_.low_ <= by_prior.rank_prior_.prior_ <= by_prior.rank_prior_.high_ < 1
    assert by_prior.cut_off_ == by_prior.rank_prior_.cut_off_ != 0
    np.testing.assert_allclose(by_prior.decision_function(X), own.decision_function(X) - by_prior.cut_off_)
    assert (by_prior.predict(X)[y == -1] == 1).sum() == by_prior.rank_prior_.n_taken_
    assert (own.cut_off_, hasattr(own, "rank_prior_")) == (0.0, False)
    staged = NaiveBayesEM(threshold="prior", keep_path=True).fit(X, y)
    np.testing.assert_allclose(list(staged.staged_decision_function(X))[-1], staged.decision_function(X))


def test_a_callback_sees_every_step_and_may_stop_it(partly_labelled):
    X, y = partly_labelled
    seen = []
    model = NaiveBayesEM(tol=0.0, max_iter=20, callback=lambda progress: seen.append(progress) or len(seen) == 3)
    model.fit(X, y)
    assert (model.n_iter_, model.stop_reason_) == (3, "callback")
    assert [progress.objective for progress in seen] == model.history_


def test_without_negatives_it_cannot_start_from_labels(pu_counts):
    X, y, _ = pu_counts
    with pytest.raises(UserError, match=r'no negative document .* init="unlabeled_negative"') as told:
        NaiveBayesEM(init="labeled").fit(X, y)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("n_components", [(1, 2, 3), (0, 1), (2,), (1.5, 1), ("a", "b")])
def test_components_are_one_number_or_one_for_each_class(partly_labelled, n_components):
    with pytest.raises(UserError, match=r"n_components is .* one for each class"):
        NaiveBayesEM(n_components=n_components).fit(*partly_labelled)


def test_the_path_must_be_asked_for_before_the_fit(partly_labelled):
    X, y = partly_labelled
    model = NaiveBayesEM(keep_path=True).fit(X, y)
    model.set_params(keep_path=False).fit(X, y).set_params(keep_path=True)
    with pytest.raises(UserError, match="keep_path=True"):
        next(model.staged_decision_function(X))


def test_a_very_long_example_does_not_decide_the_class_where_lengths_are_bounded(pu_counts):
    X, y, truth = pu_counts
    blob = X.toarray()
    row = np.flatnonzero(y == 1)[0]
    blob[row] = 0
    blob[row, :3] = 5000  # no prose: three words, thousands of times
    blob = sparse.csr_array(blob)
    hidden = y == -1
    free = NaiveBayesEM(max_iter=5).fit(blob, y)
    bounded = NaiveBayesEM(max_iter=5, max_length=2.0).fit(blob, y)
    recall = [(model.predict(blob)[hidden & truth] == 1).mean() for model in (free, bounded)]
    assert recall[1] > recall[0]
    assert bounded.longest_ == 2 * np.median(np.asarray(blob.sum(axis=1)).ravel())
    assert free.longest_ == np.inf
