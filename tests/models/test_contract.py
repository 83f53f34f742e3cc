"""Our own contract, over everything registered: a new model is held to all of it by being registered."""

import inspect
import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from likewise import registry

NAMES = registry.names()


def make(name, **options):
    parameters = registry.describe(name).parameters
    wanted = {"n_components": 3, "max_iter": 60, "random_state": 0, **options}
    return registry.get(name)(**{key: value for key, value in wanted.items() if key in parameters})


def plain(estimator):
    """Its parameters without those that are estimators."""
    return {key: value for key, value in estimator.get_params().items() if not hasattr(value, "get_params")}


def fit(estimator, X, y, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the contract is about results, converged or not
        return estimator.fit(X, y, **options)


def result(estimator, X):
    """What the estimator says of documents: scores of a classifier, coordinates of a transformer."""
    return estimator.decision_function(X) if hasattr(estimator, "decision_function") else estimator.transform(X)


@pytest.mark.parametrize("name", NAMES)
def test_sparse_equals_dense(name, pu_counts):
    X, y, _ = pu_counts
    a, b = fit(make(name), X, y), fit(make(name), X.toarray(), y)
    np.testing.assert_array_equal(result(a, X), result(b, X.toarray()))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("container", [sparse.csr_matrix, sparse.csc_array, sparse.coo_array])
def test_every_sparse_container_works(name, container, pu_counts):
    X, y, _ = pu_counts
    expected = result(fit(make(name), X, y), X)
    np.testing.assert_allclose(result(fit(make(name), container(X), y), container(X)), expected, atol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_long_indices_equal_short_ones(name, pu_counts):
    X, y, _ = pu_counts
    long = X.copy()
    long.indices, long.indptr = long.indices.astype(np.int64), long.indptr.astype(np.int64)
    np.testing.assert_array_equal(result(fit(make(name), long, y), long), result(fit(make(name), X, y), X))


@pytest.mark.parametrize("name", NAMES)
def test_float32_is_near_float64(name, pu_counts):
    X, y, _ = pu_counts
    # Few steps: near a saddle EM magnifies rounding, which says nothing about the arithmetic.
    wide, narrow = fit(make(name, max_iter=10), X, y), fit(make(name, max_iter=10), X.astype(np.float32), y)
    for attribute in ("components_", "coef_"):
        if hasattr(wide, attribute):
            np.testing.assert_allclose(getattr(narrow, attribute), getattr(wide, attribute), rtol=1e-2, atol=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_permuting_rows_permutes_results(name, pu_counts):
    X, y, _ = pu_counts
    order = np.random.default_rng(0).permutation(X.shape[0])
    plain, permuted = fit(make(name), X, y), fit(make(name), X[order], y[order])
    np.testing.assert_allclose(result(permuted, X[order]), result(plain, X)[order], rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(name, pu_counts):
    X, y, _ = pu_counts
    first = result(fit(make(name, n_jobs=1), X, y), X)
    assert first.tobytes() == result(fit(make(name, n_jobs=2), X, y), X).tobytes()
    assert first.tobytes() == result(fit(make(name, n_jobs=1), X, y), X).tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_blocks_of_rows_give_the_same_fit(name, pu_counts):
    X, y, _ = pu_counts
    if "block_rows" not in registry.describe(name).parameters:
        pytest.skip(reason="fitted without blocks")
    one, many = fit(make(name, max_iter=15), X, y), fit(make(name, max_iter=15, block_rows=13), X, y)
    np.testing.assert_allclose(many.history_, one.history_, rtol=1e-9)
    np.testing.assert_allclose(many.components_, one.components_, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_the_objective_never_falls(name, pu_counts):
    X, y, _ = pu_counts
    estimator = make(name, tol=0.0, max_iter=150, warmup=0, select=None)
    if not hasattr(fit(estimator, X, y), "history_"):
        pytest.skip(reason="not iterated")
    steps = np.diff(estimator.history_)
    assert steps.min() >= -1e-9 * abs(estimator.history_[-1])
    assert estimator.stop_reason_ in {"tol", "max_iter"}
    assert estimator.n_iter_ == len(estimator.history_)


@pytest.mark.parametrize("name", NAMES)
def test_a_refit_forgets(name, pu_counts):
    X, y, _ = pu_counts
    estimator = fit(make(name), X[:, :20], y)
    fit(estimator, X, y)
    np.testing.assert_array_equal(result(estimator, X), result(fit(make(name), X, y), X))


@pytest.mark.parametrize("name", NAMES)
def test_empty_documents_and_empty_columns_survive(name, pu_counts):
    X, y, _ = pu_counts
    holes = X.toarray()
    holes[np.flatnonzero(y == -1)[:2]] = 0
    holes[:, 3] = 0
    holes = sparse.csr_array(holes)
    holes.eliminate_zeros()
    estimator = fit(make(name), holes, y)
    assert np.isfinite(result(estimator, holes)).all()
    assert np.isfinite(result(estimator, sparse.csr_array(X.shape))).all()


@pytest.mark.parametrize("name", NAMES)
def test_doubling_a_weight_equals_duplicating_a_row(name, pu_counts):
    X, y, _ = pu_counts
    if "sample_weight" not in inspect.signature(make(name).fit).parameters:
        pytest.skip(reason="takes no weights")
    twice = np.flatnonzero(np.arange(X.shape[0]) % 3 == 0)
    weight = np.ones(X.shape[0])
    weight[twice] = 2.0
    # "l2" rows do not depend on other documents; an idf would see the copies as more documents.
    # Parameters are given: a choice among them hides examples, and a copy of a hidden one would still be shown.
    options = {
        "weighting": "l2",
        "reg": 0.1,
        "C_neg": 0.1,
        "ratio": 10.0,
        "prior": 0.3,
        "select": None,
        "max_length": None,
    }
    weighted = fit(make(name, **options), X, y, sample_weight=weight)
    copied = fit(make(name, **options), sparse.vstack([X, X[twice]]), np.concatenate([y, y[twice]]))
    np.testing.assert_allclose(result(weighted, X), result(copied, X), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_has_the_parameters_and_nothing_learned(name, pu_counts):
    X, y, _ = pu_counts
    estimator = fit(make(name), X, y)
    twin = clone(estimator)
    assert plain(twin) == plain(estimator)
    assert not [key for key in vars(twin) if key.endswith("_") and not key.startswith("_")]


@pytest.mark.parametrize("name", NAMES)
def test_probabilities_are_probabilities_and_results_finite(name, pu_counts):
    X, y, truth = pu_counts
    estimator = fit(make(name), X, y)
    if not hasattr(estimator, "predict_proba"):
        assert np.isfinite(estimator.transform(X)).all()
        return
    probability = estimator.predict_proba(X)
    assert probability.min() >= 0
    assert probability.max() <= 1
    np.testing.assert_allclose(probability.sum(axis=1), 1.0)
    assert set(estimator.predict(X)) <= {0, 1}
    # The scores rank hidden positives first: the topics of this text are plain.
    hidden = y == -1
    scores = estimator.decision_function(X)[hidden]
    assert scores[truth[hidden]].mean() > scores[~truth[hidden]].mean()


@pytest.mark.parametrize("name", NAMES)
def test_wrong_labels_are_told_in_one_sentence(name, pu_counts):
    X, y, _ = pu_counts
    estimator = make(name)
    if not hasattr(estimator, "predict"):
        pytest.skip(reason="reads no labels")
    for wrong, message in [
        (np.full(len(y), -1), "no positive document"),
        (np.ones(len(y)), "only positive documents"),
        (y[:-1], "labels for"),
        (np.arange(len(y)), None if getattr(estimator, "_many_classes", False) else "Only binary classification"),
        (np.full(len(y), np.nan), "NaN"),
        (np.linspace(0, 1, len(y)), "Unknown label type"),
        (np.where(y == 1, 5, -1), "single class"),
    ]:
        if message is None:
            continue
        with pytest.raises(ValueError, match=message) as told:
            estimator.fit(X, wrong)
        assert "\n" not in str(told.value)


@pytest.mark.parametrize("name", NAMES)
def test_negatives_are_welcome_and_all_labelled_is_supervised(name, pu_counts):
    X, _, truth = pu_counts
    estimator = make(name)
    if not hasattr(estimator, "predict"):
        pytest.skip(reason="reads no labels")
    if name == "one-class-svm":
        pytest.skip(reason="looks at the examples only")
    supervised = fit(estimator, X, truth.astype(int))
    assert (supervised.predict(X) == truth).mean() > 0.9


@pytest.mark.parametrize("name", NAMES)
def test_it_describes_itself(name):
    method = registry.describe(name)
    assert method.name == name
    assert 20 < len(method.summary) < 120
    assert {key for key in method.parameters if "__" not in key} <= set(make(name)._parameter_constraints)


def test_unknown_names_list_what_there_is():
    with pytest.raises(ValueError, match=r"no method 'nosuch'; there are: .*ts-plsa"):
        registry.get("nosuch")
