"""Cuts through a graph: how many links lead from the first documents of an order to the others."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from likewise.sklearn_api import Array


@dataclass(frozen=True, eq=False)
class Links:
    """The links of a graph, each once, so that cuts through it are counted fast.

    Parameters
    ----------
    first, second : ndarray of int of shape (n_links,)
        The two ends.
    weight : ndarray of shape (n_links,)
        How strong.
    degrees : ndarray of shape (n_documents,)
        Sum of the links of each document.

    Examples
    --------
    >>> links = list_links(sparse.csr_array([[0.0, 2.0], [2.0, 0.0]]))
    >>> links.first.tolist(), links.second.tolist(), links.degrees.tolist()
    ([0], [1], [2.0, 2.0])
    """

    first: Array
    second: Array
    weight: Array
    degrees: Array


def list_links(graph: sparse.csr_array) -> Links:
    """List the links of a symmetric graph.

    Parameters
    ----------
    graph : csr_array of shape (n_documents, n_documents)
        Symmetric, with non-negative links.

    Returns
    -------
    Links
        Each of them once.

    Examples
    --------
    >>> list_links(sparse.csr_array([[0.0, 2.0], [2.0, 0.0]])).weight.tolist()
    [2.0]
    """
    upper = sparse.triu(graph, 1).tocoo()
    degrees = np.asarray(graph.sum(axis=1), dtype=np.float64).ravel()
    return Links(upper.row, upper.col, upper.data, degrees)


def conductance(links: Links, order: Array) -> Array:
    """Return the conductance of the first documents of an order, for every number of them.

    Parameters
    ----------
    links : Links
        Of the graph.
    order : ndarray of int
        Documents, all or some of them.

    Returns
    -------
    ndarray of the length of `order`
        For the first one, two, … documents: of all links of theirs, or of the others' if these have fewer, the share
        that leads from one side to the other; 1 where there are no links.

    Examples
    --------
    >>> pairs = list_links(sparse.csr_array(np.kron(np.eye(2), [[0.0, 1.0], [1.0, 0.0]])))
    >>> conductance(pairs, np.array([0, 1, 2, 3])).tolist()
    [1.0, 0.0, 1.0, 1.0]
    """
    place = np.full(len(links.degrees), len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    # A link is inside as soon as the later of its two ends is.
    later = np.maximum(place[links.first], place[links.second])
    inside = 2 * np.cumsum(np.bincount(later, links.weight, minlength=len(order) + 1))[:-1]
    total = links.degrees.sum()
    volume = np.cumsum(links.degrees[order])
    smaller = np.minimum(volume, total - volume)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(smaller > 1e-9 * total, (volume - inside) / smaller, 1.0)
    return np.clip(shares, 0.0, 1.0)
