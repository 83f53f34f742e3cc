import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from likewise.datasets import load_20newsgroups
from likewise.errors import UserError
from likewise.fitting import CountBlock, State, row_blocks
from likewise.models.topic.em import rownorm
from likewise.models.topic.fake_label import FakeLabelPLSA, relearn_labels, without_fake
from likewise.models.topic.mislabeling import MislabelingPLSA, error_table, relearn_errors
from likewise.models.topic.supervised_topics import LabelledTopics, fixed, labelled_step, tagged_blocks
from likewise.text import Vectorizer
from tests.conftest import topical_counts

X = sparse.csr_array(np.array([[2.0, 1, 0], [0, 1, 2]]))
THETA = np.array([[0.6, 0.4], [0.3, 0.7]])
PHI = np.array([[0.5, 0.2], [0.3, 0.3], [0.2, 0.5]])
FAKE = np.array([[0.4, 0.1], [0.1, 0.3], [0.5, 0.6]])  # the fake label is the last
ERRORS = np.array([[0.8, 0.3], [0.2, 0.7]])
BOTH = pytest.mark.parametrize("cls", [FakeLabelPLSA, MislabelingPLSA])


def one_step(tags, table, relearn, label_weight="token", block_rows=None):
    counts = [CountBlock(X[rows]) for rows in row_blocks(X, block_rows)]
    own = tuple(THETA[rows].copy() for rows in row_blocks(X, block_rows))
    step = labelled_step(tagged_blocks(counts, np.array(tags), label_weight), relearn)
    state, objective = step(State(LabelledTopics(PHI.copy(), table), own))
    return np.concatenate(state.own), state.shared, objective


@pytest.mark.parametrize("block_rows", [None, 1])
def test_a_step_with_fake_labels_is_the_hand_example_over_any_blocks(block_rows):
    theta, shared, objective = one_step([0, 2], FAKE, relearn_labels, block_rows=block_rows)
    assert objective == pytest.approx(-11.208713, abs=1e-6)
    np.testing.assert_allclose(theta * 3, [[2.732143, 0.267857], [0.513158, 2.486842]], atol=1e-6)
    np.testing.assert_allclose(shared.table, [[0.841877, 0.097236], [0, 0], [0.158123, 0.902764]], atol=1e-6)


@pytest.mark.parametrize("block_rows", [None, 1])
def test_a_step_with_errors_is_the_hand_example_over_any_blocks(block_rows):
    counted = []

    def relearn(_, counts):
        counted.append(counts)
        return relearn_errors(counts, np.eye(2), smoothing=0.0), 0.0

    theta, shared, objective = one_step([0, 3], error_table(np.eye(2), ERRORS), relearn, block_rows=block_rows)
    assert objective == pytest.approx(-8.641912, abs=1e-6)
    np.testing.assert_allclose(theta * 3, [[3, 0], [0.202476, 2.797524]], atol=1e-6)
    words = np.array([[2, 0], [1.109091, 0.890909], [0.093385, 1.906615]])
    np.testing.assert_allclose(shared.topics, words / words.sum(axis=0), atol=1e-6)
    np.testing.assert_allclose(counted[0], [[3, 0], [0, 0], [0, 0], [0.202476, 2.797524]], atol=1e-6)


def loops(counts, theta, phi, table, tags, powers):
    """Do one step with every sum a loop: responsibilities of each word, document and topic."""
    n, m = counts.shape
    rows, words, labels, objective = np.zeros_like(theta), np.zeros_like(phi), np.zeros_like(table), 0.0
    for d in range(n):
        for w in range(m):
            joint = [phi[w, z] * theta[d, z] * table[tags[d], z] ** powers[d] for z in range(len(theta[d]))]
            if counts[d, w]:
                objective += counts[d, w] * np.log(sum(joint))
                for z, p in enumerate(joint):
                    share = counts[d, w] * p / sum(joint)
                    rows[d, z] += share
                    words[w, z] += share
                    labels[tags[d], z] += share * powers[d]
    return rownorm(rows), words / words.sum(axis=0), labels, objective


