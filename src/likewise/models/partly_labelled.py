"""A few labels of every class and much unlabelled text: what the classifiers of such data have in common."""

from typing import Any

import numpy as np
from scipy import sparse

from likewise.labels import Labels
from likewise.models.base import PUClassifier, log_odds_of_two, put_back
from likewise.sklearn_api import Array


class PartlyLabelled(PUClassifier):
    """Base of classifiers of two or more classes that learn from labelled and unlabelled documents together.

    A subclass says what it learns from labels of every class (`_learn_labelled`) and how likely each class is
    (`_log_scores`). Where examples of one class are all there is, the documents of the pile that are least like them
    stand in for the other class, as in `likewise.models.two_step`.

    Attributes
    ----------
    reliable_ : ndarray of bool of shape (n_samples,)
        Which unlabelled documents were taken for negative; none where every class has labels.
    """

    _many_classes = True

    def _learn_labelled(self, X: sparse.csr_array, labels: Labels, weights: Array) -> Array | None:
        """Learn from documents of which some of every class are labelled; return as `_learn` does."""
        raise NotImplementedError

    def _log_scores(self, X: sparse.csr_array) -> Array:
        """Return a score for each document and class: logarithms of what is proportional to probabilities."""
        raise NotImplementedError

    def _extractor(self) -> Any:
        """Return what finds negatives where there are only positives."""
        from likewise.models.two_step.rocchio import RocchioExtractor  # that room is made of learners of others

        return RocchioExtractor(min_fraction=0.1)

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> Array | None:
        self.reliable_ = np.zeros(len(labels.codes), dtype=bool)
        if len(labels.classes) == 2 and not labels.negative.any():
            self.reliable_ = self._extractor().extract(X, labels.codes)
            labels = labels.but(self.reliable_, 0)
        return self._learn_labelled(X, labels, weights)

    def _put_back(self, order: Array) -> None:
        self.reliable_ = put_back(self.reliable_, order)

    def _score(self, X: sparse.csr_array) -> Array:
        return log_odds_of_two(self._log_scores(X))
