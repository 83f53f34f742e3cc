"""scikit-learn's LDA from batches: one model, looked at after each pass, with the clock stopped meanwhile."""

import time

from batches_of import batches_of
from serve import serve
from sklearn.decomposition import LatentDirichletAllocation


def curve(X, checkpoints, settings):
    model = LatentDirichletAllocation(
        settings["n_components"],
        learning_method="online",
        doc_topic_prior=settings["alpha"],
        topic_word_prior=settings["eta"],
        total_samples=X.shape[0],
        batch_size=X.shape[0],  # a batch is what partial_fit is given
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
            yield seconds, model.components_ / model.components_.sum(axis=1, keepdims=True)


if __name__ == "__main__":
    serve(["scikit-learn", "numpy", "scipy"], curve=curve)
