"""A score told as a class: by the method's own cut-off, or by one from an estimated share of positives."""

import warnings
from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse
from scipy.special import expit, softmax
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted

from likewise.errors import UserError
from likewise.estimate.rank_posterior.model import RankPrior
from likewise.fitting.blas_threads import one_blas_thread
from likewise.fitting.block_matrix import in_blocks
from likewise.labels import Labels, has_unlabelled
from likewise.models.row_order import put_back, rows_in_order, sort_by_content
from likewise.models.validation import count_matrix, documents_and_labels, one_a_document
from likewise.selection.cross_fitting import cross_fit
from likewise.sklearn_api import Array, Constraints, StrOptions, check_sample_weight, fit_context

#: Times that a method is fitted again, each time without some of the examples, for a cut-off from the prior.
FOLDS = 5


class PUClassifier(ClassifierMixin, BaseEstimator):
    """Base of classifiers that give every document a score, with 0 as their own cut-off.

    A subclass says what it learns (`_learn`) and how it scores documents (`_score`); all else is here. With
    ``threshold="prior"`` some of the examples are hidden in the pile in turn, their ranks in it tell the share of
    positives (`likewise.estimate.RankPrior`), and that share the cut-off and the probabilities.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The negative and the positive class; or all, of methods that tell many apart.
    cut_off_ : float
        The score that was subtracted: 0 for the method's own cut-off.
    rank_prior_ : RankPrior
        Share of positives with its interval, only with ``threshold="prior"``.
    estimate_ : Estimate
        How many of the training documents are positive, only with ``threshold="prior"``.
    training_scores_, training_proba_, transduction_ : ndarray of shape (n_samples,)
        Only of transductive methods: score, probability and class of each training document.
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "threshold": [StrOptions({"default", "prior"})],
    }

    threshold: str
    #: Whether it always cuts by an estimated share, in a way of its own.
    _cuts_by_prior = False
    #: What else a subclass's fit was given of each document, by name, while `_learn` runs.
    _beside: dict[str, Array | None]
    #: Whether documents are sorted by what they hold before anything is learned, so that draws of documents and
    #: solvers that go through them one by one give the same answer for a pile in any order.
    _sorts = True
    #: Whether it tells more than two classes apart; it then gives a score for each class of each document, logarithms
    #: of what is proportional to probabilities.
    _many_classes = False

    #: Whether it learns from documents in blocks (`likewise.fitting.BlockMatrix`) without having all of them at once.
    _takes_blocks = False
    #: Whether documents in blocks are sorted as well; else the order changes nothing but rounding.
    _sorts_blocks = False

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags.multi_class = self._many_classes
        return tags

    def _expected_failed_checks(self) -> dict[str, str]:
        """Return which of scikit-learn's checks this estimator fails, and why (`likewise.testing`)."""
        expected = {
            "check_classifiers_classes": "one of its label vectors has -1 for a class; here it means unlabelled",
            "check_decision_proba_consistency": "it has negative numbers, though the tag positive_only refuses them",
        }
        if "class_weight" in self.get_params(deep=False):
            expected["check_class_weight_classifiers"] = expected["check_decision_proba_consistency"]
        if self._many_classes:
            expected["check_classifiers_train"] = (
                "its three blobs have two columns; as words these tell directions apart, not distances"
            )
        return expected

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> Array | None:
        """Learn; return the scores of the training documents only if they differ from `_score` (transduction)."""
        raise NotImplementedError

    def _put_back(self, order: Array) -> None:
        """Bring what `_learn` kept of each document back into the order that the documents came in."""

    def _score(self, X: sparse.csr_array) -> Array:
        """Return a score for each row, above 0 is positive; or, for more than two classes, for each row and class."""
        raise NotImplementedError

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any) -> Self:
        """Learn from examples and a pile.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.
        y : array-like of shape (n_samples,)
            1 for the examples, -1 for the pile, and 0 for documents known not to match.

        Returns
        -------
        self : estimator
            Fitted.
        """
        return self._fit(X, y)

    def _fit(self, X: Any, y: Any, sample_weight: Any = None, **beside: Any) -> Self:
        X, labels = documents_and_labels(self, X, y)
        along = {name: one_a_document(self, name, given, X.shape[0]) for name, given in beside.items()}
        weights = check_sample_weight(sample_weight, X, dtype=np.float64)
        if weights.min() < 0:
            raise UserError(
                f"{type(self).__name__} counts documents by sample_weight, {weights.min():g} is below 0; drop it."
            )
        many = len(labels.classes) > 2
        for side in (
            (labels.codes == code for code in range(len(labels.classes)))
            if many
            else (labels.positive, ~labels.positive)
        ):
            if not weights[side].any():
                raise UserError(f"{type(self).__name__} is left with one class, as sample_weight is 0 on the other.")
        if many and self.threshold == "prior":
            raise UserError(f'{type(self).__name__} has {len(labels.classes)} classes, threshold="prior" is for two.')
        if self.threshold == "prior" and sample_weight is not None:
            raise UserError(f'{type(self).__name__} takes no sample_weight with threshold="prior", which counts ranks.')
        self.classes_ = labels.classes
        if in_blocks(X) and (self.threshold == "prior" or not weights.all()):
            what = 'threshold="prior"' if self.threshold == "prior" else "documents of weight 0"
            raise UserError(f"{type(self).__name__} takes documents in blocks, such as Dask's, without {what}.")
        if not weights.all():  # a weight of nought is no document, neither shown, hidden nor counted
            kept = np.flatnonzero(weights)
            X, labels, weights = X[kept], labels.at(kept), weights[kept]
            along = {name: given if given is None else given[kept] for name, given in along.items()}
        sorts = self._sorts_blocks if in_blocks(X) else self._sorts
        order = sort_by_content(X, labels, weights) if sorts else None
        for of_the_last_fit in ("rank_prior_", "estimate_"):
            self.__dict__.pop(of_the_last_fit, None)
        self._beside = {
            name: given if given is None or order is None else given[order] for name, given in along.items()
        }
        try:
            with one_blas_thread():
                if order is None:
                    scores = self._learn(X, labels, weights)
                else:
                    scores = self._learn(rows_in_order(X, order), labels.at(order), weights[order])
        finally:
            del self._beside
        if order is not None:
            self._put_back(order)
            scores = None if scores is None else put_back(scores, order)
        self.cut_off_ = 0.0
        # Where every document has a label, there is no share to estimate, and the method's own cut-off is right.
        if self.threshold == "prior" and not self._cuts_by_prior and labels.unlabelled.any():
            own = self._score(X) if scores is None else scores
            self.rank_prior_ = self._prior(X, labels, own[labels.unlabelled])
            self.cut_off_ = float(self.rank_prior_.cut_off_)
            self.estimate_ = self.rank_prior_.estimate_
        if scores is not None:
            self.training_scores_ = scores - self.cut_off_
            self.training_proba_ = self._probability(self.training_scores_)
            self.transduction_ = self._decide(None)
        return self

    def _read(self, X: Any) -> sparse.csr_array:
        """Return documents that are asked about as counts."""
        return count_matrix(self, X, reset=False)

    def _settled(self) -> dict[str, Any]:
        """Return parameters that a fit has chosen, so that fits without some of the examples need not choose again."""
        return {}

    def _prior(self, X: sparse.csr_array, labels: Labels, scores: Array) -> RankPrior:
        """Hide some of the examples in turn, and estimate how many of the pile are like them."""
        order = sort_by_content(X, labels, np.ones(len(labels.positive)))  # folds are dealt by place
        twin = clone(self).set_params(threshold="default", **self._settled())
        left_out = cross_fit(twin, X[order], labels.codes[order], cv=FOLDS, random_state=0)
        return RankPrior().fit(left_out.positive, scores, ranks=left_out.ranks)

    def decision_function(self, X: Any) -> Array:
        """Return a score for each document.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            Scores; above 0 is positive. Of more than two classes, one for each class.
        """
        check_is_fitted(self)
        with one_blas_thread():
            return self._score(self._read(X)) - self.cut_off_

    def predict(self, X: Any) -> Array:
        """Return each document's class.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.

        Returns
        -------
        ndarray of shape (n_samples,)
            Classes.
        """
        check_is_fitted(self)
        with one_blas_thread():
            return self._decide(self._read(X))

    def predict_proba(self, X: Any) -> Array:
        """Return the classes' probabilities.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Probabilities of `classes_`, in their order.
        """
        found = self._probability(self.decision_function(X))
        return found if found.ndim == 2 else np.column_stack([1.0 - found, found])

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the share of documents that are given their class.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.
        y : array-like of shape (n_samples,)
            Classes. Documents that nobody has looked at (-1) have none, so that a score with them says nothing.
        sample_weight : array-like of shape (n_samples,) or None, default=None
            How much each document counts.

        Returns
        -------
        float
            Accuracy.
        """
        if has_unlabelled(y):
            warnings.warn(
                f"{type(self).__name__}.score counts unlabelled documents (-1) as mistakes; score documents whose "
                "class is known, or use likewise.PUSearch or likewise.selection.cross_fit, which need no negatives.",
                stacklevel=2,
            )
        return float(super().score(X, y, sample_weight))

    def _decide(self, X: sparse.csr_array | None) -> Array:
        """Return each document's class, by its score; of the training documents if there is no X."""
        scores = self.training_scores_ if X is None else self._score(X) - self.cut_off_
        place = scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(np.intp)
        return self.classes_[place]

    def _probability(self, scores: Array) -> Array:
        """Turn scores into probabilities: by their ranks if the prior is known, else by the logistic function."""
        if scores.ndim == 2:
            return np.asarray(softmax(scores, axis=1))
        if hasattr(self, "rank_prior_"):
            return self.rank_prior_.probability(scores + self.cut_off_)
        return expit(scores)


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


def log_odds_of_two(scores: Array) -> Array:
    """Make one score of two classes' scores; more classes keep theirs.

    Examples
    --------
    >>> log_odds_of_two(np.log([[0.2, 0.8]])).round(2).tolist()
    [1.39]
    >>> log_odds_of_two(np.zeros((1, 3))).tolist()
    [[0.0, 0.0, 0.0]]
    """
    if scores.shape[1] > 2:
        return scores
    return scores[:, 1] - scores[:, 0]
