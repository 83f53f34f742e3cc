"""enstop's pLSA.

Its loop tests for convergence at iteration 0 and then every ``n_iter_per_test``; with that out of reach and no
tolerance it makes exactly ``n_iter`` EM steps and computes the likelihood only at the start.
"""

from enstop import PLSA
from serve import serve


def fit(X, n_iter, settings):
    model = PLSA(
        settings["n_components"], n_iter=n_iter, n_iter_per_test=10**9, tolerance=0.0, random_state=settings["seed"]
    ).fit(X)
    return model.embedding_, model.components_


if __name__ == "__main__":
    # Given floats, enstop scales every document to length 1 and so maximises another likelihood; given whole numbers it
    # keeps them, and computes in float32 all the same.
    serve(["enstop", "numpy", "numba"], fit=fit, prepare=lambda X: X.astype("int32"))
