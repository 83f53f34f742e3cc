"""The step of topic-sensitive pLSA over blocks: pLSA's sums, and on top of them the pull and push of the labels.

The mixtures of the few labelled documents are shared by all blocks. A block returns its part of what acts on them, and
the M-step puts the parts together, so that the model keeps the block protocol.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from likewise.fitting import BlockStep, CountBlock, Parts, State, gather_parts, map_parts, split_rows
from likewise.models.topic.constraints import FLOOR, cannot_link, must_link
from likewise.models.topic.em import colnorm, rownorm, rows_of
from likewise.sklearn_api import Array

#: Documents whose links are worked out together: their copies in double precision stay small.
_AT_ONCE = 2048


@dataclass(frozen=True)
class Shared:
    """What every block sees: the topics, and the mixtures of the labelled documents."""

    topics: Array
    labelled: Array


@dataclass(frozen=True)
class ConstrainedSums:
    """What a block returns; labelled rows that are not its own are zero, so that everything adds up."""

    words: Array
    loglik: float
    labelled_rows: Array
    pull: Array
    log_unlike: float


@dataclass(frozen=True)
class LabelledBlock:
    """Documents of a block, and where its labelled ones and the weights of the others are."""

    counts: CountBlock
    labelled: Array  # rows of this block that are labelled
    index: Array  # the same documents among all labelled ones
    others: Array  # rows on the cannot-link side: unlabelled and negative, none of them empty
    weights: Array  # of the others


def labelled_blocks(
    blocks: Parts, X: sparse.csr_array, positive: Array, negative: Array, negative_weight: float
) -> Parts:
    """Tell each block of X which of its documents are labelled, and how much the others weigh.

    Examples
    --------
    >>> X = sparse.csr_array(np.eye(3))
    >>> first, *_ = labelled_blocks([CountBlock(X)], X, np.array([True, False, False]), np.array([False] * 3), 1.0)
    >>> first.labelled.tolist(), first.others.tolist(), first.weights.tolist()
    ([0], [1, 2], [1.0, 1.0])
    """
    weights = np.where(negative, negative_weight, 1.0)
    weights[positive | (np.diff(X.indptr) == 0)] = 0.0
    sizes = rows_of(blocks)
    place = np.cumsum(positive) - 1
    parts = (split_rows(values, blocks, sizes) for values in (positive, place, weights))
    return map_parts(_labelled_block, blocks, *parts)


def _labelled_block(counts: CountBlock, positive: Array, place: Array, weights: Array) -> LabelledBlock:
    labelled, others = np.flatnonzero(positive), np.flatnonzero(weights)
    return LabelledBlock(counts, labelled, place[labelled], others, weights[others])


def constrained_step(
    blocks: Parts, must: float, cannot: float, self_pairs: bool
) -> BlockStep[LabelledBlock, Shared, Array, ConstrainedSums]:
    """Make the step of one strength of constraints; with both at 0 it is the step of pLSA, bit for bit.

    Parameters
    ----------
    blocks : parts, each a LabelledBlock
        The documents.
    must, cannot : float
        β₁ and β₂ κ.
    self_pairs : bool
        Whether a labelled document is linked to itself.
    """
    strength = Strength(must, cannot, self_pairs)
    return BlockStep(blocks, strength.e_step, strength.m_step)


@dataclass(frozen=True)
class Strength:
    """How much links count, and the two halves of the step with it."""

    must: float
    cannot: float
    self_pairs: bool

    def e_step(self, block: LabelledBlock, shared: Shared, theta: Array) -> tuple[Array, ConstrainedSums]:
        """Return a block's new P(z|d), and its sums."""
        theta = _with_labelled(block, shared, theta)
        sums = block.counts.expected_counts(theta, shared.topics)
        labelled_rows = np.zeros_like(shared.labelled)
        labelled_rows[block.index] = sums.rows[block.labelled]
        pull, log_unlike = np.zeros_like(shared.labelled), 0.0
        for first in range(0, len(block.others) if self.cannot else 0, _AT_ONCE):
            rows, weights = block.others[first : first + _AT_ONCE], block.weights[first : first + _AT_ONCE]
            part, push, log_part = cannot_link(shared.labelled, theta[rows].astype(np.float64), weights)
            sums.rows[rows] += (self.cannot * push).astype(sums.rows.dtype)
            pull += part
            log_unlike += log_part
        theta = rownorm(sums.rows)
        if self.must or self.cannot:
            np.maximum(theta, FLOOR, out=theta)
        return theta, ConstrainedSums(sums.words, sums.loglik, labelled_rows, pull, log_unlike)

    def m_step(self, shared: Shared, sums: ConstrainedSums) -> tuple[Shared, float]:
        """Return the new topics and mixtures of the labelled, and the objective of the old."""
        rows, objective = sums.labelled_rows, sums.loglik
        if self.must:
            counts, log_alike = must_link(shared.labelled, self.self_pairs)
            rows = rows + self.must * counts
            objective += self.must * log_alike
        if self.cannot:
            rows = rows + self.cannot * sums.pull
            objective += self.cannot * sums.log_unlike
        if self.must or self.cannot:
            labelled = np.maximum(rownorm(rows), FLOOR)
        else:  # in the precision of all other documents, so that it is pLSA to the last bit
            labelled = rownorm(rows.astype(sums.words.dtype)).astype(np.float64)
        return Shared(colnorm(sums.words, shared.topics), labelled), objective


def mixtures(blocks: Parts, state: State[Shared, Array]) -> Array:
    """Return P(z|d) of all documents, in their order."""
    return np.concatenate(gather_parts(map_parts(_own_mixtures, blocks, state.own, shared=(state.shared,))))


def _own_mixtures(block: LabelledBlock, theta: Array, shared: Shared) -> Array:
    return _with_labelled(block, shared, theta)


def _with_labelled(block: LabelledBlock, shared: Shared, theta: Array) -> Array:
    """Return a block's mixtures with those of its labelled documents in their places."""
    if len(block.labelled):
        theta = theta.copy()
        theta[block.labelled] = shared.labelled[block.index]
    return theta
