"""The share of positives that some methods need: given, or else estimated."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from likewise.errors import UserError
from likewise.estimate.prior import estimate_prior
from likewise.labels import Labels


def share_of_positives(
    prior: float | None, X: sparse.csr_array, labels: Labels, weights: NDArray[Any], *, who: str
) -> float:
    """Return the share of positives among the unlabelled documents.

    Parameters
    ----------
    prior : float or None
        The share, if it is known.
    X : csr_array of shape (n_documents, n_words)
        Counts.
    labels : Labels
        Which documents are what.
    weights : array of float
        How much each document counts.
    who : str
        The estimator's name, for the messages.

    Examples
    --------
    >>> from likewise.labels import read_labels
    >>> X, labels = sparse.csr_array([[1.0], [2.0], [1.0]]), read_labels([1, 0, 0], who="")
    >>> share_of_positives(None, X, labels, np.ones(3), who="PositiveNaiveBayes").__round__(3)
    0.333
    """
    if prior is not None:
        return float(prior)
    if not labels.unlabelled.any():
        return float(weights[labels.positive].sum() / weights.sum())
    if labels.positive.sum() < 2:
        raise UserError(f"{who} cannot estimate the share of positives from one example; give prior, or more examples.")
    return float(np.clip(estimate_prior(X, labels.codes).prior, 1e-4, 1 - 1e-4))
