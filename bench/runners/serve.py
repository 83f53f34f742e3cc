"""The part that every runner has in common: read a matrix, warm up, then answer questions, one JSON line each.

Runs in the peers' own environments, so it may use only the standard library, numpy and scipy, on Python 3.9 or later.
"""

import json
import os
import sys
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from memory import peak_of


def serve(packages, fit=None, curve=None, prepare=None):
    """Answer the harness until it closes our input.

    ``fit(X, n_iter, settings)`` returns a model's two factors, documents × topics and topics × words;
    ``curve(X, checkpoints, settings)`` yields the seconds of training so far and the topics × words at each checkpoint;
    ``prepare(X)`` returns the matrix in the form that the package wants, before any clock runs.
    """
    # What a library prints must not get between the answers: they keep the real output, prints go to the errors.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    given = sp.csr_matrix(sp.load_npz(sys.argv[1]))
    X = given if prepare is None else prepare(given)
    settings = json.loads(sys.argv[2])
    small = X[:200][:, np.asarray(X[:200].sum(axis=0)).ravel() > 0][:, :300]
    if fit is not None:
        fit(small, 2, settings)
    if curve is not None:
        list(curve(small, [1, 2], settings))

    def answer(reply):
        answers.write(json.dumps(reply) + "\n")
        answers.flush()

    answer({"versions": {name: version(name) for name in packages}})
    for line in sys.stdin:
        request = json.loads(line)
        if request["question"] == "seconds":
            answer({"seconds": _per_iteration(lambda n: fit(X, n, settings), *request["iterations"])})
        elif request["question"] == "objective":
            answer({"objective": _loglik(X, *fit(X, request["n_iter"], settings))})
        elif request["question"] == "memory":
            # Of the matrix as all sides get it: another form may cost conversions that say nothing about the method.
            answer(_memory(given, lambda n: fit(given, n, settings), settings["n_components"]))
        elif request["question"] == "curve":
            points = enumerate(curve(X, request["checkpoints"], settings))
            answer({"points": [_saved(request["folder"], number, *point) for number, point in points]})
        else:
            raise ValueError(f"no such question: {request['question']}")


def _per_iteration(fit, short, long):
    """Time two fits and divide their difference, which leaves set-up out."""
    seconds = []
    for n_iter in (short, long):
        start = time.perf_counter()
        fit(n_iter)
        seconds.append(time.perf_counter() - start)
    return (seconds[1] - seconds[0]) / (long - short)


def _loglik(X, rows, topics):
    """Return Σ x log P(w|d) of two factors, whatever their scale, in double precision and without an nnz × K array."""
    total = 0.0
    rows = rows.astype(np.float64)
    topics = topics.astype(np.float64)
    lengths = rows @ topics.sum(axis=1)
    for d in range(X.shape[0]):
        entries = slice(X.indptr[d], X.indptr[d + 1])
        if entries.stop > entries.start:
            p = rows[d] @ topics[:, X.indices[entries]] / lengths[d]
            total += float(X.data[entries] @ np.log(np.maximum(p, 1e-300)))
    return total


def _memory(X, fit, n_components):
    """Return the peak of a fit, with the matrix, and as a multiple of the matrix and the parameters."""
    matrix = X.data.nbytes + X.indices.nbytes + X.indptr.nbytes
    needed = matrix + sum(X.shape) * n_components * X.dtype.itemsize
    extra = peak_of(lambda: fit(3))
    return (
        {"bytes": None, "ratio": None}
        if extra is None
        else {
            "bytes": extra + matrix,
            "ratio": (extra + matrix) / needed,
        }
    )


def _saved(folder, number, seconds, topics):
    path = str(Path(folder) / f"{os.getpid()}-{number}.npy")
    np.save(path, np.asarray(topics, dtype=np.float64))
    return {"seconds": seconds, "topics": path}
