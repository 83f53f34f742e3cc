"""Candidates of a search: fitted without some examples, and judged by what they decide on them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from likewise.errors import UserError
from likewise.labels import Labels
from likewise.selection.folds import Split
from likewise.sklearn_api import (
    num_samples,
    safe_indexing,
)

Bools: TypeAlias = NDArray[np.bool_]
Criterion: TypeAlias = Callable[[Bools, Bools], float]


class Decisions(NamedTuple):
    """Which held-out documents a candidate finds, pooled over the folds.

    Examples
    --------
    >>> Decisions(np.array([True, False]), np.array([False])).positive.tolist()
    [True, False]
    """

    positive: Bools
    unlabelled: Bools


def results_as_columns(results: list[dict[str, Any]], *, lowest_first: bool) -> dict[str, Any]:
    """Turn a list of results into columns under scikit-learn's names."""
    score = np.array([result["score"] for result in results])
    names = sorted({name for result in results for name in result["params"]})
    columns: dict[str, Any] = {"params": [result["params"] for result in results]}
    for name in names:
        given = np.ma.MaskedArray(np.full(len(results), None), mask=True)
        for place, result in enumerate(results):
            if name in result["params"]:
                given[place] = result["params"][name]
        columns[f"param_{name}"] = given
    order = score if lowest_first else -score
    rank = np.array([1 + int((order < value).sum()) for value in order], dtype=np.int32)
    measured = {key: np.array([result[key] for result in results]) for key in ("recall", "share")}
    return columns | {"mean_test_score": score, "rank_test_score": rank} | measured


def make_candidate(estimator: Any, params: Mapping[str, Any]) -> Any:
    """Return the estimator with other parameters, sharing nothing with it."""
    # Values are cloned too: one may be an estimator, which two threads must not fit.
    return clone(estimator).set_params(**{name: clone(value, safe=False) for name, value in params.items()})


class SearchData(NamedTuple):
    """What every candidate is fitted on."""

    X: Any
    y: Any
    labels: Labels
    metadata: Mapping[str, Any]


def read_metadata(name: str, values: Any, n_documents: int) -> Any:
    """Return metadata of documents, one value for each of them."""
    if values is not None and num_samples(values) != n_documents:
        raise UserError(f"{name} has {num_samples(values):,} values for {n_documents:,} documents; give one each.")
    return values


def decide_left_out(estimator: Any, params: Mapping[str, Any], data: SearchData, split: Split) -> Decisions:
    """Fit a candidate without some documents, and let it decide on them."""
    train, held_out = split
    beside = {
        name: values if values is None else safe_indexing(values, train) for name, values in data.metadata.items()
    }
    model = make_candidate(estimator, params).fit(safe_indexing(data.X, train), data.y[train], **beside)
    found = np.asarray(model.predict(safe_indexing(data.X, held_out))) == data.labels.classes[1]
    is_positive = data.labels.positive[held_out]
    return Decisions(found[is_positive], found[~is_positive])


def judge_candidate(params: dict[str, Any], decisions: Sequence[Decisions], criterion: Criterion) -> dict[str, Any]:
    """Judge what a candidate decided on all documents that were left out."""
    pooled = Decisions(*(np.concatenate(kind) for kind in zip(*decisions, strict=True)))
    score = float(criterion(*pooled))
    if np.isnan(score):
        raise UserError(f"the criterion of PUSearch is NaN for {params}; let it return a low number where undefined.")
    return {
        "params": params,
        "score": score,
        "recall": float(pooled.positive.mean()),
        "share": float(pooled.unlabelled.mean()),
    }