@pytest.mark.parametrize("label_weight", ["token", "document"])
def test_sums_equal_loops(label_weight):
    rng = np.random.default_rng(0)
    counts = rng.poisson(1.0, (6, 5)).astype(float)
    theta, phi, table = rng.dirichlet(np.ones(4), 6), rng.dirichlet(np.ones(5), 4).T, rng.dirichlet(np.ones(3), 4).T
    tags = np.array([0, 1, 2, 2, 1, 0])
    powers = 1 / counts.sum(axis=1) if label_weight == "document" else np.ones(6)
    blocks = tagged_blocks([CountBlock(sparse.csr_array(counts))], tags, label_weight)
    state, objective = labelled_step(blocks, lambda _, found: (found, 0.0))(State(LabelledTopics(phi, table), (theta,)))
    expected = loops(counts, theta, phi, table, tags, powers)
    for got, want in zip((state.own[0], state.shared.topics, state.shared.table, objective), expected, strict=True):
        np.testing.assert_allclose(got, want, atol=1e-12)


def test_errors_are_shares_of_guesses_among_the_topics_of_each_class():
    classes = np.array([[1.0, 1, 0], [0, 0, 1]])
    counts = np.array([[9.0, 9, 9], [9, 9, 9], [1, 2, 3], [4, 5, 6]])
    table = relearn_errors(counts, classes, smoothing=0.0)
    np.testing.assert_allclose(table[:2], classes)
    np.testing.assert_allclose(table[2:], [[0.25, 0.25, 1 / 3], [0.75, 0.75, 2 / 3]])
    np.testing.assert_allclose(relearn_errors(np.zeros((4, 3)), classes)[2:], 0.5)


def partly(seed=0, n_labelled=3, n_docs=80, n_topics=3, length=40):
    X, topic = topical_counts(n_docs=n_docs, n_topics=n_topics, seed=seed, length=length)
    y = np.full(len(topic), -1)
    for c in range(n_topics):
        y[np.flatnonzero(topic == c)[:n_labelled]] = c
    return X, y, topic


@BOTH
@pytest.mark.parametrize("init", ["labeled", "random"])
@pytest.mark.parametrize("label_weight", ["token", "document"])
def test_the_objective_never_falls(cls, init, label_weight):
    for seed in range(3):
        X, y, _ = partly(seed)
        model = cls(6, init=init, label_weight=label_weight, tol=0.0, max_iter=60, random_state=seed).fit(X, y)
        assert np.diff(model.history_).min() >= -1e-9 * abs(model.history_[-1])
        assert model.stop_reason_ == "max_iter"
        assert model.n_iter_ == 60


def test_steps_inside_a_round_climb():
    X, y, _ = partly()
    seen = []
    model = MislabelingPLSA(6, iter_per_guess=4, guess_iter=3, random_state=0, callback=lambda step: seen.append(step))
    model.fit(X, y)
    rounds = [step for step in seen if step.total == 4]
    assert len(rounds) == 4 * model.n_guess_iter_ or model.n_guess_iter_ < 3
    assert all(step.gain >= -1e-9 for step in seen)


@BOTH
def test_few_labels_of_each_class_find_the_rest(cls):
    X, y, topic = partly(n_labelled=2)
    model = cls(random_state=0).fit(X, y)
    assert (model.predict(X) == topic).mean() > 0.9
    assert model.classes_.tolist() == [0, 1, 2]
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)
    assert model.class_of_topic_.tolist() == [0, 1, 2]


@pytest.mark.parametrize("options", [{"labels_from": "current"}, {"init": "random"}, {"label_weight": "document"}])
def test_errors_with_other_settings_work_too(options):
    X, y, topic = partly(n_labelled=6)
    model = MislabelingPLSA(3, random_state=0, **options).fit(X, y)
    assert (model.predict(X) == topic).mean() > 0.6


def test_where_guesses_come_from_matters():
    X, y, _ = partly(n_labelled=1, length=8)
    options = {"guess_iter": 3, "iter_per_guess": 5, "random_state": 0}
    a, b = (MislabelingPLSA(6, labels_from=labels_from, **options).fit(X, y) for labels_from in ("foldin", "current"))
    assert not np.allclose(a.components_, b.components_)


@BOTH
def test_classes_may_be_words(cls):
    X, y, topic = partly()
    names = np.array(["hockey", "space", "wine", "-1"])
    model = cls(random_state=0).fit(X, names[y])
    assert set(model.predict(X)) <= set(names[:3])
    assert set(model.class_of_topic_) == set(names[:3])
    assert (model.predict(X) == names[topic]).mean() > 0.9


