"""Seeded k-means: clusters that start at the examples."""

from typing import ClassVar

import numpy as np

from likewise.models.cluster.base import ClusterClassifier, Fit
from likewise.models.cluster.constraints import Task
from likewise.sklearn_api import Constraints


class SeededKMeans(ClusterClassifier):
    """Clusters by cosine, the first of which starts at your examples and holds on to them.

    Minimises Σ s_d ‖x_d − μ‖² over unit rows x and unit centres μ. The labelled documents of a class start a cluster;
    each further one starts at the documents farthest from all starts so far.

    Parameters
    ----------
    n_clusters : int or "auto"
        Number of clusters, best near the number of topics. "auto" is 8, and one for twenty documents at most. Where
        every document has a label, there are as many as classes.
    constrained : bool
        Whether labelled documents stay in the cluster that they started ("constrained k-means"), or may leave it.
        Pairs only tell where clusters start.
    n_components : int or None
        Dimensions of latent semantic indexing in which documents are clustered; None is their words.
    example_weight : float
        What the examples of a class weigh together, in clusters of average size; 0 is as much as other documents do.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    max_iter : int
        Most iterations.
    tol : float
        Stop when the objective's relative gain is below this.
    threshold : {"default", "prior"}
        Where scores are cut: where the examples' cluster is the nearest, or by an estimated share of positives.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        The cluster of each training document.
    cluster_centers_ : ndarray of shape (n_clusters, n_components)
        Unit centres.
    positive_cluster_ : int
        The cluster of most examples.
    transduction_, training_scores_ : ndarray of shape (n_samples,)
        Class and score of each training document.
    must_link_satisfied_, cannot_link_satisfied_ : float
        Share of the pairs that share a cluster, and that do not.
    n_iter_, history_, stop_reason_
        Steps made, the objective (minus what is minimised) before each, and why the loop ended.

    References
    ----------
    .. [1] S. Basu, A. Banerjee, R. J. Mooney, Semi-supervised clustering by seeding, ICML 2002.

    Notes
    -----
    Assumes : the positives are one cluster among a few.
    Use it : as a fast first look where a few topics share the pile.
    Cost : one singular value decomposition, and some ten passes over its rows.

    Examples
    --------
    >>> from likewise.models.cluster import SeededKMeans
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> SeededKMeans(2).fit(X, [1, -1, -1, -1]).transduction_.tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **ClusterClassifier._parameter_constraints,
        "constrained": ["boolean"],
    }

    def __init__(
        self,
        n_clusters: int | str = "auto",
        *,
        constrained: bool = True,
        n_components: int | None = 20,
        example_weight: float = 2.0,
        weighting: str = "log-entropy",
        max_iter: int = 50,
        tol: float = 1e-6,
        threshold: str = "default",
    ) -> None:
        self.n_clusters = n_clusters
        self.constrained = constrained
        self.n_components = n_components
        self.example_weight = example_weight
        self.weighting = weighting
        self.max_iter = max_iter
        self.tol = tol
        self.threshold = threshold

    def _cluster(self, task: Task, n_clusters: int, rng: np.random.Generator) -> Fit:
        monitor = self._monitor()
        problem, state = self._seeded(task, n_clusters, monitor, clamp=self.constrained)
        return Fit(state, problem.floor, monitor)
