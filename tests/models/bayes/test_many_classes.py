import numpy as np
import pytest
from scipy import sparse
from sklearn.naive_bayes import MultinomialNB

from likewise.errors import UserError
from likewise.labels import Labels
from likewise.models.bayes import NaiveBayes, NaiveBayesEM, PartitionedEM
from likewise.models.bayes.choice import best_setting, held_out
from likewise.models.bayes.em import COMPONENTS, WEIGHTS
from likewise.models.two_step import NaiveBayesExtractor, RocchioExtractor, TwoStep
from likewise.models.two_step.iterative_svm import IterativeSVM


@pytest.fixture
def three_classes():
    """150 documents of three classes over 40 words, ten of each labelled, and the truth."""
    rng = np.random.default_rng(5)
    words = rng.dirichlet(np.full(40, 0.3), 3)
    truth = np.repeat([2, 5, 7], 50)
    X = sparse.csr_array(np.vstack([rng.multinomial(25, words[number // 50]) for number in range(150)]).astype(float))
    y = np.full(150, -1)
    for start in (0, 50, 100):
        y[start : start + 10] = truth[start]
    return X, y, truth


def test_without_unlabelled_documents_em_equals_naive_bayes_of_scikit_learn(three_classes):
    X, _, truth = three_classes
    peer = MultinomialNB(alpha=0.1).fit(X, truth)
    for model in (NaiveBayes(), NaiveBayesEM(), PartitionedEM(max_depth=0)):
        model.fit(X, truth)
        np.testing.assert_allclose(model.predict_proba(X), peer.predict_proba(X), atol=1e-12)
        assert model.classes_.tolist() == [2, 5, 7]
        assert model.decision_function(X).shape == (150, 3)


def test_naive_bayes_of_many_classes_leaves_the_unlabelled_out(three_classes):
    X, y, _ = three_classes
    X = X[:, np.asarray(X[y >= 0].sum(axis=0)).ravel() > 0]  # words that only the unlabelled have say nothing
    peer = MultinomialNB(alpha=0.1).fit(X[y >= 0], y[y >= 0])
    np.testing.assert_allclose(NaiveBayes().fit(X, y).predict_proba(X), peer.predict_proba(X), atol=1e-12)


def test_unlabelled_documents_of_no_weight_change_nothing(three_classes):
    X, y, _ = three_classes
    em, nb = NaiveBayesEM(unlabeled_weight=0.0).fit(X, y), NaiveBayes().fit(X, y)
    np.testing.assert_allclose(em.predict_proba(X), nb.predict_proba(X), atol=1e-12)


@pytest.mark.parametrize("n_components", [1, (1, 2, 3)])
@pytest.mark.parametrize("weight", [1.0, 0.1])
def test_em_climbs_with_many_classes_and_learns_from_the_unlabelled(three_classes, n_components, weight):
    X, y, truth = three_classes
    model = NaiveBayesEM(n_components=n_components, unlabeled_weight=weight, tol=0.0, random_state=0)
    model.fit(X, y)
    assert np.diff(model.history_).min() >= -1e-9 * abs(model.history_[-1])
    assert np.mean(model.predict(X) == truth) > 0.95
    assert model.component_class_.tolist() == ([2, 5, 7] if n_components == 1 else [2, 5, 5, 7, 7, 7])


def test_settings_are_chosen_by_labelled_documents_left_out(three_classes):
    X, y, truth = three_classes
    model = NaiveBayesEM(unlabeled_weight="cv", n_components="cv", random_state=0).fit(X, y)
    assert model.unlabeled_weight_ in WEIGHTS
    per_class = np.unique(model.component_class_, return_counts=True)[1]
    assert len(set(per_class.tolist())) == 1
    assert per_class[0] in COMPONENTS
    assert np.mean(model.predict(X) == truth) > 0.95
    assert model._settled()["unlabeled_weight"] == model.unlabeled_weight_
    assert model._settled()["n_components"] == tuple(per_class.tolist())


def test_a_pile_with_sub_topics_gets_several_components_and_the_examples_one():
    rng = np.random.default_rng(0)
    words = rng.dirichlet(np.full(60, 0.1), 4)
    X = np.vstack([rng.multinomial(30, words[number // 40]) for number in range(160)]).astype(float)
    y = np.full(160, -1)
    y[:15] = 1
    model = NaiveBayesEM(n_components="cv", random_state=0).fit(X, y)
    negative, positive = np.bincount(np.searchsorted([0, 1], model.component_class_))
    assert positive == 1
    assert negative >= 1
    assert np.mean((model.predict(X) == 1) == (np.arange(160) < 40)) > 0.95


def test_the_weight_that_does_best_on_what_was_left_out_is_taken():
    labels = Labels(np.array([0, 1, 2]), np.array([0, 0, 1, 1, 2, 2, -1]))
    told = {"bad": np.zeros(7, dtype=int), "good": np.array([0, 0, 1, 1, 2, 2, 2])}
    assert best_setting(["bad", "good"], lambda s, *_: told[s], labels, np.ones(7), 2) == "good"


def test_examples_left_out_are_hidden_in_the_pile_where_nothing_else_is_known():
    labels = Labels(np.array([0, 1]), np.array([1, 1, -1, -1, -1, -1]))
    seen = []

    def predict(setting, shown, weights):
        seen.append((shown.unlabelled.sum(), weights.min()))
        return np.ones(6, dtype=int) if setting == "all" else np.array([1, 1, 1, 0, 0, 0])

    assert best_setting(["all", "few"], predict, labels, np.ones(6), 2) == "few"
    assert set(seen) == {(5, 1.0)}


def test_a_class_never_loses_its_only_labelled_document():
    labels = Labels(np.array([0, 1, 2]), np.array([0, 1, 1, 1, 2, 2]))
    folds = list(held_out(labels, 5))
    assert 0 not in np.concatenate(folds)
    assert all({1, 2, 3} - set(fold.tolist()) and {4, 5} - set(fold.tolist()) for fold in folds)


def test_two_steps_leave_many_classes_to_a_learner_that_can(three_classes):
    X, y, _ = three_classes
    model = TwoStep(NaiveBayesExtractor(), NaiveBayesEM(clamp="positive", select="error_change")).fit(X, y)
    assert not model.reliable_.any()
    np.testing.assert_array_equal(model.predict(X), NaiveBayesEM().fit(X, y).predict(X))
    with pytest.raises(UserError, match="two classes"):
        TwoStep(RocchioExtractor(), IterativeSVM()).fit(X, y)


def test_a_cut_off_from_a_prior_is_for_two_classes(three_classes):
    X, y, _ = three_classes
    with pytest.raises(UserError, match="3 classes"):
        NaiveBayesEM(threshold="prior").fit(X, y)


def test_a_class_that_weighs_nothing_is_an_error(three_classes):
    X, y, _ = three_classes
    with pytest.raises(UserError, match="sample_weight"):
        NaiveBayesEM().fit(X, y, sample_weight=np.where(y == 5, 0.0, 1.0))


class TestGroups:
    #: The same word speaks for one class in the first topic, and for the other in the second.
    X = np.array([[2, 0, 1, 0], [3, 1, 1, 0], [0, 2, 1, 0], [2, 0, 0, 1], [0, 2, 0, 1], [1, 3, 0, 1]], dtype=float)
    Y = np.array([1, 1, 0, 0, 1, 1])

    @pytest.mark.parametrize("groups", [[2, 3], slice(2, None), np.array([-2, -1])])
    def test_words_are_learned_in_each_topic_apart(self, groups):
        model = NaiveBayes(groups=groups).fit(self.X, self.Y)
        assert model.predict(self.X).tolist() == self.Y.tolist()

    def test_a_document_of_no_topic_is_judged_by_all_together(self):
        plain = NaiveBayes().fit(self.X * [1, 1, 0, 0], self.Y)
        model = NaiveBayes(groups=[2, 3]).fit(self.X, self.Y)
        nowhere = np.array([[1.0, 2.0, 0.0, 0.0]])
        assert model.decision_function(nowhere) == pytest.approx(plain.decision_function(nowhere))

    def test_what_is_known_of_all_topics_outweighs_a_topic_when_it_counts_for_much(self):
        plain = NaiveBayes().fit(self.X * [1, 1, 0, 0], self.Y)
        model = NaiveBayes(groups=[2, 3], back_off=1e9).fit(self.X, self.Y)
        expected = plain.decision_function(self.X * [1, 1, 0, 0])
        np.testing.assert_allclose(model.decision_function(self.X), expected, atol=1e-6)

    def test_by_hand(self):
        # Topic one: class 1 has (5, 1), class 0 (0, 2); over all (6, 6) → (.5, .5) and (2, 2) → (.5, .5).
        model = NaiveBayes(groups=[2, 3], alpha=1.0, back_off=2.0).fit(self.X, self.Y)
        shares = np.log((2 + 2 * 4 / 6) / (1 + 2 * 2 / 6))
        one = np.array([[1.0, 0.0, 1.0, 0.0]])
        assert model.decision_function(one)[0] == pytest.approx(shares + np.log((7 / 10) / (2 / 6)))

    def test_a_column_that_is_not_there_is_an_error(self):
        with pytest.raises(UserError, match="there are 4"):
            NaiveBayes(groups=[9]).fit(self.X, self.Y)


class TestPartitions:
    @pytest.fixture
    def manifold(self):
        """Two classes of four topics each, which share their words in opposite ways, and few labels."""
        rng = np.random.default_rng(3)
        places = rng.dirichlet(np.full(80, 0.05), 4)
        tells = np.eye(80)[:2]
        rows, truth = [], []
        for number in range(400):
            topic, side = number % 4, (number // 4) % 2
            marked = tells[side if topic % 2 else 1 - side]
            rows.append(rng.multinomial(40, 0.85 * places[topic] + 0.15 * marked))
            truth.append(side)
        y = np.full(400, -1)
        y[:80] = truth[:80]
        return sparse.csr_array(np.array(rows, dtype=float)), y, np.array(truth)

    def test_classes_that_are_many_things_are_told_apart_within_parts(self, manifold):
        X, y, truth = manifold
        model = PartitionedEM(random_state=0).fit(X, y)
        assert model.n_leaves_ > 1
        parted, plain = np.mean(model.predict(X) == truth), np.mean(NaiveBayesEM().fit(X, y).predict(X) == truth)
        assert parted > 0.9 > plain

    def test_no_split_is_plain_em(self, three_classes):
        X, y, _ = three_classes
        parted = PartitionedEM(max_depth=0, max_iter=50).fit(X, y)
        np.testing.assert_allclose(parted.predict_proba(X), NaiveBayesEM().fit(X, y).predict_proba(X), atol=1e-9)

    def test_a_split_that_helps_nobody_is_undone(self, three_classes):
        X, y, _ = three_classes
        assert PartitionedEM(random_state=0, min_leaf=5).fit(X, y).n_leaves_ == 1

    def test_parts_are_no_smaller_than_asked_for(self, manifold):
        X, y, _ = manifold
        assert PartitionedEM(random_state=0, min_leaf=201).fit(X, y).n_leaves_ == 1

    def test_a_part_of_empty_documents_is_no_trouble(self):
        X = sparse.csr_array(np.vstack([np.zeros((60, 4)), np.eye(4)]).astype(np.float32))
        y = np.r_[np.full(60, -1), [0, 0, 1, 1]]
        assert np.isfinite(PartitionedEM(min_leaf=1, random_state=0).fit(X, y).decision_function(X)).all()

    def test_one_class_alone_gets_its_negatives_from_the_pile(self, three_classes):
        X, y, truth = three_classes
        model = PartitionedEM(random_state=0).fit(X, np.where(y == 2, 1, -1))
        assert model.reliable_.any()
        assert np.mean((model.predict(X) == 1) == (truth == 2)) > 0.9
