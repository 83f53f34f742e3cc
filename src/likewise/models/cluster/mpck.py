"""Metric pairwise constrained k-means: links also teach each cluster what it measures by."""

from numbers import Real
from typing import Any, ClassVar

from likewise.fitting.randomness import RandomState
from likewise.models.cluster.base import SoftLinks
from likewise.models.cluster.constraints import Task
from likewise.models.cluster.links import Links
from likewise.models.cluster.seeds import far_ends
from likewise.sklearn_api import Constraints, Interval, StrOptions


class MPCKMeans(SoftLinks):
    """Clusters that learn from your examples which directions matter, in a metric of their own each.

    Minimises Σ (‖x − μ‖²_A − log det A) plus, per violated link, w times the squared distance of the two documents
    (must-link), or w̄ times what that of the two farthest documents exceeds theirs by (cannot-link).

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
    metric : {"diagonal", "shared", "none"}
        Whether each cluster learns a weight for each dimension, all learn one together, which a dozen examples are
        better served by, or distances are Euclidean.
    ridge : float
        Added to the spread of a cluster in each dimension, as a share of the spread of all documents.
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
    metrics_ : ndarray of shape (n_clusters, n_components)
        Diagonals of A.
    positive_cluster_ : int
        The cluster of most examples.
    transduction_, training_scores_ : ndarray of shape (n_samples,)
        Class and score of each training document, by distance only.
    must_link_satisfied_, cannot_link_satisfied_ : float
        Share of the pairs that share a cluster, and that do not.
    n_iter_, history_, stop_reason_
        Steps made, the objective (minus what is minimised) before each, and why the loop ended.

    References
    ----------
    .. [1] M. Bilenko, S. Basu, R. J. Mooney, Integrating constraints and metric learning in semi-supervised
       clustering, ICML 2004.

    Notes
    -----
    Assumes : the positives are one cluster among a few, of an extent of its own.
    Use it : with twenty examples or more; fewer say little about a metric.
    Cost : one singular value decomposition, and some thirty passes over its rows.

    Examples
    --------
    >>> from likewise.models.cluster import MPCKMeans
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> MPCKMeans(2, random_state=0).fit(X, [1, -1, -1, -1]).transduction_.tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **SoftLinks._parameter_constraints,
        "metric": [StrOptions({"diagonal", "shared", "none"})],
        "ridge": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        n_clusters: int | str = "auto",
        *,
        must_link_weight: float = 1.0,
        cannot_link_weight: float = 0.2,
        scaling: str = "balanced",
        metric: str = "diagonal",
        ridge: float = 1.0,
        n_components: int | None = 20,
        example_weight: float = 2.0,
        init: Any = "seeded",
        warmup: int = 50,
        weighting: str = "log-entropy",
        max_iter: int = 50,
        tol: float = 1e-5,
        random_state: RandomState = None,
        threshold: str = "default",
    ) -> None:
        self.n_clusters = n_clusters
        self.must_link_weight = must_link_weight
        self.cannot_link_weight = cannot_link_weight
        self.scaling = scaling
        self.metric = metric
        self.ridge = ridge
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
        # The far ends are held through the whole fit: the objective is then one function, and never rises.
        return task.links(self.must_link_weight, self.cannot_link_weight, self.scaling, task.rows, far_ends(task.rows))
