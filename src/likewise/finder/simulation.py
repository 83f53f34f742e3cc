"""What would have happened: hide most labels of a labelled pile, search, and compare with the truth."""

from collections import Counter
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from likewise.errors import UserError
from likewise.finder.estimators import DEFAULT_METHOD
from likewise.finder.finder import Finder
from likewise.finder.stages import Callback
from likewise.metrics import average_precision, precision_recall_f1


def simulate(
    texts: Sequence[str],
    labels: Sequence[Any] | None,
    positive: str,
    n_examples: int,
    method: str = DEFAULT_METHOD,
    seed: int = 0,
    *,
    params: Mapping[str, Any] | None = None,
    n_jobs: int | None = None,
    callback: Callback | None = None,
) -> dict[str, Any]:
    """Show a few documents of one label, search all the others, and say how good the answer is.

    Parameters
    ----------
    texts : sequence of str
        The documents.
    labels : sequence of str, or of lists of str
        The label of each, or its labels.
    positive : str
        The label to search for.
    n_examples : int
        How many documents of that label are shown, chosen at random.
    method : str, default=DEFAULT_METHOD
        A name of `likewise.registry.names()`.
    seed : int, default=0
        Of the choice and of the method.
    params : mapping or None, default=None
        Parameters of the method.
    n_jobs : int or None, default=None
        Threads; the result does not depend on it.
    callback : callable or None, default=None
        As in `Finder`.

    Returns
    -------
    dict
        `precision`, `recall`, `f1` and `ap` (average precision) on the documents that were not shown, `n_predicted`
        and `n_positive` among them, `seconds`, and `method`.

    Raises
    ------
    UserError
        If there are no labels, or too few documents have the one searched for.

    Examples
    --------
    >>> texts = ["a glass of wine", "wine in a glass", "a wine glass", "tea", "green tea", "tea pot"]
    >>> outcome = simulate(texts, ["wine"] * 3 + ["tea"] * 3, "wine", 1, "centroid")
    >>> outcome["n_positive"], outcome["f1"]
    (2, 1.0)
    """
    if labels is not None and len(labels) != len(texts):
        raise UserError(f"there are {len(labels):,} labels for {len(texts):,} documents; give one a document")
    truth, shown, hidden = choose_examples(labels, positive, n_examples, seed)
    start = perf_counter()
    finder = Finder(method, params=params, random_state=seed, n_jobs=n_jobs, callback=callback)
    _, ranking = finder.rank([texts[row] for row in shown], [texts[row] for row in hidden])
    seconds = perf_counter() - start
    quality = precision_recall_f1(truth[hidden], ranking.found)
    # By the ranks that a person would read down, ties settled.
    place = np.empty(len(hidden))
    place[ranking.order] = np.arange(len(hidden))
    return {
        **quality._asdict(),
        "ap": average_precision(truth[hidden], -place),
        "n_predicted": int(ranking.found.sum()),
        "n_positive": int(truth[hidden].sum()),
        "seconds": round(seconds, 3),
        "method": method,
    }


def choose_examples(
    labels: Sequence[Any] | None, positive: str, n_examples: int, seed: int
) -> tuple[NDArray[np.bool_], NDArray[np.intp], NDArray[np.intp]]:
    """Choose documents of a label at random, to be shown as examples.

    Parameters
    ----------
    labels : sequence of str, or of lists of str
        The label of each document, or its labels.
    positive : str
        The label to search for.
    n_examples : int
        How many to choose.
    seed : int
        Of the choice.

    Returns
    -------
    truth : array of bool
        Which documents have the label.
    shown, hidden : array of int
        The rows chosen, and all the others.

    Raises
    ------
    UserError
        If there are no labels, or too few documents have the one searched for.

    Examples
    --------
    >>> truth, shown, hidden = choose_examples(["wine", ["tea", "wine"], "tea"], "wine", 1, seed=0)
    >>> truth.tolist(), len(shown), len(hidden)
    ([True, True, False], 1, 2)
    """
    if labels is None:
        raise UserError("the documents have no labels; give one a document")
    truth = _has_label(labels, positive)
    candidates = np.flatnonzero(truth)
    if n_examples < 1:
        raise UserError(f"the number of examples must be at least 1; it is {n_examples}")
    if len(candidates) == 1:
        raise UserError(f"only one document has the label {positive!r}, so none is left to find; choose another label")
    if len(candidates) <= n_examples:
        raise UserError(
            f"only {len(candidates):,} documents have the label {positive!r}, and {n_examples:,} examples leave none "
            f"to find; show at most {len(candidates) - 1:,}, or choose another label"
        )
    shown = np.sort(np.random.default_rng(seed).choice(candidates, n_examples, replace=False))
    return truth, shown, np.setdiff1d(np.arange(len(truth)), shown)


def _has_label(labels: Sequence[Any], positive: str) -> NDArray[np.bool_]:
    """Tell which documents have the label."""
    several = [[] if label is None else [label] if isinstance(label, str) else list(label) for label in labels]
    truth = np.array([positive in own for own in several], dtype=bool)
    if not truth.any():
        counts = Counter(label for own in several for label in own)
        common = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        listed = ", ".join(f"{label or repr(label)} ({number:,})" for label, number in common[:10]) or "none at all"
        more = f" and {len(common) - 10:,} more" if len(common) > 10 else ""
        raise UserError(f"no document has the label {positive!r}; there are: {listed}{more}")
    return truth