def test_with_every_label_both_are_supervised_plsa():
    X, topic = topical_counts(n_topics=3)
    fake, errors = (
        cls(6, max_length=None, random_state=0, max_iter=30, tol=0.0).fit(X, topic)
        for cls in (FakeLabelPLSA, MislabelingPLSA)
    )
    np.testing.assert_array_equal(fake.components_, errors.components_)
    np.testing.assert_array_equal(fake.decision_function(X), errors.decision_function(X))
    assert fake.history_ == errors.history_
    np.testing.assert_array_equal(errors.mislabeling_, np.eye(3))
    assert errors.n_guess_iter_ == 0
    assert fake.label_given_topic_.shape == (3, 6)
    # A document has topics of its class only.
    own = errors.class_of_topic_ == topic[:, None]
    assert errors.doc_topics_[~own].max() == 0


def test_one_topic_a_class_and_every_label_is_naive_bayes_without_smoothing():
    X, topic = topical_counts(n_topics=3)
    model = MislabelingPLSA(3, max_length=None, random_state=0).fit(X, topic)
    words = np.array([np.asarray(X[topic == c].sum(axis=0)).ravel() for c in range(3)])
    np.testing.assert_allclose(model.components_, words / words.sum(axis=1, keepdims=True), atol=1e-12)


def test_errors_tell_which_classes_are_confused():
    X, y, _ = partly()
    model = MislabelingPLSA(label_weight="document", random_state=0).fit(X, y)
    assert model.mislabeling_.shape == (3, 3)
    np.testing.assert_allclose(model.mislabeling_.sum(axis=0), 1)
    assert (model.mislabeling_.argmax(axis=0) == [0, 1, 2]).all()
    assert model.mislabeling_.min() > 0


def test_rounds_end_when_no_guess_changes():
    X, y, _ = partly(n_labelled=8)
    model = MislabelingPLSA(guess_iter=50, random_state=0).fit(X, y)
    assert 2 <= model.n_guess_iter_ < 50
    assert MislabelingPLSA(guess_iter=1, random_state=0).fit(X, y).n_guess_iter_ == 1


def test_rounds_are_those_of_the_start_that_is_kept():
    X, y, _ = partly(n_labelled=1)
    many = MislabelingPLSA(6, n_init=4, random_state=0).fit(X, y)
    alone = [MislabelingPLSA(6, random_state=0).fit(X, y).history_[-1]]
    assert many.history_[-1] >= alone[0]


def test_a_fake_label_is_shared_out_by_topic_or_alike():
    table = np.array([[0.3, 0.0, 0.05], [0.1, 0.0, 0.15], [0.6, 1.0, 0.8]])
    np.testing.assert_allclose(without_fake(table, 2, "topic"), [[0.75, 5e-4, 0.25], [0.25, 5e-4, 0.75]])
    np.testing.assert_allclose(without_fake(table, 2, "uniform"), table[:2] + 1e-3 * table[2])
    # Shared out to all alike it never changes which class is likeliest.
    assert (without_fake(table, 2, "uniform").argmax(axis=0) == table[:2].argmax(axis=0)).all()


def test_redistribution_changes_scores_and_nothing_learned():
    X, y, _ = partly()
    topic, uniform = (FakeLabelPLSA(redistribute=way, random_state=0).fit(X, y) for way in ("topic", "uniform"))
    np.testing.assert_array_equal(topic.components_, uniform.components_)
    assert not np.allclose(topic.decision_function(X), uniform.decision_function(X))


def test_labels_given_topics_sum_to_one_with_the_fake_label_last():
    X, y, _ = partly(n_labelled=2)
    model = FakeLabelPLSA(6, random_state=0).fit(X, y)
    assert model.label_given_topic_.shape == (4, 6)
    np.testing.assert_allclose(model.label_given_topic_.sum(axis=0), 1)
    # Topics that only unlabelled documents use keep the class that they started with.
    assert (model.label_given_topic_[3] > 1 - 1e-6).any()


@BOTH
def test_a_document_without_words_has_the_prior(cls):
    X, y, _ = partly()
    X = X.toarray()
    X[-1] = 0
    model = cls(random_state=0).fit(X, y)
    np.testing.assert_allclose(model.doc_topics_[-1], model.topic_prior_)
    np.testing.assert_allclose(model.doc_topics_.sum(axis=1), 1)
    np.testing.assert_allclose(model.components_.sum(axis=1), 1)
    empty = np.zeros((1, X.shape[1]))
    shares = model.topic_prior_ @ model._class_given_topic().T
    np.testing.assert_allclose(model.decision_function(empty)[0], np.log(shares), atol=1e-12)


