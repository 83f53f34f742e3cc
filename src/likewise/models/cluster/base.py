"""Clusters told as classes: the cluster of most examples is the positive one."""

from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse

from likewise.errors import UserError
from likewise.fitting import Monitor, generator, iterate
from likewise.fitting.randomness import RandomState
from likewise.labels import Labels
from likewise.models.base import PUClassifier
from likewise.models.cluster.constraints import Task, from_labels, from_pairs, read_pairs
from likewise.models.cluster.descent import Descent, State, distances
from likewise.models.cluster.links import Links
from likewise.models.cluster.seeds import first_centers
from likewise.models.cluster.space import Space, lengths
from likewise.models.row_order import put_back, rows_in_order, sort_by_content
from likewise.models.validation import count_matrix
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions, fit_context
from likewise.text.weighting import SCHEMES

#: Clusters of "auto": a few more than the topics that a pile is likely to have, and never of few documents.
AUTO_CLUSTERS = 8
DOCUMENTS_PER_CLUSTER = 20


@dataclass(frozen=True)
class Fit:
    """One finished clustering; the floor is the ridge of the metrics."""

    state: State
    floor: Array
    monitor: Monitor


class ClusterClassifier(PUClassifier):
    """Base of classifiers that cluster documents under constraints.

    A subclass says how it clusters (`_cluster`). Constraints come from labels, or from pairs of documents; then
    `classes_` are the clusters' numbers, and `predict` tells each document's cluster.

    Attributes
    ----------
    n_clusters_ : int
        As given or chosen.
    positive_cluster_ : int
        The cluster of most positive documents.
    class_clusters_ : ndarray of shape (n_classes,)
        Only of more than two classes: the cluster of most labelled documents of each.
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **PUClassifier._parameter_constraints,
        "n_clusters": [Interval(Integral, 1, None, closed="left"), StrOptions({"auto"})],
        "n_components": [Interval(Integral, 1, None, closed="left"), None],
        "example_weight": [Interval(Real, 0, None, closed="left")],
        "weighting": [StrOptions(set(SCHEMES))],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
    }
    _many_classes = True
    _takes_blocks = _sorts_blocks = True

    n_clusters: int | str
    n_components: int | None
    example_weight: float
    weighting: str
    max_iter: int
    tol: float
    #: The cluster that each class is; None of two classes, where all but the positive cluster are the other.
    _clusters_of: Array | None

    def _cluster(self, task: Task, n_clusters: int, rng: np.random.Generator) -> Fit:
        """Cluster the documents of a task."""
        raise NotImplementedError

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any = None, must_link: Any = None, cannot_link: Any = None) -> Self:
        """Cluster documents × words under constraints from labels, or from pairs.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts.
        y : array-like of shape (n_samples,), optional
            1 for the examples, -1 for the pile, and 0 for documents known not to match; or any number of classes.
        must_link, cannot_link : array-like of int of shape (n_pairs, 2), optional
            Without y: rows that belong together, and that do not.

        Returns
        -------
        self
        """
        if y is None:
            return self._fit_pairs(X, must_link, cannot_link)
        if must_link is not None or cannot_link is not None:
            raise UserError(f"{type(self).__name__} takes labels or pairs, and got both; leave out y or the pairs.")
        return self._fit(X, y)

    def _fit_pairs(self, X: Any, must_link: Any, cannot_link: Any) -> Self:
        X = count_matrix(self, X, reset=True)
        n, who = X.shape[0], type(self).__name__
        pairs = [
            read_pairs(given, n, who=who, kind=kind)
            for given, kind in ((must_link, "must_link"), (cannot_link, "cannot_link"))
        ]
        if n < 2:
            raise UserError(f"{who} needs two documents to cluster, and got {n} sample; add documents.")
        order = sort_by_content(X, Labels(np.arange(2), np.zeros(n, dtype=np.intp)), np.ones(n))
        place = np.argsort(order)
        self._space = Space(self.weighting, self.n_components)
        task = from_pairs(self._space.fit(rows_in_order(X, order)), place[pairs[0]], place[pairs[1]], names=order)
        self._keep(task, self._how_many(n, 0))
        self._put_back(order)
        self.classes_, self.cut_off_ = np.arange(self.n_clusters_), 0.0
        self._clusters_of = np.arange(self.n_clusters_)
        for learned in ("positive_cluster_", "class_clusters_", "transduction_", "training_scores_", "training_proba_"):
            self.__dict__.pop(learned, None)
        return self

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> Array:
        if len(labels.classes) == 2 and not np.diff(X.indptr)[labels.positive].any():
            raise UserError(f"{type(self).__name__} found no word in the positive documents.")
        self._space = Space(self.weighting, self.n_components)
        task = from_labels(self._space.fit(X), labels)
        n_groups = len(labels.classes) if len(labels.classes) > 2 else task.n_groups
        # Without a pile there is nothing to find but the groups.
        self._keep(task, self._how_many(X.shape[0], n_groups) if labels.unlabelled.any() else max(2, n_groups))
        found = [
            np.bincount(self.labels_[task.groups == group], minlength=self.n_clusters_)
            for group in range(task.n_groups)
        ]
        for learned in ("positive_cluster_", "class_clusters_"):
            self.__dict__.pop(learned, None)
        if len(labels.classes) > 2:
            self.class_clusters_ = np.array([votes.argmax() for votes in found])
            self._clusters_of = self.class_clusters_
        else:
            near = self._distances(task.rows)[labels.positive].sum(axis=0)
            self.positive_cluster_ = int(np.lexsort((-near, found[0]))[-1])
            self._clusters_of = None
        return self._score(X)

    def _how_many(self, n_documents: int, n_groups: int) -> int:
        """Return the number of clusters."""
        who = type(self).__name__
        if self.n_clusters == "auto":
            return max(2, n_groups, min(AUTO_CLUSTERS, n_documents // DOCUMENTS_PER_CLUSTER))
        if int(self.n_clusters) < n_groups:
            raise UserError(f"{who} has {n_groups} classes to keep apart in n_clusters={self.n_clusters}; raise it.")
        return min(int(self.n_clusters), n_documents)

    def _keep(self, task: Task, n_clusters: int) -> None:
        """Cluster, and set what was learned."""
        fit = self._cluster(task, n_clusters, generator(getattr(self, "random_state", None)))
        state, monitor = fit.state, fit.monitor
        monitor.warn()
        self.n_clusters_ = len(state.centers)
        self.labels_, self.cluster_centers_, self.metrics_ = state.labels, state.centers, state.metrics
        self._floor = fit.floor
        self._alive = np.bincount(state.labels, minlength=self.n_clusters_) > 0
        self.must_link_satisfied_, self.cannot_link_satisfied_ = task.satisfied(state.labels)
        self.n_iter_, self.history_, self.stop_reason_ = monitor.n_iter, monitor.history, monitor.stop_reason

    def _put_back(self, order: Array) -> None:
        self.labels_ = put_back(self.labels_, order)

    def _weights(self, task: Task, n_clusters: int) -> Array:
        """Return how much each document counts: those of a group together ``example_weight`` average clusters."""
        weights = np.ones(len(task.groups))
        if not task.by_pairs and self.example_weight:
            sizes = np.bincount(task.groups[task.groups >= 0], minlength=1)
            share = self.example_weight * len(weights) / n_clusters / np.maximum(sizes, 1)
            weights = np.where(task.groups >= 0, np.maximum(share[task.groups], 1.0), 1.0)
        return weights

    def _seeded(self, task: Task, n_clusters: int, monitor: Monitor, *, clamp: bool = True) -> tuple[Descent, State]:
        """Cluster from the groups' own centres by cosine, with the groups held where they are, or free."""
        fixed = task.groups if clamp and not task.by_pairs else np.full(len(task.groups), -1)
        problem = Descent(task.rows, self._weights(task, n_clusters), fixed, spherical=True)
        state = problem.begin(first_centers(task.rows, task.groups, n_clusters))
        return problem, iterate(problem.step, state, monitor)

    def _monitor(self) -> Monitor:
        return Monitor(max_iter=self.max_iter, tol=self.tol, name=type(self).__name__)

    def _distances(self, rows: Any) -> Array:
        return distances(rows, self.cluster_centers_, self.metrics_, self._floor)

    def _score(self, X: sparse.csr_array) -> Array:
        """Return how much nearer the positive cluster is than any other; or minus the distance of each class."""
        rows = self._space.transform(X)
        apart = self._distances(rows)
        if self._clusters_of is not None:
            return -apart[:, self._clusters_of]
        others = self._alive.copy()
        others[self.positive_cluster_] = False
        if not others.any():
            others = np.arange(self.n_clusters_) != self.positive_cluster_
        nearer: Array = apart[:, others].min(axis=1) - apart[:, self.positive_cluster_]
        # A document without words is never positive, however near the origin the positive cluster is.
        return np.where(lengths(rows) > 0, nearer, np.minimum(nearer, 0.0))


