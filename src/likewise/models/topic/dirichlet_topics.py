"""The steps of LDA: counts of topics stay with their documents, counts of words are summed, factors are made of both.

Two ways to make factors of counts and priors, which differ in the mean that they take of a Dirichlet distribution:
variational inference takes the geometric one, exp E[log θ], and collapsed inference the arithmetic one, E[θ].
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import digamma, gammaln

from likewise.fitting import CountBlock, Monitor, iterate
from likewise.kernels.dirichlet import dirichlet_rows, mean_rows
from likewise.kernels.threads import over_ranges
from likewise.models.topic.em import rownorm
from likewise.models.topic.priors import likeliest_prior
from likewise.sklearn_api import Array


def _expect(kernel: Any, counts: Array, prior: Array, offset: Array, n_threads: int) -> tuple[Array, Array, float]:
    """Return the mean of Dirichlet(prior + counts) in scaled rows, the rows' log scales, and the sum of the bound."""
    factor = np.empty_like(counts)
    scale, bound = np.empty(len(counts)), np.empty(len(counts))
    work = np.arange(len(counts) + 1) * counts.shape[1]
    over_ranges(kernel, work, n_threads, counts, prior, offset, factor, scale, bound)
    return factor, scale, float(bound.sum())


@dataclass(frozen=True)
class Topics:
    """The shared parameters: expected counts of words by topic, the priors, and the factors made from them."""

    words: Array
    alpha: Array
    eta: float
    factor: Array
    scale: Array
    bound: float
    is_collapsed: bool = False

    @classmethod
    def of(cls, words: Array, alpha: Array, eta: float, n_threads: int, *, is_collapsed: bool = False) -> "Topics":
        """Complete the parameters with what the next E-step reads."""
        n_words, n_topics = words.shape
        sums = words.sum(axis=0, dtype=np.float64) + n_words * eta
        prior = np.full(n_topics, eta)
        if is_collapsed:
            factor, scale, bound = _expect(mean_rows, words, prior, sums, n_threads)
        else:
            factor, scale, bound = _expect(dirichlet_rows, words, prior, digamma(sums), n_threads)
            bound += n_topics * (gammaln(n_words * eta) - n_words * gammaln(eta)) - float(gammaln(sums).sum())
        return cls(words, alpha, eta, factor, scale, bound, is_collapsed)


def likeliest_eta(topics: Topics) -> float:
    """Return the prior of words, one for all, that fits what is expected of the given topics."""
    n_words, n_topics = topics.words.shape
    lam = topics.words + topics.eta
    log_phi = digamma(lam).sum() - n_words * digamma(lam.sum(axis=0)).sum()
    return float(likeliest_prior(np.array([log_phi]), n_topics, np.array([topics.eta]), copies=n_words)[0])


@dataclass(frozen=True)
class DocumentSums:
    """What a block returns: expected word counts, its part of the bound, and Σ E[log θ] where priors are learned."""

    words: Array
    bound: float
    log_theta: Array
    n_rows: int


def document_pass(block: CountBlock, topics: Topics, rows: Array) -> tuple[Array, Array, float]:
    """Return the mean of θ, the log scales of its rows, and the bound without the words' likelihood."""
    if topics.is_collapsed:
        return _expect(mean_rows, rows, topics.alpha, np.empty(0), block.n_threads)
    left, scale, bound = _expect(dirichlet_rows, rows, topics.alpha, np.empty(0), block.n_threads)
    bound += len(rows) * float(gammaln(topics.alpha.sum()) - gammaln(topics.alpha).sum())
    return left, scale, bound + float((block.lengths * scale).sum())


@dataclass(frozen=True)
class DocumentStep:
    """The E-step: documents' expected counts of topics, and what words and priors are learned from."""

    learns_alpha: bool

    def __call__(self, block: CountBlock, topics: Topics, rows: Array) -> tuple[Array, DocumentSums]:
        """Return a block's new expected counts, and its sums."""
        left, _, bound = document_pass(block, topics, rows)
        sums = block.expected_counts(left, topics.factor.astype(block.X.dtype, copy=False))
        log_theta = np.zeros(len(topics.alpha))
        if self.learns_alpha:
            gamma = rows + topics.alpha
            log_theta = digamma(gamma).sum(axis=0) - digamma(gamma.sum(axis=1)).sum()
        return sums.rows, DocumentSums(sums.words, sums.loglik + bound, log_theta, len(rows))


@dataclass(frozen=True)
class TopicsStep:
    """The M-step: topics from the sums of all documents, and the priors that are learned."""

    learns_alpha: bool
    learns_eta: bool
    n_threads: int

    def __call__(self, topics: Topics, sums: DocumentSums) -> tuple[Topics, float]:
        """Return the new topics, and the bound of the old."""
        # Without BLAS, whose threads would wait for more to do, and take the processors from ours meanwhile.
        objective = sums.bound + topics.bound + float((sums.words.sum(axis=1, dtype=np.float64) * topics.scale).sum())
        alpha, eta = topics.alpha, topics.eta
        # Both priors are fitted to the expectations under the *given* parameters, so that the bound cannot fall.
        if self.learns_alpha and not topics.is_collapsed:
            alpha = likeliest_prior(sums.log_theta, sums.n_rows, alpha)
        if self.learns_eta and not topics.is_collapsed:
            eta = likeliest_eta(topics)
        return Topics.of(sums.words, alpha, eta, self.n_threads, is_collapsed=topics.is_collapsed), objective


def even_rows(block: CountBlock, n_topics: int) -> Array:
    """Spread each document's words evenly over the topics."""
    return np.repeat((block.lengths / n_topics)[:, None], n_topics, axis=1).astype(block.X.dtype)


def expected_tokens(block: CountBlock, theta: Array) -> Array:
    """Return the tokens of each document by topic, as pLSA expects them."""
    return block.lengths[:, None].astype(theta.dtype) * theta


def column_sums(rows: Array) -> Array:
    """Return the tokens of all documents by topic."""
    return rows.sum(axis=0)


def expected_mixtures(rows: Array, alpha: Array) -> Array:
    """Return the expected P(z|d) of documents from their expected tokens by topic."""
    return rownorm(rows + alpha.astype(rows.dtype))


def fold_in_rows(block: CountBlock, topics: Topics, n_iter: int) -> Array:
    """Return the expected tokens of unseen documents by topic; the number of steps is fixed, as of pLSA's."""
    right = topics.factor.astype(block.X.dtype, copy=False)

    def step(rows: Array) -> tuple[Array, float]:
        left, _, document_bound = document_pass(block, topics, rows)
        new_rows, loglik, _ = block.expected_rows(left, right)
        return new_rows, loglik + document_bound

    monitor = Monitor(max_iter=n_iter, tol=-np.inf, ascending=False)
    return iterate(step, even_rows(block, len(topics.alpha)), monitor)


def fold_in_expected(block: CountBlock, topics: Topics, n_iter: int) -> tuple[Array, float]:
    """Return the expected P(z|d) of unseen documents, and their log-likelihood or their part of the bound."""
    rows = fold_in_rows(block, topics, n_iter)
    left, _, bound = document_pass(block, topics, rows)
    _, loglik, _ = block.expected_rows(left, topics.factor.astype(block.X.dtype, copy=False))
    if not topics.is_collapsed:
        loglik += bound + float((block.X @ topics.scale).sum())
    return expected_mixtures(rows, topics.alpha), loglik
