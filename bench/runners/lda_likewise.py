"""Our LDA: each checkpoint is a whole fit with that budget, timed from call to return."""

import time

from serve import serve

from likewise.models.topic.lda import LDA


def curve(X, checkpoints, settings):
    for n_iter in checkpoints:
        model = LDA(
            settings["n_components"],
            alpha=settings["alpha"],
            eta=settings["eta"],
            max_iter=n_iter,
            tol=0.0,
            n_jobs=settings["threads"],
            random_state=settings["seed"],
        )
        start = time.perf_counter()
        model.fit(X)
        yield time.perf_counter() - start, model.components_


if __name__ == "__main__":
    serve(["likewise", "numpy", "numba"], curve=curve)
