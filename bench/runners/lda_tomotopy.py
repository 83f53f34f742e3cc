"""tomotopy's LDA by collapsed Gibbs sampling; the clock runs only while it samples."""

import time
import warnings

import numpy as np
import tomotopy
from serve import serve


def curve(X, checkpoints, settings):
    model = tomotopy.LDAModel(
        k=settings["n_components"], alpha=settings["alpha"], eta=settings["eta"], seed=settings["seed"] + 1
    )
    model.optim_interval = 0  # keep the given priors, as everybody here does
    names = [str(column) for column in range(X.shape[1])]
    for d in range(X.shape[0]):
        entries = slice(X.indptr[d], X.indptr[d + 1])
        if entries.stop > entries.start:
            repeated = np.repeat(X.indices[entries], X.data[entries].astype(np.int64))
            model.add_doc([names[column] for column in repeated])
    # Several workers sample in an order of their own; that their result varies is known.
    warnings.filterwarnings("ignore", message="The training result may differ")
    model.train(0, workers=settings["threads"])
    columns = np.array([int(name) for name in model.used_vocabs])
    done, seconds = 0, 0.0
    for n_iter in checkpoints:
        start = time.perf_counter()
        model.train(n_iter - done, workers=settings["threads"])
        seconds += time.perf_counter() - start
        done = n_iter
        topics = np.zeros((settings["n_components"], X.shape[1]))
        topics[:, columns] = [model.get_topic_word_dist(k) for k in range(settings["n_components"])]
        yield seconds, topics


if __name__ == "__main__":
    serve(["tomotopy", "numpy"], curve=curve)
