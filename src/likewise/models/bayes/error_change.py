"""Which iterate of EM to keep: the last one before the estimated error begins to rise."""

from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")


class ErrorChange(Generic[S]):
    """Policy that keeps the first state after which the change Δ of the estimated error is positive.

    Pr[f≠Y] = Pr[f=1] − Pr[Y=1] + 2 Pr[f=0|Y=1] Pr[Y=1]; with the share F taken of the pile in the place of Pr[Y=1] in
    the last term and the share E of the examples that is missed, Δ = F' − F + 2 (E' − E) F.

    Parameters
    ----------
    state : object
        Where the loop starts; it can be kept too.
    rates : callable
        From a state to (F, E).

    References
    ----------
    .. [1] B. Liu, W. S. Lee, P. S. Yu, X. Li, Partially supervised classification of text documents, ICML 2002.

    Examples
    --------
    >>> rates = {"a": (0.30, 0.02), "b": (0.25, 0.04), "c": (0.23, 0.10)}
    >>> policy = ErrorChange("a", rates.get)
    >>> policy.see("b"), policy.see("c"), policy.chosen()
    (False, True, 'b')
    """

    def __init__(self, state: S, rates: Callable[[S], tuple[float, float]]) -> None:
        self._rates = rates
        self._kept, (self._taken, self._missed) = state, rates(state)
        self.changes: list[float] = []

    def see(self, state: S) -> bool:
        """Keep the state unless the error rose; True if it did.

        Parameters
        ----------
        state : object
            Of this iteration.
        """
        taken, missed = self._rates(state)
        self.changes.append(taken - self._taken + 2 * (missed - self._missed) * self._taken)
        if self.changes[-1] > 0:
            return True
        self._kept, self._taken, self._missed = state, taken, missed
        return False

    def chosen(self) -> S:
        """Return the state kept."""
        return self._kept
