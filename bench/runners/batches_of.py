"""Documents as they come to a model that learns from batches: shuffled anew for each pass, the same for everybody."""

import numpy as np

#: Documents of a batch.
SIZE = 256


def batches_of(X, seed):
    """Return the batches of one pass."""
    order = np.random.default_rng(seed).permutation(X.shape[0])
    return [X[order[start : start + SIZE]] for start in range(0, X.shape[0], SIZE)]
