"""Simulate a search: hide most labels of labelled documents, search, and compare with the truth."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from likewise.errors import UserError
from likewise.estimate import Estimate
from likewise.evaluate.repeats import average_repeats, check_n_jobs, run_repeats
from likewise.finder.collecting import collect_texts
from likewise.finder.estimators import DEFAULT_METHOD, make_estimator
from likewise.finder.ranking import rank
from likewise.metrics import atd, average_precision, best_f1, precision_recall_f1, recall_at, recall_curve, wss
from likewise.progress import Progress, report_stage

#: Numbers of documents read at which recall is reported, where the pile has more.
PLACES = (10, 100, 1000)
#: Shares of the pile at which the recall curve is reported: close together at the top, where it bends.
SHARES = (0.0, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def simulate(
    texts: Sequence[str],
    labels: Sequence[Any] | None,
    positive: str,
    n_examples: int,
    method: str = DEFAULT_METHOD,
    seed: int = 0,
    *,
    repeats: int = 1,
    params: Mapping[str, Any] | None = None,
    n_jobs: int | None = None,
    callback: Progress | None = None,
) -> dict[str, Any]:
    """Show a few documents of one label, search all the others, and score the answer.

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
        Random seed of the choice and of the method; the repeats have this seed and those after it.
    repeats : int, default=1
        How many times to choose and search.
    params : mapping or None, default=None
        Parameters of the method.
    n_jobs : int or None, default=None
        Processors; the result does not depend on it.
    callback : callable or None, default=None
        As in `Finder`; of several repeats it is called with how many are done.

    Returns
    -------
    dict
        All on the documents that were not shown.

        - at the method's own cut-off `precision`, `recall` and `f1`, and `n_predicted` above it;
        - of the ranking `ap` (average precision), `f1_oracle` (at the cut-off that is best in hindsight), `wss95` (work
          saved over sampling), `atd` (average time to discovery), `recall_at` (from "10", "100", … documents read to
          the share found) and `recall_curve` (pairs of the share read and the share found);
        - of the estimated number `count`, `count_low`, `count_high`, `count_error` (as a share of the true number),
          `covered` (whether the interval holds it) and `verdict`; None of a method that estimates nothing;
        - `n_positive` and `n_pile`, `seconds`, `method` and `seed`.

        Of several repeats the result is what `likewise.evaluate.repeats.average_repeats` makes of them: means under the
        same keys, `spread` and `repeats`.

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
    >>> several = simulate(texts, ["wine"] * 3 + ["tea"] * 3, "wine", 1, "centroid", repeats=3)
    >>> several["f1"], several["spread"]["f1"], [repeat["seed"] for repeat in several["repeats"]]
    (1.0, 0.0, [0, 1, 2])
    """
    if repeats < 1:
        raise UserError(f"the number of repeats must be at least 1; it is {repeats}", parameter="repeats")
    check_n_jobs(n_jobs)
    searched = (labels, positive, n_examples, method)
    if repeats == 1:
        return simulate_once(texts, *searched, seed, params, n_jobs=n_jobs, callback=callback)
    check_examples(texts, labels, positive, n_examples)
    calls = [(*searched, seed + number, params) for number in range(repeats)]
    return average_repeats(run_repeats(simulate_once, texts, calls, n_jobs=n_jobs, callback=callback))


def simulate_once(
    texts: Sequence[str],
    labels: Sequence[Any] | None,
    positive: str,
    n_examples: int,
    method: str,
    seed: int,
    params: Mapping[str, Any] | None = None,
    *,
    n_jobs: int | None = None,
    callback: Progress | None = None,
) -> dict[str, Any]:
    """Choose examples, search and compare with the truth, once.

    Parameters
    ----------
    texts, labels, positive, n_examples, method, seed, params, n_jobs, callback
        As in `simulate`.

    Returns
    -------
    dict
        As `simulate` returns it for one repeat.

    Examples
    --------
    >>> simulate_once(["red wine", "fine wine", "tea"], ["wine", "wine", "tea"], "wine", 1, "centroid", 0)["atd"]
    0.5
    """
    check_examples(texts, labels, positive, n_examples)
    truth, shown, hidden = choose_examples(labels, positive, n_examples, seed)
    start = perf_counter()
    estimator = make_estimator(method, params, random_state=seed, n_jobs=n_jobs, callback=callback)
    report_stage(callback, "counting")
    collection = collect_texts([texts[row] for row in shown], [texts[row] for row in hidden], n_jobs=n_jobs)
    report_stage(callback, "fitting")
    ranking = rank(collection, estimator)
    seconds = perf_counter() - start
    right = truth[hidden]
    # By the places that a person would read down, ties settled.
    score = np.empty(len(hidden))
    score[ranking.order] = -np.arange(len(hidden), dtype=np.float64)
    n_read, recall = recall_curve(right, score)
    return {
        **precision_recall_f1(right, ranking.found)._asdict(),
        "f1_oracle": best_f1(right, score),
        "ap": average_precision(right, score),
        "wss95": wss(right, score),
        "atd": atd(right, score),
        "recall_at": {str(k): recall_at(right, score, k) for k in PLACES if k < len(hidden)},
        "recall_curve": [[at, float(np.interp(at * len(hidden), n_read, recall))] for at in SHARES],
        **_of_estimate(ranking.estimate, int(right.sum())),
        "n_predicted": int(ranking.found.sum()),
        "n_positive": int(right.sum()),
        "n_pile": len(hidden),
        "seconds": round(seconds, 3),
        "method": method,
        "seed": seed,
    }


def _of_estimate(estimate: Estimate | None, n_positive: int) -> dict[str, Any]:
    """Compare an estimated number with the true one."""
    if estimate is None:
        return dict.fromkeys(("count", "count_low", "count_high", "count_error", "covered", "verdict"))
    return {
        "count": float(estimate.count),
        "count_low": float(estimate.low),
        "count_high": float(estimate.high),
        "count_error": float(abs(estimate.count - n_positive) / n_positive),
        "covered": bool(estimate.low <= n_positive <= estimate.high),
        "verdict": estimate.verdict,
    }


def check_examples(texts: Sequence[str], labels: Sequence[Any] | None, positive: str, n_examples: int) -> None:
    """Refuse labels that examples cannot be chosen by, whatever the seed.

    Parameters
    ----------
    texts, labels, positive, n_examples
        As in `simulate`.

    Raises
    ------
    UserError
        If there are no labels or not one a document, or too few documents have the one searched for.

    Examples
    --------
    >>> check_examples(["red wine", "tea"], ["wine"], "wine", 1)
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there are 1 labels for 2 documents; give one per document
    """
    if labels is not None and len(labels) != len(texts):
        raise UserError(f"there are {len(labels):,} labels for {len(texts):,} documents; give one per document")
    choose_examples(labels, positive, n_examples, seed=0)


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
        raise UserError("the documents have no labels; give one per document")
    truth = _has_label(labels, positive)
    candidates = np.flatnonzero(truth)
    if n_examples < 1:
        raise UserError(f"the number of examples must be at least 1; it is {n_examples}", parameter="n_examples")
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
    """Say which documents have the label."""
    several = [_names(label) for label in labels]
    truth = np.array([str(positive) in own for own in several], dtype=bool)
    if not truth.any() and (number := _as_number(str(positive))) is not None:
        # A column of numbers with gaps comes out of other programs as 1.0, and a person says 1.
        truth = np.array([number in map(_as_number, own) for own in several], dtype=bool)
    if not truth.any():
        counts = Counter(label for own in several for label in own)
        common = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        listed = ", ".join(f"{label or repr(label)} ({number:,})" for label, number in common[:10]) or "none at all"
        more = f" and {len(common) - 10:,} more" if len(common) > 10 else ""
        raise UserError(f"no document has the label {positive!r}; there are: {listed}{more}", parameter="positive")
    return truth


def _as_number(label: str) -> float | None:
    """Return the number that a label is, if it is one."""
    try:
        return float(label)
    except ValueError:
        return None


def _names(label: Any) -> list[str]:
    """Return a document's labels as strings: none, one, or several."""
    if label is None:
        return []
    return [str(label)] if isinstance(label, str) or not isinstance(label, Iterable) else [str(one) for one in label]