class SoftLinks(ClusterClassifier):
    """Base of k-means with soft links: a seeded start, and then a descent in which violated links have a price."""

    _parameter_constraints: ClassVar[Constraints] = {
        **ClusterClassifier._parameter_constraints,
        "must_link_weight": [Interval(Real, 0, None, closed="left")],
        "cannot_link_weight": [Interval(Real, 0, None, closed="left")],
        "scaling": [StrOptions({"balanced", "raw"})],
        "init": [StrOptions({"seeded"}), "array-like"],
        "warmup": [Interval(Integral, 0, None, closed="left")],
        "random_state": ["random_state", np.random.Generator],
    }

    must_link_weight: float
    cannot_link_weight: float
    scaling: str
    init: Any
    warmup: int
    random_state: RandomState
    #: Of the k-means that learn a metric.
    metric = "none"
    ridge = 0.1

    def _links(self, task: Task) -> Links | None:
        """Return what violated links cost."""
        raise NotImplementedError

    def _cluster(self, task: Task, n_clusters: int, rng: np.random.Generator) -> Fit:
        links = self._links(task)
        problem = Descent(
            task.rows,
            self._weights(task, n_clusters),
            np.full(len(task.groups), -1),
            links=links,
            metric=self.metric,
            ridge=self.ridge,
            order=None if links is None else rng.permutation(links.linked),
        )
        monitor = self._monitor()
        state = iterate(problem.step, problem.begin(self._start(task, n_clusters)), monitor)
        return Fit(state, problem.floor, monitor)

    def _start(self, task: Task, n_clusters: int) -> Array:
        """Return the first centres, as given or seeded."""
        if isinstance(self.init, str):
            return self._seeded(task, n_clusters, Monitor(max_iter=self.warmup, tol=self.tol))[1].centers
        centers = np.array(self.init, dtype=np.float64)
        if centers.shape != (n_clusters, task.rows.shape[1]):
            raise UserError(
                f"{type(self).__name__} needs init of shape {(n_clusters, task.rows.shape[1])}, a row for each cluster "
                f"and a column for each dimension, got {centers.shape}."
            )
        return centers
