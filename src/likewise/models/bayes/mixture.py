"""The mixture of multinomials under everything naive Bayes: its estimate, its scores, and one step of EM."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.special import logsumexp

from likewise.fitting import Parts, map_parts, sum_parts
from likewise.fitting.block_matrix import in_blocks
from likewise.sklearn_api import Array

#: A component that lost all of its documents stays possible, so that its logarithm is finite.
LEAST_SHARE = 1e-12


class Mixture(NamedTuple):
    """Logarithms of the shares of components π (K,) and of their words φ (words, K)."""

    log_shares: Array
    log_words: Array


class Smoothing(NamedTuple):
    """Pseudo-counts: λ of every word in every component, and λ_π of every component."""

    words: float
    shares: float


def estimate(X: sparse.csr_array, memberships: Array, smoothing: Smoothing, seen: Array) -> Mixture:
    """Return the smoothed maximum-likelihood mixture of documents that belong to components by these weights.

    Parameters
    ----------
    X : csr_array of shape (n_documents, n_words)
        Counts.
    memberships : array of shape (n_documents, n_components)
        Weight of each document in each component.
    smoothing : Smoothing
        Pseudo-counts.
    seen : array of int
        The vocabulary, `seen_words`.

    Examples
    --------
    >>> X = sparse.csr_array([[2.0, 0, 1], [1, 1, 0], [0, 2, 1], [0, 1, 2]])
    >>> seen = seen_words(X, np.ones(4))
    >>> mixture = estimate(X, np.array([[0, 1], [0, 1], [1, 0], [1, 0]]), Smoothing(1.0, 0.0), seen)
    >>> np.exp(mixture.log_words[:, 1]).round(2).tolist()
    [0.5, 0.25, 0.25]
    """
    return _estimate_from(np.asarray(X.T @ memberships, dtype=np.float64), memberships.sum(axis=0), smoothing, seen)


def _estimate_from(counts: Array, shares: Array, smoothing: Smoothing, seen: Array) -> Mixture:
    """Return the mixture of words (words, K) and documents (K,) counted by component."""
    log_words = np.full(counts.shape, -np.log(max(len(seen), 1)))
    smoothed = counts[seen] + smoothing.words
    log_words[seen] = np.log(smoothed / smoothed.sum(axis=0))
    shares = shares + smoothing.shares
    shares = np.maximum(shares / shares.sum(), LEAST_SHARE)
    return Mixture(np.log(shares), log_words)


def seen_words(X: sparse.csr_array, weights: Array) -> Array:
    """Return the columns that any document of some weight has a count in.

    Smoothing is for these: pseudo-counts of words that nobody uses would outweigh the words of a few examples. Such a
    word says the same of every component, that is nothing.

    Examples
    --------
    >>> seen_words(sparse.csr_array([[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 1.0]]), np.array([2.0, 0.0])).tolist()
    [0, 2]
    """
    return np.flatnonzero((weights > 0).astype(np.float64) @ X)


def joint(X: sparse.csr_array, mixture: Mixture) -> Array:
    """Return log P(d, component) of each document, but for the multinomial coefficient.

    Examples
    --------
    >>> joint(sparse.csr_array([[1.0, 0.0]]), Mixture(np.log([0.5, 0.5]), np.log([[0.5, 0.25], [0.5, 0.75]]))).round(2)
    array([[-1.39, -2.08]])
    """
    return np.asarray(X @ mixture.log_words, dtype=np.float64) + mixture.log_shares


def em_step(
    X: sparse.csr_array, log_mask: Array, weights: Array, smoothing: Smoothing
) -> Callable[[Mixture], tuple[Mixture, float]]:
    """Make a step of EM over documents that may belong only where their mask is 0, and not where it is -inf.

    The objective is Σ w log Σ_k P(d, k) over the components allowed, plus λ Σ log φ + λ_π Σ log π: smoothing is a
    Dirichlet prior, and what EM climbs includes it.

    Examples
    --------
    >>> X = sparse.csr_array([[2.0, 0.0], [1.0, 0.0], [0.0, 2.0]])
    >>> step = em_step(X, np.array([[-np.inf, 0], [0, 0], [0, 0]]), np.ones(3), Smoothing(1.0, 0.0))
    >>> start = estimate(X, np.array([[0, 1], [1, 0], [1, 0]]), Smoothing(1.0, 0.0), seen_words(X, np.ones(3)))
    >>> second, before = step(start)
    >>> step(second)[1] > before
    True
    """
    seen = seen_words(X, weights)
    if in_blocks(X):
        return EMStep(map_parts(MaskedRows, X.blocks, X.split(log_mask), X.split(weights)), smoothing, seen)
    return EMStep([MaskedRows(X, log_mask, weights)], smoothing, seen)


class MaskedRows(NamedTuple):
    """Documents of a block, the components that each may belong to, and how much it counts."""

    X: sparse.csr_array
    log_mask: Array
    weights: Array


@dataclass(frozen=True)
class MixtureSums:
    """What a block returns: its words and documents by component, and the log-likelihood of the given mixture."""

    counts: Array
    shares: Array
    loglik: float


def mixture_sums(rows: MaskedRows, mixture: Mixture) -> MixtureSums:
    """Share the documents of a block out among components, and count by component."""
    scores = joint(rows.X, mixture) + rows.log_mask
    evidence = logsumexp(scores, axis=1, keepdims=True)
    memberships = np.exp(scores - evidence) * rows.weights[:, None]
    counts = np.asarray(rows.X.T @ memberships, dtype=np.float64)
    return MixtureSums(counts, memberships.sum(axis=0), float(rows.weights @ evidence.ravel()))


@dataclass(frozen=True)
class EMStep:
    """One step of EM over documents in blocks."""

    blocks: Parts
    smoothing: Smoothing
    seen: Array

    def __call__(self, mixture: Mixture) -> tuple[Mixture, float]:
        """Return the next mixture and the objective of the given one."""
        sums: MixtureSums = sum_parts(mixture_sums, self.blocks, shared=(mixture,))
        objective = (
            sums.loglik
            + self.smoothing.words * mixture.log_words[self.seen].sum()
            + self.smoothing.shares * mixture.log_shares.sum()
        )
        return _estimate_from(sums.counts, sums.shares, self.smoothing, self.seen), float(objective)
