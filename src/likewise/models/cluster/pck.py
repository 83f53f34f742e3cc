"""Pairwise constrained k-means: each violated link has its price."""

from typing import Any

import numpy as np
from scipy import sparse

from likewise.fitting.randomness import RandomState
from likewise.models.cluster.base import SoftLinks
from likewise.models.cluster.constraints import Task
from likewise.models.cluster.links import Links
from likewise.models.cluster.space import Rows
from likewise.sklearn_api import Array


class PCKMeans(SoftLinks):
    """Clusters in which your examples stay together and apart from the pile unless distance says otherwise.

    Minimises Σ ‖x − μ‖² + 2 w per violated must-link + 2 w̄ per violated cannot-link.

    Parameters
    ----------
    n_clusters : int or "auto"
        Number of clusters, best near the number of topics. "auto" is 8, and one for twenty documents at most. Where
        every document has a label, there are as many as classes.
    must_link_weight : float
        w, price of two examples in different clusters.
    cannot_link_weight : float
        w̄, price of an example and a document of the pile in one cluster.
    scaling : {"balanced", "raw"}
        "balanced" divides w̄ by the size of the pile, so that no document pays more than w̄ in all; "raw" has w̄ for
        each pair, under which the examples shrink from everything else. Pairs that are given have w̄ each.
    n_components : int or None
        Dimensions of latent semantic indexing in which documents are clustered; None is their words.
    example_weight : float
        What the examples of a class weigh together, in clusters of average size; 0 is as much as other documents do.
    init : "seeded" or array of shape (n_clusters, n_components)
        Where clusters start: as in `SeededKMeans`, or here.
    warmup : int
        Most iterations of `SeededKMeans` before.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    max_iter : int
        Most iterations.
    tol : float
        Stop when the objective's relative gain is below this.
    random_state : int, Generator or None
        Seed of the order in which linked documents are placed.
    threshold : {"default", "prior"}
        Where scores are cut: where the examples' cluster is the nearest, or by an estimated share of positives.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        The cluster of each training document, links considered.
    cluster_centers_ : ndarray of shape (n_clusters, n_components)
        Means.
    positive_cluster_ : int
        The cluster of most examples.
    transduction_, training_scores_ : ndarray of shape (n_samples,)
        Class and score of each training document, by distance only.
    must_link_satisfied_, cannot_link_satisfied_ : float
        Share of the pairs that share a cluster, and that do not.
    n_iter_, history_, stop_reason_
        Steps made, the objective (minus the sum above) before each, and why the loop ended.

    References
    ----------
    .. [1] S. Basu, A. Banerjee, R. J. Mooney, Active semi-supervision for pairwise constrained clustering, SDM 2004.

    Notes
    -----
    Assumes : the positives are one cluster among a few; links may be wrong.
    Use it : where what you know is pairs of documents, more than classes.
    Cost : one singular value decomposition, and some twenty passes over its rows.

    Examples
    --------
    >>> from likewise.models.cluster import PCKMeans
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> PCKMeans(2, random_state=0).fit(X, [1, -1, -1, -1]).transduction_.tolist()
    [1, 1, 0, 0]
    >>> PCKMeans(2, random_state=0).fit(X, must_link=[[0, 1]], cannot_link=[[1, 3]]).labels_.tolist()
    [0, 0, 1, 1]
    """

    def __init__(
        self,
        n_clusters: int | str = "auto",
        *,
        must_link_weight: float = 1.0,
        cannot_link_weight: float = 0.02,
        scaling: str = "balanced",
        n_components: int | None = 20,
        example_weight: float = 2.0,
        init: Any = "seeded",
        warmup: int = 50,
        weighting: str = "log-entropy",
        max_iter: int = 50,
        tol: float = 1e-6,
        random_state: RandomState = None,
        threshold: str = "default",
    ) -> None:
        self.n_clusters = n_clusters
        self.must_link_weight = must_link_weight
        self.cannot_link_weight = cannot_link_weight
        self.scaling = scaling
        self.n_components = n_components
        self.example_weight = example_weight
        self.init = init
        self.warmup = warmup
        self.weighting = weighting
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.threshold = threshold

    def _links(self, task: Task) -> Links | None:
        rows, ends = all_alike(len(task.groups))
        # Twice, as squared distances are not halved in the descent.
        return task.links(2 * self.must_link_weight, 2 * self.cannot_link_weight, self.scaling, rows, ends)


def all_alike(n_documents: int) -> tuple[Rows, Array]:
    """Return documents that are all at distance 1 from each other, and ends such that each link costs its weight.

    Each has an axis of its own. A must-link then costs ½·1 + ½·1, and a cannot-link 2 − 1.

    Examples
    --------
    >>> rows, ends = all_alike(3)
    >>> float(((rows.toarray()[0] - rows.toarray()[2]) ** 2).sum().round(6)), float(ends.sum())
    (1.0, 2.0)
    """
    ends = np.zeros(n_documents)
    ends[0] = 2.0
    return sparse.csr_array(sparse.eye_array(n_documents) * np.sqrt(0.5)), ends
