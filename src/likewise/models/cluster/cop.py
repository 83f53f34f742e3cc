"""COP-k-means: links that no document may violate."""

from dataclasses import dataclass
from numbers import Integral
from typing import ClassVar

import numpy as np
from scipy import sparse

from likewise.fitting import best_of, iterate
from likewise.fitting.randomness import RandomState
from likewise.models.cluster.base import ClusterClassifier, Fit
from likewise.models.cluster.constraints import InfeasibleConstraints, Task
from likewise.models.cluster.descent import ROUNDING, State, distances
from likewise.models.cluster.seeds import first_centers
from likewise.models.cluster.space import Rows, lengths, sums_by
from likewise.sklearn_api import Array, Constraints, Interval


class COPKMeans(ClusterClassifier):
    """Clusters under hard links: your examples share one, and no document of the pile joins them there.

    Documents go to the nearest centre that violates nothing, those with most cannot-links first. As the pile is kept
    out of the examples' cluster, `labels_` finds nothing in it; scores and `transduction_` compare distances only.

    Parameters
    ----------
    n_clusters : int or "auto"
        Number of clusters, best near the number of topics. "auto" is 8, and one for twenty documents at most. Where
        every document has a label, there are as many as classes.
    n_components : int or None
        Dimensions of latent semantic indexing in which documents are clustered; None is their words.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    max_iter : int
        Most iterations.
    tol : float
        Stop when the objective's relative gain is below this.
    n_init : int
        Random orders in which documents are placed; the best clustering is kept.
    random_state : int, Generator or None
        Seed of the orders.
    threshold : {"default", "prior"}
        Where scores are cut: where the examples' cluster is the nearest, or by an estimated share of positives.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        The cluster of each training document.
    cluster_centers_ : ndarray of shape (n_clusters, n_components)
        Means.
    positive_cluster_ : int
        The cluster of the examples.
    transduction_, training_scores_ : ndarray of shape (n_samples,)
        Class and score of each training document, by distance only.
    must_link_satisfied_, cannot_link_satisfied_ : float
        Share of the pairs that share a cluster, and that do not: all.
    n_iter_, history_, stop_reason_
        Steps made, the objective (minus what is minimised) before each, and why the loop ended.

    References
    ----------
    .. [1] K. Wagstaff, C. Cardie, S. Rogers, S. Schroedl, Constrained k-means clustering with background knowledge,
       ICML 2001.

    Notes
    -----
    Assumes : every link is right; a pile that hides positives has links that are not.
    Use it : with pairs that you are sure of, or to compare with.
    Cost : one singular value decomposition, and some ten passes over its rows for each order.

    Examples
    --------
    >>> from likewise.models.cluster import COPKMeans
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> COPKMeans(2, random_state=0).fit(X, must_link=[[0, 3]], cannot_link=[[1, 3]]).labels_.tolist()
    [0, 1, 1, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **{key: value for key, value in ClusterClassifier._parameter_constraints.items() if key != "example_weight"},
        "n_init": [Interval(Integral, 1, None, closed="left")],
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        n_clusters: int | str = "auto",
        *,
        n_components: int | None = 20,
        weighting: str = "log-entropy",
        max_iter: int = 50,
        tol: float = 1e-6,
        n_init: int = 3,
        random_state: RandomState = None,
        threshold: str = "default",
    ) -> None:
        self.n_clusters = n_clusters
        self.n_components = n_components
        self.weighting = weighting
        self.max_iter = max_iter
        self.tol = tol
        self.n_init = n_init
        self.random_state = random_state
        self.threshold = threshold

    def _cluster(self, task: Task, n_clusters: int, rng: np.random.Generator) -> Fit:
        points = merged(task)
        centers = first_centers(task.rows, task.groups, n_clusters)
        problems: list[InfeasibleConstraints] = []

        def run(child: np.random.Generator) -> Fit | None:
            monitor = self._monitor()
            order = child.permutation(len(points.size))
            order = order[np.argsort(-points.n_foes[order], kind="stable")]
            try:
                state = iterate(
                    lambda state: _step(points, order, state, task.names),
                    State(_placed(points, order, centers, task.names), centers, np.ones_like(centers)),
                    monitor,
                )
            except InfeasibleConstraints as problem:
                problems.append(problem)
                return None
            labels = state.labels[points.of]
            return Fit(State(labels, state.centers, state.metrics), np.zeros(centers.shape[1]), monitor)

        best = best_of(run, lambda fit: -np.inf if fit is None else fit.monitor.history[-1], self.n_init, rng)
        if best is None:
            raise problems[0]
        return best


@dataclass(frozen=True)
class Points:
    """Documents merged by must-links: mean, spread and size of each, and which may not meet.

    A point of kind 0 is the positives, of kind -1 a document of the pile, which meet nowhere if ``pile_apart``.
    """

    rows: Rows
    spread: Array
    size: Array
    of: Array
    first: Array
    foes: sparse.csr_array
    kind: Array
    pile_apart: bool

    @property
    def n_foes(self) -> Array:
        """How many points each must not meet."""
        result: Array = np.diff(self.foes.indptr).astype(np.intp)
        if self.pile_apart:
            result = result + (self.kind == 0) * int((self.kind < 0).sum())
        return result


def merged(task: Task) -> Points:
    """Merge must-linked documents into one point each.

    Examples
    --------
    >>> points = merged(Task(np.array([[0.0], [2.0], [5.0]]), np.array([0, 0, -1]), pile_apart=True))
    >>> points.rows.tolist(), points.size.tolist(), points.n_foes.tolist()
    ([[1.0], [5.0]], [2.0, 1.0], [1, 0])
    """
    groups, n_groups = task.groups, task.n_groups
    pile = np.flatnonzero(groups < 0)
    of = groups.copy()
    of[pile] = n_groups + np.arange(len(pile))
    n_points = n_groups + len(pile)
    size = np.bincount(of, minlength=n_points).astype(np.float64)
    first = np.full(n_points, len(of), dtype=np.intp)
    np.minimum.at(first, of, np.arange(len(of)))
    members = sparse.csr_array((1.0 / size[of], (of, np.arange(len(of)))), shape=(n_points, len(of)))
    rows = members @ task.rows
    squares = lengths(task.rows)
    spread = np.bincount(of, weights=squares, minlength=n_points) - size * lengths(rows)
    kind = np.where(np.arange(n_points) < n_groups, np.arange(n_points), -1)
    if task.by_pairs:
        a, b = of[task.cannot_link[:, 0]], of[task.cannot_link[:, 1]]
        if (a == b).any():
            name = _name(task.cannot_link[a == b][0, 0], task.names)
            raise InfeasibleConstraints(
                f"COPKMeans must keep document {name} apart from one that must-links join it to; drop one of the links."
            )
    else:
        pairs = np.array([pair for pair in task.apart(1.0, "raw") if -1 not in pair], dtype=np.intp).reshape(-1, 2)
        a, b = pairs[:, 0], pairs[:, 1]
    both = np.concatenate([a, b]), np.concatenate([b, a])
    foes = sparse.csr_array((np.ones(len(both[0])), both), shape=(n_points, n_points))
    return Points(rows, spread.clip(min=0.0), size, of, first, foes, kind, task.pile_apart)


def _placed(points: Points, order: Array, centers: Array, names: Array | None) -> Array:
    """Put points, in order, with the nearest centre where nobody is whom they must not meet."""
    apart = distances(points.rows, centers, np.ones_like(centers), np.zeros(centers.shape[1]))
    labels = np.full(len(order), -1, dtype=np.intp)
    careful = points.n_foes[order] > 0  # the positives come first: they have most to keep away from
    for point in order[careful].tolist():
        others = labels[points.foes.indices[points.foes.indptr[point] : points.foes.indptr[point + 1]]]
        free = np.setdiff1d(np.arange(len(centers)), others)
        if not len(free):
            raise InfeasibleConstraints(
                f"COPKMeans found no cluster for document {_name(points.first[point], names)}, its cannot-links reach "
                f"into all {len(centers)}; raise n_clusters or n_init, or drop links."
            )
        labels[point] = free[apart[point, free].argmin()]
    if points.pile_apart:
        apart[:, labels[points.kind == 0]] = np.inf
    rest = order[~careful]
    labels[rest] = apart[rest].argmin(axis=1)
    return labels


def _step(points: Points, order: Array, state: State, names: Array | None) -> tuple[State, float]:
    """Move the centres and place the points anew; a placing in order may cost more, and is then not taken."""
    mass = np.bincount(state.labels, weights=points.size, minlength=len(state.centers))
    sums = sums_by(points.rows, state.labels, len(state.centers), points.size)
    centers = np.where(mass[:, None] > 0, sums / np.where(mass > 0, mass, 1.0)[:, None], state.centers)

    def cost(labels: Array) -> float:
        apart = distances(points.rows, centers, state.metrics, np.zeros(centers.shape[1]))
        total = float((points.size * apart[np.arange(len(labels)), labels] + points.spread).sum())
        return total if total > ROUNDING * len(points.of) else 0.0

    now, labels = cost(state.labels), state.labels
    try:
        new = _placed(points, order, centers, names)
    except InfeasibleConstraints:
        pass  # these centres lead into a dead end; where documents are, nothing is violated
    else:
        labels = new if cost(new) < now else labels
    return State(labels, centers, state.metrics), -now


def _name(place: int, names: Array | None) -> int:
    return int(place if names is None else names[place])
