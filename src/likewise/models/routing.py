# mypy: disallow-subclassing-any=False
"""Metadata that reach the inner estimator of a meta-estimator, by scikit-learn's routing."""

from typing import Any, ClassVar, Self

from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing

from likewise.errors import UserError
from likewise.models.base import PUClassifier
from likewise.sklearn_api import Array, fit_context, raise_for_params


class RoutingClassifier(PUClassifier):
    """A classifier around another estimator, to which it hands what that one requests, such as ``sample_weight``.

    A subclass names the parameter that holds the inner estimator, and the method of it that takes metadata at fit. It
    passes `_metadata` on in `_learn`.

    Examples
    --------
    >>> import sklearn
    >>> from likewise.models.bayes import NaiveBayesEM
    >>> from likewise.models.two_step import SpyExtractor, TwoStep
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     learner = NaiveBayesEM().set_fit_request(sample_weight=True)
    ...     model = TwoStep(SpyExtractor(), learner)
    ...     model = model.fit([[4, 0], [3, 1], [0, 5], [1, 4]], [1, 1, -1, -1], sample_weight=[2, 1, 1, 1])
    >>> model.predict([[5, 1], [1, 5]]).tolist()
    [1, 0]
    """

    _inner: ClassVar[str] = "estimator"
    _inner_method: ClassVar[str] = "fit"

    def _inner_estimator(self) -> Any:
        """Return the inner estimator, the usual one if none is given."""
        return getattr(self, self._inner)

    def get_metadata_routing(self) -> MetadataRouter:
        """Say which metadata go where, for scikit-learn's routing.

        Returns
        -------
        sklearn.utils.metadata_routing.MetadataRouter
            The way from ``fit`` to the inner estimator, and what ``score`` takes itself.
        """
        way = MethodMapping().add(caller="fit", callee=self._inner_method)
        router = MetadataRouter(owner=self).add_self_request(self)
        return router.add(**{self._inner: self._inner_estimator()}, method_mapping=way)

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: Any, y: Any, **params: Any) -> Self:
        """Learn from examples and a pile.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.
        y : array-like of shape (n_samples,)
            1 for the examples, -1 for the pile, and 0 for documents known not to match.
        **params : dict
            Metadata such as ``sample_weight``, a number for each document, that the inner estimator requests;
            needs scikit-learn's ``enable_metadata_routing``.

        Returns
        -------
        self : estimator
            Fitted.
        """
        raise_for_params(params, self, "fit")
        if params and self.threshold == "prior":
            raise UserError(
                f'{type(self).__name__} takes no {" or ".join(params)} with threshold="prior", which counts ranks.'
            )
        routed = process_routing(self, "fit", **params)
        requested = routed[self._inner][self._inner_method]
        # Under names of their own, since a `sample_weight` would be taken for that of this estimator.
        return self._fit(X, y, **{f"{self._inner}__{name}": values for name, values in requested.items()})

    @property
    def _metadata(self) -> dict[str, Array]:
        """What the inner estimator gets beside documents and labels, in the order of the documents of `_learn`."""
        prefix = f"{self._inner}__"
        return {name.removeprefix(prefix): values for name, values in self._beside.items() if values is not None}
