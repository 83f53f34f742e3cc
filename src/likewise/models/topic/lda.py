"""Latent Dirichlet allocation by variational EM on the kernel of pLSA."""

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from joblib import effective_n_jobs
from scipy import sparse
from scipy.special import digamma, gammaln
from sklearn.utils.validation import check_is_fitted

from likewise.fitting import BlockStep, CountBlock, Iteration, Monitor, State, best_of, generator, iterate
from likewise.fitting.randomness import RandomState
from likewise.kernels.dirichlet import dirichlet_rows
from likewise.kernels.threads import over_ranges
from likewise.models.topic.base import TopicTransformer
from likewise.models.topic.em import random_topics, rownorm, uniform, word_totals
from likewise.models.topic.plsa import e_step, m_step
from likewise.models.topic.priors import likeliest_prior
from likewise.models.validation import count_matrix
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions, fit_context


def _dirichlet(counts: Array, prior: Array, offset: Array, n_threads: int) -> tuple[Array, Array, float]:
    """Return exp E[log] of Dirichlet(prior + counts) in scaled rows, the rows' log scales, and the sum of the bound."""
    factor = np.empty_like(counts)
    scale, bound = np.empty(len(counts)), np.empty(len(counts))
    work = np.arange(len(counts) + 1) * counts.shape[1]
    over_ranges(dirichlet_rows, work, n_threads, counts, prior, offset, factor, scale, bound)
    return factor, scale, float(bound.sum())


@dataclass(frozen=True)
class Topics:
    """The shared parameters: expected counts of words by topic, the priors, and exp E[log φ] made from them."""

    words: Array
    alpha: Array
    eta: float
    factor: Array
    scale: Array
    bound: float

    @classmethod
    def of(cls, words: Array, alpha: Array, eta: float, n_threads: int) -> "Topics":
        """Complete the parameters with what the next E-step reads."""
        n_words, n_topics = words.shape
        sums = words.sum(axis=0, dtype=np.float64) + n_words * eta
        factor, scale, bound = _dirichlet(words, np.full(n_topics, eta), digamma(sums), n_threads)
        bound += n_topics * (gammaln(n_words * eta) - n_words * gammaln(eta)) - float(gammaln(sums).sum())
        return cls(words, alpha, eta, factor, scale, bound)


@dataclass(frozen=True)
class DocumentSums:
    """What a block returns: expected word counts, its part of the bound, and Σ E[log θ] where priors are learned."""

    words: Array
    bound: float
    log_theta: Array
    n_rows: int


def document_pass(block: CountBlock, topics: Topics, rows: Array) -> tuple[Array, Array, float]:
    """Return exp E[log θ], the log scales of its rows, and the bound without the words' likelihood."""
    left, scale, bound = _dirichlet(rows, topics.alpha, np.empty(0), block.n_threads)
    bound += len(rows) * float(gammaln(topics.alpha.sum()) - gammaln(topics.alpha).sum())
    return left, scale, bound + float(block.lengths @ scale)


