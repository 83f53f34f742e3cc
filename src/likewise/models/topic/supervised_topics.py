"""The step of pLSA that also explains labels: a factor P(label|z) on the document side, the rest is pLSA.

Every document points at a row of a small table, labels × topics: g_d(z) = table[label_d, z]. The sums run on Θ ∘ g
instead of Θ, and what each label's documents gave each topic is all that is needed to learn the table again. Supervised
pLSA, fake labels and mislabelling errors differ in the table and in how it is learned, and in nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from likewise.fitting import BlockStep, CountBlock, Parts, map_parts, split_rows
from likewise.models.topic.em import colnorm, rownorm, rows_of
from likewise.sklearn_api import Array


@dataclass(frozen=True)
class LabelledTopics:
    """What every block sees: the topics, words × topics, and P(label|z), labels × topics."""

    topics: Array
    table: Array


@dataclass(frozen=True)
class LabelSums:
    """What a block returns: expected counts of words by topic and of labels by topic, and the log-likelihood."""

    words: Array
    labels: Array
    loglik: float


@dataclass(frozen=True)
class TaggedBlock:
    """Documents of a block, the row of the table that each points at, and how much one of its words says so."""

    counts: CountBlock
    tags: Array
    powers: Array


LabelledStep = BlockStep[TaggedBlock, LabelledTopics, Array, LabelSums]
#: Learns the table from the old one and the labels' counts; also returns the logarithm of the prior of the old one.
Relearn = Callable[[Array, Array], tuple[Array, float]]


def tagged_blocks(blocks: Parts, tags: Array, label_weight: str) -> Parts:
    """Tell each block its documents' labels, which count with every word, or once for a document.

    Examples
    --------
    >>> from scipy import sparse
    >>> block = CountBlock(sparse.csr_array(np.array([[3.0, 1.0], [0.0, 2.0]])))
    >>> tagged_blocks([block], np.array([1, 0]), "document")[0].powers.tolist()
    [0.25, 0.5]
    """
    parts = split_rows(tags, blocks, rows_of(blocks))
    return map_parts(_tag, blocks, parts, shared=(label_weight,))


def _tag(counts: CountBlock, tags: Array, label_weight: str) -> TaggedBlock:
    powers = 1.0 / np.maximum(counts.lengths, 1.0) if label_weight == "document" else np.ones(len(tags))
    return TaggedBlock(counts, tags, powers)


def fixed(table: Array, _: Array) -> tuple[Array, float]:
    """Keep the table: P(label|z) is given, as in supervised pLSA.

    Examples
    --------
    >>> fixed(np.eye(2), np.zeros((2, 2)))[0].tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    return table, 0.0


def labelled_step(blocks: Parts, relearn: Relearn) -> LabelledStep:
    """Make the EM step of words and labels; its objective is Σ x_dw log Σ_z P(w|z) P(z|d) P(label_d|z).

    A label that counts once for its document enters as the root g^(1/length): the step is still exact EM.

    Parameters
    ----------
    blocks : parts, each a TaggedBlock
        The documents.
    relearn : callable
        How the table is learned, `fixed` if it is not.

    Examples
    --------
    >>> from scipy import sparse
    >>> from likewise.fitting import State
    >>> X = sparse.csr_array(np.array([[2.0, 1.0, 0.0], [0.0, 1.0, 2.0]]))
    >>> step = labelled_step(tagged_blocks([CountBlock(X)], np.array([0, 1]), "token"), fixed)
    >>> topics = np.array([[0.5, 0.2], [0.3, 0.3], [0.2, 0.5]])
    >>> state, objective = step(State(LabelledTopics(topics, np.eye(2)), (np.full((2, 2), 0.5),)))
    >>> state.own[0].tolist(), round(objective, 3)
    ([[1.0, 0.0], [0.0, 1.0]], -9.339)
    """
    return BlockStep(blocks, label_e_step, LabelMStep(relearn))


def label_e_step(block: TaggedBlock, shared: LabelledTopics, theta: Array) -> tuple[Array, LabelSums]:
    """Return a block's new P(z|d), and the sums of its words and labels."""
    factor = shared.table[block.tags]
    if (block.powers != 1.0).any():
        factor = factor ** block.powers[:, None]
    sums = block.counts.expected_counts(theta * factor.astype(theta.dtype), shared.topics)
    place = (block.tags, np.arange(len(block.tags)))
    labels = sparse.csr_array((block.powers, place), shape=(len(shared.table), len(theta))) @ sums.rows
    return rownorm(sums.rows), LabelSums(sums.words, labels, sums.loglik)


@dataclass(frozen=True)
class LabelMStep:
    """Learns topics, and the table in its own way."""

    relearn: Relearn

    def __call__(self, shared: LabelledTopics, sums: LabelSums) -> tuple[LabelledTopics, float]:
        """Return the new topics and table, and the objective of the old."""
        table, log_prior = self.relearn(shared.table, sums.labels)
        return LabelledTopics(colnorm(sums.words, shared.topics), table), sums.loglik + log_prior
