"""The EM step that pLSA and its relatives share: Θ = P(z|d) stays with its block, Φ = P(w|z) sees only sums."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from likewise.errors import UserError
from likewise.fitting import CountBlock, Monitor, Parts, gather_parts, iterate, map_parts, sum_parts
from likewise.sklearn_api import Array


@dataclass(frozen=True)
class TopicSums:
    """What a block returns: expected counts of words by topic, and the log-likelihood of the given parameters."""

    words: Array
    loglik: float
    lost: float


def rownorm(rows: Array) -> Array:
    """Divide each row by its sum, in place; a row of zeros becomes uniform.

    Examples
    --------
    >>> rownorm(np.array([[1.0, 3.0], [0.0, 0.0]])).tolist()
    [[0.25, 0.75], [0.5, 0.5]]
    """
    sums = np.einsum("ij->i", rows, dtype=np.float64)[:, None]  # half the time of sum()
    empty = sums[:, 0] <= 0
    if empty.any():
        rows[empty] = 1.0
        sums[empty] = rows.shape[1]
    rows /= sums.astype(rows.dtype)
    return rows


def colnorm(words: Array, fallback: Array) -> Array:
    """Divide each column by its sum, in place; a topic without a word keeps its column of ``fallback``.

    Examples
    --------
    >>> colnorm(np.array([[1.0, 0.0], [3.0, 0.0]]), np.array([[0.5, 0.5], [0.5, 0.5]])).tolist()
    [[0.25, 0.5], [0.75, 0.5]]
    """
    sums = np.einsum("ij->j", words, dtype=np.float64)
    dead = sums <= 0
    if dead.any():
        words[:, dead] = fallback[:, dead]
        sums[dead] = 1.0
    words /= sums.astype(words.dtype)
    return words


def word_totals(X: sparse.csr_array) -> Array:
    """Count each word's occurrences, in double precision whatever X has.

    Examples
    --------
    >>> word_totals(sparse.csr_array(np.array([[1, 0], [2, 3]], dtype=np.float32))).tolist()
    [3.0, 3.0]
    """
    return np.asarray(X.sum(axis=0, dtype=np.float64)).ravel()


def random_topics(word_totals: Array, n_topics: int, dtype: Any, rng: np.random.Generator) -> Array:
    """Start Φ as the background distribution with exponential noise; words that never occur stay at zero.

    Θ then starts uniform, so that the order of the documents does not matter.

    Examples
    --------
    >>> random_topics(np.array([4.0, 0.0]), 2, np.float64, np.random.default_rng(0)).tolist()
    [[1.0, 1.0], [0.0, 0.0]]
    """
    if not word_totals.any():
        raise UserError("topics cannot be learned, as none of the documents has a word; give documents with words")
    noise = rng.standard_exponential((len(word_totals), n_topics)) + 1e-3
    topics = noise * word_totals[:, None]
    return np.ascontiguousarray(topics / topics.sum(axis=0), dtype=dtype)


def uniform(n_rows: int, n_topics: int, dtype: Any) -> Array:
    """Start Θ with every topic equally likely.

    Examples
    --------
    >>> uniform(1, 4, np.float64).tolist()
    [[0.25, 0.25, 0.25, 0.25]]
    """
    return np.full((n_rows, n_topics), 1.0 / n_topics, dtype=dtype)


def start_evenly(blocks: Parts, n_topics: int, dtype: Any) -> Parts:
    """Start Θ of every block with every topic equally likely.

    Examples
    --------
    >>> block = CountBlock(sparse.csr_array(np.eye(2)))
    >>> [theta.tolist() for theta in start_evenly([block], 2, np.float64)]
    [[[0.5, 0.5], [0.5, 0.5]]]
    """
    return map_parts(_uniform_rows, blocks, shared=(n_topics, dtype))


def _uniform_rows(block: CountBlock, n_topics: int, dtype: Any) -> Array:
    return uniform(block.shape[0], n_topics, dtype)


def rows_of(blocks: Parts) -> list[int]:
    """Return how many documents each block has.

    Examples
    --------
    >>> rows_of([CountBlock(sparse.csr_array(np.eye(2)))])
    [2]
    """
    return gather_parts(map_parts(_n_rows, blocks))


def _n_rows(block: CountBlock) -> int:
    return block.shape[0]


def topic_prior(blocks: Parts, own: Parts) -> Array:
    """Return the share of all words that each topic explains; even where there are no words.

    Examples
    --------
    >>> block = CountBlock(sparse.csr_array(np.diag([3.0, 1.0])))
    >>> topic_prior([block], [np.eye(2)]).tolist()
    [0.75, 0.25]
    """
    mass = sum_parts(_topic_mass, blocks, own)
    return mass / mass.sum() if mass.sum() > 0 else np.full(len(mass), 1 / len(mass))


def _topic_mass(block: CountBlock, theta: Array) -> Array:
    return block.lengths @ theta


def empty_to_prior(block: CountBlock, theta: Array, prior: Array) -> Array:
    """Give the topics' prior to documents without words; the mixtures that came are left as they are.

    Examples
    --------
    >>> block = CountBlock(sparse.csr_array(np.array([[2.0], [0.0]])))
    >>> empty_to_prior(block, np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([0.75, 0.25])).tolist()
    [[1.0, 0.0], [0.75, 0.25]]
    """
    theta = theta.copy()
    theta[np.diff(block.X.indptr) == 0] = prior
    return theta


def fold_in(block: CountBlock, topics: Array, prior: Array, n_iter: int = 50) -> tuple[Array, float, float]:
    """Find P(z|d) of documents for fixed topics; a document without a known word gets the topics' prior.

    The number of steps is fixed, so that what a document gets does not depend on its neighbours.

    Returns
    -------
    theta : ndarray
        P(z|d), rows × topics.
    loglik : float
        Log-likelihood of the words that are known.
    lost : float
        Word occurrences that no topic knows.

    Examples
    --------
    >>> from scipy import sparse
    >>> block = CountBlock(sparse.csr_array(np.array([[3.0, 0.0], [0.0, 0.0]])))
    >>> theta, _, _ = fold_in(block, np.array([[0.9, 0.1], [0.1, 0.9]]), np.array([0.5, 0.5]))
    >>> theta.round(2).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """

    def step(theta: Array) -> tuple[Array, float]:
        rows, loglik, _ = block.expected_rows(theta, topics)
        return rownorm(rows), loglik

    monitor = Monitor(max_iter=n_iter, tol=-np.inf, ascending=False)
    theta = iterate(step, uniform(block.shape[0], topics.shape[1], topics.dtype), monitor)
    rows, loglik, lost = block.expected_rows(theta, topics)
    theta[rows.sum(axis=1) <= 0] = prior.astype(theta.dtype)
    return theta, loglik, lost
