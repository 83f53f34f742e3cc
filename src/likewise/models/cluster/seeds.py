"""Where clusters start: at the documents that belong together, and then ever farther from all that is taken."""

import numpy as np
from scipy import sparse

from likewise.models.cluster.space import Rows, dense_row, lengths, sums_by
from likewise.sklearn_api import Array, normalize

#: A start is the mean of so many documents around the farthest one, which alone is an oddity more often than a topic.
NEIGHBOURS = 20


def first_centers(rows: Rows, groups: Array, n_clusters: int) -> Array:
    """Return unit centres: of groups of documents, and then, one by one, of the documents farthest from all centres.

    With more groups than clusters, the largest is first, and then those of the greatest size times distance.

    Parameters
    ----------
    rows : csr_array or ndarray of shape (n_documents, m)
        Unit rows.
    groups : ndarray of int
        The group of each document, -1 for none.
    n_clusters : int
        How many centres.

    Returns
    -------
    ndarray of shape (n_clusters, m)
        Centres; those of groups are in the order of the groups' numbers unless there are too many.

    Examples
    --------
    >>> first_centers(np.eye(3), np.array([-1, 0, -1]), 3).tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    n_groups = int(groups.max(initial=-1)) + 1
    centers = normalize(sums_by(rows, groups, n_groups)) if n_groups else np.zeros((0, rows.shape[1]))
    if n_groups > n_clusters:
        centers = centers[_spread_out(centers, np.bincount(groups[groups >= 0]), n_clusters)]
    found = list(centers)
    seen = np.asarray(rows @ centers.T).max(axis=1, initial=-1.0)
    # An empty document is far from everything, and the start of nothing.
    seen[~lengths(rows).astype(bool)] = np.inf
    n_near = max(1, min(NEIGHBOURS, rows.shape[0] // (2 * n_clusters)))
    for _ in range(n_clusters - len(found)):
        likeness = np.asarray(rows @ dense_row(rows, int(seen.argmin())))
        near = np.argsort(-likeness, kind="stable")[:n_near]
        center = normalize(np.asarray(rows[near].sum(axis=0)).reshape(1, -1))[0]
        found.append(center)
        seen = np.maximum(seen, rows @ center)
    return np.array(found)


def _spread_out(centers: Array, sizes: Array, n_kept: int) -> Array:
    """Choose centres by size, and distance from those chosen before."""
    chosen = [int(sizes.argmax())]
    for _ in range(n_kept - 1):
        distance = (1.0 - centers @ centers[chosen].T).min(axis=1).clip(min=1e-12)
        distance[chosen] = 0.0
        chosen.append(int((sizes * distance).argmax()))
    return np.sort(chosen)


def far_ends(rows: Rows) -> Array:
    """Return (x' − x'')² of two documents about as far apart as any: the farthest from the mean, and from that one.

    Examples
    --------
    >>> far_ends(np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 1.0]])).tolist()
    [9.0, 1.0]
    """
    far = lengths(rows)
    here = np.asarray(rows.mean(axis=0)).ravel()
    for _ in range(3):
        before, here = here, dense_row(rows, int((far - 2.0 * (rows @ here)).argmax()))
    return (here - before) ** 2


def neighbourhoods(n_documents: int, must_link: Array) -> Array:
    """Return the group of each document under the transitive closure of must-links; -1 is a document without links.

    Examples
    --------
    >>> neighbourhoods(5, np.array([[4, 1], [1, 2]])).tolist()
    [-1, 0, 0, -1, 0]
    """
    links = sparse.coo_array((np.ones(len(must_link)), must_link.T), shape=(n_documents, n_documents))
    _, found = sparse.csgraph.connected_components(links.tocsr(), directed=False)
    linked = np.isin(np.arange(n_documents), must_link)
    result = np.full(n_documents, -1, dtype=np.intp)
    result[linked] = np.unique(found[linked], return_inverse=True)[1]
    return result
