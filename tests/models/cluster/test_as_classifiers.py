"""Clusters as classes: examples, negatives, many classes, and real text."""

import numpy as np
import pytest
from bench.zhou2010 import counted, mixes
from scipy import sparse
from sklearn.base import clone

from likewise.errors import UserError
from likewise.metrics import precision_recall_f1
from likewise.models.cluster import (
    ConstrainedNCut,
    COPKMeans,
    InfeasibleConstraints,
    MPCKMeans,
    PCKMeans,
    SeededKMeans,
)
from tests.conftest import topical_counts

ALL = [
    SeededKMeans(3),
    SeededKMeans(3, constrained=False),
    PCKMeans(3, random_state=0),
    MPCKMeans(3, random_state=0),
    MPCKMeans(3, metric="shared", random_state=0),
    COPKMeans(3, random_state=0),
    ConstrainedNCut(3),
]
IDS = ["seeded", "free", "pck", "mpck", "shared", "cop", "ncut"]
every = pytest.mark.parametrize("model", ALL, ids=IDS)


@every
def test_hidden_positives_are_found(model, pu_counts):
    X, y, truth = pu_counts
    fitted = clone(model).fit(X, y)
    hidden = y == -1
    assert precision_recall_f1(truth[hidden], fitted.transduction_[hidden] == 1).f1 > 0.9
    assert precision_recall_f1(truth, fitted.predict(X) == 1).f1 > 0.9
    np.testing.assert_array_equal(fitted.predict(X) == 1, fitted.decision_function(X) > 0)
    assert fitted.labels_.shape == y.shape
    assert (fitted.labels_[y == 1] == fitted.positive_cluster_).mean() > 0.5


@every
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_the_objective_never_falls(model, pu_counts):
    X, y, _ = pu_counts
    fitted = clone(model).set_params(tol=0.0, max_iter=30).fit(X, y)
    assert np.diff(fitted.history_).min() >= -1e-9 * abs(fitted.history_[-1])
    assert fitted.n_iter_ == len(fitted.history_) == 30
    assert fitted.stop_reason_ == "max_iter"


@every
def test_permuting_rows_permutes_clusters_and_scores(model, pu_counts):
    X, y, _ = pu_counts
    order = np.random.default_rng(1).permutation(len(y))
    plain, mixed = clone(model).fit(X, y), clone(model).fit(X[order], y[order])
    np.testing.assert_array_equal(mixed.labels_, plain.labels_[order])
    np.testing.assert_allclose(mixed.training_scores_, plain.training_scores_[order], rtol=1e-5, atol=1e-7)


@every
def test_one_example_is_enough(model, pu_counts):
    X, y, truth = pu_counts
    one = np.full(len(y), -1)
    one[np.flatnonzero(y == 1)[0]] = 1
    fitted = clone(model).fit(X, one)
    assert np.isnan(fitted.must_link_satisfied_)
    scores = fitted.decision_function(X)
    assert scores[truth].mean() > scores[~truth].mean()


@every
def test_many_classes_are_told_apart(model):
    X, topic = topical_counts(n_docs=120, n_topics=4, seed=6)
    y = np.where(np.arange(120) < 40, topic + 3, -1)
    fitted = clone(model).set_params(n_clusters=4).fit(X, y)
    assert fitted.classes_.tolist() == [3, 4, 5, 6]
    assert fitted.decision_function(X).shape == (120, 4)
    assert (fitted.predict(X) == topic + 3).mean() > 0.9
    assert not hasattr(fitted, "positive_cluster_")
    with pytest.raises(UserError, match="4 classes to keep apart in n_clusters=3"):
        clone(model).fit(X, y)


@every
def test_a_share_of_positives_can_set_the_cut_off(model, pu_counts):
    X, y, truth = pu_counts
    fitted = clone(model).set_params(threshold="prior").fit(X, y)
    assert precision_recall_f1(truth[y == -1], fitted.transduction_[y == -1] == 1).f1 > 0.8


@every
def test_examples_without_words_are_refused(model, pu_counts):
    X, y, _ = pu_counts
    empty = X.toarray()
    empty[y == 1] = 0
    with pytest.raises(UserError, match="no word in the positive documents"):
        clone(model).fit(sparse.csr_array(empty), y)


@every
def test_a_document_like_no_other_is_not_positive(model, pu_counts):
    X, y, _ = pu_counts
    stranger = sparse.csr_array(np.eye(1, X.shape[1] + 1, X.shape[1]))
    wider = sparse.hstack([X, sparse.csr_array((len(y), 1))]).tocsr()
    fitted = clone(model).fit(sparse.vstack([wider, stranger]).tocsr(), np.append(y, -1))
    assert np.isfinite(fitted.training_scores_).all()


