"""Rocchio: reliable negatives are nearer to the pile's prototype than to the examples'."""

from numbers import Integral, Real
from typing import ClassVar

import numpy as np
from scipy import sparse
from sklearn.cluster import KMeans

from likewise.errors import UserError
from likewise.fitting import generator
from likewise.fitting.randomness import RandomState
from likewise.labels import Labels
from likewise.models.two_step.base import Extractor
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions
from likewise.text.contrast import contrast, mean_row
from likewise.text.weighting import SCHEMES, Weighting


class RocchioExtractor(Extractor):
    """Takes documents for negative that are nearer to the pile's average than to the examples'.

    Prototypes are α · mean of the own side − β · mean of the other, and nearness is the cosine.

    Parameters
    ----------
    alpha, beta : float
        Weights of the own side and of the other one.
    n_clusters : int, optional
        Cluster what was found and keep a document only if a cluster's prototype is nearer than the examples' are.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    min_fraction : float
        Share of the pile that is taken at least, those farthest from the examples.
    random_state : int, Generator or None
        Seed of the clusters.

    References
    ----------
    .. [1] X. Li, B. Liu, Learning to classify texts using positive and unlabeled data, IJCAI 2003.

    Examples
    --------
    >>> from likewise.models.two_step import RocchioExtractor
    >>> X = [[1, 0, 0], [3, 4, 0], [0, 3, 4], [0, 0, 1], [4, 3, 0]]
    >>> RocchioExtractor(weighting="l2").extract(X, [1, 1, -1, -1, -1]).tolist()
    [False, False, True, True, False]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **Extractor._parameter_constraints,
        "alpha": [Interval(Real, 0, None, closed="neither")],
        "beta": [Interval(Real, 0, None, closed="left")],
        "n_clusters": [Interval(Integral, 1, None, closed="left"), None],
        "weighting": [StrOptions(set(SCHEMES))],
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        *,
        alpha: float = 16.0,
        beta: float = 4.0,
        n_clusters: int | None = None,
        weighting: str = "tfidf",
        min_fraction: float = 0.0,
        random_state: RandomState = None,
    ) -> None:
        self.alpha = alpha
        self.beta = beta
        self.n_clusters = n_clusters
        self.weighting = weighting
        self.min_fraction = min_fraction
        self.random_state = random_state

    _takes_blocks = True

    def _doubts(self, X: sparse.csr_array, labels: Labels) -> Array:
        rows = Weighting(self.weighting).fit(X).transform(X)
        examples, pile = mean_row(rows, labels.positive), mean_row(rows, labels.unlabelled)
        near = self._likeness(rows, examples, pile)
        doubts = near - self._likeness(rows, pile, examples)
        doubts[doubts == 0] = -np.finfo(np.float64).tiny  # as near to both is negative
        found = labels.unlabelled & (doubts < 0) & (np.diff(rows.indptr) > 0)
        if self.n_clusters is None or found.sum() <= self.n_clusters:
            return doubts
        seed = int(generator(self.random_state).integers(2**31))
        cluster = KMeans(self.n_clusters, n_init=1, random_state=seed).fit_predict(rows[found])
        means = [mean_row(rows[found], cluster == number) for number in np.unique(cluster)]
        positive = np.max([self._likeness(rows, examples, mean) for mean in means], axis=0)
        negative = np.max([self._likeness(rows, mean, examples) for mean in means], axis=0)
        return np.maximum(doubts, positive - negative)

    def _likeness(self, rows: sparse.csr_array, own: Array, other: Array) -> Array:
        """Return each row's product with the unit prototype of one side; rows are unit or zero already."""
        prototype = contrast(own, other, self.alpha, self.beta)
        length = float(np.linalg.norm(prototype))
        if length == 0:
            raise UserError(
                f"RocchioExtractor cannot tell the examples from the pile with alpha={self.alpha:g} and "
                f"beta={self.beta:g}; try other values."
            )
        return np.asarray(rows @ (prototype / length), dtype=np.float64)
