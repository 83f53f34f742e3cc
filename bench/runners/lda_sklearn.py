"""scikit-learn's LDA, batch: one fit, looked at after each of its passes, with the clock stopped meanwhile."""

import time
from contextlib import suppress

from serve import serve
from sklearn.decomposition import LatentDirichletAllocation


class Enough(Exception):
    """The last checkpoint is reached; the final bound that `fit` would compute is not part of training."""


class Watched(LatentDirichletAllocation):
    """Tells of every pass; `_em_step` is the only place where the topics change."""

    def _em_step(self, *args, **kwargs):
        super()._em_step(*args, **kwargs)
        self.after_pass_()


def curve(X, checkpoints, settings):
    model = Watched(
        settings["n_components"],
        learning_method="batch",
        doc_topic_prior=settings["alpha"],
        topic_word_prior=settings["eta"],
        max_iter=max(checkpoints),
        n_jobs=settings["threads"],
        random_state=settings["seed"],
    )
    points = []
    clock = {"passes": 0, "seconds": 0.0, "since": 0.0}

    def after_pass():
        clock["seconds"] += time.perf_counter() - clock["since"]
        clock["passes"] += 1
        if clock["passes"] in checkpoints:
            topics = model.components_ / model.components_.sum(axis=1, keepdims=True)
            points.append((clock["seconds"], topics))
        if clock["passes"] == max(checkpoints):
            raise Enough
        clock["since"] = time.perf_counter()

    model.after_pass_ = after_pass
    clock["since"] = time.perf_counter()
    with suppress(Enough):
        model.fit(X)
    return points


if __name__ == "__main__":
    serve(["scikit-learn", "numpy", "scipy"], curve=curve)
