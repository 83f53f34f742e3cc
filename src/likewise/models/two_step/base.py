"""The first of two steps: find documents of the pile that are surely not like the examples."""

from numbers import Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator

from likewise.errors import UserError
from likewise.labels import Labels
from likewise.models.validation import documents_and_labels
from likewise.sklearn_api import Array, Constraints, Interval


class Extractor(BaseEstimator):
    """Base of extractors of reliable negatives: a subclass scores the pile, and what is below 0 is reliable.

    Documents without words are evidence of nothing and are never taken. Where less than the share ``min_fraction`` of
    the pile is below 0, that share of lowest score is taken; where that is none, it is an error.
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "min_fraction": [Interval(Real, 0, 1, closed="both")],
    }

    min_fraction: float

    def _doubts(self, X: sparse.csr_array, labels: Labels) -> Array:
        """Return a score for every document: below 0 it is surely negative."""
        raise NotImplementedError

    def _least_share(self) -> float:
        """Return the share of the pile that is taken at least."""
        return self.min_fraction

    def extract(self, X: Any, y: Any) -> Array:
        """Say which unlabelled documents are reliable negatives.

        Parameters
        ----------
        X : array-like or CSR of shape (n_documents, n_words)
            Counts.
        y : array-like of shape (n_documents,)
            1 for the examples, -1 for the pile.

        Returns
        -------
        ndarray of bool of shape (n_documents,)
            True only where y is -1.

        Raises
        ------
        UserError
            If there is none.
        """
        self._validate_params()
        X, labels = documents_and_labels(self, X, y)
        name, n_pile = type(self).__name__, int(labels.unlabelled.sum())
        if n_pile == 0:
            raise UserError(f"{name} has no unlabelled document (-1) to find negatives among; add a pile.")
        candidates = labels.unlabelled & (np.asarray(X.sum(axis=1)) > 0)
        doubts = self._doubts(X, labels)
        reliable: Array = candidates & (doubts < 0)
        wanted = min(int(np.ceil(self._least_share() * n_pile - 1e-9)), int(candidates.sum()))
        if reliable.sum() < wanted:
            # Those with equal doubts come together: nothing else tells them apart.
            reliable = candidates & (doubts <= np.sort(doubts[candidates])[wanted - 1])
        if not reliable.any():
            raise UserError(
                f"{name} found no reliable negatives among {n_pile:,} unlabelled documents; try {self._instead}, "
                "or give more examples."
            )
        return reliable

    #: What to try where this extractor finds nothing.
    _instead = "SpyExtractor, min_fraction=0.1"
