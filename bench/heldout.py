"""One evaluator for every topic model: perplexity of the second half of documents that training never saw.

A model is judged by its topics alone, a K × W matrix of word probabilities. Each held-out document is cut into two
halves by its tokens; how much of each topic it has is read off the first half, and the second half is scored.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp


@dataclass(frozen=True)
class Split:
    """Training documents, and two halves of the held-out ones, over the words that training has."""

    train: sp.csr_matrix
    observed: sp.csr_matrix
    scored: sp.csr_matrix


def split(X: sp.csr_matrix, *, share: float = 0.1, seed: int = 0) -> Split:
    """Hold out a share of the documents and cut each of them into two halves, token by token.

    Examples
    --------
    >>> X = sp.csr_matrix(np.full((20, 4), 2.0, dtype=np.float32))
    >>> parts = split(X)
    >>> parts.train.shape, parts.observed.sum(axis=1).A1.tolist(), parts.scored.sum(axis=1).A1.tolist()
    ((18, 4), [4.0, 4.0], [4.0, 4.0])
    """
    rng = np.random.default_rng(seed)
    order = rng.permutation(X.shape[0])
    n_held = max(1, round(share * X.shape[0]))
    train = X[np.sort(order[n_held:])]
    # A word that no training document has would be scored by each model's own guess: leave it out for all.
    seen = np.asarray(train.sum(axis=0)).ravel() > 0
    observed, scored = _halves(sp.csr_matrix(X[np.sort(order[:n_held])][:, seen]), rng)
    return Split(sp.csr_matrix(train[:, seen]), observed, scored)


def _halves(X: sp.csr_matrix, rng: np.random.Generator) -> tuple[sp.csr_matrix, sp.csr_matrix]:
    counts = X.data.astype(np.int64)
    doc = np.repeat(_documents(X), counts)
    word = np.repeat(X.indices, counts)
    order = np.lexsort((rng.random(doc.size), doc))  # shuffled within each document
    doc, word = doc[order], word[order]
    first_half = (np.arange(doc.size) - np.searchsorted(doc, doc)) % 2 == 0

    def matrix(chosen: np.ndarray) -> sp.csr_matrix:
        ones = np.ones(int(chosen.sum()), dtype=np.float64)
        return sp.csr_matrix((ones, (doc[chosen], word[chosen])), shape=X.shape)

    return matrix(first_half), matrix(~first_half)


def perplexity(topics: np.ndarray, parts: Split, *, prior: float = 0.05, n_iter: int = 50) -> float:
    """Score topics on held-out text: fold the first halves in by EM, then measure on the second halves.

    Examples
    --------
    Four words, all equally likely whatever the topic: as good as a four-sided die.

    >>> X = sp.csr_matrix(np.full((20, 4), 2.0, dtype=np.float32))
    >>> round(perplexity(np.full((2, 4), 0.25), split(X)), 3)
    4.0
    """
    phi = np.asarray(topics, dtype=np.float64).T + 1e-12  # words × topics; no model is punished with an infinity
    phi /= phi.sum(axis=0)
    theta = np.full((parts.observed.shape[0], phi.shape[1]), 1.0 / phi.shape[1])
    doc, phi_at = _documents(parts.observed), phi[parts.observed.indices]
    ratio = parts.observed.copy()
    for _ in range(n_iter):
        ratio.data = parts.observed.data / np.einsum("ik,ik->i", theta[doc], phi_at)
        theta = theta * (ratio @ phi) + prior
        theta /= theta.sum(axis=1, keepdims=True)
    likelihood = np.einsum("ik,ik->i", theta[_documents(parts.scored)], phi[parts.scored.indices])
    return float(np.exp(-(parts.scored.data @ np.log(likelihood)) / parts.scored.sum()))


def _documents(X: sp.csr_matrix) -> np.ndarray:
    """Return the document of each non-zero."""
    return np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
