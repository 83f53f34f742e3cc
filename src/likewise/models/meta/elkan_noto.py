"""Elkan and Noto: who is labelled tells who is positive, but for a constant."""

from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from scipy.special import expit, logit
from sklearn.base import MetaEstimatorMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.utils.validation import has_fit_parameter

from likewise.errors import UserError
from likewise.estimate.literature.elkan_noto import (
    Variant,
    label_frequency,
    positive_weight,
    prior_among_unlabelled,
    probability_positive,
)
from likewise.fitting import generator
from likewise.fitting.randomness import RandomState
from likewise.labels import Labels
from likewise.models.routing import RoutingClassifier
from likewise.sklearn_api import Array, Constraints, HasMethods, Interval, StrOptions
from likewise.text.weighting import SCHEMES, Weighting

TINY = 1e-12


class ElkanNoto(MetaEstimatorMixin, RoutingClassifier):
    """Learns who is labelled, and divides by how often a positive is: any classifier with probabilities will do.

    If examples are a random sample of the positives among all documents, Pr[positive] = Pr[labelled] / c with a
    constant c, the mean of Pr[labelled] over examples that were held out.

    Parameters
    ----------
    estimator : classifier, optional
        Has ``predict_proba``; logistic regression with C = 10 by default.
    constant : {"e1", "e2", "e3"}
        c from held-out examples: their mean, their sum over that of all documents, or the largest of all.
    weighted : bool
        Whether the classifier is fitted once more, with every unlabelled document as positive by its probability and
        as negative by the rest; its probabilities are then the answer.
    cv : int
        Folds in which documents are held out.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    random_state : int, Generator or None
        Seed of the folds.
    threshold : {"default", "prior"}
        Where scores are cut: at probability ½, or by an estimated share of positives.

    Attributes
    ----------
    c_ : float
        Share of the positives that is labelled.
    prior_ : float
        Share of positives among the unlabelled documents; among all where none is unlabelled.
    estimator_ : classifier
        Fitted on all documents.

    References
    ----------
    .. [1] C. Elkan, K. Noto, Learning classifiers from only positive and unlabeled data, KDD 2008.

    Notes
    -----
    Assumes : examples are a random sample of all positives, taken from the very pile.
    Use it : with many examples, where probabilities are wanted.
    Cost : six fits of the classifier.

    Examples
    --------
    >>> from likewise.models.meta import ElkanNoto
    >>> X = [[4, 4, 0, 0], [5, 3, 0, 0], [4, 2, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 4, 2], [0, 0, 2, 2]]
    >>> ElkanNoto(cv=3, random_state=0).fit(X, [1, 1, 1, -1, -1, -1, -1]).predict(X).tolist()
    [1, 1, 1, 1, 0, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **RoutingClassifier._parameter_constraints,
        "estimator": [HasMethods(["fit", "predict_proba"]), None],
        "constant": [StrOptions({"e1", "e2", "e3"})],
        "weighted": ["boolean"],
        "cv": [Interval(Integral, 2, None, closed="left")],
        "weighting": [StrOptions(set(SCHEMES))],
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        estimator: Any = None,
        *,
        constant: Variant = "e1",
        weighted: bool = False,
        cv: int = 5,
        weighting: str = "tfidf-log",
        random_state: RandomState = None,
        threshold: str = "default",
    ) -> None:
        self.estimator = estimator
        self.constant = constant
        self.weighted = weighted
        self.cv = cv
        self.weighting = weighting
        self.random_state = random_state
        self.threshold = threshold

    def _inner_estimator(self) -> Any:
        # With few examples in a large pile the usual tolerance ends long before the optimum: AP .35 for .86.
        ours = LogisticRegression(C=10.0, tol=1e-8, max_iter=1000)
        return ours if self.estimator is None else self.estimator

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        labelled = labels.positive
        n_folds = min(self.cv, int(labelled.sum()), int((~labelled).sum()))
        if n_folds < 2:
            raise UserError(
                "ElkanNoto holds examples out and needs two of them and two other documents; "
                f"there are {int(labelled.sum())} and {int((~labelled).sum())}: give more."
            )
        base, metadata = self._inner_estimator(), self._metadata
        if self.weighted and not has_fit_parameter(base, "sample_weight"):
            raise UserError(
                f"ElkanNoto cannot weigh documents for {type(base).__name__}, whose fit takes no sample_weight; "
                "say weighted=False, or give another estimator."
            )
        self._weighting = Weighting(self.weighting).fit(X)
        rows = self._weighting.transform(X)
        seed = int(generator(self.random_state).integers(2**31))
        folds = StratifiedKFold(n_folds, shuffle=True, random_state=seed)
        g = np.empty(len(labelled))
        for train, held_out in folds.split(rows, labelled):
            model = clone(base).fit(rows[train], labelled[train], **_at(metadata, train))
            g[held_out] = model.predict_proba(rows[held_out])[:, 1]
        # Where everything is labelled, a positive always is.
        self.c_ = 1.0
        if labels.unlabelled.any():
            self.c_ = max(TINY, label_frequency(g[labelled], g[~labelled], self.constant))
        self.prior_ = float(labelled.mean())
        if labels.unlabelled.any():
            self.prior_ = prior_among_unlabelled(self.c_, int(labelled.sum()), int(labels.unlabelled.sum()))
        self.estimator_ = clone(base)
        if not self.weighted or not labels.unlabelled.any():
            self.estimator_.fit(rows, labelled, **metadata)
            return
        share = positive_weight(g, self.c_)[labels.unlabelled]
        twice = sparse.vstack([rows, rows[labels.unlabelled]], format="csr")
        sides = np.concatenate([labelled | labels.unlabelled, np.zeros(len(share), dtype=bool)])
        on_first = np.ones(len(labelled))
        on_first[labels.unlabelled] = share
        beside = _at(metadata, np.concatenate([np.arange(len(labelled)), np.flatnonzero(labels.unlabelled)]))
        own = beside.pop("sample_weight", 1.0) * np.concatenate([on_first, 1 - share])
        self.estimator_.fit(twice, sides, sample_weight=own, **beside)

    def _score(self, X: sparse.csr_array) -> Array:
        g = self.estimator_.predict_proba(self._weighting.transform(X))[:, 1]
        # Not of min(1, g/c): documents above c would all be equal, and the ranking lost.
        half = 0.5 if self.weighted else self.c_ / 2
        return logit(np.clip(g, TINY, 1 - TINY)) - logit(np.clip(half, TINY, 1 - TINY))

    def _probability(self, scores: Array) -> Array:
        if self.threshold == "prior" or self.weighted:
            return super()._probability(scores)
        return probability_positive(expit(scores + logit(np.clip(self.c_ / 2, TINY, 1 - TINY))), self.c_)


def _at(metadata: dict[str, Array], rows: Array) -> dict[str, Any]:
    return {name: values[rows] for name, values in metadata.items()}
