"""The checks of our contract, one behaviour each: an estimator that is not fitted goes in."""

import warnings
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from likewise.sklearn_api import Array
from likewise.testing.expected import expected_failed_checks
from likewise.testing.sample import make_pu_sample


def check_sparse_equals_dense(estimator: Any) -> None:
    """Check that dense counts give the same bytes as sparse ones."""
    X, y, _ = make_pu_sample()
    a, b = _fit(_seeded(estimator), X, y), _fit(_seeded(estimator), X.toarray(), y)
    np.testing.assert_array_equal(_result(a, X), _result(b, X.toarray()))


def check_sparse_containers(estimator: Any) -> None:
    """Check that every kind of sparse matrix gives the same results."""
    X, y, _ = make_pu_sample()
    expected = _result(_fit(_seeded(estimator), X, y), X)
    for container in (sparse.csr_matrix, sparse.csc_array, sparse.coo_array):
        fitted = _fit(_seeded(estimator), container(X), y)
        np.testing.assert_allclose(_result(fitted, container(X)), expected, atol=1e-12)


def check_long_indices(estimator: Any) -> None:
    """Check that indices of 64 bits give the same bytes as those of 32."""
    X, y, _ = make_pu_sample()
    long = X.copy()
    long.indices, long.indptr = long.indices.astype(np.int64), long.indptr.astype(np.int64)
    a, b = _fit(_seeded(estimator), long, y), _fit(_seeded(estimator), X, y)
    np.testing.assert_array_equal(_result(a, long), _result(b, X))


def check_float32(estimator: Any) -> None:
    """Check that single precision learns nearly the same."""
    X, y, _ = make_pu_sample()
    # Few steps: near a saddle EM magnifies rounding, which says nothing about the arithmetic.
    wide, narrow = (_fit(_seeded(estimator, max_iter=10), Z, y) for Z in (X, X.astype(np.float32)))
    for attribute in ("components_", "coef_"):
        if hasattr(wide, attribute):
            np.testing.assert_allclose(getattr(narrow, attribute), getattr(wide, attribute), rtol=1e-2, atol=1e-4)


def check_permuted_rows(estimator: Any) -> None:
    """Check that permuting rows permutes results."""
    X, y, _ = make_pu_sample()
    order = np.random.default_rng(0).permutation(X.shape[0])
    plain, permuted = _fit(_seeded(estimator), X, y), _fit(_seeded(estimator), X[order], y[order])
    np.testing.assert_allclose(_result(permuted, X[order]), _result(plain, X)[order], rtol=1e-5, atol=1e-7)


def check_same_bytes(estimator: Any) -> None:
    """Check that the same seed gives the same bytes again, on any number of threads."""
    X, y, _ = make_pu_sample()
    first, again, threads = (_result(_fit(_seeded(estimator, n_jobs=n), X, y), X).tobytes() for n in (1, 1, 2))
    assert first == again, "the same fit gave other bytes"
    assert first == threads, "two threads gave other bytes than one"


def check_refit(estimator: Any) -> None:
    """Check that a second fit forgets the first."""
    X, y, _ = make_pu_sample()
    again = _fit(_fit(_seeded(estimator), X[:, :20], y), X, y)
    np.testing.assert_array_equal(_result(again, X), _result(_fit(_seeded(estimator), X, y), X))


def check_empty_documents(estimator: Any) -> None:
    """Check that documents without words and words without documents do no harm, in fit or after it."""
    X, y, _ = make_pu_sample()
    holes = X.toarray()
    holes[np.flatnonzero(y == -1)[:2]] = 0
    holes[:, 3] = 0
    counts = sparse.csr_array(holes)
    fitted = _fit(_seeded(estimator), counts, y)
    for rows in (counts, sparse.csr_array(X.shape)):
        assert np.isfinite(_result(fitted, rows)).all(), "a result is not finite"


def check_clone(estimator: Any) -> None:
    """Check that a clone has the parameters and nothing that was learned."""
    X, y, _ = make_pu_sample()
    fitted = _fit(_seeded(estimator), X, y)
    twin = clone(fitted)
    assert _plain_parameters(twin) == _plain_parameters(fitted), "a clone has other parameters"
    learned = [key for key in vars(twin) if key.endswith("_") and not key.startswith("_")]
    assert not learned, f"a clone has learned attributes: {learned}"


def check_blocks(estimator: Any) -> None:
    """Check that blocks of rows give the same fit as all rows at once."""
    X, y, _ = make_pu_sample()
    one, many = (_fit(_seeded(estimator, max_iter=15, block_rows=size), X, y) for size in (None, 13))
    np.testing.assert_allclose(many.history_, one.history_, rtol=1e-9)
    np.testing.assert_allclose(many.components_, one.components_, rtol=1e-6, atol=1e-9)


