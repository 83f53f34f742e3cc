"""Spies: examples hidden in the pile tell how positives look from there."""

from numbers import Integral, Real
from typing import ClassVar

import numpy as np
from scipy import sparse

from likewise.errors import UserError
from likewise.estimate.literature.spies import spy_threshold
from likewise.fitting import generator
from likewise.fitting.randomness import RandomState
from likewise.labels import Labels
from likewise.models.bayes import NaiveBayesEM
from likewise.models.two_step.base import Extractor
from likewise.sklearn_api import Array, Constraints, Interval


class SpyExtractor(Extractor):
    """Hides some examples in the pile; what looks less positive than nearly all of these spies is surely negative.

    Parameters
    ----------
    spy_fraction : float
        Share of the examples that spy.
    noise_level : float
        Share of the spies that may look less positive than a reliable negative does.
    max_iter : int
        Iterations of EM, with the pile as the negative class, before the spies are asked.
    n_repeats : int
        How often spies are drawn; a document is reliable if it is each time.
    alpha : float
        Pseudo-count of naive Bayes.
    max_length : float, optional
        Longest document, in median lengths, as in `NaiveBayesEM`.
    min_fraction : float
        Share of the pile that is taken at least, those that look least positive.
    random_state : int, Generator or None
        Seed of the draw.

    References
    ----------
    .. [1] B. Liu, W. S. Lee, P. S. Yu, X. Li, Partially supervised classification of text documents, ICML 2002.

    Examples
    --------
    >>> from likewise.models.two_step import SpyExtractor
    >>> X = [[4, 4, 0, 0], [4, 3, 0, 0], [5, 5, 0, 0], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> SpyExtractor(random_state=0).extract(X, [1, 1, -1, -1, -1]).tolist()
    [False, False, False, True, True]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **Extractor._parameter_constraints,
        "spy_fraction": [Interval(Real, 0, 1, closed="neither")],
        "noise_level": [Interval(Real, 0, 1, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "n_repeats": [Interval(Integral, 1, None, closed="left")],
        "alpha": [Interval(Real, 0, None, closed="neither")],
        "max_length": [Interval(Real, 0, None, closed="neither"), None],
        "random_state": ["random_state", np.random.Generator],
    }
    _instead = "RocchioExtractor, a higher noise_level, min_fraction=0.1"

    def __init__(
        self,
        *,
        spy_fraction: float = 0.1,
        noise_level: float = 0.15,
        max_iter: int = 2,
        n_repeats: int = 1,
        alpha: float = 0.1,
        max_length: float | None = None,
        min_fraction: float = 0.0,
        random_state: RandomState = None,
    ) -> None:
        self.spy_fraction = spy_fraction
        self.noise_level = noise_level
        self.max_iter = max_iter
        self.n_repeats = n_repeats
        self.alpha = alpha
        self.max_length = max_length
        self.min_fraction = min_fraction
        self.random_state = random_state

    def _doubts(self, X: sparse.csr_array, labels: Labels) -> Array:
        examples = np.flatnonzero(labels.positive)
        if len(examples) < 2:
            raise UserError(
                f"SpyExtractor hides examples and needs at least two of them, there is {len(examples)}; "
                "try RocchioExtractor or NaiveBayesExtractor, or give more examples."
            )
        # At least one of them spies, and at least one stays.
        n_spies = min(max(1, round(self.spy_fraction * len(examples))), len(examples) - 1)
        rng = generator(self.random_state)
        draws = [self._one_draw(X, labels, rng.choice(examples, n_spies, replace=False)) for _ in range(self.n_repeats)]
        return np.max(draws, axis=0)

    def _one_draw(self, X: sparse.csr_array, labels: Labels, spies: Array) -> Array:
        """Return how far each document lies above the spies' threshold."""
        y = labels.but(spies, -1).codes
        model = NaiveBayesEM(
            alpha=self.alpha,
            init="unlabeled_negative",
            max_iter=self.max_iter,
            tol=0.0,
            max_length=self.max_length,
        ).fit(X, y)
        # Log-odds and not probabilities, which are exactly 0 or 1 for long documents.
        scores = model.decision_function(X)
        return scores - spy_threshold(scores[spies], self.noise_level)
