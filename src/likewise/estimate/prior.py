"""From documents and labels to the share of positives among the unlabelled, by any of the methods."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import nan
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from likewise.errors import UserError
from likewise.estimate.literature.best_bin import best_bin
from likewise.estimate.literature.dedpul import dedpul
from likewise.estimate.literature.elkan_noto import elkan_noto
from likewise.estimate.literature.kernel_mean import kernel_mean
from likewise.estimate.literature.spies import spies
from likewise.estimate.literature.tice import tice
from likewise.estimate.rank_posterior.model import RankPrior
from likewise.fitting.blas_threads import one_blas_thread
from likewise.fitting.randomness import RandomState
from likewise.fitting.singular import leading_space
from likewise.selection.cross_fitting import CrossFit, cross_fit
from likewise.sklearn_api import normalize
from likewise.text import Weighting

Method: TypeAlias = Callable[[ArrayLike, ArrayLike], float]

#: Of latent semantics, for the default scorer.
_N_DIMENSIONS = 100
#: Rounds in which the space of these dimensions is found.
_ROUNDS = 4


@dataclass(frozen=True)
class PriorEstimate:
    """The share of positives among the unlabelled, and what it rests on.

    Parameters
    ----------
    prior : float
        From 0 to 1.
    low, high : float
        Interval of nominally 90 %; NaN for a method without one.
    method : str
        A name of `METHODS`.
    n_positive, n_unlabelled : int
        How many documents it rests on.

    Examples
    --------
    >>> PriorEstimate(0.2, 0.1, 0.3, "rank", n_positive=20, n_unlabelled=500).count
    100.0
    """

    prior: float
    low: float
    high: float
    method: str
    n_positive: int
    n_unlabelled: int

    @property
    def count(self) -> float:
        """How many positives there are among the unlabelled."""
        return self.prior * self.n_unlabelled


def rank(positive: ArrayLike, unlabelled: ArrayLike) -> float:
    """Estimate the prior by the ranks of positives among the pile: what `RankPrior` says.

    Parameters
    ----------
    positive, unlabelled : array-like of shape (n_positive,) and (n_unlabelled,)
        Scores; those of positives out of sample.

    Returns
    -------
    float
        Share of positives among the unlabelled, from 0 to 1.

    Examples
    --------
    >>> pile = np.concatenate([np.linspace(4, 6, 100), np.linspace(-3, 1, 900)])
    >>> round(rank(np.linspace(4, 6, 20), pile), 2)
    0.1
    """
    return RankPrior().fit(positive, unlabelled).prior_


#: Each from cross-fitted scores of positives and scores of the pile to the share of positives in the pile.
METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "rank": rank,
        "elkan-noto": elkan_noto,
        "tice": tice,
        "km2": kernel_mean,
        "bbe": best_bin,
        "dedpul": dedpul,
        "spies": spies,
    }
)


def estimate_prior(
    X: Any,
    y: ArrayLike,
    *,
    method: str = "rank",
    scorer: Any = None,
    cv: int = 5,
    random_state: RandomState = 0,
) -> PriorEstimate:
    """Estimate how many of the unlabelled documents are positive.

    Each positive is scored by a model that did not know it for one, and the method looks where they stand.

    Parameters
    ----------
    X : array-like or CSR of shape (n_documents, n_words)
        Counts of words; whatever the scorer takes, if one is given.
    y : array-like of shape (n_documents,)
        1 positive, -1 unlabelled, and 0 for known negatives, which are not counted.
    method : {"rank", "elkan-noto", "tice", "km2", "bbe", "dedpul", "spies"}, default="rank"
        A name of `METHODS`. "rank" is the only one that tells an interval.
    scorer : estimator or None, default=None
        What ranks documents, given y. None takes a strongly regularised logistic regression of positives against
        unlabelled documents (known negatives take no part), on tf-idf weights and a hundred dimensions of latent
        semantics.
    cv : int, default=5
        Folds of positives, see `likewise.selection.cross_fit`.
    random_state : int, RandomState, Generator or None, default=0
        Deals the folds.

    Returns
    -------
    PriorEstimate
        With an interval where the method has one.

    Raises
    ------
    UserError
        If the method is unknown, or there are too few positives to leave one out.

    See Also
    --------
    left_out_scores, prior_from : the two steps of it, to try several methods on the same scores.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = np.vstack([rng.poisson([3, 1, 1], (130, 3)), rng.poisson([0.2, 2, 2], (400, 3))])
    >>> y = np.repeat([1, -1], [30, 500])
    >>> estimate = estimate_prior(X, y)
    >>> estimate.low < 0.2 < estimate.high
    True
    """
    _known(method)
    return prior_from(left_out_scores(X, y, scorer=scorer, cv=cv, random_state=random_state), method)


def left_out_scores(
    X: Any, y: ArrayLike, *, scorer: Any = None, cv: int = 5, random_state: RandomState = 0
) -> CrossFit:
    """Score documents for an estimate of the prior: each positive by a model that did not know it for one.

    Parameters
    ----------
    X, y, scorer, cv, random_state
        As of `estimate_prior`.

    Returns
    -------
    CrossFit
        Scores of the positives and of the unlabelled.

    Examples
    --------
    >>> fitted = left_out_scores([[3, 0], [4, 1], [5, 1], [0, 4], [1, 3]], [1, 1, -1, -1, -1])
    >>> len(fitted.positive), len(fitted.unlabeled), fitted.n_folds
    (2, 3, 2)
    """
    if scorer is None:
        X, y, scorer = _by_default(X, np.asarray(y))
    with one_blas_thread():
        return cross_fit(scorer, X, y, cv=cv, random_state=random_state)


def prior_from(fitted: CrossFit, method: str = "rank") -> PriorEstimate:
    """Estimate the prior from scores that are there already.

    Parameters
    ----------
    fitted : CrossFit
        Scores of positives that were left out, and of the unlabelled.
    method : str, default="rank"
        A name of `METHODS`.

    Returns
    -------
    PriorEstimate
        With an interval where the method has one.

    Raises
    ------
    UserError
        If the method is unknown.

    Examples
    --------
    >>> pile = np.concatenate([np.linspace(4, 6, 100), np.linspace(-3, 1, 900)])
    >>> fitted = CrossFit(np.linspace(4, 6, 20), pile, np.linspace(0.001, 0.1, 20), n_folds=5)
    >>> round(prior_from(fitted, "spies").prior, 2)
    0.1
    """
    sizes = len(fitted.positive), len(fitted.unlabeled)
    if _known(method) == "rank":
        model = RankPrior().fit(fitted.positive, fitted.unlabeled, fitted.ranks)
        return PriorEstimate(model.prior_, model.low_, model.high_, method, *sizes)
    return PriorEstimate(METHODS[method](fitted.positive, fitted.unlabeled), nan, nan, method, *sizes)


def _known(method: str) -> str:
    if method not in METHODS:
        raise UserError(f"there is no method {method!r} to estimate a prior; there are: {', '.join(METHODS)}.")
    return method


def _by_default(X: Any, y: NDArray[Any]) -> tuple[Any, NDArray[Any], Any]:
    """Return what the default scorer learns from, and the scorer.

    Words alone do not connect documents that share none. Both together rank better than either, and strong
    regularisation better than weak. No label enters the features, so that they serve all folds.
    """
    if len(y) != np.shape(X)[0]:
        raise UserError(f"X has {np.shape(X)[0]:,} rows and y {len(y):,} labels; give one label per row.")
    weighted = Weighting("tfidf-log").fit_transform(X if hasattr(X, "tocsr") else np.asarray(X))[y != 0]
    # Words that no document has would only make every vector longer.
    used = np.flatnonzero(np.bincount(weighted.indices, minlength=weighted.shape[1]))
    weighted = weighted[:, used] if len(used) else weighted
    n_dimensions = min(_N_DIMENSIONS, *weighted.shape)
    latent = sparse.csr_array(normalize(weighted @ leading_space(weighted, n_dimensions, _ROUNDS)))
    features = sparse.hstack([weighted, latent], format="csr")
    return features, y[y != 0], LogisticRegression(C=0.01, class_weight="balanced", max_iter=1000)
