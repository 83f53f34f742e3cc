"""Repeats of one search: run in parallel, and averaged with their spread."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from joblib import Parallel, delayed, effective_n_jobs

from likewise.errors import UserError
from likewise.progress import Progress, Stage

Answer = TypeVar("Answer")

#: What has a mean and a spread over repeats, where every repeat has it.
FIGURES = (
    *("precision", "recall", "f1", "f1_oracle", "ap", "wss95", "atd", "n_predicted"),
    *("count", "count_low", "count_high", "count_error", "seconds"),
)
# Characters to be searched in all; with fewer, starting another process takes longer than the work.
_WORTH_A_PROCESS = 5_000_000


def check_n_jobs(n_jobs: int | None) -> None:
    """Refuse 0 jobs, which means nothing.

    Examples
    --------
    >>> check_n_jobs(0)
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: the number of jobs is 1 or more, or -1 for one per processor; it is 0
    """
    if n_jobs == 0:
        raise UserError("the number of jobs is 1 or more, or -1 for one per processor; it is 0", parameter="n_jobs")


def run_repeats(
    search: Callable[..., Answer],
    texts: Sequence[str],
    calls: Sequence[tuple[Any, ...]],
    *,
    n_jobs: int | None = None,
    callback: Progress | None = None,
) -> list[Answer]:
    """Call a search many times on the same texts, in processes where that pays.

    Parameters
    ----------
    search : callable
        Called as ``search(texts, *call, n_jobs=…)``; other processes must be able to import it.
    texts : sequence of str
        The documents.
    calls : sequence of tuple
        The other arguments of each call.
    n_jobs : int or None, default=None
        Processors; those that no process needs are threads inside of each. The answers do not depend on it.
    callback : callable or None, default=None
        Called after each call with a `Stage` that says how many are made, of how many.

    Returns
    -------
    list
        The answers, in the order of the calls.

    Raises
    ------
    UserError
        If `n_jobs` is 0.

    Examples
    --------
    >>> run_repeats(lambda texts, word, n_jobs: sum(word in text for text in texts), ["a", "ab"], [("a",), ("b",)])
    [2, 1]
    """
    check_n_jobs(n_jobs)
    n_processors = effective_n_jobs(n_jobs)
    is_worth_it = sum(map(len, texts)) * len(calls) >= _WORTH_A_PROCESS
    n_processes = min(n_processors, len(calls)) if is_worth_it else 1
    jobs = (delayed(search)(texts, *call, n_jobs=max(1, n_processors // n_processes)) for call in calls)
    answers: list[Answer] = []
    # Processes and not threads, since which warnings are ignored is one setting for all threads.
    for answer in Parallel(n_jobs=n_processes, return_as="generator")(jobs):
        answers.append(answer)
        if callback is not None:
            callback(Stage("fitting", len(answers), len(calls)))
    return answers


def average_repeats(outcomes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Average the outcomes of several repeats.

    Parameters
    ----------
    outcomes : sequence of mapping
        As `likewise.evaluate.simulate` returns them for one repeat, of one method and label.

    Returns
    -------
    dict
        The same keys with means over the repeats, None where a repeat has no figure: a mean over the others would
        flatter. `covered` is the share of repeats whose interval holds the truth, `verdict` the most frequent, `seed`
        the first. And `spread`, a dict of standard deviations, None of a single repeat, and `repeats`, the outcomes.

    Examples
    --------
    >>> one = dict.fromkeys(FIGURES, 0.5) | {"covered": None, "verdict": None, "recall_at": {"10": 0.2}}
    >>> one |= {"recall_curve": [[0.0, 0.0], [1.0, 1.0]], "seed": 3}
    >>> both = average_repeats([one, one | {"f1": 0.7, "seed": 4}])
    >>> both["f1"], round(both["spread"]["f1"], 3), both["seed"], both["covered"]
    (0.6, 0.141, 3, None)
    """
    first = outcomes[0]

    def each(key: str) -> list[Any]:
        return [outcome[key] for outcome in outcomes]

    recalls = {k: [found[k] for found in each("recall_at")] for k in first["recall_at"]}
    return {
        **first,
        **{key: _mean(each(key)) for key in (*FIGURES, "covered")},
        "recall_at": {k: _mean(values) for k, values in recalls.items()},
        "recall_curve": [
            [points[0][0], float(np.mean([found for _, found in points]))]
            for points in zip(*each("recall_curve"), strict=True)
        ],
        "verdict": Counter(each("verdict")).most_common(1)[0][0],
        "spread": {
            **{key: _deviation(each(key)) for key in FIGURES},
            "recall_at": {k: _deviation(values) for k, values in recalls.items()},
        },
        "repeats": [dict(outcome) for outcome in outcomes],
    }


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if len(known) == len(values) else None


def _deviation(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.std(known, ddof=1)) if len(known) == len(values) > 1 else None
