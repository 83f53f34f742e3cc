import numpy as np
import pytest
from scipy import sparse

from likewise.errors import UserError
from likewise.models.linear.svm import hinge_rule
from likewise.models.two_step import IterativeSVM
from likewise.text import Weighting
from tests.conftest import topical_counts


@pytest.fixture
def snowball():
    """Four examples, four reliable negatives, and a pile of short documents that joins them round by round."""
    X, topic = topical_counts(n_docs=120, n_words=30, n_topics=2, length=6, seed=1)
    y = np.full(120, -1)
    for of in (0, 1):
        y[np.flatnonzero(topic == 1 - of)[:4]] = of
    return X, y


def rounds(X, y, *, C=1.0, weighting="tfidf", most=100):
    """Return the rules and the negatives of every round, by the book."""
    rows = sparse.csr_array(Weighting(weighting).fit_transform(X))
    negative, pile = y == 0, (y == -1) & (rows.sum(axis=1) > 0)
    rules, sets = [], []
    while True:
        used = (y == 1) | negative
        coef, intercept = hinge_rule(rows[used], y[used] == 1, np.full(used.sum(), C))
        rules.append((coef, intercept))
        sets.append(negative)
        rejected = pile & ~negative & (rows @ coef + intercept < 0)
        if not rejected.any() or len(rules) == most:
            return rows, rules, sets
        negative = negative | rejected


def assert_rule(model, rule):
    # liblinear goes through the documents one by one, and their order is left in the fifth digit.
    np.testing.assert_allclose(model.coef_[0], rule[0], atol=1e-4)
    assert model.intercept_[0] == pytest.approx(rule[1], abs=1e-4)


@pytest.mark.parametrize("C", [0.05, 1.0, 10.0])
def test_without_a_guard_the_last_round_is_kept_and_negatives_only_grow(snowball, C):
    X, y = snowball
    model = IterativeSVM(C=C, guard=None).fit(X, y)
    _, rules, sets = rounds(X, y, C=C)
    assert_rule(model, rules[-1])
    assert model.n_negative_ == [int(negative.sum()) for negative in sets]
    assert all(np.diff(model.n_negative_) > 0)
    assert model.n_iter_ == len(rules) >= 2
    assert model.stop_reason_ == "no_change"
    assert not model.kept_first_


def test_a_guard_of_all_examples_is_none(snowball):
    X, y = snowball
    free, guarded = (IterativeSVM(C=0.05, guard=guard).fit(X, y) for guard in (None, 1.0))
    np.testing.assert_array_equal(free.coef_, guarded.coef_)
    assert not guarded.kept_first_


def test_one_round_is_the_plain_svm(snowball):
    X, y = snowball
    model = IterativeSVM(max_iter=1, guard=None).fit(X, y)
    assert_rule(model, rounds(X, y)[1][0])
    assert (model.n_iter_, model.n_negative_, model.stop_reason_) == (1, [4], "max_iter")


def test_most_rounds_are_counted_with_the_first(snowball):
    X, y = snowball
    _, rules, _ = rounds(X, y, C=0.05)
    assert len(rules) > 2
    model = IterativeSVM(C=0.05, max_iter=2, guard=None).fit(X, y)
    assert_rule(model, rules[1])
    assert (model.n_iter_, model.stop_reason_) == (2, "max_iter")


def test_the_guard_keeps_the_first_round_if_the_last_misses_more_examples_than_it_allows(snowball):
    X, y = snowball
    rows, rules, _ = rounds(X, y, C=0.05)
    coef, intercept = rules[-1]
    missed = float((rows[y == 1] @ coef + intercept <= 0).mean())
    assert missed > 0.08
    strict, exact = (IterativeSVM(C=0.05, guard=guard).fit(X, y) for guard in (missed - 0.01, missed))
    assert strict.kept_first_
    assert_rule(strict, rules[0])
    assert not exact.kept_first_
    assert_rule(exact, rules[-1])
    assert IterativeSVM(C=0.05).fit(X, y).kept_first_


