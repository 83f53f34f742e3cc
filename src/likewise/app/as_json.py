"""What ``--json`` prints and a page is sent: results as objects that JSON can hold."""

import inspect
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from likewise.app.titles import list_first_titles

if TYPE_CHECKING:
    from likewise.app.check import CheckResult
    from likewise.finder import Result
    from likewise.registry import Method


def search_as_json(result: "Result", top: int) -> dict[str, Any]:
    """Make the object of a search.

    Parameters
    ----------
    result : Result
        The ranking.
    top : int
        How many documents.

    Returns
    -------
    dict
        Keys `n_found, n_pile, n_judged, n_examples, method, language, seconds, notes, unread`, where `n_judged` is less
        than `n_pile` if a huge pile is judged in part; of the estimated number `count, low, high, verdict, assumption`,
        of what was found so far, examples and answers included, `found, recall, recall_low, recall_high`, and
        `cut_off`, an object that says what the documents marked yes are expected to bring and to miss, with null for
        what is not estimated or cannot be told; and `documents`, a list of objects with the keys `id, title, rank,
        probability, lower, upper, suggestion, decision, decided, why, nearest, group, flag`.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> list(search_as_json(Finder("centroid").find(["wine"], ["tea", "red wine"]), 1)["documents"][0])
    ['id', 'title', 'rank', 'probability', 'lower', 'upper', 'suggestion', 'decision', 'decided', 'why', 'nearest', ...]
    """
    estimate = result.estimate
    is_known = estimate is not None and estimate.verdict != "cannot tell"
    unread = [
        pair for documents in (result.examples, result.pile) if documents is not None for pair in documents.unread
    ]
    return {
        "n_found": result.n_found,
        "n_pile": len(result.pile),
        "n_judged": result.settings.get("n_judged", result.n_ranked),
        "n_examples": result.n_examples,
        "method": result.method,
        "language": result.settings.get("language"),
        "seconds": round(result.seconds, 3),
        "notes": list(result.notes),
        "unread": _unread_as_json(unread),
        **{key: round(float(getattr(estimate, key)), 3) if is_known else None for key in ("count", "low", "high")},
        **_recall_as_json(result),
        **{key: None if estimate is None else getattr(estimate, key) for key in ("verdict", "assumption")},
        "cut_off": {key: round(value, 3) for key, value in result.at(result.n_taken)._asdict().items()}
        if is_known
        else None,
        "documents": _documents_as_json(result, top),
    }


def _recall_as_json(result: "Result") -> dict[str, Any]:
    """Say how much of all there is has been found, examples and answers included."""
    recall = result.recall
    if recall is None:
        return dict.fromkeys(("found", "recall", "recall_low", "recall_high"))
    shares = {"recall": recall.share, "recall_low": recall.low, "recall_high": recall.high}
    return {"found": recall.found, **{key: round(share, 4) for key, share in shares.items()}}


def _documents_as_json(result: "Result", top: int) -> list[dict[str, Any]]:
    rows = zip(result.table.head(top).to_dicts(), list_first_titles(result, top), strict=True)
    return [{"id": row.pop("id"), "title": title, **row} for row, title in rows]


def check_as_json(result: "CheckResult") -> dict[str, Any]:
    """Make the object of a check.

    Parameters
    ----------
    result : CheckResult
        What was understood.

    Returns
    -------
    dict
        Keys `files`, a list of objects with the fields of `likewise.app.check.Checkup` but for `beginnings`, and
        `in_both`.

    Examples
    --------
    >>> from likewise.app.check import CheckResult
    >>> check_as_json(CheckResult((), None))
    {'files': [], 'in_both': None}
    """
    files = [{**asdict(checkup), "unread": _unread_as_json(checkup.unread)} for checkup in result.checkups]
    for file in files:
        del file["beginnings"]
    return {"files": files, "in_both": result.n_in_both}


def _unread_as_json(unread: Any) -> list[dict[str, str]]:
    return [{"name": name, "reason": reason} for name, reason in unread]


def method_as_json(method: "Method") -> dict[str, Any]:
    """Make the object of a method.

    Parameters
    ----------
    method : Method
        What the registry says.

    Returns
    -------
    dict
        Keys `name, summary, paper, parameters, meanings`; a default that JSON cannot hold is written as Python would.

    Examples
    --------
    >>> from likewise.app.methods import describe_methods
    >>> list(method_as_json(describe_methods("lsi")[0]))
    ['name', 'summary', 'paper', 'parameters', 'meanings']
    """
    parameters = {key: _default_as_json(value) for key, value in method.parameters.items()}
    return {
        "name": method.name,
        "summary": method.summary,
        "paper": method.paper,
        "parameters": parameters,
        "meanings": dict(method.meanings),
    }


def _default_as_json(value: Any) -> Any:
    """Return a default as JSON has it; a parameter without one is null."""
    if value is inspect.Parameter.empty:
        return None
    if isinstance(value, list | tuple):
        return [_default_as_json(item) for item in value]
    return value if value is None or isinstance(value, bool | int | float | str) else repr(value)
