"""Our LDA from batches: one model, looked at after each pass, with the clock stopped meanwhile."""

import time

from batches_of import batches_of
from serve import serve

from likewise.models.topic.lda import LDA


def curve(X, checkpoints, settings):
    model = LDA(
        settings["n_components"],
        alpha=settings["alpha"],
        eta=settings["eta"],
        total_samples=X.shape[0],
        n_jobs=settings["threads"],
        random_state=settings["seed"],
    )
    seconds = 0.0
    for n_pass in range(1, max(checkpoints) + 1):
        batches = batches_of(X, settings["seed"] + n_pass)
        start = time.perf_counter()
        for batch in batches:
            model.partial_fit(batch)
        seconds += time.perf_counter() - start
        if n_pass in checkpoints:
            yield seconds, model.components_


if __name__ == "__main__":
    serve(["likewise", "numpy", "numba"], curve=curve)