def check_objective(estimator: Any) -> None:
    """Check that the objective never falls, and that the fit says how it ended."""
    X, y, _ = make_pu_sample()
    fitted = _fit(_seeded(estimator, tol=0.0, max_iter=150, warmup=0, select=None), X, y)
    if not hasattr(fitted, "history_"):
        return
    assert np.diff(fitted.history_).min(initial=0.0) >= -1e-9 * abs(fitted.history_[-1]), "the objective falls"
    assert fitted.stop_reason_ in {"tol", "max_iter"}, f"it stopped because of {fitted.stop_reason_!r}"
    assert fitted.n_iter_ == len(fitted.history_), "n_iter_ is not the length of history_"


def check_weights_are_copies(estimator: Any) -> None:
    """Check that a weight of two equals two copies of a document."""
    X, y, _ = make_pu_sample()
    twice = np.flatnonzero(np.arange(X.shape[0]) % 3 == 0)
    weight = np.ones(X.shape[0])
    weight[twice] = 2.0
    # "l2" rows do not depend on other documents; an idf would see the copies as more documents.
    # Parameters are given: a choice among them hides examples, and a copy of a hidden one would still be shown.
    given = {"weighting": "l2", "C": 0.1, "ratio": 10.0, "prior": 0.3}
    options = {**given, "select": None, "max_length": None}
    weighted = _fit(_seeded(estimator, **options), X, y, sample_weight=weight)
    copied = _fit(_seeded(estimator, **options), sparse.vstack([X, X[twice]]), np.concatenate([y, y[twice]]))
    np.testing.assert_allclose(_result(weighted, X), _result(copied, X), rtol=1e-3, atol=1e-3)


def check_probabilities(estimator: Any) -> None:
    """Check that probabilities are probabilities, order as scores do, and rank the hidden positives first."""
    X, y, truth = make_pu_sample()
    fitted = _fit(_seeded(estimator), X, y)
    probability, scores = fitted.predict_proba(X), fitted.decision_function(X)
    assert probability.min() >= 0, "a probability is below 0"
    assert probability.max() <= 1, "a probability is above 1"
    np.testing.assert_allclose(probability.sum(axis=1), 1.0)
    assert np.diff(probability[np.argsort(scores), 1]).min() >= -1e-12, "probabilities do not order as scores do"
    assert set(fitted.predict(X)) <= {0, 1}, "a class is neither 0 nor 1"
    hidden = y == -1
    assert scores[hidden & truth].mean() > scores[hidden & ~truth].mean(), "hidden positives do not rank first"


def check_wrong_labels(estimator: Any) -> None:
    """Check that wrong labels get one sentence that says what is wrong."""
    X, y, _ = make_pu_sample()
    cases: list[tuple[Array, str]] = [
        (np.full(len(y), -1), "no positive document"),
        (np.ones(len(y)), "only positive documents"),
        (y[:-1], "labels for"),
        (np.full(len(y), np.nan), "NaN"),
        (np.linspace(0, 1, len(y)), "Unknown label type"),
        (np.where(y == 1, 5, -1), "single class"),
    ]
    if not estimator.__sklearn_tags__().classifier_tags.multi_class:
        cases.append((np.arange(len(y)), "Only binary classification"))
    for wrong, message in cases:
        answer = _refusal(clone(estimator), X, wrong)
        assert message in answer, f"labels that deserve {message!r} got {answer!r}"
        assert "\n" not in answer, f"{answer!r} has several lines"


def check_supervised(estimator: Any) -> None:
    """Check that with every document labelled it is a plain classifier."""
    X, _, truth = make_pu_sample()
    if "check_classifiers_train" in expected_failed_checks(estimator) and not getattr(estimator, "_many_classes", True):
        return  # it says that it does not look at negatives
    fitted = _fit(_seeded(estimator), X, truth.astype(int))
    assert (fitted.predict(X) == truth).mean() > 0.9, "documents that are all labelled are not told apart"


def _seeded(estimator: Any, **options: Any) -> Any:
    """Return a copy that is quick and repeatable, with options where it has such parameters."""
    twin = clone(estimator)
    known = twin.get_params()
    wanted = {"n_components": 3, "max_iter": 60, "random_state": 0, **options}
    return twin.set_params(**{key: value for key, value in wanted.items() if key in known})


def _refusal(estimator: Any, X: Any, y: Any) -> str:
    """Return what a fit says against its labels, nothing if it takes them."""
    try:
        estimator.fit(X, y)
    except ValueError as error:
        return str(error)
    return ""


def _fit(estimator: Any, X: Any, y: Any, **options: Any) -> Any:
    with warnings.catch_warnings():  # only tests come here
        warnings.simplefilter("ignore", ConvergenceWarning)  # the contract is about results, converged or not
        return estimator.fit(X, y, **options)


def _result(estimator: Any, X: Any) -> Array:
    """Return what it says of documents: scores of a classifier, coordinates of a transformer."""
    asked = estimator.decision_function if hasattr(estimator, "decision_function") else estimator.transform
    return np.asarray(asked(X))


def _plain_parameters(estimator: Any) -> dict[str, Any]:
    return {key: value for key, value in estimator.get_params().items() if not hasattr(value, "get_params")}
