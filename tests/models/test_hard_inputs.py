"""Documents that once ended in a traceback: empty, identical, tiny numbers, none at all."""

import time
import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from likewise import registry
from likewise.errors import UserError
from likewise.models.linear import NonNegativePU, OneClassSVM
from likewise.models.topic import LSI
from likewise.testing import make_pu_sample

CLUSTERS = ["seeded-kmeans", "pck-means", "mpck-means", "cop-kmeans", "constrained-ncut"]


@pytest.mark.parametrize(
    "X", [np.zeros((6, 5)), np.ones((6, 5)), np.full((6, 5), 1e-300)], ids=["none", "same", "tiny"]
)
def test_lsi_places_any_documents(X):
    assert np.isfinite(LSI(2).fit(X).transform(X)).all()


@pytest.mark.parametrize("name", CLUSTERS)
def test_clusters_take_tiny_numbers(name):
    X, y, _ = make_pu_sample()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        fitted = registry.get(name)().fit(X * 1e-300, y)
    assert np.isfinite(fitted.decision_function(X * 1e-300)).all()


def test_one_class_svm_takes_identical_documents():
    X = np.ones((6, 4))
    assert np.isfinite(OneClassSVM().fit(X, [1, 1, 1, -1, -1, -1]).decision_function(X)).all()


@pytest.mark.parametrize("name", ["centroid", "nb", "ts-plsa", "seeded-kmeans", "lsi"])
def test_no_documents_get_one_sentence(name):
    X, y, _ = make_pu_sample()
    fitted = registry.get(name)().fit(X, y)
    ask = fitted.predict if hasattr(fitted, "predict") else fitted.transform
    with pytest.raises(UserError, match=r"got no documents: X has 0 rows; give one at least\."):
        ask(X[:0])


@pytest.mark.parametrize("name", ["bagging-pu", "tsvm", "plsa", "graph-walk"])
def test_no_threads_are_refused(name):
    X, y, _ = make_pu_sample()
    with pytest.raises(ValueError, match=r"'n_jobs' parameter .* Got 0 instead"):
        registry.get(name)(n_jobs=0).fit(X, y)


@pytest.mark.parametrize("wrong", [np.full(90, None), np.array([1, np.nan] * 45, dtype=object)])
def test_labels_of_nothing_get_one_sentence(wrong):
    X, _, _ = make_pu_sample()
    with pytest.raises(UserError, match=r"None or NaN in y; an unlabelled document is -1\."):
        registry.get("centroid")().fit(X, wrong)


def test_a_million_words_in_few_documents_cost_what_their_words_do():
    rng = np.random.default_rng(0)
    X = sparse.random_array((40, 1_000_000), density=2e-4, rng=rng, format="csr")
    y = np.where(np.arange(40) < 8, 1, -1)
    start = time.process_time()
    model = NonNegativePU(prior=0.3).fit(X, y)
    assert time.process_time() - start < 10  # 95 s before
    assert model.coef_.shape == (1, 1_000_000)
    assert np.count_nonzero(model.coef_) <= X.nnz
