"""Tempered EM: words held out say when to stop, and whether to smooth more (Hofmann 1999)."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from likewise.errors import UserError
from likewise.fitting import BlockStep, CountBlock, Monitor, State, iterate
from likewise.fitting.block_matrix import in_blocks
from likewise.sklearn_api import Array

#: Each level multiplies the exponent by this, as long as the held-out words get likelier.
COOLING = 0.9
#: Share of the words that is held out.
HELD_OUT = 0.1


def hold_out(X: sparse.csr_array, rng: np.random.Generator) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Draw a tenth of the word occurrences of the same documents; return what stays and what was drawn.

    Examples
    --------
    >>> kept, drawn = hold_out(sparse.csr_array(np.full((5, 4), 10.0)), np.random.default_rng(0))
    >>> float(kept.sum() + drawn.sum())
    200.0
    """
    if in_blocks(X):
        raise UserError('tempering="auto" holds single words out and needs all counts in memory; give tempering=1.')
    counts = X.data.astype(np.int64)
    if np.any(counts != X.data):
        raise UserError('tempering="auto" holds single words out and needs whole counts; give counts, or tempering=1.')
    drawn = rng.binomial(counts, HELD_OUT)
    parts = []
    for data in (counts - drawn, drawn):
        part = sparse.csr_array((data.astype(X.dtype), X.indices.copy(), X.indptr.copy()), shape=X.shape)
        part.eliminate_zeros()
        parts.append(part)
    return parts[0], parts[1]


class LikeliestHeldOut:
    """A policy: keep the state under which held-out words are likeliest, and stop once they get less likely."""

    def __init__(self, blocks: Sequence[CountBlock], state: State[Array, Array]) -> None:
        self.blocks = blocks
        self.state = state
        self.best = self._loglik(state)
        self.improved = False

    def _loglik(self, state: State[Array, Array]) -> float:
        # Words that the model thinks impossible must count against it, so every topic gets a trace of all words.
        topics = state.shared * (1 - 1e-3) + 1e-3 / len(state.shared)
        return sum(block.expected_rows(theta, topics)[1] for block, theta in zip(self.blocks, state.own, strict=True))

    def see(self, state: State[Array, Array]) -> bool:
        """Compare the next state; True once held-out words get less likely."""
        loglik = self._loglik(state)
        if loglik <= self.best:
            return True
        self.state, self.best, self.improved = state, loglik, True
        return False

    def chosen(self) -> State[Array, Array]:
        """Return the best state seen."""
        return self.state


def anneal(
    step: Callable[[float], BlockStep[CountBlock, Array, Array, Any]],
    state: State[Array, Array],
    monitor: Monitor,
    held_out: Sequence[CountBlock],
) -> tuple[State[Array, Array], float]:
    """Run levels of falling exponent until a level brings nothing; return the best state and its exponent."""
    policy = LikeliestHeldOut(held_out, state)
    power = used = 1.0
    while monitor.n_iter < monitor.max_iter and monitor.stop_reason != "callback":
        policy.improved = False
        monitor.new_level()
        iterate(step(power), policy.chosen(), monitor, policy=policy)
        if not policy.improved:
            break
        used, power = power, power * COOLING
    return policy.chosen(), used
