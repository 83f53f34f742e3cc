"""Our methods, by their registered names, as they are by default."""

import sys

from pu_trial import trial

from likewise.finder.estimators import make_estimator


def method(settings):
    given = {} if settings["prior"] is None else {"prior": settings["prior"]}
    return make_estimator(sys.argv[2], given, random_state=settings["seed"])


if __name__ == "__main__":
    trial(["likewise", "numpy", "scipy", "scikit-learn"], {sys.argv[2]: method}, unlabelled=-1)
