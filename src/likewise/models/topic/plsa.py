"""Probabilistic latent semantic analysis by EM."""

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse
from sklearn.utils.validation import check_is_fitted

from likewise.fitting import BlockStep, CountBlock, Iteration, Monitor, Parts, State, best_of, generator, iterate
from likewise.fitting.executors import gather_parts, join_rows, map_parts, sum_parts
from likewise.fitting.randomness import RandomState
from likewise.models.topic.base import TopicTransformer
from likewise.models.topic.em import (
    TopicSums,
    colnorm,
    empty_to_prior,
    fold_in,
    random_topics,
    rownorm,
    start_evenly,
    topic_prior,
    word_totals,
)
from likewise.models.topic.online import (
    CONSTRAINTS,
    FIRST_STEPS,
    admit_words,
    fold_in_mixtures,
    learning_rate,
    topic_sums,
)
from likewise.models.topic.tempering import anneal, hold_out
from likewise.models.validation import count_matrix
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions, fit_context, normalize
from likewise.text.weighting import Weighting


def e_step(block: CountBlock, topics: Array, theta: Array, power: float = 1.0) -> tuple[Array, TopicSums]:
    """Return a block's new P(z|d), and the sums of its words; ``power`` below 1 tempers (Hofmann's β)."""
    if power != 1.0:
        theta, topics = theta**power, topics**power
    sums = block.expected_counts(theta, topics)
    return rownorm(sums.rows), TopicSums(sums.words, sums.loglik, sums.lost)


@dataclass(frozen=True)
class TemperedStep:
    """The E-step of pLSA with an exponent of both factors."""

    power: float

    def __call__(self, block: CountBlock, topics: Array, theta: Array) -> tuple[Array, TopicSums]:
        """Return a block's new P(z|d), and the sums of its words."""
        return e_step(block, topics, theta, self.power)


def m_step(topics: Array, sums: TopicSums) -> tuple[Array, float]:
    """Return the new P(w|z), and the objective of the old."""
    return colnorm(sums.words, topics), sums.loglik


