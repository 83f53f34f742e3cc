"""Constrained normalised cut: eigenvectors of a graph of documents in which links are stiff springs."""

from collections.abc import Callable
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, eigsh

from likewise.fitting import iterate
from likewise.models.cluster.base import ClusterClassifier, Fit
from likewise.models.cluster.constraints import Task
from likewise.models.cluster.descent import Descent
from likewise.models.cluster.seeds import first_centers
from likewise.models.cluster.space import Rows, lengths
from likewise.sklearn_api import Array, Constraints, Interval, normalize

#: So few documents that all eigenvectors are found at once.
SMALL = 50


class ConstrainedNCut(ClusterClassifier):
    """Cuts the graph of like documents where it is thin, but hardly ever between your examples.

    The leading eigenvectors of D^(−½)(S − ζ CᵀC)D^(−½), with the cosines S of all documents, their sums D and the
    links C, place each document among few dimensions, where k-means finds clusters. S is never formed.

    Parameters
    ----------
    n_clusters : int or "auto"
        Number of clusters, best near the number of topics. "auto" is 8, and one for twenty documents at most. Where
        every document has a label, there are as many as classes.
    zeta : float
        ζ, strength of the links.
    example_weight : float
        What the examples of a class weigh together, in clusters of average size; 0 is as much as other documents do.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    max_iter : int
        Most iterations of k-means.
    tol : float
        Stop when the objective's relative gain is below this.
    threshold : {"default", "prior"}
        Where scores are cut: where the examples' cluster is the nearest, or by an estimated share of positives.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        The cluster of each training document.
    cluster_centers_ : ndarray of shape (n_clusters, n_clusters)
        Unit centres among the eigenvectors.
    components_ : ndarray of shape (n_features, n_clusters)
        What places a document, seen or not, among the eigenvectors, but for its length.
    positive_cluster_ : int
        The cluster of most examples.
    transduction_, training_scores_ : ndarray of shape (n_samples,)
        Class and score of each training document.
    must_link_satisfied_, cannot_link_satisfied_ : float
        Share of the pairs that share a cluster, and that do not.
    n_iter_, history_, stop_reason_
        Steps of k-means, its objective (minus squared distances) before each, and why the loop ended.

    References
    ----------
    .. [1] X. Ji, W. Xu, Document clustering with prior knowledge, SIGIR 2006.

    Notes
    -----
    Assumes : the positives are one cluster among a few.
    Use it : where topics differ in extent, which k-means of words handles badly.
    Cost : a few eigenvectors by some hundred passes over the counts.

    Examples
    --------
    >>> from likewise.models.cluster import ConstrainedNCut
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [2, 3, 0, 0], [0, 0, 5, 4], [0, 1, 3, 2], [0, 0, 4, 3]]
    >>> ConstrainedNCut(2).fit(X, [1, -1, -1, -1, -1, -1]).transduction_.tolist()
    [1, 1, 1, 0, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **{key: value for key, value in ClusterClassifier._parameter_constraints.items() if key != "n_components"},
        "zeta": [Interval(Real, 0, None, closed="left")],
    }
    n_components = None  # cosines must not be negative

    def __init__(
        self,
        n_clusters: int | str = "auto",
        *,
        zeta: float = 1.0,
        example_weight: float = 2.0,
        weighting: str = "tfidf-log",
        max_iter: int = 50,
        tol: float = 1e-6,
        threshold: str = "default",
    ) -> None:
        self.n_clusters = n_clusters
        self.zeta = zeta
        self.example_weight = example_weight
        self.weighting = weighting
        self.max_iter = max_iter
        self.tol = tol
        self.threshold = threshold

    def _cluster(self, task: Task, n_clusters: int, rng: np.random.Generator) -> Fit:
        rows = sparse.csr_array(task.rows)
        values, vectors = leading_vectors(rows, link_operator(task, self.zeta), n_clusters)
        # u(x) = Σ_j s(x, x_j) u_j / (λ d(x)) tells a document's place from its words; only directions are used of it.
        self.components_ = np.asarray(rows.T @ vectors) / np.maximum(np.abs(values), 1e-12)
        places = self._places(task.rows)
        fixed = np.full(len(places), -1) if task.by_pairs else task.groups
        problem = Descent(places, self._weights(task, n_clusters), fixed, spherical=True)
        monitor = self._monitor()
        state = iterate(problem.step, problem.begin(first_centers(places, task.groups, n_clusters)), monitor)
        return Fit(state, problem.floor, monitor)

    def _places(self, rows: Rows) -> Array:
        return np.asarray(normalize(rows @ self.components_))

    def _distances(self, rows: Any) -> Array:
        return super()._distances(self._places(rows))


def leading_vectors(rows: sparse.csr_array, links: Callable[[Array], Array], n_vectors: int) -> tuple[Array, Array]:
    """Return the greatest eigenvalues of D^(−½)(S − links)D^(−½) and D^(−½) times their vectors.

    Documents that share no word with any other have no degree, and stay at nought.

    Examples
    --------
    >>> rows = sparse.csr_array(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]))
    >>> values, vectors = leading_vectors(rows, np.zeros_like, 2)
    >>> values.round(6).tolist(), bool(np.allclose(vectors[0], vectors[1]))
    ([1.0, 1.0], True)
    """
    n = rows.shape[0]
    own = lengths(rows)
    degree = rows @ np.asarray(rows.sum(axis=0)).ravel() - own
    scale = np.where(degree > 1e-9, 1.0 / np.sqrt(np.maximum(degree, 1e-9)), 0.0)

    def product(vector: Array) -> Array:
        v = scale * np.ravel(vector)
        return scale * (rows @ (rows.T @ v) - own * v - links(v))

    if n_vectors >= n - 1 or n <= SMALL:
        values, vectors = np.linalg.eigh(np.array([product(axis) for axis in np.eye(n)]))
        values, vectors = values[-n_vectors:], vectors[:, -n_vectors:]
    else:
        operator = LinearOperator((n, n), matvec=product, dtype=np.float64)
        # A fixed start makes the iterations repeatable.
        values, vectors = eigsh(operator, k=n_vectors, which="LA", v0=np.ones(n), tol=1e-6)
    return values, scale[:, None] * vectors


def link_operator(task: Task, zeta: float) -> Callable[[Array], Array]:
    """Return v ↦ ζ CᵀC v: (v_i − v_j) for each must-link, and (v_i + v_j) for each cannot-link, balanced.

    Examples
    --------
    >>> task = Task(np.eye(3), np.array([0, 0, -1]), pile_apart=True)
    >>> link_operator(task, 1.0)(np.array([1.0, 3.0, 5.0])).tolist()
    [1.0, 6.0, 7.0]
    """
    if task.by_pairs:
        n = len(task.groups)
        must, cannot = (
            sparse.csr_array(
                (
                    np.concatenate([np.ones(len(pairs)), np.full(len(pairs), sign)]),
                    (np.tile(np.arange(len(pairs)), 2), pairs.T.ravel()),
                ),
                shape=(len(pairs), n),
            )
            for pairs, sign in ((task.must_link, -1.0), (task.cannot_link, 1.0))
        )

        def by_pairs(v: Array) -> Array:
            return zeta * (must.T @ (must @ v) + cannot.T @ (cannot @ v))

        return by_pairs
    members = {code: task.groups == code for code in range(-1, task.n_groups)}
    apart = task.apart(1.0, "balanced")

    def by_groups(v: Array) -> Array:
        result = np.zeros_like(v)
        for group in range(task.n_groups):
            inside = members[group]
            result[inside] += inside.sum() * v[inside] - v[inside].sum()
        for (a, b), weight in apart.items():
            one, other = members[a], members[b]
            result[one] += weight * (other.sum() * v[one] + v[other].sum())
            result[other] += weight * (one.sum() * v[other] + v[one].sum())
        return zeta * result

    return by_groups
