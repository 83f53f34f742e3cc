"""Compare methods: all of them on the same repeats, with paired tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from likewise.errors import UserError
from likewise.evaluate.repeats import average_repeats, run_repeats
from likewise.evaluate.simulation import check_examples, simulate_once
from likewise.finder.estimators import DEFAULT_METHOD, make_estimator
from likewise.metrics import paired_wilcoxon
from likewise.progress import Progress

#: Compared where none are named: the default, and the best of every family that searches 20,000 documents in seconds
#: (docs/simulations.md); the centroid is what anybody would try first.
COMPARED = tuple(
    dict.fromkeys(
        (DEFAULT_METHOD, "lsi", "ss-plsa-mem", "tsvm", "bagging-pu", "i-em", "mpck-means", "centroid"),
    )
)
#: What is reported of a method, as a mean and a spread.
MEASURES = ("f1", "f1_oracle", "precision", "recall", "ap", "wss95", "atd", "count_error", "covered", "seconds")


def compare(
    texts: Sequence[str],
    labels: Sequence[Any] | None,
    positive: str,
    n_examples: int,
    methods: Sequence[str] | None = None,
    seed: int = 0,
    repeats: int = 5,
    *,
    n_jobs: int | None = None,
    callback: Progress | None = None,
) -> dict[str, Any]:
    """Show the same few documents of one label to several methods, many times, and rank the methods.

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
    methods : sequence of str or None, default=None
        Names of `likewise.registry.names()`; None takes `COMPARED`. All others are tested against the first.
    seed : int, default=0
        Of the first repeat and of the methods in it; the others have the seeds after it.
    repeats : int, default=5
        How many times to choose examples. Every method is shown the same ones. The p-value of n repeats is at least
        2 / 2ⁿ, so fewer than 6 cannot show a difference at 5 %.
    n_jobs : int or None, default=None
        Processors; the result does not depend on it, save for `seconds`.
    callback : callable or None, default=None
        Called after each search with a `Stage` that says how many are made, of how many.

    Returns
    -------
    dict
        `positive`, `n_examples`, `n_repeats`, `seed`, `reference` (the method that others are tested against: the first
        that works), and `methods`, a list of dicts from the highest `f1` to the lowest. Each has the method's name
        `method`, means of `MEASURES` (`covered` is a share of the repeats) and their standard deviations `spread`, both
        as in `simulate`; `p_f1` and `p_ap`, p-values of Wilcoxon's signed ranks over the repeats, two-sided and not
        corrected for the number of methods, None for the reference; `repeats`, the measures of each; and `problem`,
        None. A method that fails on a repeat comes last, with the sentence in `problem` and None for the rest.

    Raises
    ------
    UserError
        If a method is not registered, none works, there are no labels, or too few documents have the one searched for.

    Examples
    --------
    >>> texts = ["a glass of wine", "wine in a glass", "a wine glass", "tea", "green tea", "tea pot"]
    >>> answer = compare(texts, ["wine"] * 3 + ["tea"] * 3, "wine", 1, ["centroid", "naive"], repeats=2)
    >>> answer["reference"], [row["ap"] for row in answer["methods"]]
    ('centroid', [1.0, 1.0])
    """
    names = list(dict.fromkeys(COMPARED if methods is None else methods))
    if not names:
        raise UserError("there are no methods to compare; name at least one", parameter="methods")
    if repeats < 1:
        raise UserError(f"the number of repeats must be at least 1; it is {repeats}", parameter="repeats")
    for name in names:
        make_estimator(name)
    check_examples(texts, labels, positive, n_examples)
    calls = [(labels, positive, n_examples, name, seed + number) for number in range(repeats) for name in names]
    answers = run_repeats(_search, texts, calls, n_jobs=n_jobs, callback=callback)
    worked: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    problems: dict[str, str] = {}
    for (*_, name, _seed), answer in zip(calls, answers, strict=True):
        if isinstance(answer, str):
            problems.setdefault(name, answer)
        else:
            worked[name].append(answer)
    reference = next((name for name in names if name not in problems), None)
    if reference is None:
        raise UserError(f"none of the methods {', '.join(names)} works on these documents; {problems[names[0]]}")
    rows = [
        _failed(name, problems[name]) if name in problems else _row(worked[name], worked[reference]) for name in names
    ]
    return {
        "positive": positive,
        "n_examples": n_examples,
        "n_repeats": repeats,
        "seed": seed,
        "reference": reference,
        "methods": sorted(rows, key=lambda row: (row["problem"] is not None, -(row["f1"] or 0.0), -(row["ap"] or 0.0))),
    }


def _search(texts: Sequence[str], *call: Any, n_jobs: int) -> dict[str, Any] | str:
    """Search once; a method that these documents do not suit answers with its sentence."""
    try:
        return simulate_once(texts, *call, n_jobs=n_jobs)
    except UserError as error:
        return str(error)


def _row(own: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Average a method's repeats, and test them against those of the reference."""
    together = average_repeats(own)
    is_reference = own[0]["method"] == others[0]["method"]
    tests = {
        f"p_{key}": None
        if is_reference
        else paired_wilcoxon(*([repeat[key] for repeat in side] for side in (own, others)))
        for key in ("f1", "ap")
    }
    return {
        "method": together["method"],
        **{key: together[key] for key in MEASURES},
        "spread": {key: together["spread"][key] for key in MEASURES if key in together["spread"]},
        **{key: None if test is None else test.p_value for key, test in tests.items()},
        "repeats": [{key: repeat[key] for key in ("seed", *MEASURES)} for repeat in own],
        "problem": None,
    }


def _failed(name: str, problem: str) -> dict[str, Any]:
    figures = dict.fromkeys((*MEASURES, "spread", "p_f1", "p_ap", "repeats"))
    return {"method": name, **figures, "problem": problem}
