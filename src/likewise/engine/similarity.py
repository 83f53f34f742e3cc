"""Likeness to the examples' mean, as votes of the examples."""

from typing import Any

import numpy as np
from scipy import sparse

from likewise.fitting.singular import leading_space
from likewise.models.graph.votes import Votes
from likewise.sklearn_api import Array, normalize

#: Documents that the space of latent topics is learned from; the others only get their place in it.
MOST_TO_LEARN_FROM = 20_000


def latent_rows(rows: sparse.csr_array, n_components: int, n_rounds: int = 2, stands_for: Array | None = None) -> Array:
    """Return documents as unit vectors in the space of latent topics: LSI of weighted rows, on part of a large pile.

    Parameters
    ----------
    rows : csr_array of shape (n_documents, n_words)
        Weighted counts.
    n_components : int
        Dimensions; fewer where there are fewer documents or words.
    n_rounds : int
        Rounds of the subspace iteration.
    stands_for : ndarray of int of shape (n_documents,), optional
        How many documents of a larger pile each stands for.

    Examples
    --------
    >>> latent_rows(sparse.csr_array([[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 1.0]]), 2).shape
    (3, 2)
    """
    n_components = max(1, min(n_components, min(rows.shape) - 1))
    step = -(-rows.shape[0] // MOST_TO_LEARN_FROM)
    known = rows[::step]
    if stands_for is not None:
        known = sparse.csr_array(sparse.diags_array(np.sqrt(stands_for[::step]).astype(rows.dtype)) @ known)
    # Cosines do not depend on the basis, so that no more than the space of the greatest singular values is needed.
    return normalize(rows @ leading_space(known, n_components, n_rounds))


def likeness_to_pile(rows: Any, pile: Array) -> Array:
    """Return the product of every document with the mean of the pile.

    Parameters
    ----------
    rows : ndarray or csr_array of shape (n_documents, n_dimensions)
        Documents of unit length.
    pile : ndarray of int
        Rows; one that stands for several documents is there as often.

    Examples
    --------
    >>> likeness_to_pile(np.array([[1.0, 0.0], [0.8, 0.6], [0.0, 1.0]]), np.array([1, 2])).round(2).tolist()
    [0.4, 0.8, 0.8]
    """
    of_pile = (np.bincount(pile, minlength=rows.shape[0]) * (1 / max(len(pile), 1))).astype(rows.dtype)
    return np.asarray(rows @ (of_pile @ rows), dtype=np.float64).ravel()


def centroid_votes(rows: Any, examples: Array, groups: Array, pile: Array, to_pile: Array) -> Votes:
    """Let each example vote by its cosine; the score is how near a document is to their mean and not to the pile's.

    Parameters
    ----------
    rows : ndarray or csr_array of shape (n_documents, n_dimensions)
        Documents of unit length.
    examples, groups : ndarray of int of the same length
        Rows that vote, and the group that each votes in.
    pile : ndarray of int
        Scores are in standard deviations of these rows from their median.
    to_pile : ndarray of shape (n_documents,)
        What is taken from the cosine with the mean: `likeness_to_pile`, or less of it where much of the pile may be
        like the examples.

    Examples
    --------
    >>> rows = np.array([[1.0, 0.0], [0.8, 0.6], [0.0, 1.0], [0.0, 1.0]])
    >>> pile = np.arange(1, 4)
    >>> votes = centroid_votes(rows, np.array([0]), np.array([0]), pile, likeness_to_pile(rows, pile))
    >>> votes.scores().round(2).tolist()
    [3.64, 2.12, 0.0, 0.0]
    """
    sizes = np.bincount(groups)
    voices = np.ones(len(examples), dtype=rows.dtype)
    # The product would copy all indices of the rows, if these ones had 64 bits.
    places = groups.astype(np.int32), examples.astype(np.int32)
    sums = sparse.csr_array((voices, places), shape=(len(sizes), rows.shape[0])) @ rows
    # The examples' words are few, so that the product is dense work, a column for each voter.
    dense = sums.T.toarray(order="C") if isinstance(sums, sparse.csr_array) else sums.T
    votes = np.asarray(rows @ dense, dtype=np.float64)
    nearer = votes.sum(axis=1) / sizes.sum() - to_pile
    middle, spread = np.median(nearer[pile]), nearer[pile].std() or 1.0

    def finish(mean: Array) -> Array:
        standard: Array = (mean - to_pile - middle) / spread
        return standard

    return Votes(votes, sizes, finish)
