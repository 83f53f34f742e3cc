import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from likewise.errors import UserError
from likewise.models.bayes import NaiveBayesEM
from likewise.models.two_step import (
    IterativeSVM,
    NaiveBayesExtractor,
    OneDNFExtractor,
    RocchioExtractor,
    SpyExtractor,
    TwoStep,
)
from likewise.models.two_step.recipes import EXTRACTORS, LEARNERS, RECIPES
from tests.conftest import topical_counts


@pytest.mark.parametrize("extractor", [OneDNFExtractor(relax=True), RocchioExtractor(), NaiveBayesExtractor()])
@pytest.mark.parametrize("learner", [IterativeSVM(), NaiveBayesEM(clamp=(1,), max_iter=4, tol=0.0)])
def test_the_steps_meet_in_the_labels(extractor, learner, pu_counts):
    X, y, _ = pu_counts
    model = TwoStep(extractor, learner).fit(X, y)
    reliable = extractor.extract(X, y)
    labels = np.where(reliable, 0, y)
    np.testing.assert_array_equal(model.reliable_, reliable)
    np.testing.assert_allclose(model.decision_function(X), learner.fit(X, labels).decision_function(X), atol=1e-4)


@pytest.mark.parametrize("learner", [IterativeSVM(), NaiveBayesEM(clamp=(1,), max_iter=8, select="error_change")])
def test_permuting_documents_permutes_scores_and_negatives_whoever_spies(learner, luck):
    X, y = luck
    order = np.random.default_rng(0).permutation(len(y))
    plain, permuted = (
        TwoStep(SpyExtractor(spy_fraction=0.3, noise_level=0.4), learner, random_state=0).fit(X[rows], y[rows])
        for rows in (np.arange(len(y)), order)
    )
    np.testing.assert_array_equal(permuted.reliable_, plain.reliable_[order])
    np.testing.assert_allclose(permuted.decision_function(X), plain.decision_function(X), rtol=1e-9)


def test_parts_given_are_not_touched(pu_counts):
    X, y, _ = pu_counts
    model = TwoStep(SpyExtractor(), IterativeSVM(), random_state=0).fit(X, y)
    assert model.extractor.random_state is None
    assert model.extractor_.random_state is not None
    assert not hasattr(model.learner, "coef_")
    assert hasattr(model.learner_, "coef_")


@pytest.fixture
def luck():
    """Many examples and overlapping classes, so that it matters who spies."""
    X, topic = topical_counts(n_docs=120, n_words=20, n_topics=2, length=5, seed=7)
    y = np.full(120, -1)
    y[np.flatnonzero(topic == 0)[:15]] = 1
    return X, y


def test_one_seed_decides_and_a_parts_own_seed_goes_before(luck):
    X, y = luck

    def scores(seed, own=None):
        parts = SpyExtractor(spy_fraction=0.3, random_state=own), NaiveBayesEM(clamp=(1,), max_iter=2, tol=0.0)
        return TwoStep(*parts, random_state=seed).fit(X, y).decision_function(X)

    assert scores(0).tobytes() == scores(0).tobytes()
    assert len({scores(seed).tobytes() for seed in range(6)}) > 1
    assert len({scores(seed, own=1).tobytes() for seed in range(6)}) == 1


def test_known_negatives_stay_and_are_enough_where_nothing_is_found():
    X, y = [[1, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 3]], [1, -1, -1, 0]
    model = TwoStep(OneDNFExtractor(min_ratio=1.0), IterativeSVM()).fit([*X, [1, 1, 1]], [*y, -1])
    assert not model.reliable_.any()
    assert model.learner_.n_negative_[0] == 1


def test_nothing_found_and_no_known_negative_is_told_by_the_extractor():
    X, y = [[1, 1, 0], [1, 0, 1], [0, 1, 1]], [1, -1, -1]
    with pytest.raises(UserError, match="OneDNFExtractor found no reliable negatives among 2 unlabelled") as told:
        TwoStep(OneDNFExtractor(), IterativeSVM()).fit(X, y)
    assert "\n" not in str(told.value)


def test_one_example_with_spies_is_told_and_rocchio_works(pu_counts):
    X, y, truth = pu_counts
    y = y.copy()
    y[np.flatnonzero(y == 1)[1:]] = -1
    with pytest.raises(UserError, match=r"SpyExtractor hides examples .* there is 1"):
        TwoStep(SpyExtractor(), IterativeSVM()).fit(X, y)
    model = TwoStep(RocchioExtractor(), IterativeSVM()).fit(X, y)
    assert roc_auc_score(truth[y == -1], model.decision_function(X)[y == -1]) > 0.9


def test_without_a_pile_the_learner_is_supervised(pu_counts):
    X, _, truth = pu_counts
    y = truth.astype(int)
    model = TwoStep(SpyExtractor(), IterativeSVM()).fit(X, y)
    np.testing.assert_allclose(model.decision_function(X), IterativeSVM().fit(X, y).decision_function(X), atol=1e-4)


