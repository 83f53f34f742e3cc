"""One descent for every k-means here: place documents, move the centres, learn the metrics; the cost never rises.

    J = Σ_i s_i (Σ_m a_m ((x_im − μ_m)² + r_m) − log a_m)  +  what violated links cost

with the centre μ and the diagonal metric a of the cluster that document i is in, and a ridge r, without which a word
that a cluster has never seen would make its metric infinite. The same ridge bounds metrics (a ≤ 1/r), so that the
metric of a cluster whose cannot-links outweigh its spread is a minimum too.
"""

from dataclasses import dataclass

import numpy as np

from likewise.models.cluster.links import Links
from likewise.models.cluster.space import Rows, squared_entries, sums_by
from likewise.sklearn_api import Array, normalize

#: A cost for each document below this is what is left of differences of squares.
ROUNDING = 1e-12


@dataclass(frozen=True)
class State:
    """Where each document is, and where clusters are."""

    labels: Array
    centers: Array
    metrics: Array


class Descent:
    """The problem: documents, how much each counts, links between them, and what is learned of a cluster.

    Parameters
    ----------
    rows : csr_array or ndarray of shape (n_documents, m)
        Documents.
    weights : ndarray of shape (n_documents,)
        How much each counts for its cluster.
    fixed : ndarray of int of shape (n_documents,)
        The cluster that a document must be in, or -1.
    links : Links or None
        Soft links.
    metric : {"none", "shared", "diagonal"}
        Whether distances are Euclidean, learned, or learned for each cluster.
    ridge : float
        r, as a share of each column's variance.
    spherical : bool
        Whether centres have unit length, so that unit rows are placed by their cosine.
    order : ndarray of int or None
        In which linked documents are placed.

    Attributes
    ----------
    floor : ndarray of shape (m,)
        r of each column; 0 where no metric is learned.

    Examples
    --------
    >>> rows = np.array([[0.0], [1.0], [5.0]])
    >>> problem = Descent(rows, np.ones(3), np.full(3, -1))
    >>> state, objective = problem.step(problem.begin(np.array([[0.0], [4.0]])))
    >>> state.labels.tolist(), state.centers.tolist(), objective
    ([0, 0, 1], [[0.5], [5.0]], -2.0)
    """

    def __init__(
        self,
        rows: Rows,
        weights: Array,
        fixed: Array,
        *,
        links: Links | None = None,
        metric: str = "none",
        ridge: float = 0.1,
        spherical: bool = False,
        order: Array | None = None,
    ) -> None:
        self.rows, self.weights, self.fixed, self.links = rows, weights, fixed, links
        self.metric, self.spherical = metric, spherical
        self.order = links.linked if links is not None and order is None else order
        self._squares = squared_entries(rows)
        mean, squared = (np.asarray(part.mean(axis=0)).ravel() for part in (rows, self._squares))
        self.floor = np.zeros(len(mean)) if metric == "none" else ridge * (squared - mean**2).clip(min=0.0) + 1e-6

    def distances(self, rows: Rows, centers: Array, metrics: Array) -> Array:
        """Return what each row would pay in each cluster, links apart."""
        return distances(rows, centers, metrics, self.floor)

    def begin(self, centers: Array) -> State:
        """Return the state of documents that are where they must be, or with the nearest centre."""
        metrics = np.ones_like(centers)
        nearest = self.distances(self.rows, centers, metrics).argmin(axis=1)
        return State(np.where(self.fixed >= 0, self.fixed, nearest), centers, metrics)

    def step(self, state: State) -> tuple[State, float]:
        """Place documents, then move centres and metrics; return also −J of the given state."""
        costs = self.weights[:, None] * self.distances(self.rows, state.centers, state.metrics)
        cost = costs[np.arange(len(costs)), state.labels].sum()
        if self.links is not None:
            self.links.start(state.labels, len(state.centers))
            cost += (self._measure(state, self.links) * self.links.differences()).sum()
        if abs(cost) < ROUNDING * len(costs):
            cost = 0.0
        return self._update(self._place(costs, state), costs, state), -float(cost)

    def _measure(self, state: State, links: Links) -> Array:
        """Return the metrics that links are measured in; if none is learned, their space may be another."""
        return state.metrics if self.metric != "none" else np.ones((len(state.centers), links.rows.shape[1]))

    def _place(self, costs: Array, state: State) -> Array:
        """Put each document where it and its links pay least: the free ones at once, and linked ones one by one."""
        if self.links is None:
            return np.where(self.fixed >= 0, self.fixed, costs.argmin(axis=1))
        labels, links = state.labels.copy(), self.links
        measure = self._measure(state, links)
        free = np.setdiff1d(np.arange(len(labels)), links.linked)
        labels[free] = (costs[free] + links.free_costs(measure)).argmin(axis=1)
        links.place_free(labels)
        for place in np.asarray(self.order).tolist():
            labels[place] = int((costs[place] + links.costs_of(place, measure)).argmin())
            links.put(place, int(labels[place]))
        return labels

    def _update(self, labels: Array, costs: Array, state: State) -> State:
        """Return the centres and metrics that suit these places best."""
        n_clusters = len(state.centers)
        mass = np.bincount(labels, weights=self.weights, minlength=n_clusters)
        sums = sums_by(self.rows, labels, n_clusters, self.weights)
        there = mass > 0
        centers = np.where(there[:, None], sums / np.where(there, mass, 1.0)[:, None], state.centers)
        if self.spherical:
            # Documents whose sum is nought, as of empty ones only, say nothing of a direction.
            there = there & (np.abs(sums).sum(axis=1) > 0)
            centers = np.where(there[:, None], normalize(sums), state.centers)
        elif not there.all():
            # An empty cluster begins anew where a document fits worst; it has nobody, so that J stays as it is.
            own = costs[np.arange(len(labels)), labels]
            worst = np.argsort(-own, kind="stable")[: int((~there).sum())]
            picked = self.rows[worst]
            centers[~there] = picked if isinstance(picked, np.ndarray) else picked.toarray()
        if self.metric == "none":
            return State(labels, centers, state.metrics)
        spread = sums_by(self._squares, labels, n_clusters, self.weights) - mass[:, None] * centers**2
        spread = np.where(there[:, None], spread, 0.0).clip(min=0.0)
        floor = mass[:, None] * self.floor
        spread += floor
        if self.links is not None:
            spread += self.links.differences()
        if self.metric == "shared":
            metrics = np.tile(mass.sum() / np.maximum(spread.sum(axis=0), floor.sum(axis=0)), (n_clusters, 1))
        else:
            metrics = np.ones_like(spread)
            metrics[there] = mass[there, None] / np.maximum(spread, floor)[there]
        return State(labels, centers, metrics)


def distances(rows: Rows, centers: Array, metrics: Array, ridge: Array) -> Array:
    """Return Σ_m a_m ((x_m − μ_m)² + r_m) − log a_m for each row and cluster.

    Examples
    --------
    >>> distances(np.array([[3.0]]), np.array([[1.0], [2.0]]), np.array([[1.0], [1.0]]), np.zeros(1)).tolist()
    [[4.0, 1.0]]
    """
    constant = (metrics * (centers**2 + ridge) - np.log(metrics)).sum(axis=1)
    return np.asarray(squared_entries(rows) @ metrics.T - 2.0 * (rows @ (metrics * centers).T)) + constant
