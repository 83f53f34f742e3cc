"""Latent Dirichlet allocation on the kernel of pLSA, by collapsed or by variational inference."""

from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from joblib import effective_n_jobs
from scipy import sparse
from sklearn.utils.validation import check_is_fitted

from likewise.errors import UserError
from likewise.fitting import BlockStep, Iteration, Monitor, Parts, State, best_of, generator, iterate
from likewise.fitting.executors import gather_parts, join_rows, map_parts, sum_parts
from likewise.fitting.randomness import RandomState
from likewise.models.topic.base import TopicTransformer
from likewise.models.topic.dirichlet_topics import (
    DocumentStep,
    DocumentSums,
    Topics,
    TopicsStep,
    column_sums,
    even_rows,
    expected_mixtures,
    expected_tokens,
    fold_in_expected,
    fold_in_rows,
    likeliest_eta,
)
from likewise.models.topic.em import random_topics, rownorm, start_evenly, word_totals
from likewise.models.topic.online import CONSTRAINTS, FIRST_STEPS, document_sums, learning_rate, move_prior
from likewise.models.topic.plsa import e_step, m_step
from likewise.models.topic.priors import likeliest_prior
from likewise.models.validation import count_matrix
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions, fit_context


class LDA(TopicTransformer):
    """Topics with Dirichlet priors on documents and words: pLSA that does not overfit short documents.

    One iteration updates every document and every topic once, from the same sums; the objective never falls.
    Documents keep their state between iterations, so none is ever started afresh.

    Parameters
    ----------
    n_components : int
        Number of topics.
    alpha : float, "learn" or None
        Prior of a document's topics: a number for each, learned (one for each topic), or 1 / n_components.
    eta : float, "learn" or None
        Prior of a topic's words: a number, learned (one for all), or 1 / n_components.
    inference : "collapsed", "variational" or None
        "collapsed" takes expected counts for counts (CVB0 [2]_, without leaving the word itself out, which is the
        most likely θ and φ under priors raised by 1); "variational" maximises the evidence lower bound of [1]_, which
        priors are learned by. None is "variational" where a prior is learned, else "collapsed", which costs half and
        predicts new documents better.
    warmup : int
        Iterations of plain pLSA that find the first topics of variational inference; from noise alone its updates,
        which make a document choose few topics early, end far below.
    max_iter : int
        Most iterations after the warm-up.
    tol : float
        Stop when the objective's relative gain is below this.
    n_init : int
        Random starts; the one with the highest objective is kept.
    fold_in_iter : int
        Updates of an unseen document.
    learning_decay, learning_offset : float
        The batch after n others moves the topics by (learning_offset + n) ** -learning_decay, in `partial_fit`.
    total_samples : float or None
        How many documents there will be, for `partial_fit`; None takes as many as came so far.
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
        Expected P(z|d) of the training documents, or of the last batch; of documents that workers of a cluster
        have, a Dask array, which can be computed while they have them.
    n_batch_iter_, n_samples_seen_ : int
        Batches (iterations of `fit` count as such) and documents so far.
    n_iter_, history_, stop_reason_
        Steps made, the objective before each, and why the loop ended.

    References
    ----------
    .. [1] D. M. Blei, A. Y. Ng, M. I. Jordan, Latent Dirichlet allocation, JMLR 3, 2003.
    .. [2] A. Asuncion, M. Welling, P. Smyth, Y. W. Teh, On smoothing and inference for topic models, UAI 2009.
    .. [3] M. D. Hoffman, D. M. Blei, F. Bach, Online learning for latent Dirichlet allocation, NIPS 2010.

    Notes
    -----
    Assumes : each document is a mixture of a few topics, most of them absent.
    Use it : to see the topics of a pile of short documents.
    Cost : that of pLSA; twice that for variational inference.

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
        **CONSTRAINTS,
        "alpha": [Interval(Real, 0, None, closed="neither"), StrOptions({"learn"}), None],
        "eta": [Interval(Real, 0, None, closed="neither"), StrOptions({"learn"}), None],
        "inference": [StrOptions({"collapsed", "variational"}), None],
        "warmup": [Interval(Integral, 0, None, closed="left")],
        "warm_start": ["boolean"],
        "total_samples": [Interval(Real, 0, None, closed="neither"), None],
    }

    def __init__(
        self,
        n_components: int = 10,
        *,
        alpha: float | str | None = None,
        eta: float | str | None = None,
        inference: str | None = None,
        warmup: int = 50,
        max_iter: int = 500,
        tol: float = 1e-5,
        n_init: int = 1,
        fold_in_iter: int = 50,
        warm_start: bool = False,
        learning_decay: float = 0.7,
        learning_offset: float = 10.0,
        total_samples: float | None = None,
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
        self.inference = inference
        self.warmup = warmup
        self.warm_start = warm_start
        self.learning_decay = learning_decay
        self.learning_offset = learning_offset
        self.total_samples = total_samples

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
            Expected P(z|d); a Dask array of documents that workers of a cluster have.
        """
        start: Topics | None = getattr(self, "_topics", None) if self.warm_start else None
        X = count_matrix(self, X, reset=start is None)

        def run(child: np.random.Generator) -> tuple[State[Topics, Array], Monitor]:
            monitor = self._monitor(X.dtype)
            return self._run(X, start, child, monitor, self._is_collapsed()), monitor

        rng = generator(self.random_state)
        state, monitor = best_of(run, lambda done: done[1].history[-1], self.n_init, rng)
        self._keep(state.shared, state.own)
        self._remember(monitor)
        self.n_batch_iter_, self.n_samples_seen_ = monitor.n_iter, X.shape[0]
        self._n_counted = float(X.shape[0])
        return self.doc_topics_

    @fit_context(prefer_skip_nested_validation=True)
    def partial_fit(self, X: Any, y: object = None) -> Self:
        """Learn from one more batch of documents; the first one fixes the words.

        The first batch is fitted for itself, by a few iterations. Of every other the documents are fitted to the
        topics as they are, and then the topics move towards what the batch expects of them [3]_. The first `warmup`
        batches are taken by collapsed inference, whatever comes after them.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.
        y : None
            Ignored.

        Returns
        -------
        self : estimator
            Fitted to all batches so far.

        Examples
        --------
        >>> model = LDA(2, random_state=0)
        >>> for batch in ([[4, 4, 0, 0], [0, 0, 5, 4]], [[3, 2, 0, 0], [0, 0, 1, 2]]):
        ...     model = model.partial_fit(batch)
        >>> model.n_batch_iter_, model.n_samples_seen_, model.components_.shape
        (2, 4, (2, 4))
        """
        is_first = not hasattr(self, "_topics")
        X = count_matrix(self, X, reset=is_first)
        if is_first:
            rng, monitor = generator(self.random_state), Monitor(max_iter=FIRST_STEPS)
            state = self._run(X, None, rng, monitor, self._is_collapsed(n_batches=0))
            self.n_batch_iter_, self.n_samples_seen_ = 1, X.shape[0]
            self._n_counted = float(X.shape[0])
            self._keep(state.shared, state.own)
            return self
        blocks = self._blocks(X)
        own = map_parts(fold_in_rows, blocks, shared=(self._topics, self.fold_in_iter))
        sums = sum_parts(document_sums, blocks, own, shared=(self._topics, self.alpha == "learn"))
        self._keep(self._move(sums), own)
        return self

    def _move(self, sums: DocumentSums) -> Topics:
        """Return the topics after one more batch."""
        topics = self._topics
        rate = learning_rate(self.n_batch_iter_, self.learning_offset, self.learning_decay)
        self.n_batch_iter_, self.n_samples_seen_ = self.n_batch_iter_ + 1, self.n_samples_seen_ + sums.n_rows
        total = float(self.n_samples_seen_ if self.total_samples is None else self.total_samples)
        old, new = (1 - rate) * total / self._n_counted, rate * total / sums.n_rows
        self._n_counted = total
        words = topics.words * topics.words.dtype.type(old) + sums.words * sums.words.dtype.type(new)
        alpha, eta = topics.alpha, topics.eta
        # Topics that are still alike would ask for priors under which they stay so: the warm-up keeps the first ones.
        if self.alpha == "learn" and not topics.is_collapsed:
            alpha = move_prior(alpha, likeliest_prior(sums.log_theta, sums.n_rows, alpha), rate)
        if self.eta == "learn" and not topics.is_collapsed:
            eta = float(move_prior(np.array(eta), np.array(likeliest_eta(topics)), rate))
        is_collapsed = self._is_collapsed(n_batches=self.n_batch_iter_)
        return Topics.of(words, alpha, eta, effective_n_jobs(self.n_jobs), is_collapsed=is_collapsed)

    def _keep(self, topics: Topics, own: Parts) -> None:
        """Set what a fit, or a batch, has taught."""
        self._topics = topics
        self.alpha_, self.eta_ = topics.alpha, topics.eta
        self.components_ = np.ascontiguousarray(rownorm((topics.words + topics.words.dtype.type(topics.eta)).T))
        self.doc_topics_ = join_rows(map_parts(expected_mixtures, own, shared=(topics.alpha,)))

    def _run(
        self, X: sparse.csr_array, start: Topics | None, rng: np.random.Generator, monitor: Monitor, is_collapsed: bool
    ) -> State[Topics, Array]:
        """Fit once, from the given topics or from random ones."""
        blocks = self._blocks(X)
        own = map_parts(even_rows, blocks, shared=(self.n_components,))
        if start is None:
            totals, even = word_totals(X), 1 / self.n_components
            phi = random_topics(totals, self.n_components, X.dtype, rng)
            words = phi * phi.dtype.type(totals.sum() * even)
            if not is_collapsed:
                words, own = self._warm_up(blocks, phi)
            alpha = np.full(self.n_components, self.alpha if isinstance(self.alpha, Real) else even, dtype=np.float64)
            eta = float(self.eta) if isinstance(self.eta, Real) else even
            start = Topics.of(words, alpha, eta, effective_n_jobs(self.n_jobs), is_collapsed=is_collapsed)
        topics_step = TopicsStep(self.alpha == "learn", self.eta == "learn", effective_n_jobs(self.n_jobs))
        step = BlockStep(blocks, DocumentStep(self.alpha == "learn"), topics_step)
        return iterate(step, State(start, own), monitor)

    def _warm_up(self, blocks: Parts, phi: Array) -> tuple[Array, Parts]:
        """Return the expected counts of words by topic that pLSA finds, and those of tokens of documents by topic."""
        plain: State[Array, Array] = State(phi, start_evenly(blocks, self.n_components, phi.dtype))
        plain = iterate(BlockStep(blocks, e_step, m_step), plain, Monitor(max_iter=self.warmup))
        # Expected counts are what both models share: tokens of each document, and of each topic, by topic.
        own = map_parts(expected_tokens, blocks, plain.own)
        return plain.shared * sum_parts(column_sums, own), own

    def _is_collapsed(self, n_batches: int | None = None) -> bool:
        """Tell which inference is meant, for a fit or after some batches."""
        learned = [name for name in ("alpha", "eta") if getattr(self, name) == "learn"]
        if self.inference == "collapsed" and learned:
            raise UserError(
                f'LDA learns {" and ".join(learned)} by variational inference only; give a number instead of "learn", '
                'or inference="variational"'
            )
        is_meant = self.inference == "collapsed" or (self.inference is None and not learned)
        return is_meant or (n_batches is not None and n_batches < self.warmup)

    def _infer(self, X: Any) -> tuple[Array, float, float]:
        """Return the expected P(z|d) of unseen documents, their part of the bound, and their number of words."""
        check_is_fitted(self)
        X = count_matrix(self, X, reset=False)
        topics = self._topics
        folded = gather_parts(map_parts(fold_in_expected, self._blocks(X), shared=(topics, self.fold_in_iter)))
        return np.concatenate([theta for theta, _ in folded]), sum(bound for _, bound in folded), float(X.sum())