class LDA(TopicTransformer):
    """Topics with Dirichlet priors on documents and words: pLSA that does not overfit short documents.

    One iteration updates every document and every topic once, from the same sums; the evidence lower bound never
    falls. Documents keep their state between iterations, so none is ever started afresh.

    Parameters
    ----------
    n_components : int
        Number of topics.
    alpha : float, "learn" or None
        Prior of a document's topics: a number for each, learned (one for each topic), or 1 / n_components.
    eta : float, "learn" or None
        Prior of a topic's words: a number, learned (one for all), or 1 / n_components.
    warmup : int
        Iterations of plain pLSA that find the first topics; from noise alone the variational updates, which make a
        document choose few topics early, end far below.
    max_iter : int
        Most iterations after the warm-up.
    tol : float
        Stop when the bound's relative gain is below this.
    n_init : int
        Random starts; the one with the highest bound is kept.
    fold_in_iter : int
        Updates of an unseen document.
    warm_start : bool
        Start from the topics of the fit before.
    block_rows : int, optional
        Documents in a block; results are the same up to rounding. All in one by default.
    n_jobs : int, optional
        Threads; results are the same bytes for every number.
    callback : callable, optional
        Called with a `likewise.fitting.Iteration` after each iteration; a true answer stops the fit.
    random_state : int, Generator or None
        Seed of the starts.

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
        Expected P(w|z); rows sum to 1.
    alpha_, eta_ : ndarray, float
        The priors, as given or learned.
    doc_topics_ : ndarray of shape (n_samples, n_components)
        Expected P(z|d) of the training documents.
    n_iter_, history_, stop_reason_
        Steps made, the bound before each, and why the loop ended.

    References
    ----------
    .. [1] D. M. Blei, A. Y. Ng, M. I. Jordan, Latent Dirichlet allocation, JMLR 3, 2003.

    Notes
    -----
    Assumes : each document is a mixture of a few topics, most of them absent.
    Use it : to see the topics of a pile of short documents.
    Cost : twice that of pLSA.

    Examples
    --------
    >>> from likewise.models.topic import LDA
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 0], [0, 0, 5, 4], [0, 0, 1, 2]]
    >>> theta = LDA(2, random_state=0).fit_transform(X)
    >>> (theta.argmax(axis=1) == theta.argmax(axis=1)[0]).tolist()
    [True, True, False, False]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **TopicTransformer._parameter_constraints,
        "alpha": [Interval(Real, 0, None, closed="neither"), StrOptions({"learn"}), None],
        "eta": [Interval(Real, 0, None, closed="neither"), StrOptions({"learn"}), None],
        "warmup": [Interval(Integral, 0, None, closed="left")],
        "warm_start": ["boolean"],
    }

    def __init__(
        self,
        n_components: int = 10,
        *,
        alpha: float | str | None = None,
        eta: float | str | None = None,
        warmup: int = 50,
        max_iter: int = 200,
        tol: float = 1e-4,
        n_init: int = 1,
        fold_in_iter: int = 50,
        warm_start: bool = False,
        block_rows: int | None = None,
        n_jobs: int | None = None,
        callback: Callable[[Iteration], object] | None = None,
        random_state: RandomState = None,
    ) -> None:
        super().__init__(
            n_components,
            max_iter=max_iter,
            tol=tol,
            n_init=n_init,
            fold_in_iter=fold_in_iter,
            block_rows=block_rows,
            n_jobs=n_jobs,
            callback=callback,
            random_state=random_state,
        )
        self.alpha = alpha
        self.eta = eta
        self.warmup = warmup
        self.warm_start = warm_start

    @fit_context(prefer_skip_nested_validation=True)
    def fit_transform(self, X: Any, y: object = None) -> Array:
        """Learn the topics of documents, and return their expected mixtures.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.
        y : None
            Ignored.

        Returns
        -------
        ndarray of shape (n_samples, n_components)
            Expected P(z|d).
        """
        start: Topics | None = getattr(self, "_topics", None) if self.warm_start else None
        X = count_matrix(self, X, reset=start is None)
        state, monitor = best_of(
            lambda child: self._run(X, start, child),
            lambda run: run[1].history[-1],
            self.n_init,
            generator(self.random_state),
        )
        topics = state.shared
        self._topics = topics
        self.alpha_, self.eta_ = topics.alpha, topics.eta
        self.components_ = np.ascontiguousarray(rownorm((topics.words + X.dtype.type(topics.eta)).T))
        self.doc_topics_ = rownorm(np.concatenate(state.own) + topics.alpha.astype(X.dtype))
        self._remember(monitor)
        return self.doc_topics_

    def _run(
        self, X: sparse.csr_array, start: Topics | None, rng: np.random.Generator
    ) -> tuple[State[Topics, Array], Monitor]:
        """Fit once, from the given topics or from random ones."""
        n_topics, n_threads = self.n_components, effective_n_jobs(self.n_jobs)
        blocks = self._blocks(X)
        own = tuple(self._even(block, n_topics) for block in blocks)
        if start is None:
            phi = random_topics(word_totals(X), n_topics, X.dtype, rng)
            plain = State(phi, tuple(uniform(len(rows), n_topics, X.dtype) for rows in own))
            plain = iterate(BlockStep(blocks, e_step, m_step), plain, Monitor(max_iter=self.warmup))
            # Expected counts are what both models share: tokens of each document, and of each topic, by topic.
            own = tuple(
                block.lengths[:, None].astype(X.dtype) * theta for block, theta in zip(blocks, plain.own, strict=True)
            )
            words = plain.shared * sum((rows.sum(axis=0) for rows in own), np.zeros(n_topics, dtype=X.dtype))
            alpha = np.full(n_topics, self.alpha if isinstance(self.alpha, Real) else 1 / n_topics, dtype=np.float64)
            eta = float(self.eta) if isinstance(self.eta, Real) else 1 / n_topics
            start = Topics.of(words, alpha, eta, n_threads)
        monitor = self._monitor(X.dtype)
        return iterate(BlockStep(blocks, self._e_step, self._m_step), State(start, own), monitor), monitor

    @staticmethod
    def _even(block: CountBlock, n_topics: int) -> Array:
        """Start with each document's words spread evenly over the topics."""
        return np.repeat((block.lengths / n_topics)[:, None], n_topics, axis=1).astype(block.X.dtype)

    def _e_step(self, block: CountBlock, topics: Topics, rows: Array) -> tuple[Array, DocumentSums]:
        left, _, bound = document_pass(block, topics, rows)
        sums = block.expected_counts(left, topics.factor)
        log_theta = np.zeros(len(topics.alpha))
        if self.alpha == "learn":
            gamma = rows + topics.alpha
            log_theta = digamma(gamma).sum(axis=0) - digamma(gamma.sum(axis=1)).sum()
        return sums.rows, DocumentSums(sums.words, sums.loglik + bound, log_theta, len(rows))

    def _m_step(self, topics: Topics, sums: DocumentSums) -> tuple[Topics, float]:
        objective = sums.bound + topics.bound + float(sums.words.sum(axis=1, dtype=np.float64) @ topics.scale)
        alpha, eta = topics.alpha, topics.eta
        # Both priors are fitted to the expectations under the *given* parameters, so that the bound cannot fall.
        if self.alpha == "learn":
            alpha = likeliest_prior(sums.log_theta, sums.n_rows, alpha)
        if self.eta == "learn":
            n_words, n_topics = topics.words.shape
            lam = topics.words + eta
            log_phi = digamma(lam).sum() - n_words * digamma(lam.sum(axis=0)).sum()
            eta = float(likeliest_prior(np.array([log_phi]), n_topics, np.array([eta]), copies=n_words)[0])
        return Topics.of(sums.words, alpha, eta, effective_n_jobs(self.n_jobs)), objective

    def _infer(self, X: Any) -> tuple[Array, float, float]:
        """Return the expected P(z|d) of unseen documents, their part of the bound, and their number of words."""
        check_is_fitted(self)
        X = count_matrix(self, X, reset=False)
        topics = self._topics
        right, word_scale = topics.factor.astype(X.dtype, copy=False), topics.scale
        thetas, bound = [], 0.0
        for block in self._blocks(X):

            def step(rows: Array, block: CountBlock = block) -> tuple[Array, float]:
                left, _, document_bound = document_pass(block, topics, rows)
                new_rows, loglik, _ = block.expected_rows(left, right)
                return new_rows, loglik + document_bound

            monitor = Monitor(max_iter=self.fold_in_iter, tol=-np.inf, ascending=False)
            rows = iterate(step, self._even(block, len(topics.alpha)), monitor)
            bound += step(rows)[1] + float((block.X @ word_scale).sum())
            thetas.append(rownorm(rows + topics.alpha.astype(X.dtype)))
        return np.concatenate(thetas), bound, float(X.sum())
