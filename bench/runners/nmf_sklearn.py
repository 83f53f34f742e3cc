"""scikit-learn's NMF with the Kullback–Leibler loss: pLSA's objective by multiplicative updates."""

import warnings

from serve import serve
from sklearn.decomposition import NMF
from sklearn.exceptions import ConvergenceWarning


def fit(X, n_iter, settings):
    model = NMF(
        settings["n_components"],
        solver="mu",
        beta_loss="kullback-leibler",
        init="random",
        tol=0,  # no test for convergence, and no divergence computed on the way
        max_iter=n_iter,
        random_state=settings["seed"],
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        rows = model.fit_transform(X)
    return rows, model.components_


if __name__ == "__main__":
    serve(["scikit-learn", "numpy", "scipy"], fit=fit)