class PLSA(TopicTransformer):
    """Topics as word distributions and documents as mixtures of them, by maximum likelihood.

    Maximises Σ x_dw log Σ_z P(w|z) P(z|d), the same objective as non-negative matrix factorisation with the
    Kullback–Leibler loss.

    Parameters
    ----------
    n_components : int
        Number of topics.
    max_iter : int
        Most EM iterations.
    tol : float
        Stop when the log-likelihood's relative gain is below this.
    n_init : int
        Random starts; the one with the highest likelihood is kept.
    tempering : float or "auto"
        Exponent of both factors in the E-step; 1 is plain EM, less smooths. "auto" holds a tenth of the words out,
        stops early on them, and lowers the exponent by a tenth as long as they get likelier.
    fold_in_iter : int
        Steps that fit an unseen document to the topics.
    warm_start : bool
        Start from the topics of the fit before.
    learning_decay, learning_offset : float
        The batch after n others moves the topics by (learning_offset + n) ** -learning_decay, in `partial_fit`.
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
        P(w|z); rows sum to 1.
    topic_prior_ : ndarray of shape (n_components,)
        Share of all words that each topic explains.
    doc_topics_ : ndarray of shape (n_samples, n_components)
        P(z|d) of the training documents, or of the last batch; of documents that workers of a cluster have, a Dask
        array, which can be computed while they have them.
    tempering_ : float
        The exponent used last.
    n_batch_iter_, n_samples_seen_ : int
        Batches (iterations of `fit` count as such) and documents so far.
    n_iter_, history_, stop_reason_
        Steps made, the objective before each, and why the loop ended: "tol", "max_iter", "callback" or "diverged".

    References
    ----------
    .. [1] T. Hofmann, Probabilistic latent semantic indexing, SIGIR 1999.
    .. [2] O. Cappé, E. Moulines, On-line expectation–maximization algorithm for latent data models, JRSS B 71, 2009.

    Notes
    -----
    Assumes : each document is a mixture of a few topics.
    Use it : to see the topics of a pile.
    Cost : some fifty to two hundred passes over the counts.

    Examples
    --------
    >>> from likewise.models.topic import PLSA
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 0], [0, 0, 5, 4], [0, 0, 1, 2]]
    >>> theta = PLSA(2, random_state=0).fit_transform(X)
    >>> (theta.argmax(axis=1) == theta.argmax(axis=1)[0]).tolist()
    [True, True, False, False]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **TopicTransformer._parameter_constraints,
        **CONSTRAINTS,
        "tempering": [Interval(Real, 0, 1, closed="right"), StrOptions({"auto"})],
        "warm_start": ["boolean"],
    }

    def __init__(
        self,
        n_components: int = 10,
        *,
        max_iter: int = 200,
        tol: float = 1e-4,
        n_init: int = 1,
        tempering: float | str = 1.0,
        fold_in_iter: int = 50,
        warm_start: bool = False,
        learning_decay: float = 0.7,
        learning_offset: float = 10.0,
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
        self.tempering = tempering
        self.warm_start = warm_start
        self.learning_decay = learning_decay
        self.learning_offset = learning_offset

    @fit_context(prefer_skip_nested_validation=True)
    def fit_transform(self, X: Any, y: object = None) -> Array:
        """Learn the topics of documents, and return their mixtures.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.
        y : None
            Ignored.

        Returns
        -------
        ndarray of shape (n_samples, n_components)
            P(z|d); a Dask array of documents that workers of a cluster have.
        """
        topics = self.components_.T if self.warm_start and hasattr(self, "components_") else None
        X = count_matrix(self, X, reset=topics is None)
        rng = generator(self.random_state)
        held_out = None
        if self.tempering == "auto":
            X, held_out = hold_out(X, rng)
        blocks, state, monitor = best_of(
            lambda child: self._run(X, held_out, topics, child), lambda run: run[2].history[-1], self.n_init, rng
        )
        self.topic_prior_ = topic_prior(blocks, state.own)
        self.components_ = np.ascontiguousarray(state.shared.T)
        self.doc_topics_ = join_rows(map_parts(empty_to_prior, blocks, state.own, shared=(self.topic_prior_,)))
        self._remember(monitor)
        self.n_batch_iter_, self.n_samples_seen_ = monitor.n_iter, X.shape[0]
        return self.doc_topics_

    @fit_context(prefer_skip_nested_validation=True)
    def partial_fit(self, X: Any, y: object = None) -> Self:
        """Learn from one more batch of documents; the first one fixes how many words there are.

        The first batch is fitted for itself, by a few iterations. Of every other the documents are fitted to the
        topics as they are, and then the topics move towards what the batch expects of them [2]_. Tempering is for
        `fit` alone.

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
        >>> model = PLSA(2, random_state=0)
        >>> for batch in ([[4, 4, 0, 0], [0, 0, 5, 4]], [[3, 2, 0, 0], [0, 0, 1, 2]]):
        ...     model = model.partial_fit(batch)
        >>> model.n_batch_iter_, model.n_samples_seen_, model.components_.shape
        (2, 4, (2, 4))
        """
        is_first = not hasattr(self, "components_")
        X = count_matrix(self, X, reset=is_first)
        blocks, totals = self._blocks(X), word_totals(X)
        if is_first:
            phi = random_topics(totals, self.n_components, X.dtype, generator(self.random_state))
            state: State[Array, Array] = State(phi, start_evenly(blocks, self.n_components, X.dtype))
            state = iterate(BlockStep(blocks, e_step, m_step), state, Monitor(max_iter=FIRST_STEPS))
            topics, own, self.topic_prior_ = state.shared, state.own, topic_prior(blocks, state.own)
            self.n_batch_iter_ = self.n_samples_seen_ = 0
        else:
            topics, own = self._move(blocks, totals, X.dtype)
        self.components_ = np.ascontiguousarray(topics.T)
        self.doc_topics_ = join_rows(map_parts(empty_to_prior, blocks, own, shared=(self.topic_prior_,)))
        self.n_batch_iter_, self.n_samples_seen_ = self.n_batch_iter_ + 1, self.n_samples_seen_ + X.shape[0]
        return self

    def _move(self, blocks: Parts, totals: Array, dtype: Any) -> tuple[Array, Parts]:
        """Return the topics after one more batch, and its documents' mixtures; the prior is changed."""
        prior = self.topic_prior_
        mass = admit_words((self.components_.T * prior).astype(dtype), prior, totals)
        topics = colnorm(mass.copy(), np.ascontiguousarray(self.components_.T, dtype=dtype))
        own = map_parts(fold_in_mixtures, blocks, shared=(topics, prior, self.fold_in_iter))
        sums = sum_parts(topic_sums, blocks, own, shared=(topics,)).words
        tokens = float(sums.sum(dtype=np.float64))
        rate = learning_rate(self.n_batch_iter_, self.learning_offset, self.learning_decay) if tokens > 0 else 0.0
        mass = mass * dtype.type(1 - rate) + sums * dtype.type(rate / max(tokens, 1.0))
        shares = mass.sum(axis=0, dtype=np.float64)
        self.topic_prior_ = shares / shares.sum()
        return colnorm(mass, topics), own

    def _run(
        self, X: sparse.csr_array, held_out: sparse.csr_array | None, topics: Array | None, rng: np.random.Generator
    ) -> tuple[Parts, State[Array, Array], Monitor]:
        """Fit once, from the given topics or from random ones."""
        blocks = self._blocks(X)
        if topics is None:
            topics = random_topics(word_totals(X), self.n_components, X.dtype, rng)
        own = start_evenly(blocks, topics.shape[1], X.dtype)
        state: State[Array, Array] = State(np.ascontiguousarray(topics, dtype=X.dtype), own)
        monitor = self._monitor(X.dtype)

        def step(power: float) -> BlockStep[CountBlock, Array, Array, TopicSums]:
            return BlockStep(blocks, TemperedStep(power), m_step)

        if held_out is not None:
            state, self.tempering_ = anneal(step, state, monitor, self._blocks(held_out))
        else:
            self.tempering_ = float(self.tempering)
            state = iterate(step(self.tempering_), state, monitor)
        return blocks, state, monitor

    def _infer(self, X: Any) -> tuple[Array, float, float]:
        """Return P(z|d), the log-likelihood and the number of known words of unseen documents."""
        check_is_fitted(self)
        X = count_matrix(self, X, reset=False)
        topics = np.ascontiguousarray(self.components_.T, dtype=X.dtype)
        folded = gather_parts(
            map_parts(fold_in, self._blocks(X), shared=(topics, self.topic_prior_, self.fold_in_iter))
        )
        known = float(X.sum()) - sum(lost for _, _, lost in folded)
        return np.concatenate([theta for theta, _, _ in folded]), sum(loglik for _, loglik, _ in folded), known

    def search(self, queries: Any, X: Any, *, topic_share: float = 0.5) -> Array:
        """Rank documents for queries by similarity in topic space, blended with that of their words (PLSI).

        Parameters
        ----------
        queries, X : array-like or sparse matrix of counts
            Queries and documents over the same words; both are folded in.
        topic_share : float
            Weight of the cosine of P(z|q) and P(z|d) against that of the tf-idf vectors.

        Returns
        -------
        ndarray of shape (n_queries, n_documents)
            Similarities; higher is more alike.

        Examples
        --------
        >>> from likewise.models.topic import PLSA
        >>> X = [[4, 4, 0, 0], [3, 2, 0, 0], [0, 0, 5, 4], [0, 0, 1, 2]]
        >>> PLSA(2, random_state=0).fit(X).search([[0, 0, 1, 0]], X).argmax()
        np.int64(2)
        """
        by_topic = normalize(self.transform(queries)) @ normalize(self.transform(X)).T
        asked, found = (count_matrix(self, each, reset=False) for each in (queries, X))
        weighting = Weighting("tfidf").fit(found)  # rows of unit length
        by_word = (weighting.transform(asked).tocsr() @ weighting.transform(found).tocsr().T).toarray()
        return topic_share * by_topic + (1 - topic_share) * by_word
