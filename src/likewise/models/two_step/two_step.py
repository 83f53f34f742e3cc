"""Two steps: an extractor finds reliable negatives, and a learner learns from positives, these, and the rest."""

from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.base import MetaEstimatorMixin, clone

from likewise.errors import UserError
from likewise.fitting import generator
from likewise.fitting.randomness import RandomState
from likewise.labels import Labels
from likewise.models.routing import RoutingClassifier
from likewise.models.row_order import put_back
from likewise.sklearn_api import Array, Constraints, HasMethods


class TwoStep(MetaEstimatorMixin, RoutingClassifier):
    """Finds documents of the pile that are surely not like the examples, and then learns from both.

    The two steps meet in the labels: the extractor turns some -1 into 0, and the learner reads 1, 0 and -1. Both get
    counts and weigh them themselves. With labels of more than two classes there is nothing to extract, and the learner
    does it alone, if it can.

    Parameters
    ----------
    extractor : estimator
        Has ``extract(X, y)``, such as `SpyExtractor`; documents already labelled 0 stay so.
    learner : estimator
        Has ``fit(X, y)`` and ``decision_function``, such as `NaiveBayesEM` or `IterativeSVM`.
    random_state : int, Generator or None
        Seed of both parts, where they have none of their own.
    threshold : {"default", "prior"}
        Where scores are cut: by the learner, or by an estimated share of positives.

    Attributes
    ----------
    reliable_ : ndarray of bool of shape (n_samples,)
        Which training documents the extractor took for negative.
    extractor_, learner_ : estimator
        The parts, the second one fitted.

    References
    ----------
    .. [1] B. Liu, Y. Dai, X. Li, W. S. Lee, P. S. Yu, Building text classifiers using positive and unlabeled examples,
       ICDM 2003.

    Notes
    -----
    Assumes : some documents of the pile are so unlike the examples that they are surely negative.
    Use it : to compare with the literature; each pairing has its own weak spot.
    Cost : that of its parts.

    Examples
    --------
    >>> from likewise.models.two_step import IterativeSVM, RocchioExtractor, TwoStep
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> TwoStep(RocchioExtractor(), IterativeSVM()).fit(X, [1, -1, -1, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **RoutingClassifier._parameter_constraints,
        "extractor": [HasMethods(["extract"])],
        "learner": [HasMethods(["fit", "decision_function"])],
        "random_state": ["random_state", np.random.Generator],
    }

    _inner = "learner"

    @property
    def _many_classes(self) -> bool:  # type: ignore[override] # it depends on the learner
        return bool(getattr(self.learner, "_many_classes", False))

    def __init__(
        self, extractor: Any, learner: Any, *, random_state: RandomState = None, threshold: str = "default"
    ) -> None:
        self.extractor = extractor
        self.learner = learner
        self.random_state = random_state
        self.threshold = threshold

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        rng = generator(self.random_state)
        self.extractor_, self.learner_ = (_seeded(part, rng) for part in (self.extractor, self.learner))
        y = labels.codes.copy()
        self.reliable_ = np.zeros(len(y), dtype=bool)
        if labels.unlabelled.any() and len(labels.classes) == 2:
            try:
                self.reliable_ = self.extractor_.extract(X, y)
            except UserError:
                # Documents known to be negative are enough for the learner.
                if not labels.negative.any():
                    raise
        y[self.reliable_] = 0
        self.learner_.fit(X, y, **self._metadata)

    def _settled(self) -> dict[str, Any]:
        return {f"learner__{key}": value for key, value in getattr(self.learner_, "_settled", dict)().items()}

    def _put_back(self, order: Array) -> None:
        self.reliable_ = put_back(self.reliable_, order)

    def _score(self, X: sparse.csr_array) -> Array:
        return self.learner_.decision_function(X)


def _seeded(part: Any, rng: np.random.Generator) -> Any:
    """Return a fresh copy of the part, with a seed if it takes one and has none."""
    part = clone(part)
    if part.get_params(deep=False).get("random_state", 0) is None:
        part.set_params(random_state=int(rng.integers(2**31)))
    return part
