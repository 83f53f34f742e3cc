"""Fits side by side in threads, and fits with other numbers of BLAS threads."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.svm import LinearSVC

from likewise import registry
from likewise.models.linear.svm import TOLERANCE, fit_hinge, hinge_machine, short_indices
from likewise.testing import make_pu_sample

SVMS = ["bagging-pu", "biased-svm", "nb-svm-i", "nb-svm-is", "spy-svm-is"]

DIGESTS = """
import hashlib, sys, warnings
warnings.simplefilter("ignore")
from likewise import registry
from likewise.testing import make_pu_sample
X, y, _ = make_pu_sample(400, 3000, 12)
for name in sys.argv[1:]:
    estimator = registry.get(name)()
    if "random_state" in estimator.get_params():
        estimator.set_params(random_state=0)
    estimator.fit(X, y)
    result = estimator.decision_function(X) if hasattr(estimator, "decision_function") else estimator.transform(X)
    print(name, hashlib.sha256(result.tobytes()).hexdigest()[:12])
"""
#: One of each way to learn; those beside them learn by the same parts.
LEARNERS = [
    "bagging-pu",
    "biased-svm",
    "centroid",
    "elkan-noto",
    "lsi",
    "naive",
    "nnpu",
    "seeded-kmeans",
    "ts-plsa",
    "wlr",
]


def made(name):
    estimator = registry.get(name)()
    return estimator.set_params(random_state=0) if "random_state" in estimator.get_params() else estimator


@pytest.mark.parametrize("name", SVMS)
def test_four_threads_that_fit_at_once_agree_with_one_fit(name):
    X, y, _ = make_pu_sample(60)
    alone = made(name).fit(X, y).decision_function(X).tobytes()
    together = Barrier(4, timeout=60)

    def work(_):
        together.wait()
        return made(name).fit(X, y).decision_function(X).tobytes()

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(work, range(4))) == {alone}


def test_a_machine_is_fitted_as_scikit_learn_fits_it():
    X, _, truth = make_pu_sample()
    rows, costs = short_indices(X), np.linspace(0.1, 2.0, X.shape[0])
    ours = fit_hinge(hinge_machine(), rows, truth, costs)
    theirs = LinearSVC(loss="hinge", C=1.0, tol=TOLERANCE, max_iter=5_000, random_state=0)
    theirs.fit(rows, truth, sample_weight=costs)
    np.testing.assert_array_equal(ours.coef_, theirs.coef_)
    np.testing.assert_array_equal(ours.intercept_, theirs.intercept_)
    np.testing.assert_array_equal(ours.predict(rows), theirs.predict(rows))


def test_a_machine_that_stops_early_does_not_warn():
    rows = short_indices(sparse.csr_array(np.random.default_rng(0).random((50, 3))))
    model = clone(hinge_machine(1e-12)).set_params(max_iter=2)
    assert fit_hinge(model, rows, np.arange(50) % 2 == 0).n_iter_ == 2  # a warning would be an error here


def test_the_number_of_blas_and_openmp_threads_changes_no_byte():
    def digests(threads):
        given = {"OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads}
        done = subprocess.run(
            [sys.executable, "-c", DIGESTS, *LEARNERS],
            capture_output=True,
            text=True,
            env=os.environ | given,
            check=True,
        )
        return done.stdout.splitlines()

    one = digests("1")
    assert len(one) == len(LEARNERS)
    assert digests("4") == one
