"""The classifiers that one run of EM goes through, and which of them to keep."""

from typing import NamedTuple

import numpy as np

from likewise.fitting import Monitor
from likewise.metrics.without_negatives import criterion_one_of_rates
from likewise.models.bayes.error_change import ErrorChange
from likewise.models.bayes.mixture import Mixture
from likewise.sklearn_api import Array


class Climb(NamedTuple):
    """One run of EM: the last classifier, all of them if they were kept, and how it went."""

    last: Mixture
    path: list[Mixture]
    monitor: Monitor


class Path:
    """Policy that takes the last state, and keeps every one on the way when asked."""

    def __init__(self, start: Mixture, *, keep: bool) -> None:
        self._last, self._keeps, self.states = start, keep, [start] if keep else []

    def see(self, state: Mixture) -> bool:
        """Take in the next classifier; it never ends the run."""
        self._last = state
        if self._keeps:
            self.states.append(state)
        return False

    def chosen(self) -> Mixture:
        """Return the last classifier."""
        return self._last


def chosen_iteration(rates: Array, rule: str, *, hidden: bool) -> int:
    """Choose an iterate by what each takes of the pile and misses of the examples.

    As printed, Δ ends the run at its first rise, since examples that were shown are never missed and an early rise
    means nothing later. With hidden examples Δ is summed to the error of each iterate instead, and the least is taken;
    the share taken by the later iterate is then the better guess of how many there are.

    Parameters
    ----------
    rates : array of shape (n_iterates, 2)
        Share of the pile taken, and share of the examples missed.
    rule : {"error_change", "criterion_one"}
        As in `NaiveBayesEM`.
    hidden : bool
        Whether the examples were hidden from the classifier that is asked.

    Examples
    --------
    >>> rates = np.array([[0.30, 0.02], [0.25, 0.04], [0.23, 0.10]])
    >>> [chosen_iteration(rates, rule, hidden=True) for rule in ("error_change", "criterion_one")]
    [1, 1]
    """
    taken, missed = rates.T
    if rule == "criterion_one":
        return int(np.argmax(criterion_one_of_rates(1 - missed, taken)))
    if hidden:
        changes = np.diff(taken) + 2 * np.diff(missed) * taken[1:]
        return int(np.argmin(np.concatenate([[0.0], np.cumsum(changes)])))
    policy = ErrorChange(0, lambda number: (float(taken[number]), float(missed[number])))
    any(policy.see(number) for number in range(1, len(rates)))
    return policy.chosen()
