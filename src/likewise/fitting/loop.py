"""The only iteration loop in the package: a step, a monitor that watches, and a policy that may choose an iterate."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from sklearn.exceptions import ConvergenceWarning

from likewise.fitting.quiet import is_quiet
from likewise.progress import Stage

S = TypeVar("S")

StopReason: TypeAlias = Literal["tol", "max_iter", "no_change", "callback", "diverged"]


@dataclass(frozen=True)
class Iteration(Stage):
    """The stage "fitting" after a step: a callback is called with it.

    Parameters
    ----------
    name, done, total
        As of `likewise.progress.Stage`: "fitting", steps made, and most steps.
    objective, gain : float, default=nan
        The objective before the step, and its relative rise since the step before.

    Examples
    --------
    >>> Iteration("fitting", 3, 50, objective=-12.5, gain=0.1).done
    3
    """

    objective: float = float("nan")
    gain: float = float("nan")


class Policy(Protocol[S]):
    """Chooses among the iterates afterwards: it sees every state and returns the one to keep."""

    def see(self, state: S) -> bool:
        """Look at the next state; True says that the choice is made and the loop may stop."""

    def chosen(self) -> S:
        """Return the state to keep."""


class Monitor:
    """Watches one fit: tolerance, history, a falling objective, callbacks, and the reason of the end.

    Parameters
    ----------
    max_iter : int
        Most steps in all, over every level.
    tol : float
        A level ends when the objective's relative gain is below this; 0 never ends it.
    ascending : bool
        Whether the objective must not fall; a fall beyond ``slack`` ends the loop as "diverged".
    slack : float
        Relative fall that counts as rounding.
    callback : callable, optional
        Called with an `Iteration` after each step; a true answer ends the loop as "callback".
    name : str
        Who is fitted, for the warning.

    Examples
    --------
    >>> monitor = Monitor(max_iter=100, tol=1e-3)
    >>> iterate(lambda x: (x / 2, -1 - x), 1.0, monitor) < 0.01
    True
    >>> monitor.stop_reason, monitor.n_iter
    ('tol', 11)
    """

    def __init__(
        self,
        *,
        max_iter: int,
        tol: float = 0.0,
        ascending: bool = True,
        slack: float = 1e-9,
        callback: Callable[[Iteration], object] | None = None,
        name: str = "The fit",
    ) -> None:
        self.max_iter = max_iter
        self.tol = tol
        self.ascending = ascending
        self.slack = slack
        self.callback = callback
        self.name = name
        self.history: list[float] = []
        self.stop_reason: StopReason = "max_iter"
        self._previous: float | None = None

    @property
    def n_iter(self) -> int:
        """Steps made so far."""
        return len(self.history)

    def new_level(self) -> None:
        """Forget the last objective: what follows (another temperature, constraints switched on) is not comparable."""
        self._previous = None

    def check(self, objective: float) -> StopReason | None:
        """Take in the objective of one more step and say whether, and why, to stop."""
        self.history.append(objective)
        previous, self._previous = self._previous, objective
        gain = float("inf") if previous is None else (objective - previous) / max(abs(previous), 1e-300)
        iteration = Iteration("fitting", self.n_iter, self.max_iter, objective, gain)
        if self.callback is not None and self.callback(iteration):
            return "callback"
        if self.ascending and (gain < -self.slack or gain != gain):
            return "diverged"
        if self.tol != 0 and gain < self.tol:
            return "tol"
        return None

    def warn(self) -> None:
        """Warn, once and at the end, of a fit that did not converge; unless the caller tells of it in its own words."""
        if is_quiet():
            return
        if self.stop_reason == "diverged":
            message = f"{self.name} stopped after {self.n_iter} iterations because its objective fell"
        elif self.stop_reason == "max_iter" and self.tol > 0:
            message = (
                f"{self.name} used all of its {self.max_iter} iterations before its gain fell below tol={self.tol:g}; "
                "raise max_iter or tol"
            )
        else:
            return
        warnings.warn(message, ConvergenceWarning, stacklevel=3)


@dataclass
class _KeepLast(Generic[S]):
    last: S

    def see(self, state: S) -> bool:
        self.last = state
        return False

    def chosen(self) -> S:
        return self.last


def iterate(
    step: Callable[[S], tuple[S, float]],
    state: S,
    monitor: Monitor,
    *,
    policy: Policy[S] | None = None,
    max_iter: int | None = None,
) -> S:
    """Apply ``step`` until the monitor or the policy says stop, and return the state that the policy chooses.

    A step is a pure function ``state -> (next state, objective of the given state)``; returning the very same object
    means that nothing changed.

    Parameters
    ----------
    step : callable
        One iteration.
    state : object
        Where to start.
    monitor : Monitor
        Watches; its ``stop_reason`` is set here.
    policy : Policy, optional
        Which iterate to keep; the last by default.
    max_iter : int, optional
        Most steps of this call, when it is one level of several.

    Returns
    -------
    object
        The state kept.

    Examples
    --------
    >>> monitor = Monitor(max_iter=50, tol=1e-9)
    >>> round(iterate(lambda x: ((x + 2 / x) / 2, -abs(x * x - 2)), 1.0, monitor), 6)
    1.414214
    """
    keep: Policy[S] = _KeepLast(state) if policy is None else policy
    budget = monitor.max_iter - monitor.n_iter
    for _ in range(budget if max_iter is None else min(max_iter, budget)):
        new_state, objective = step(state)
        reason = monitor.check(objective)
        unchanged = new_state is state
        state = new_state
        if keep.see(state):
            reason = reason or "no_change"
        if unchanged:
            reason = reason or "no_change"
        if reason is not None:
            monitor.stop_reason = reason
            break
    else:
        monitor.stop_reason = "max_iter"
    return keep.chosen()
