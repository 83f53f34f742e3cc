# mypy: disallow-subclassing-any=False, disallow-untyped-decorators=False
"""Choose parameters where nobody knows a negative document."""

from collections.abc import Callable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.model_selection import ParameterGrid
from sklearn.utils import get_tags, indexable
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import check_is_fitted

from likewise.errors import UserError
from likewise.fitting.randomness import RandomState, generator
from likewise.labels import Labels, read_labels
from likewise.metrics.without_negatives import Population, criterion_one, criterion_two, pu_f1
from likewise.selection.candidates import (
    Criterion,
    SearchData,
    decide_left_out,
    judge_candidate,
    make_candidate,
    read_metadata,
    results_as_columns,
)
from likewise.selection.folds import Split, split_in_turn, split_once
from likewise.sklearn_api import (
    N_JOBS,
    Constraints,
    HasMethods,
    Interval,
    StrOptions,
    fit_context,
    num_samples,
    raise_for_params,
)


def _delegated(method: str) -> Callable[[Any], bool]:
    """Say whether the best estimator, or before the fit the one given, has a method; AttributeError if not."""

    def has(search: Any) -> bool:
        if not search.refit:
            raise AttributeError(f"PUSearch has no {method} with refit=False; fit the estimator with best_params_.")
        getattr(getattr(search, "best_estimator_", search.estimator), method)
        return True

    return has


