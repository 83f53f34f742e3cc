"""A collection to a ranking: fit the estimator, or judge what is prepared for it, and read the scores of the pile."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from likewise.engine import Likewise
from likewise.errors import UserError
from likewise.estimate import Estimate
from likewise.finder.collection import Collection
from likewise.fitting import without_convergence_warnings
from likewise.labels import UNLABELLED
from likewise.sklearn_api import InvalidParameterError

#: The level of an interval when there is nothing left to estimate.
_CERTAIN = 1.0


@dataclass(frozen=True, eq=False)
class Ranking:
    """Scores of the pile, and the order that they put it in.

    Parameters
    ----------
    scores : array of shape (n_ranked,)
        Higher is likelier; -inf for a document without words.
    probability : array of shape (n_ranked,)
        From 0 to 1; NaN for a document without words.
    found : array of bool of shape (n_ranked,)
        Which documents the method takes for positive; of those that a person decided, which are.
    order : array of int of shape (n_undecided,)
        Places of what nobody has decided, best first; of equal scores the document nearer to the examples' mean, then
        the first.
    notes : tuple of str
        What a person should know of the fit.
    estimate : Estimate or None, default=None
        How many there are among the documents that nobody has decided, of a method that estimates it.
    odd : tuple of int, default=()
        Places of the examples that are unlike the rest, of a method that tells.
    are_copies : bool, default=False
        Whether most examples are near-copies of each other, of a method that tells.

    Examples
    --------
    >>> ranking = Ranking(np.array([0.5, 2.0]), np.array([0.6, 0.9]), np.array([True, True]), np.array([1]), ())
    >>> ranking.decided.tolist()
    [0]
    """

    scores: NDArray[np.float64]
    probability: NDArray[np.float64]
    found: NDArray[np.bool_]
    order: NDArray[np.intp]
    notes: tuple[str, ...]
    estimate: Estimate | None = None
    odd: tuple[int, ...] = ()
    are_copies: bool = False

    @property
    def decided(self) -> NDArray[np.intp]:
        """Places of what a person has decided."""
        undecided = np.zeros(len(self.scores), dtype=bool)
        undecided[self.order] = True
        return np.flatnonzero(~undecided)


def rank(
    collection: Collection,
    estimator: Any,
    decisions: NDArray[np.int64] | None = None,
    unsure: NDArray[np.bool_] | None = None,
    refused: NDArray[np.intp] | None = None,
) -> Ranking:
    """Fit the estimator to the examples (1) and the pile (-1), and rank the pile.

    Documents without words take no part in the fit and rank last. An estimator with ``training_scores_``,
    ``training_proba_`` and ``transduction_`` is transductive: what it said of the pile at fit is its answer.

    Parameters
    ----------
    collection : Collection
        The documents.
    estimator : estimator
        Not fitted; it is cloned.
    decisions : array of int of shape (n_ranked,), or None, default=None
        What a person said of the documents that are ranked: 1 yes, 0 no, -1 nothing yet. An estimator whose fit takes
        `decided` is told which documents these are; any other learns from them as from examples, for and against.
    unsure : array of bool of shape (n_ranked,), or None, default=None
        Which of the others a person is unsure of; only the default method makes something of it.
    refused : array of int, or None, default=None
        Places of examples that a person said no to: the estimator learns from them as from any other no.

    Returns
    -------
    Ranking
        Of the documents that are not examples.

    Raises
    ------
    UserError
        If a parameter of the estimator has a value that it cannot have, or it takes no extra vectors.

    Examples
    --------
    >>> from likewise.finder import collect
    >>> from likewise.models.linear import Centroid
    >>> collection = collect(["red wine, a glass", "a glass of fine wine"], ["green tea", "a glass of wine", "!"])
    >>> ranking = rank(collection, Centroid())
    >>> ranking.order.tolist(), ranking.found.tolist()
    ([1, 0, 2], [False, True, False])
    >>> ranking = rank(collection, Centroid(), decisions=np.array([0, -1, -1]))
    >>> ranking.order.tolist(), ranking.found.tolist()
    ([1, 2], [False, True, False])
    """
    counted = collection.counted
    kept, n_examples = counted.has_words, counted.n_examples
    given = np.full(len(kept) - n_examples, UNLABELLED) if decisions is None else decisions
    is_example = np.ones(n_examples, dtype=bool)
    is_example[[] if refused is None else refused] = False
    y = np.concatenate([is_example.astype(given.dtype), given])[kept]
    of_pile = (np.arange(len(kept)) >= n_examples)[kept]
    estimator = clone(estimator)
    doubtful = np.concatenate([np.zeros(n_examples, dtype=bool), unsure])[kept] if unsure is not None else None
    scores, classes, probability = _fitted(collection, estimator, y, of_pile, doubtful)
    with_words = kept[n_examples:]
    all_scores = _spread(scores, with_words, -np.inf)
    found = _spread(classes == estimator.classes_[1], with_words, False).astype(bool)
    estimate: Estimate | None = getattr(estimator, "estimate_", None)
    if estimate is not None and estimate.verdict == "none":
        found[:] = False  # where there are probably none, none is suggested
    order = np.lexsort((-collection.similarity, -all_scores))
    return Ranking(
        scores=all_scores,
        probability=_spread(probability, with_words, np.nan),
        found=np.where(given == UNLABELLED, found, given == 1),
        order=order[given[order] == UNLABELLED],
        notes=_notes(estimator),
        estimate=estimate,
        odd=tuple(
            np.flatnonzero(kept[:n_examples] & is_example)[np.flatnonzero(getattr(estimator, "odd_", ()))].tolist()
        ),
        are_copies=bool(getattr(estimator, "are_copies_", False)),
    )


def rank_nothing(decisions: NDArray[np.int64]) -> Ranking:
    """Make the ranking of documents that a person has decided, all of them: nothing is left to rank.

    Parameters
    ----------
    decisions : array of int of shape (n_ranked,)
        1 yes, 0 no.

    Returns
    -------
    Ranking
        Without an order; none are left.

    Examples
    --------
    >>> rank_nothing(np.array([1, 0])).estimate.count
    0.0
    """
    nothing = np.zeros(1)
    unknown = np.full(len(decisions), np.nan)
    return Ranking(
        scores=unknown,
        probability=unknown,
        found=decisions == 1,
        order=np.empty(0, dtype=np.intp),
        notes=("every document of the pile is decided: nothing is left to rank",),
        estimate=Estimate(
            0.0,
            0.0,
            0.0,
            _CERTAIN,
            n_pile=0,
            n_taken=0,
            assumption="every document is decided",
            places=nothing,
            good=nothing,
            missed_low=nothing,
            missed_high=nothing,
            lower=nothing,
            upper=nothing,
        ),
    )


def _fitted(
    collection: Collection,
    estimator: Any,
    y: NDArray[np.int64],
    of_pile: NDArray[np.bool_],
    unsure: NDArray[np.bool_] | None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Fit the estimator; return scores, classes and probabilities of the rows of the pile."""
    decided = (of_pile & (y != UNLABELLED)) | (y == 0)
    if isinstance(estimator, Likewise):
        # Only what labels change is worked out again.
        prepared = collection.prepare(profile=estimator.profile, **estimator.preparation())
        estimator.fit_prepared(prepared, y, decided=decided if decided.any() else None, unsure=unsure)
    else:
        counts, kept = collection.counted.counts, collection.counted.has_words
        X = counts if kept.all() else counts[kept]
        vectors = None if collection.extra_vectors is None else collection.extra_vectors[kept]
        beside = _beside(estimator, decided, vectors)
        try:
            with without_convergence_warnings():  # nobody at a terminal can act on it; a note says what matters
                estimator.fit(X, y, **beside)
        except InvalidParameterError as error:
            raise UserError(str(error)) from error
        if not hasattr(estimator, "training_scores_"):
            rows = X[of_pile]
            return estimator.decision_function(rows), estimator.predict(rows), estimator.predict_proba(rows)[:, 1]
    return (
        np.asarray(estimator.training_scores_, dtype=np.float64)[of_pile],
        estimator.transduction_[of_pile],
        estimator.training_proba_[of_pile],
    )


def _beside(estimator: Any, decided: NDArray[np.bool_], extra_vectors: NDArray[Any] | None) -> dict[str, Any]:
    """Return what an estimator's fit is given beside counts and labels."""
    beside: dict[str, Any] = {}
    if extra_vectors is not None:
        if not has_fit_parameter(estimator, "extra_vectors"):
            raise UserError(f"{type(estimator).__name__} takes no extra_vectors; leave them out, or use the default")
        beside["extra_vectors"] = extra_vectors
    if decided.any() and has_fit_parameter(estimator, "decided"):
        beside["decided"] = decided
    return beside


def _spread(values: Any, where: NDArray[np.bool_], default: float) -> NDArray[np.float64]:
    """Put values where they belong, and the default elsewhere."""
    result = np.full(len(where), default, dtype=np.float64)
    result[where] = values
    return result


def _notes(estimator: Any) -> tuple[str, ...]:
    fitted = getattr(estimator, "transformer_", estimator)
    if getattr(fitted, "stop_reason_", "") == "diverged":
        stopped = f"{type(fitted).__name__} stopped after {fitted.n_iter_} iterations because its objective fell"
        return (f"{stopped}; the ranking may be poor, try another seed or method",)
    return ()
