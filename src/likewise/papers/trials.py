"""One trial: a draw of documents, a method, and what it is worth; told apart by a hash of all that it depends on."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from likewise import registry
from likewise.errors import UserError
from likewise.fitting import without_convergence_warnings
from likewise.metrics import (
    average_precision,
    criterion_one,
    criterion_two,
    many_classes,
    precision_recall_f1,
    roc_curve,
)
from likewise.papers.protocols import PROTOCOLS, Task, nothing
from likewise.selection import classes_of, scores_of

#: Shares of false positives at which a ROC curve is kept.
ROC_RATES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7)


@dataclass(frozen=True)
class Trial:
    """What is run: settings of the protocol, a method of ours with its parameters, and a seed.

    Parameters
    ----------
    protocol : str
        A name of `PROTOCOLS`.
    draw : mapping
        Its settings, the corpus and the class among them.
    method : mapping
        ``name``, ``params``; ``oracle``, a parameter and the values from which the truth chooses; ``choice``, the same
        with a criterion that needs no negatives; and ``roc``, whether the ROC curve is wanted.
    seed : int
        Of the draw and of the method.
    """

    protocol: str
    draw: Mapping[str, Any]
    method: Mapping[str, Any]
    seed: int

    @property
    def settings(self) -> str:
        """Everything that the result depends on, but for code and data, as JSON."""
        parts = {"protocol": self.protocol, "draw": self.draw, "method": self.method, "seed": self.seed}
        return json.dumps(parts, sort_keys=True)

    @property
    def hash(self) -> str:
        """A short name of its settings.

        Examples
        --------
        >>> Trial("mixes", {"share": 0.1}, {"name": "nb"}, 0).hash
        '...'
        """
        return hashlib.sha256(self.settings.encode()).hexdigest()[:12]

    @staticmethod
    def from_settings(settings: str) -> "Trial":
        """Return the trial of some settings, so that a row can be made again."""
        parts = json.loads(settings)
        return Trial(parts["protocol"], parts["draw"], parts["method"], parts["seed"])


@dataclass(frozen=True)
class Outcome:
    """What a trial gave: its measures by name, seconds, a hash of the data, and what was wrong, if anything."""

    values: Mapping[str, float]
    seconds: float
    data: str
    problem: str = ""


def run_trial(trial: Trial) -> Outcome:
    """Draw, fit and measure; a method that cannot work on the draw finds nothing there, and says why."""
    task = PROTOCOLS[trial.protocol](seed=trial.seed, **trial.draw)
    name = trial.method["name"]
    if name == "sizes":
        return Outcome(task.sizes, 0.0, task.data)
    start = perf_counter()
    params = dict(task.params) | {key: nothing(value) for key, value in trial.method.get("params", {}).items()}
    candidates = [params]
    problem = ""
    if "choice" in trial.method:
        try:
            candidates = [_chosen(task, name, params, trial.method["choice"], trial.seed)]
        except UserError as error:
            return Outcome(task.nothing_found(), round(perf_counter() - start, 3), task.data, str(error))
    elif "oracle" in trial.method:
        oracle = trial.method["oracle"]
        candidates = [{**params, oracle["param"]: value} for value in oracle["values"]]
    outcomes = []
    for settings in candidates:
        try:
            outcomes.append(_measured(task, name, settings, trial.seed, roc=trial.method.get("roc", False)))
        except UserError as error:
            outcomes.append(task.nothing_found())
            problem = str(error)
    best = max(outcomes, key=lambda values: values["F"])
    return Outcome(best, round(perf_counter() - start, 3), task.data, problem)


def _fitted(X: Any, y: Any, name: str, params: Mapping[str, Any], seed: int) -> Any:
    settings = dict(params)
    if "random_state" in registry.describe(name).parameters:
        settings.setdefault("random_state", seed)
    with without_convergence_warnings():
        return registry.get(name)(**settings).fit(X, y)


def _chosen(task: Task, name: str, params: Mapping[str, Any], choice: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Choose a parameter by a criterion that needs no negatives, on two sevenths of the documents held out."""
    held = np.random.default_rng(seed).random(len(task.y)) < 2 / 7
    best, candidates = -np.inf, {}
    for value in choice["values"]:
        settings = {**params, choice["param"]: value}
        model = _fitted(task.X[~held], task.y[~held], name, settings, seed)
        found = model.predict(task.X[held]) == 1
        labelled = task.y[held] == 1
        sides = found[labelled], found[~labelled]
        quality = criterion_one(*sides) if choice["criterion"] == "one" else -criterion_two(*sides)
        if quality > best:
            best, candidates = quality, settings
    return candidates


def _measured(task: Task, name: str, params: Mapping[str, Any], seed: int, *, roc: bool) -> dict[str, float]:
    """Fit one method to a task and measure it."""
    estimator = _fitted(task.X, task.y, name, params, seed)
    pile = task.y == -1
    said = classes_of(estimator, task.X)[pile] if task.asked is None else estimator.predict(task.asked)
    if task.many:
        quality = many_classes(task.truth, said)
        return {"F": quality.micro_f1, "macro": quality.macro_f1}
    scores = scores_of(estimator, task.X)[pile] if task.asked is None else estimator.decision_function(task.asked)
    found = said == 1
    values = dict(zip(("precision", "recall", "F"), precision_recall_f1(task.truth, found), strict=True))
    values |= {"accuracy": float(np.mean(task.truth == found)), "error": float(np.mean(task.truth != found))}
    values["ap"] = average_precision(task.truth, scores)
    if roc:
        curve = roc_curve(task.truth, scores)
        reached = np.interp(ROC_RATES, curve.false_positive_rate, curve.true_positive_rate)
        values |= {f"tpr@{rate:g}": float(share) for rate, share in zip(ROC_RATES, reached, strict=True)}
    for attribute in ("must_link_satisfied_", "cannot_link_satisfied_"):
        if hasattr(estimator, attribute):
            values[attribute.removesuffix("_")] = float(getattr(estimator, attribute))
    return values