class PUSearch(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """Tries every combination of parameters and keeps the one that does best on examples it was not shown.

    Positives and unlabelled documents are held out together, in folds or once. Each candidate is fitted on the rest and
    decides on what was held out; its decisions are pooled over the folds before the criterion divides, as a single fold
    may hold but one example. No negative label is needed; documents marked 0 are always trained on.

    A choice rests on as many decisions as there are positives. With a handful, ``criterion_one`` may fall for a
    candidate that finds one of them and next to nothing else, above all over the unlabelled only; ``pu_f1`` caps the
    precision.

    Parameters
    ----------
    estimator : estimator
        A classifier that takes 1 and -1 in y; its own ``random_state`` is the one used.
    param_grid : dict of lists, or list of such dicts
        As for `sklearn.model_selection.GridSearchCV`.
    scoring : {"criterion_one", "criterion_two", "pu_f1"} or callable, default="criterion_one"
        A measure of `likewise.metrics.without_negatives`, or a function of two arrays of bool: which held-out positives
        and which held-out unlabelled documents were found. The higher the better, but for ``criterion_two``.
    cv : int or splitter, default=5
        How many folds; as many as there are positives, or unlabelled documents, at most. Or a splitter of scikit-learn,
        which is given 1 for the examples and 0 for the rest.
    validation_share : float or None, default=None
        If given, one split that holds out this share, instead of folds.
    population : {"all", "unlabeled"}, default="all"
        Of ``criterion_one``: "unlabeled" when the examples do not come out of the pile.
    prior : float or None, default=None
        Of ``pu_f1``: the share of positives among the unlabelled.
    refit : bool, default=True
        Whether to fit the best candidate on all documents.
    n_jobs : int or None, default=None
        Threads; the result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        Deals documents into folds; all candidates have the same folds.

    Attributes
    ----------
    best_params_ : dict
        The best candidate; of equally good ones the first in the order of `sklearn.model_selection.ParameterGrid`:
        names in alphabetical order, the last one varying fastest, values in the order given.
    best_score_ : float
        Its criterion.
    results_ : list of dict
        For each candidate in that order ``params``, ``score``, and what the score is made of: ``recall``, the share
        found of held-out positives, and ``share``, that of held-out unlabelled documents.
    cv_results_ : dict of ndarray
        The same by columns, as of `sklearn.model_selection.GridSearchCV`: ``params``, ``param_NAME``,
        ``mean_test_score``, ``rank_test_score`` (1 is best), ``recall`` and ``share``.
    n_splits_ : int
        How many folds there were.
    best_estimator_ : estimator
        Fitted on all documents, if ``refit``; ``classes_`` are its classes.

    References
    ----------
    .. [1] W. S. Lee and B. Liu, Learning with positive and unlabeled examples using weighted logistic regression,
       ICML 2003.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X = np.array([[3.0], [2.5], [3.5], [2.0], [3.2], [0.1], [0.3], [-0.2], [0.2], [0.0]])
    >>> y = [1, 1, 1, -1, -1, -1, -1, -1, -1, -1]
    >>> search = PUSearch(LogisticRegression(class_weight="balanced"), {"C": [1e-6, 1.0]}, random_state=0).fit(X, y)
    >>> search.best_params_, search.predict([[2.8], [0.2]]).tolist()
    ({'C': 1.0}, [1, -1])
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "estimator": [HasMethods(["fit", "predict"])],
        "param_grid": [dict, list],
        "scoring": [StrOptions({"criterion_one", "criterion_two", "pu_f1"}), callable],
        "cv": [Interval(Integral, 2, None, closed="left"), HasMethods(["split"])],
        "validation_share": [Interval(Real, 0, 1, closed="neither"), None],
        "population": [StrOptions({"all", "unlabeled"})],
        "prior": [Interval(Real, 0, 1, closed="right"), None],
        "refit": ["boolean"],
        "n_jobs": N_JOBS,
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        estimator: Any,
        param_grid: Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Sequence[Any]]],
        *,
        scoring: str | Criterion = "criterion_one",
        cv: Any = 5,
        validation_share: float | None = None,
        population: Population = "all",
        prior: float | None = None,
        refit: bool = True,
        n_jobs: int | None = None,
        random_state: RandomState = None,
    ) -> None:
        self.estimator = estimator
        self.param_grid = param_grid
        self.scoring = scoring
        self.cv = cv
        self.validation_share = validation_share
        self.population = population
        self.prior = prior
        self.refit = refit
        self.n_jobs = n_jobs
        self.random_state = random_state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self.estimator).input_tags
        tags.classifier_tags.multi_class = False
        return tags

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: Any, y: Any, **params: Any) -> Self:
        """Try every candidate, and fit the best one.

        Parameters
        ----------
        X : array-like, sparse matrix or list of shape (n_samples, ...)
            Whatever the estimator takes.
        y : array-like of shape (n_samples,)
            1 for the examples, -1 for the pile, and 0 for documents known not to match.
        **params : dict
            Metadata such as ``sample_weight`` that ``estimator`` requests, or ``groups`` that ``cv`` does; needs
            scikit-learn's ``enable_metadata_routing``.

        Returns
        -------
        self : estimator
            Fitted.
        """
        raise_for_params(params, self, "fit")
        routed = process_routing(self, "fit", **params)
        rng = generator(self.random_state)
        self.__dict__.pop("best_estimator_", None)  # a second fit forgets the first, with refit=False too
        labels = read_labels(y, who="PUSearch")
        (X,) = indexable(X)  # sparse matrices of any kind become CSR, which has rows
        if num_samples(X) != len(labels.positive):
            raise UserError(f"y has {len(labels.positive):,} labels for {num_samples(X):,} documents; give one each.")
        y, criterion, candidates = np.asarray(y).ravel(), self._criterion(), self._candidates()
        splits = self._splits(X, labels, rng, routed["splitter"]["split"] if hasattr(self.cv, "split") else {})
        metadata = {name: read_metadata(name, values, len(y)) for name, values in routed["estimator"]["fit"].items()}
        # Only decisions come back from threads, in the order of the tasks: candidate by candidate, fold by fold.
        data = SearchData(X, y, labels, metadata)
        tasks = (delayed(decide_left_out)(self.estimator, one, data, split) for one in candidates for split in splits)
        decisions = Parallel(n_jobs=self.n_jobs, prefer="threads")(tasks)
        self.n_splits_ = len(splits)
        self.results_ = [
            judge_candidate(params, decisions[first : first + len(splits)], criterion)
            for first, params in zip(range(0, len(decisions), len(splits)), candidates, strict=True)
        ]
        self.cv_results_ = results_as_columns(self.results_, lowest_first=self.scoring == "criterion_two")
        choose = min if self.scoring == "criterion_two" else max
        best = choose(self.results_, key=lambda result: result["score"])  # both keep the first of equals
        self.best_params_, self.best_score_ = best["params"], best["score"]
        if self.refit:
            self.best_estimator_ = make_candidate(self.estimator, self.best_params_).fit(X, y, **metadata)
        return self

    def get_metadata_routing(self) -> MetadataRouter:
        """Say which metadata go where, for scikit-learn's routing.

        Returns
        -------
        sklearn.utils.metadata_routing.MetadataRouter
            The ways from ``fit`` to the estimator and to a splitter, and what ``score`` takes itself.
        """
        router = MetadataRouter(owner=self).add_self_request(self)
        router.add(estimator=self.estimator, method_mapping=MethodMapping().add(caller="fit", callee="fit"))
        if hasattr(self.cv, "split"):
            router.add(splitter=self.cv, method_mapping=MethodMapping().add(caller="fit", callee="split"))
        return router

    def _splits(self, X: Any, labels: Labels, rng: np.random.Generator, metadata: Mapping[str, Any]) -> Sequence[Split]:
        masks = labels.positive, labels.unlabelled
        if self.validation_share is not None:
            return [split_once(*masks, self.validation_share, rng)]
        if not hasattr(self.cv, "split"):
            return split_in_turn(*masks, self.cv, rng)
        splits = []
        for train, held_out in self.cv.split(X, labels.positive.astype(int), **metadata):
            # Documents known to be negative are always trained on.
            known = labels.negative[held_out]
            splits.append((np.union1d(train, held_out[known]), held_out[~known]))
        if not splits or not any(labels.positive[held_out].any() for _, held_out in splits):
            raise UserError("the cv of PUSearch holds out no examples; give a number of folds, or another splitter.")
        return splits

    @available_if(_delegated("predict"))
    def predict(self, X: Any) -> NDArray[Any]:
        """Return each document's class by the best estimator.

        Parameters
        ----------
        X : array-like, sparse matrix or list of shape (n_samples, ...)
            Whatever the estimator takes.

        Returns
        -------
        ndarray of shape (n_samples,)
            Classes.
        """
        return self._best().predict(X)

    @available_if(_delegated("predict_proba"))
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the classes' probabilities by the best estimator.

        Parameters
        ----------
        X : array-like, sparse matrix or list of shape (n_samples, ...)
            Whatever the estimator takes.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Probabilities of `classes_`, in their order.
        """
        return self._best().predict_proba(X)

    @available_if(_delegated("decision_function"))
    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Return the best estimator's score for each document; higher is more positive.

        Parameters
        ----------
        X : array-like, sparse matrix or list of shape (n_samples, ...)
            Whatever the estimator takes.

        Returns
        -------
        ndarray of shape (n_samples,)
            Scores.
        """
        return self._best().decision_function(X)

    @property
    def classes_(self) -> NDArray[Any]:
        """The best estimator's classes."""
        _delegated("classes_")(self)
        return self.best_estimator_.classes_

    @property
    def n_features_in_(self) -> int:
        """Number of features that the best estimator has seen."""
        _delegated("n_features_in_")(self)
        return self.best_estimator_.n_features_in_

    def _best(self) -> Any:
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_

    def _criterion(self) -> Criterion:
        if callable(self.scoring):
            return self.scoring
        if self.scoring == "criterion_one":
            return lambda positive, unlabelled: criterion_one(positive, unlabelled, self.population)
        if self.scoring == "criterion_two":
            return criterion_two
        if self.prior is None:
            raise UserError("PUSearch needs a prior for scoring='pu_f1'; estimate it, or take 'criterion_one'.")
        prior = self.prior
        return lambda positive, unlabelled: pu_f1(positive, unlabelled, prior)

    def _candidates(self) -> list[dict[str, Any]]:
        try:
            candidates = list(ParameterGrid(self.param_grid))
        except (TypeError, ValueError) as problem:
            raise UserError(f"PUSearch cannot read param_grid: {problem}") from None
        if not candidates:
            raise UserError("PUSearch has no candidates, as param_grid is an empty list; {} is the estimator as it is.")
        return candidates
