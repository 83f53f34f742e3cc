"""Simulate a screening loop on labelled documents: a method ranks, the truth answers, the method ranks again."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from likewise.errors import UserError
from likewise.evaluate.method_replay import replay_method
from likewise.evaluate.repeats import check_n_jobs, run_repeats
from likewise.evaluate.simulation import SHARES, check_examples
from likewise.evaluate.stopping import stop_by_all_rules
from likewise.finder.estimators import DEFAULT_METHOD
from likewise.progress import Progress, report_stage

#: Figures that have a mean and a spread over several starts.
FIGURES = (
    "wss95", "wss95_asreview", "recall10", "recall20", "atd", "n95", "n_last", "n_answers", "rerank_seconds",
)  # fmt: skip


def simulate_loop(
    texts: Sequence[str],
    labels: Sequence[Any] | None,
    positive: str,
    n_examples: int,
    methods: Sequence[str] = (DEFAULT_METHOD,),
    seed: int = 0,
    *,
    batch: int = 10,
    audit: float | None = None,
    repeats: int = 1,
    params: Mapping[str, Any] | None = None,
    n_jobs: int | None = None,
    callback: Progress | None = None,
) -> dict[str, Any]:
    """Screen labelled documents in a loop by one or several methods, and say how soon everything is found.

    Parameters
    ----------
    texts : sequence of str
        The documents.
    labels : sequence of str, or of lists of str
        The label of each, or its labels.
    positive : str
        The label of the relevant documents.
    n_examples : int
        How many of them are known at the start, chosen at random; they are not counted.
    methods : sequence of str, default=(DEFAULT_METHOD,)
        Names of `likewise.registry.names()`; all of them have the same starts.
    seed : int, default=0
        Random seed of the choice, of the methods and of audits; repeats have this seed and those after it.
    batch : int, default=10
        How many documents are read between two rankings.
    audit : float or None, default=None
        Share of the pile that is drawn at random at the start and answered, for the rule that stops by it.
    repeats : int, default=1
        How many times to choose and screen.
    params : mapping or None, default=None
        Parameters of the method, if there is one.
    n_jobs : int or None, default=None
        Processors; the result does not depend on it.
    callback : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    dict
        As `simulate_loop_once` returns it of the first method; of several repeats as `average_loops` makes it. Of
        several methods there is also `methods`, a list of the same of each.

    Raises
    ------
    UserError
        If there are no labels, too few documents have the one searched for, or a number makes no sense.

    Examples
    --------
    >>> texts = ["a glass of wine", "wine in a glass", "a wine glass", "tea", "green tea", "tea pot"]
    >>> outcome = simulate_loop(texts, ["wine"] * 3 + ["tea"] * 3, "wine", 1, ["centroid", "likewise"], batch=1)
    >>> outcome["method"], outcome["n95"], [one["method"] for one in outcome["methods"]]
    ('centroid', 2, ['centroid', 'likewise'])
    """
    check_loop(batch, audit, repeats)
    check_n_jobs(n_jobs)
    check_examples(texts, labels, positive, n_examples)
    calls = [
        (labels, positive, n_examples, method, seed + number, batch, audit, params)
        for method in methods
        for number in range(repeats)
    ]
    if len(calls) == 1:
        return simulate_loop_once(texts, *calls[0], n_jobs=n_jobs, callback=callback)
    report_stage(callback, "fitting")
    outcomes = run_repeats(simulate_loop_once, texts, calls, n_jobs=n_jobs, callback=callback)
    by_method = [outcomes[first : first + repeats] for first in range(0, len(outcomes), repeats)]
    averaged = [average_loops(some) if repeats > 1 else some[0] for some in by_method]
    return averaged[0] if len(averaged) == 1 else {**averaged[0], "methods": averaged}


def check_loop(batch: int, audit: float | None, repeats: int) -> None:
    """Refuse numbers that no loop can have.

    Parameters
    ----------
    batch, audit, repeats
        As in `simulate_loop`.

    Raises
    ------
    UserError
        If one makes no sense.

    Examples
    --------
    >>> check_loop(0, None, 1)
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: a batch has at least 1 document, not 0
    """
    if batch < 1:
        raise UserError(f"a batch has at least 1 document, not {batch}", parameter="batch")
    if repeats < 1:
        raise UserError(f"the number of repeats must be at least 1; it is {repeats}", parameter="repeats")
    if audit is not None and not 0 < audit <= 1:
        raise UserError(f"an audit is a share of the pile, above 0 and at most 1, not {audit}", parameter="audit")


def simulate_loop_once(
    texts: Sequence[str],
    labels: Sequence[Any] | None,
    positive: str,
    n_examples: int,
    method: str,
    seed: int,
    batch: int = 10,
    audit: float | None = None,
    params: Mapping[str, Any] | None = None,
    *,
    n_jobs: int | None = None,
    callback: Progress | None = None,
) -> dict[str, Any]:
    """Screen once by one method.

    Parameters
    ----------
    texts, labels, positive, n_examples, method, seed, batch, audit, params, n_jobs, callback
        As in `simulate_loop`.

    Returns
    -------
    dict
        - `method` and `seed`;
        - the figures of `likewise.metrics.reading_loop.LoopFigures`;
        - `n_answers`, answers spent until everything was found, and `rerank_seconds`, the median time of a ranking;
        - `recall_curve`, pairs of the share read and the share found;
        - `stops`, where each rule would have stopped: `rule`, `n_answers`, `recall`, `enough` and `stopped`.

    Examples
    --------
    >>> simulate_loop_once(["red wine", "fine wine", "tea"], ["wine", "wine", "tea"], "wine", 1, "centroid", 0)["n95"]
    1
    """
    loop = replay_method(
        texts, labels, positive, n_examples, method, seed,
        batch=batch, params=params, n_jobs=n_jobs, until_advised=True, callback=callback,
    )  # fmt: skip
    figures = loop.figures
    n_read = np.arange(loop.n_pile + 1)
    found = np.searchsorted(loop.places, n_read, side="right") / loop.n_positive
    return {
        "method": method,
        "seed": seed,
        **figures._asdict(),
        "n_answers": min(-(-figures.n_last // batch) * batch, loop.n_pile),
        "rerank_seconds": loop.rerank_seconds,
        "recall_curve": [[share, float(np.interp(share * loop.n_pile, n_read, found))] for share in SHARES],
        "stops": [stop._asdict() for stop in stop_by_all_rules(loop, seed, audit)],
    }


def average_loops(outcomes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Average the outcomes of one method over several starts.

    Parameters
    ----------
    outcomes : sequence of mapping
        As `simulate_loop_once` returns them.

    Returns
    -------
    dict
        The same keys with means; `enough` and `stopped` of a rule are shares of the starts. And `spread`, a dict of
        standard deviations, and `repeats`, the outcomes.

    Examples
    --------
    >>> texts, labels = ["red wine", "fine wine", "wine", "tea"], ["wine", "wine", "wine", "tea"]
    >>> average_loops([simulate_loop_once(texts, labels, "wine", 1, "centroid", seed) for seed in (0, 1)])["n_last"]
    2.0
    """

    def mean(values: Sequence[Any]) -> float:
        return float(np.mean(np.asarray(values, dtype=np.float64)))

    stops = [
        {"rule": same[0]["rule"], **{key: mean([stop[key] for stop in same]) for key in same[0] if key != "rule"}}
        for same in zip(*(outcome["stops"] for outcome in outcomes), strict=True)
    ]
    curves = zip(*(outcome["recall_curve"] for outcome in outcomes), strict=True)
    return {
        **outcomes[0],
        **{key: mean([outcome[key] for outcome in outcomes]) for key in FIGURES},
        "recall_curve": [[points[0][0], mean([found for _, found in points])] for points in curves],
        "stops": stops,
        "spread": {key: float(np.std([outcome[key] for outcome in outcomes], ddof=1)) for key in FIGURES},
        "repeats": [dict(outcome) for outcome in outcomes],
    }
