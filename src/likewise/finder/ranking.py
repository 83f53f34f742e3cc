"""Texts to a ranking: count the words, fit the estimator, read the scores of the pile."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import has_fit_parameter

from likewise.errors import UserError
from likewise.estimate import Estimate
from likewise.labels import UNLABELLED
from likewise.sklearn_api import InvalidParameterError
from likewise.text import Vectorizer, Weighting
from likewise.text.auto import vectorizer_for

# A document so many times longer than half of the others would have topic models explain it alone.
_LONGEST = 20


@dataclass(frozen=True, eq=False)
class Counted:
    """Counts of the words of the examples and, below them, of the pile.

    Parameters
    ----------
    counts : csr_array of shape (n_examples + n_pile, n_words)
        One row a document, the examples first.
    n_examples : int
        How many rows are examples.
    vectorizer : Vectorizer
        Knows the words of the columns.
    """

    counts: sparse.csr_array
    n_examples: int
    vectorizer: Vectorizer

    @property
    def has_words(self) -> NDArray[np.bool_]:
        """Which rows have any word that counts."""
        return np.diff(self.counts.indptr) > 0


@dataclass(frozen=True, eq=False)
class Ranking:
    """Scores of the pile, and the order that they put it in.

    Parameters
    ----------
    scores : array of shape (n_pile,)
        Higher is likelier; -inf for a document without words.
    probability : array of shape (n_pile,)
        From 0 to 1; NaN for a document without words.
    found : array of bool of shape (n_pile,)
        Which documents the method takes for positive; of those that a person decided, which are.
    order : array of int of shape (n_undecided,)
        Positions in the pile of what nobody has decided, best first; of equal scores the document nearer to the
        examples' mean, then the first.
    notes : tuple of str
        What a person should know of the fit.
    estimate : Estimate or None, default=None
        How many there are among the documents that nobody has decided, of a method that estimates it.
    odd : tuple of int, default=()
        Positions of the examples that are unlike the rest, of a method that tells.
    are_copies : bool, default=False
        Whether most examples are near-copies of each other, of a method that tells.
    """

    scores: NDArray[np.float64]
    probability: NDArray[np.float64]
    found: NDArray[np.bool_]
    order: NDArray[np.intp]
    notes: tuple[str, ...] = ()
    estimate: Estimate | None = None
    odd: tuple[int, ...] = ()
    are_copies: bool = False

    @property
    def decided(self) -> NDArray[np.intp]:
        """Positions in the pile of what a person decided."""
        return np.setdiff1d(np.arange(len(self.found)), self.order)


def count_words(
    examples: Sequence[str],
    pile: Sequence[str],
    vectorizer: Vectorizer | None = None,
    n_jobs: int | None = None,
    language: str | None = None,
) -> Counted:
    """Count the words of the examples and of the pile, with one vocabulary.

    Parameters
    ----------
    examples, pile : sequence of str
        Texts.
    vectorizer : Vectorizer or None, default=None
        How to count; None is `likewise.text.auto.vectorizer_for` these texts.
    n_jobs : int or None, default=None
        Threads of the default vectorizer.
    language : str or None, default=None
        Of the default vectorizer; None finds out.

    Returns
    -------
    Counted
        Counts as float32; those of a document of exceeding length are scaled down.

    Raises
    ------
    UserError
        If no example has a word that counts, or no document of the pile has.

    Examples
    --------
    >>> count_words(["red wine"], ["white wines", "green tea"]).counts.toarray()[:, -1].tolist()
    [1.0, 1.0, 0.0]
    """
    texts = [*examples, *pile]
    vectorizer = vectorizer_for(texts, language, n_jobs) if vectorizer is None else clone(vectorizer)
    counts = vectorizer.fit_transform(texts).astype(np.float32, copy=False)
    counted = Counted(_shortened(counts), len(examples), vectorizer)
    for one, all_of, rows in (
        ("the only example", "examples", slice(None, len(examples))),
        ("the only document of the pile", "documents of the pile", slice(len(examples), None)),
    ):
        if not counted.has_words[rows].any():
            number = len(counted.has_words[rows])
            who = f"{one} has no" if number == 1 else f"none of the {number:,} {all_of} has a"
            raise UserError(
                f"{who} word to compare by; stop words, single characters and words that no other document has do not "
                "count: give longer texts, or more"
            )
    return counted


def _shortened(counts: sparse.csr_array) -> sparse.csr_array:
    """Scale the counts of documents of exceeding length down, and leave all others alone."""
    lengths = np.asarray(counts.sum(axis=1, dtype=np.float64)).ravel()
    longest = _LONGEST * np.median(lengths[lengths > 0]) if lengths.any() else 0.0
    if not (lengths > longest).any():
        return counts
    scale = np.minimum(1.0, longest / np.maximum(lengths, 1.0)).astype(counts.dtype)
    # A word that is there still counts once: its logarithm must not turn negative.
    counts.data = np.maximum(counts.data * np.repeat(scale, np.diff(counts.indptr)), np.minimum(counts.data, 1.0))
    return counts


def rank(
    counted: Counted,
    estimator: Any,
    *,
    decisions: NDArray[np.int64] | None = None,
    extra_vectors: NDArray[Any] | None = None,
) -> Ranking:
    """Fit the estimator to the examples (1) and the pile (-1), and rank the pile.

    Documents without words take no part in the fit and rank last. An estimator with ``training_scores_``,
    ``training_proba_`` and ``transduction_`` is transductive: what it said of the pile at fit is its answer.

    Parameters
    ----------
    counted : Counted
        The documents.
    estimator : estimator
        Not fitted; it is cloned.
    decisions : array of int of shape (n_pile,), or None, default=None
        What a person said of the documents of the pile: 1 yes, 0 no, -1 nothing yet. An estimator whose fit takes
        `decided` is told which documents these are; any other learns from them as from examples, for and against.
    extra_vectors : array of shape (n_examples + n_pile, n_dimensions), or None, default=None
        Dense vectors of the same documents, for an estimator whose fit takes them.

    Returns
    -------
    Ranking
        Of the pile.

    Raises
    ------
    UserError
        If a parameter of the estimator has a value that it cannot have, or it takes no extra vectors.

    Examples
    --------
    >>> from likewise.models.linear import Centroid
    >>> counted = count_words(["red wine, a glass", "a glass of fine wine"], ["green tea", "a glass of wine", "!"])
    >>> ranking = rank(counted, Centroid())
    >>> ranking.order.tolist(), ranking.found.tolist()
    ([1, 0, 2], [False, True, False])
    >>> ranking = rank(counted, Centroid(), decisions=np.array([0, -1, -1]))
    >>> ranking.order.tolist(), ranking.found.tolist()
    ([1, 2], [False, True, False])
    """
    kept, n_examples = counted.has_words, counted.n_examples
    X = counted.counts if kept.all() else counted.counts[kept]
    said = np.full(len(kept) - n_examples, UNLABELLED) if decisions is None else decisions
    y = np.concatenate([np.ones(n_examples, dtype=said.dtype), said])[kept]
    of_pile = (np.arange(len(kept)) >= n_examples)[kept]
    beside = _beside(estimator, of_pile & (y != UNLABELLED), None if extra_vectors is None else extra_vectors[kept])
    estimator = clone(estimator)
    try:
        with warnings.catch_warnings():
            # Nobody at a terminal can act on it; a note below says what matters.
            warnings.simplefilter("ignore", ConvergenceWarning)
            estimator.fit(X, y, **beside)
    except InvalidParameterError as error:
        raise UserError(str(error)) from error
    if hasattr(estimator, "training_scores_"):
        scores = np.asarray(estimator.training_scores_, dtype=np.float64)[of_pile]
        classes, probability = estimator.transduction_[of_pile], estimator.training_proba_[of_pile]
    else:
        rows = X[of_pile]
        scores, classes = estimator.decision_function(rows), estimator.predict(rows)
        probability = estimator.predict_proba(rows)[:, 1]
    with_words = kept[n_examples:]
    all_scores = _spread(scores, with_words, -np.inf)
    found = _spread(classes == estimator.classes_[1], with_words, False).astype(bool)
    order = np.lexsort((-_likeness(counted), -all_scores))
    return Ranking(
        scores=all_scores,
        probability=_spread(probability, with_words, np.nan),
        found=np.where(said == UNLABELLED, found, said == 1),
        order=order[said[order] == UNLABELLED],
        notes=_notes(estimator),
        estimate=getattr(estimator, "estimate_", None),
        odd=tuple(np.flatnonzero(kept[:n_examples])[np.flatnonzero(getattr(estimator, "odd_", ()))].tolist()),
        are_copies=bool(getattr(estimator, "are_copies_", False)),
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


def _likeness(counted: Counted) -> NDArray[np.float64]:
    """Return the similarity of each document of the pile to the examples' mean, to settle ties: topics saturate."""
    weighted = Weighting("tfidf-log").fit_transform(counted.counts)
    mean = weighted[: counted.n_examples].mean(axis=0)
    # Rounded, so that documents which differ by nothing but the order of a sum stand in the order of the pile.
    result: NDArray[np.float64] = np.round(weighted[counted.n_examples :] @ mean, 9)
    return result


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