@every
def test_a_document_without_words_is_never_positive(model, pu_counts):
    X, y, _ = pu_counts
    fitted = clone(model).fit(X, y)
    assert fitted.decision_function(sparse.csr_array((1, X.shape[1])))[0] <= 0


def test_auto_takes_fewer_clusters_of_a_small_pile(pu_counts):
    X, y, _ = pu_counts
    assert SeededKMeans().fit(sparse.vstack([X, X]), np.tile(y, 2)).n_clusters_ == min(8, 2 * len(y) // 20)
    assert SeededKMeans().fit(X[:65], y[:65]).n_clusters_ == 3
    assert SeededKMeans().fit(X[:5], y[:5]).n_clusters_ == 2
    assert SeededKMeans(200).fit(X, y).n_clusters_ == len(y)


def test_known_negatives_alone_need_no_more_clusters_than_classes(pu_counts):
    X, _, truth = pu_counts
    fitted = MPCKMeans(random_state=0).fit(X, truth.astype(int))
    assert fitted.n_clusters_ == 2
    assert (fitted.predict(X) == truth).mean() > 0.95


def test_examples_hold_the_centre_of_their_cluster(pu_counts):
    X, y, _ = pu_counts
    light, heavy = (SeededKMeans(3, n_components=None, example_weight=w).fit(X, y) for w in (0.0, 50.0))
    mean = np.asarray(heavy._space.transform(X)[y == 1].mean(axis=0)).ravel()
    mean /= np.linalg.norm(mean)
    near = [fitted.cluster_centers_[fitted.positive_cluster_] @ mean for fitted in (light, heavy)]
    assert near[0] < near[1]
    assert near[1] > 0.99


def test_raw_links_isolate_the_examples(pu_counts):
    """The printed objective: each of t·u pairs costs, and the examples leave for a cluster of their own."""
    X, y, _ = pu_counts
    raw = PCKMeans(4, cannot_link_weight=0.2, scaling="raw", random_state=0).fit(X, y)
    assert (raw.labels_[y == -1] != raw.positive_cluster_).all()
    balanced = PCKMeans(4, cannot_link_weight=0.2, random_state=0).fit(X, y)
    assert (balanced.labels_[y == -1] == balanced.positive_cluster_).sum() > 10


def test_centres_of_another_shape_are_refused(pu_counts):
    X, y, _ = pu_counts
    with pytest.raises(UserError, match=r"init of shape \(3, 40\)"):
        MPCKMeans(3, n_components=None, init=np.ones((3, 2))).fit(X, y)


def test_one_document_is_nothing_to_cluster():
    with pytest.raises(UserError, match="two documents"):
        PCKMeans(2).fit([[1, 2]])


@pytest.mark.corpus
def test_a_newsgroup_is_found_among_six():
    X, groups, _ = counted("20newsgroups")
    mix = next(mixes(groups, 0.05, 1, 1))
    fitted = MPCKMeans(random_state=0).fit(X[mix.rows], mix.y)
    hidden = mix.y == -1
    assert precision_recall_f1(mix.truth[hidden], fitted.transduction_[hidden] == 1).f1 > 0.77


def test_of_two_clusters_with_as_many_examples_the_nearer_is_positive():
    X = [[5, 0], [3, 4], [0, 5], [0, 5], [0, 5]]
    model = PCKMeans(
        2,
        must_link_weight=0.0,
        cannot_link_weight=0.0,
        example_weight=0.0,
        n_components=None,
        weighting="l2",
        init=np.eye(2),
    )
    fitted = model.fit(X, [1, 1, -1, -1, -1])
    assert fitted.labels_.tolist() == [0, 1, 1, 1, 1]
    assert fitted.positive_cluster_ == 0


def test_a_cluster_of_nobody_takes_no_document(pu_counts):
    X, y, _ = pu_counts
    fitted = SeededKMeans(3).fit(X, y)
    before, empty = fitted.decision_function(X), (fitted.positive_cluster_ + 1) % 3
    fitted._alive[empty] = False
    after = fitted.decision_function(X)
    assert (after >= before).all()
    assert (after > before)[fitted.labels_ == empty].all()


def test_a_placing_in_order_that_costs_more_is_not_taken():
    for seed in range(30):
        rng = np.random.default_rng(seed)
        X, apart = rng.integers(0, 6, (14, 3)) + 1, rng.integers(0, 14, (16, 2))
        model = COPKMeans(4, n_components=None, weighting="l2", n_init=5, tol=0.0, max_iter=20, random_state=seed)
        try:
            model.fit(X, cannot_link=apart[apart[:, 0] != apart[:, 1]])
        except InfeasibleConstraints:
            continue
        assert np.diff(model.history_).min() >= -1e-12
        assert model.cannot_link_satisfied_ == 1.0
