"""Our pLSA."""

from serve import serve

from likewise.models.topic.plsa import PLSA


def fit(X, n_iter, settings):
    model = PLSA(
        settings["n_components"], max_iter=n_iter, tol=0.0, n_jobs=settings["threads"], random_state=settings["seed"]
    ).fit(X)
    # An early stop would make the iterations look cheap.
    assert model.n_iter_ == n_iter, f"{model.n_iter_} iterations instead of {n_iter}: {model.stop_reason_}"
    return model.doc_topics_, model.components_


if __name__ == "__main__":
    serve(["likewise", "numpy", "numba"], fit=fit)