def test_any_learner_that_reads_labels_will_do(pu_counts):
    X, y, truth = pu_counts

    class OfLabelled(LogisticRegression):
        def fit(self, X, y):
            return super().fit(X[y >= 0], y[y >= 0])

    model = TwoStep(RocchioExtractor(), OfLabelled()).fit(X, y)
    assert roc_auc_score(truth[y == -1], model.decision_function(X)[y == -1]) > 0.95


@pytest.mark.parametrize(
    ("extractor", "learner"),
    [
        (SpyExtractor(), NaiveBayesEM(clamp=(1,), max_iter=8, select="error_change")),
        (RocchioExtractor(), IterativeSVM()),
    ],
)
def test_a_cut_off_from_the_prior_gives_probabilities_and_the_number_taken(extractor, learner, pu_counts):
    X, y, truth = pu_counts
    own = TwoStep(extractor, learner, random_state=0).fit(X, y)
    model = TwoStep(extractor, learner, random_state=0, threshold="prior").fit(X, y)
    probability = model.predict_proba(X)[:, 1]
    assert probability.min() >= 0
    assert probability.max() <= 1
    assert model.cut_off_ == model.rank_prior_.cut_off_
    assert 0 < model.rank_prior_.prior_ < 1
    assert (model.predict(X)[y == -1] == 1).sum() == model.rank_prior_.n_taken_
    np.testing.assert_allclose(model.decision_function(X), own.decision_function(X) - model.cut_off_)
    assert probability[truth].mean() > probability[~truth].mean() + 0.3


def test_the_names_are_every_pair_and_three_of_the_literature():
    pairs = {f"{extractor}-{learner}" for extractor in EXTRACTORS for learner in LEARNERS}
    assert len(pairs) == 16
    assert set(RECIPES) == pairs | {"s-em", "pebl", "roc-svm"}


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_a_recipe_ranks_the_hidden_positives_first(name, pu_counts):
    X, y, truth = pu_counts
    assert roc_auc_score(truth, RECIPES[name](random_state=0).fit(X, y).decision_function(X)) > 0.6
    # A single spy may be an odd one; of sixteen examples two spy.
    y = y.copy()
    y[np.flatnonzero(truth)[:16]] = 1
    pile = y == -1
    model = RECIPES[name](random_state=0).fit(X, y)
    assert roc_auc_score(truth[pile], model.decision_function(X)[pile]) > 0.95
    assert not (model.reliable_ & ~pile).any()
    probability = model.predict_proba(X)
    np.testing.assert_allclose(probability.sum(axis=1), 1.0)


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_parameters_of_parts_are_set_on_top_of_a_recipe(name, pu_counts):
    X, y, _ = pu_counts
    option = {"learner__alpha": 1.0} if isinstance(RECIPES[name]().learner, NaiveBayesEM) else {"learner__C": 0.3}
    made = RECIPES[name](random_state=0, threshold="prior", extractor__min_fraction=0.2, **option)
    assert (made.threshold, made.extractor.min_fraction) == ("prior", 0.2)
    assert {key: made.get_params()[key] for key in option} == option
    assert RECIPES[name]().extractor.min_fraction != 0.2  # the recipe is as it was
    made.set_params(threshold="default").fit(X, y)
    assert made.reliable_.sum() >= 0.2 * (y == -1).sum()


def test_names_stand_for_what_the_papers_describe():
    s_em, pebl, roc_svm = (RECIPES[name]() for name in ("s-em", "pebl", "roc-svm"))
    assert isinstance(s_em.extractor, SpyExtractor)
    assert (s_em.extractor.spy_fraction, s_em.extractor.noise_level, s_em.extractor.max_iter) == (0.1, 0.15, 2)
    assert (s_em.learner.clamp, s_em.learner.select) == ("positive", "error_change")
    assert isinstance(pebl.extractor, OneDNFExtractor)
    assert pebl.learner.guard is None
    assert pebl.learner.max_iter > 1
    assert isinstance(roc_svm.extractor, RocchioExtractor)
    assert (roc_svm.extractor.alpha, roc_svm.extractor.beta, roc_svm.learner.guard) == (16, 4, 0.08)
    assert RECIPES["nb-svm"]().learner.max_iter == 1
    assert isinstance(RECIPES["nb-em"]().extractor, NaiveBayesExtractor)
    assert all(15 < len(recipe.summary) < 120 for recipe in RECIPES.values())


def test_a_part_that_is_no_extractor_is_refused(pu_counts):
    X, y, _ = pu_counts
    with pytest.raises(ValueError, match="extractor"):
        TwoStep(IterativeSVM(), IterativeSVM()).fit(X, y)
