"""Learning from batches of documents that come one after the other: a running average of what each batch shows.

A document of a batch is fitted to the topics as they are; then the topics move towards what the batch expects of its
words, by a share that falls with the number of batches: online EM for pLSA, stochastic variational inference for LDA.
"""

from numbers import Real

import numpy as np

from likewise.fitting import CountBlock
from likewise.models.topic.dirichlet_topics import DocumentStep, DocumentSums, Topics
from likewise.models.topic.em import TopicSums, fold_in
from likewise.sklearn_api import Array, Constraints, Interval

#: Iterations on the first batch: topics that fit it too well are never left again.
FIRST_STEPS = 5
#: Of the parameters that both models have for it.
CONSTRAINTS: Constraints = {
    "learning_decay": [Interval(Real, 0, 1, closed="both")],
    "learning_offset": [Interval(Real, 1, None, closed="left")],
}


def learning_rate(n_batches: int, offset: float, decay: float) -> float:
    """Return the share that a batch has in the running average, after so many batches: (offset + n) ** -decay.

    Examples
    --------
    >>> round(learning_rate(0, 10.0, 0.7), 3), round(learning_rate(100, 10.0, 0.7), 3)
    (0.2, 0.037)
    """
    return float((offset + n_batches) ** -decay)


def fold_in_mixtures(block: CountBlock, topics: Array, prior: Array, n_iter: int) -> Array:
    """Return P(z|d) of the documents of a batch under given topics."""
    return fold_in(block, topics, prior, n_iter)[0]


def topic_sums(block: CountBlock, theta: Array, topics: Array) -> TopicSums:
    """Return what pLSA expects of the words of a block."""
    sums = block.expected_counts(theta, topics)
    return TopicSums(sums.words, sums.loglik, sums.lost)


def admit_words(mass: Array, prior: Array, totals: Array) -> Array:
    """Give words that no topic knows their share of a batch, spread over the topics like all words.

    Without it EM could never learn them: it multiplies, and nothing times anything stays nothing.

    Parameters
    ----------
    mass : ndarray of shape (n_words, n_topics)
        P(w, z); it is not changed.
    prior : ndarray of shape (n_topics,)
        P(z).
    totals : ndarray of shape (n_words,)
        How often each word occurs in the batch.

    Returns
    -------
    ndarray of shape (n_words, n_topics)
        With sum 1.

    Examples
    --------
    >>> admit_words(np.array([[0.5, 0.5], [0.0, 0.0]]), np.array([0.5, 0.5]), np.array([3.0, 1.0])).tolist()
    [[0.4, 0.4], [0.1, 0.1]]
    """
    is_new = (totals > 0) & (mass.sum(axis=1) <= 0)
    if is_new.any():
        mass = mass.copy()
        mass[is_new] = np.outer(totals[is_new] / totals.sum(), prior)
    return mass / mass.dtype.type(mass.sum(dtype=np.float64))


def document_sums(block: CountBlock, rows: Array, topics: Topics, learns_alpha: bool) -> DocumentSums:
    """Return what LDA expects of the words of a block, and what its prior is learned from."""
    return DocumentStep(learns_alpha)(block, topics, rows)[1]


def move_prior(old: Array, new: Array, rate: float) -> Array:
    """Return a prior that has moved from the old towards the new by a share, on a logarithmic scale.

    Examples
    --------
    >>> move_prior(np.array([1.0, 4.0]), np.array([4.0, 1.0]), 0.5).tolist()
    [2.0, 2.0]
    """
    moved: Array = np.exp((1 - rate) * np.log(old) + rate * np.log(new))
    return moved