@BOTH
def test_mixtures_follow_the_order_of_documents(cls):
    X, y, _ = partly()
    order = np.random.default_rng(0).permutation(len(y))
    a, b = cls(random_state=0).fit(X, y), cls(random_state=0).fit(X[order], y[order])
    np.testing.assert_allclose(b.doc_topics_, a.doc_topics_[order], rtol=1e-5, atol=1e-9)


@BOTH
def test_a_class_whose_documents_have_no_words_is_told(cls):
    X, y, _ = partly()
    X = X.toarray()
    X[y == 2] = 0
    with pytest.raises(UserError, match=r"found no word in the labelled documents of class 2\.$"):
        cls().fit(X, y)


@BOTH
@pytest.mark.parametrize(("n_components", "n_topics"), [(1, 3), (3, 3), (7, 6), (12, 12), ("auto", 3)])
def test_topics_are_dealt_out_evenly(cls, n_components, n_topics):
    X, y, _ = partly()
    assert cls(n_components, random_state=0).fit(X, y).components_.shape[0] == n_topics


@pytest.mark.parametrize(("n_labelled", "n_topics"), [(99, 3), (100, 6)])
def test_many_labels_give_each_class_two_topics(n_labelled, n_topics):
    X, y, _ = partly(n_labelled=n_labelled, n_docs=400)
    assert np.bincount(y[y >= 0]).tolist() == [n_labelled] * 3
    assert len(MislabelingPLSA(random_state=0).fit(X, y).components_) == n_topics


@BOTH
def test_examples_of_one_class_are_enough(cls, pu_counts):
    X, y, truth = pu_counts
    model = cls(random_state=0).fit(X, y)
    assert model.reliable_.any()
    assert (model.predict(X) == truth).mean() > 0.8
    one = np.where(np.arange(len(y)) == np.flatnonzero(y == 1)[0], 1, -1)
    assert np.isfinite(cls(random_state=0).fit(X, one).decision_function(X)).all()


@BOTH
def test_long_documents_are_scaled_down(cls):
    X, y, _ = partly()
    X = X.toarray()
    X[0] *= 1000
    same = X.copy()
    same[0] *= 10
    options = {"random_state": 0, "max_iter": 5, "tol": 0.0}
    a, b = cls(**options).fit(X, y), cls(**options).fit(same, y)
    np.testing.assert_allclose(a.components_, b.components_, rtol=1e-6, atol=1e-12)
    c, d = cls(max_length=None, **options).fit(X, y), cls(max_length=None, **options).fit(same, y)
    assert not np.allclose(c.components_, d.components_, rtol=1e-3)


@BOTH
def test_smoothing_is_part_of_folding_in(cls):
    X, y, _ = partly()
    model = cls(random_state=0, smoothing=0.0).fit(X, y)
    before = model.decision_function(X)
    after = model.set_params(smoothing=0.9).decision_function(X)
    assert np.abs(after).max() < np.abs(before).max()


@BOTH
def test_too_few_steps_warn(cls):
    X, y, _ = partly()
    with pytest.warns(ConvergenceWarning, match=cls.__name__):
        cls(max_iter=1, random_state=0, tol=1e-12).fit(X, y)


@BOTH
def test_a_callback_stops_the_fit(cls):
    X, y, _ = partly()
    model = cls(callback=lambda _: True, random_state=0).fit(X, y)
    assert (model.n_iter_, model.stop_reason_) == (1, "callback")


@pytest.mark.corpus
def test_twenty_newsgroups_from_five_in_a_hundred_labels():
    corpus = load_20newsgroups(headers="subject")
    pattern = r"(?u)\b[^\W\d_][^\W\d_]+\b"
    X = Vectorizer(min_df=5, stemmer=None, token_pattern=pattern, dtype=np.float32).fit_transform(corpus.texts)
    truth = np.unique(corpus.labels, return_inverse=True)[1]
    train, test = np.split(np.random.default_rng(100).permutation(len(truth)), [15_998])
    y = np.full(len(train), -1)
    y[:800] = truth[train[:800]]
    right = {
        cls: (cls(40, random_state=0).fit(X[train], y).predict(X[test]) == truth[test]).mean()
        for cls in (FakeLabelPLSA, MislabelingPLSA)
    }
    assert right[MislabelingPLSA] > max(0.775, right[FakeLabelPLSA])


@BOTH
def test_a_given_table_is_kept_by_supervised_steps(cls):
    table = np.eye(2)
    assert fixed(table, np.ones((2, 2)))[0] is table
    assert cls._many_classes
