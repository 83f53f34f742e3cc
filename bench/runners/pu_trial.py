"""The part that the runners of bench/pu_peers.py have in common: read a mix, fit one estimator, write down its answer.

    python RUNNER.py FOLDER ESTIMATOR SETTINGS

Runs in the peers' own environments, so it may use only the standard library, numpy and scipy, on Python 3.9 or later.
"""

import json
import resource
import signal
import sys
import time
import traceback
from importlib.metadata import version
from pathlib import Path

import numpy as np
import scipy.sparse as sp


def trial(packages, estimators, unlabelled=0):
    """Run what the command line asks for, and leave ``answer.json`` in the folder.

    ``estimators`` maps a name to a function of the settings that returns an estimator; ``unlabelled`` is what the
    package writes for a document without a label.
    """
    folder, name, settings = Path(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
    sys.excepthook = _last_words
    y = np.load(folder / "y.npy")
    X, pile = documents(folder, settings["input"], settings["words"]), y == -1
    settings.update(n_labelled=int((~pile).sum()), n_unlabelled=int(pile.sum()))
    estimator = estimators[name](settings)
    # The default action ends the process in the middle of anything, compiled loops included.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(settings["seconds"])
    most = settings["gigabytes"] << 30
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    start = time.perf_counter()
    estimator.fit(X, np.where(pile, unlabelled, 1))
    found = decided(estimator, X[pile], pile)
    seconds = time.perf_counter() - start
    probability = probabilities(estimator, X[pile], pile)
    scores = ranked(estimator, X[pile], pile, probability)
    answer = {
        "found": found.tolist(),
        "scores": np.asarray(scores, dtype=float).tolist(),
        "largest": None if probability is None else float(np.max(probability)),
        "seconds": seconds,
        "versions": {package: version(package) for package in packages},
    }
    (folder / "answer.json").write_text(json.dumps(answer))


def documents(folder, kind, words=None):
    """Return the documents of a mix; ``kind`` is two words: sparse or dense, and tf-idf, counts or presence.

    ``words`` keeps so many words that most documents have.
    """
    form, values = kind.split()
    X = sp.csr_matrix(sp.load_npz(folder / ("tf-idf.npz" if values == "tf-idf" else "counts.npz")))
    if values == "presence":
        X.data[:] = 1
    if words is not None:
        n_documents = np.bincount(X.indices, minlength=X.shape[1])
        X = X[:, np.sort(np.argsort(-n_documents, kind="stable")[:words])]
    return X.toarray() if form == "dense" else X


def decided(estimator, rows, pile):
    """Say which unlabelled documents the estimator takes for positive; a transductive one has said it at fit."""
    told = estimator.transduction_[pile] if hasattr(estimator, "transduction_") else estimator.predict(rows)
    return np.asarray(told) == 1


def probabilities(estimator, rows, pile):
    """Return what the estimator calls the probability of the positive class, or None if it has none."""
    if hasattr(estimator, "training_proba_"):
        return estimator.training_proba_[pile]
    try:
        return np.asarray(estimator.predict_proba(rows))[:, 1]
    except (AttributeError, NotImplementedError):
        return None


def ranked(estimator, rows, pile, probability):
    """Return the scores to rank by: margins where there are some, else probabilities."""
    if hasattr(estimator, "training_scores_"):
        return estimator.training_scores_[pile]
    try:
        scores = np.asarray(estimator.decision_function(rows))
    except (AttributeError, NotImplementedError):
        return probability
    return scores[:, -1] if scores.ndim == 2 else scores


def _last_words(kind, error, trace):
    """Tell the whole story, and then the error in one line."""
    traceback.print_exception(kind, error, trace)
    first = (str(error).strip().splitlines() or [""])[0]
    sys.stderr.write(f"{kind.__name__}: {first}\n" if first else f"{kind.__name__}\n")
