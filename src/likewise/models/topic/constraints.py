"""Must-link and cannot-link terms of topic-sensitive pLSA, in closed form: no pair is ever looped over.

For labelled documents T and others U with topic mixtures p_d, and q_d(z) = Σ_{z'≠z} p_d(z') the mass off a topic,
1 − ⟨p_i, p_j⟩ = ⟨p_i, q_j⟩, and the minorise–maximise responsibilities of all pairs collapse to small products
(Zhou et al. 2010, eq. 11–25).
"""

import numpy as np

from likewise.kernels.cannot_link import pair_sums
from likewise.sklearn_api import Array

#: Θ never falls below this while constraints act: two documents that are exactly pure would have log 0.
FLOOR = 1e-12
_SMALLEST = 1e-300


def off_mass(p: Array) -> Array:
    """Return q(z) = Σ over the other topics, added up and not as 1 − p(z), which cancels for pure documents.

    Examples
    --------
    >>> off_mass(np.array([[0.7, 0.2, 0.1]])).round(6).tolist()
    [[0.3, 0.8, 0.9]]
    """
    n_topics = p.shape[1]
    return p @ (np.ones((n_topics, n_topics)) - np.eye(n_topics))


def must_link(labelled: Array, self_pairs: bool) -> tuple[Array, float]:
    """Return the must-link counts of the labelled documents and Σ log⟨p_i, p_j⟩ over their pairs, each once.

    Every row of counts sums to t − 1; with ``self_pairs`` to t, and the sum is half of that over all ordered pairs.

    Examples
    --------
    >>> counts, total = must_link(np.array([[0.7, 0.3], [0.6, 0.4]]), self_pairs=False)
    >>> counts.round(6).tolist(), round(total, 6)
    ([[0.777778, 0.222222], [0.777778, 0.222222]], -0.616186)
    """
    alike = np.maximum(labelled @ labelled.T, _SMALLEST)
    inverse, logs = 1.0 / alike, np.log(alike)
    if not self_pairs:
        np.fill_diagonal(inverse, 0.0)
        np.fill_diagonal(logs, 0.0)
    return labelled * (inverse @ labelled), 0.5 * float(logs.sum())


def cannot_link(labelled: Array, others: Array, weights: Array) -> tuple[Array, Array, float]:
    """Return cannot-link counts of the labelled and of the other documents, and Σ w_j log(1 − ⟨p_i, p_j⟩).

    Rows of the first sum to Σ w_j, of the second to t·w_j. The first adds up over blocks of others.

    Examples
    --------
    >>> T, U = np.array([[0.7, 0.3], [0.6, 0.4]]), np.array([[0.2, 0.8]])
    >>> on_labelled, on_others, total = cannot_link(T, U, np.ones(1))
    >>> on_labelled.round(6).tolist(), on_others.round(6).tolist(), round(total, 6)
    ([[0.903226, 0.096774], [0.857143, 0.142857]], [[0.239631, 1.760369]], -1.057854)
    """
    pull, push = np.zeros_like(labelled), np.empty_like(others)
    total = pair_sums(labelled, off_mass(labelled), off_mass(others), weights, pull, push)
    return labelled * pull, others * push, total


def satisfied(labelled_topics: Array, other_topics: Array) -> tuple[float, float]:
    """Return the shares of must-links and cannot-links that a clustering keeps, from each document's topic.

    With a single labelled document there is no must-link, and its share is NaN.

    Examples
    --------
    >>> satisfied(np.array([0, 0, 0, 1]), np.array([0, 0, 1, 1, 1, 1, 2, 2, 2, 2]))
    (0.5, 0.75)
    """
    t, u = len(labelled_topics), len(other_topics)
    n_topics = int(max(labelled_topics.max(initial=0), other_topics.max(initial=0))) + 1
    t_z = np.bincount(labelled_topics, minlength=n_topics)
    u_z = np.bincount(other_topics, minlength=n_topics)
    must = float((t_z * (t_z - 1)).sum() / (t * (t - 1))) if t > 1 else float("nan")
    cannot = 1.0 - float((t_z * u_z).sum() / (t * u)) if u else float("nan")
    return must, cannot