def test_all_of_the_pile_reliable_ends_after_the_first_round(snowball):
    X, y = snowball
    y = np.where(y == 1, 1, 0)
    model = IterativeSVM().fit(X, y)
    assert (model.n_iter_, model.n_negative_) == (1, [int((y == 0).sum())])
    assert model.stop_reason_ == "no_change"


def test_a_document_without_words_is_never_rejected(snowball):
    X, y = snowball
    X = X.toarray()
    empty = np.flatnonzero(y == -1)[:5]
    X[empty] = 0
    model = IterativeSVM(C=0.05, guard=None).fit(X, y)
    assert model.intercept_[0] < 0  # it would be rejected by its score
    assert model.n_negative_[-1] == ((y != 1) & (X.sum(axis=1) > 0)).sum()


@pytest.mark.parametrize("class_weight", [None, "balanced"])
def test_weights_are_copies(snowball, class_weight):
    X, y = snowball
    weight = 1.0 + np.arange(len(y)) % 2
    copies = np.repeat(np.arange(len(y)), weight.astype(int))
    options = {"weighting": "l2", "guard": None, "class_weight": class_weight}
    weighted = IterativeSVM(**options).fit(X, y, sample_weight=weight)
    copied = IterativeSVM(**options).fit(X[copies], y[copies])
    np.testing.assert_allclose(weighted.decision_function(X), copied.decision_function(X), atol=1e-4)


def test_the_guard_weighs_examples(snowball):
    X, y = snowball
    free = IterativeSVM(C=10, guard=None).fit(X, y)
    missed = (y == 1) & (free.decision_function(X) <= 0)
    assert 0 < missed.sum() < (y == 1).sum()
    # As good as nothing for those that are missed, so the rule is nearly the same without them.
    weight = np.where(missed, 1e-9, 1.0)
    light = IterativeSVM(C=10, guard=1e-6).fit(X, y, sample_weight=weight)
    assert (light.decision_function(X)[missed] <= 0).any() or light.n_iter_ == 1
    assert not light.kept_first_


def test_balanced_sides_weigh_the_same(snowball):
    X, y = snowball
    y = np.where(y == 1, 1, 0)
    model = IterativeSVM(class_weight="balanced", max_iter=1, C=0.1).fit(X, y)
    rows = sparse.csr_array(Weighting("tfidf").fit_transform(X))
    n_positive = (y == 1).sum()
    costs = 0.1 * np.where(y == 1, len(y) / (2 * n_positive), len(y) / (2 * (len(y) - n_positive)))
    assert_rule(model, hinge_rule(rows, y == 1, costs))


def test_permuting_documents_permutes_scores(snowball):
    X, y = snowball
    order = np.random.default_rng(0).permutation(len(y))
    plain, permuted = IterativeSVM().fit(X, y), IterativeSVM().fit(X[order], y[order])
    np.testing.assert_allclose(permuted.decision_function(X[order]), plain.decision_function(X)[order], atol=1e-4)
    assert permuted.n_negative_ == plain.n_negative_


def test_float32_is_near_float64(snowball):
    X, y = snowball
    narrow, wide = IterativeSVM().fit(X.astype(np.float32), y), IterativeSVM().fit(X, y)
    np.testing.assert_allclose(narrow.coef_, wide.coef_, atol=1e-4)


def test_a_callback_sees_the_rounds_and_may_stop_them(snowball):
    X, y = snowball
    seen = []
    model = IterativeSVM(C=0.05, guard=None, callback=lambda progress: seen.append(progress.objective) or True)
    model.fit(X, y)
    assert (model.stop_reason_, seen) == ("callback", [4.0])
    assert model.n_iter_ == 2


def test_it_needs_reliable_negatives(pu_counts):
    X, y, _ = pu_counts
    known = y.copy()
    known[np.flatnonzero(y == -1)[0]] = 0
    for labels, weight in ((y, None), (known, (known != 0).astype(float))):
        with pytest.raises(UserError, match="y has no 0 that counts; use it in TwoStep, after an extractor") as told:
            IterativeSVM().fit(X, labels, sample_weight=weight)
        assert "\n" not in str(told.value)
